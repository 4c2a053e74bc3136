/**
 * What is known of the game that is shown, for the whole page. Others extend games too: when the store has another version
 * it is asked for again, and who follows it is told.
 */
import type { GameFacts } from '../contract.js';
import { getJson } from './api.js';

let known: { readonly text: string; readonly facts: GameFacts } | undefined;
/** The version that the server told last, and the one that is being asked about. */
let told: string | undefined;
let asking: string | undefined;
const followers = new Set<() => void>();

/** What is known of a game; undefined where it is not the one that was last asked about. */
export function factsOf(text: string): GameFacts | undefined {
  return known?.text === text ? known.facts : undefined;
}

/** Asks about a game. */
export async function loadFacts(text: string, signal: AbortSignal): Promise<GameFacts> {
  const facts = await getJson<GameFacts>('game', { game: text }, signal);
  if (!signal.aborted) known = { text, facts };
  // Something may have been stored while these were on their way.
  if (told !== undefined) void refreshFacts(told);
  return facts;
}

/** Asks about the same game again where what is stored has another version than what is known. */
export async function refreshFacts(version: string): Promise<void> {
  told = version;
  if (known === undefined || known.facts.version === version || asking === version) return;
  const { text } = known;
  asking = version;
  try {
    const facts = await getJson<GameFacts>('game', { game: text });
    // A later version is asked for by itself.
    if (asking !== version || known.text !== text) return;
    known = { text, facts };
    for (const follower of [...followers]) follower();
  } catch {
    // What was known stays shown; a view that asks for something says what is wrong.
  } finally {
    if (asking === version) asking = undefined;
  }
}

/** Calls a follower after each change, until the signal is aborted. */
export function followFacts(follower: () => void, signal?: AbortSignal): void {
  followers.add(follower);
  signal?.addEventListener('abort', () => followers.delete(follower));
}
