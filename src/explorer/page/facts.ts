/**
 * What is known of the game that is shown, for the whole page. Others extend games too: it is asked for again whenever
 * something may have been stored, and who follows it is told when it has changed.
 */
import type { GameFacts } from '../contract.js';
import { getJson } from './api.js';

let known: { readonly text: string; readonly facts: GameFacts } | undefined;
let isAsking = false;
let isAskedAgain = false;
const followers = new Set<() => void>();

/** What is known of a game; undefined where it is not the one that was last asked about. */
export function factsOf(text: string): GameFacts | undefined {
  return known?.text === text ? known.facts : undefined;
}

/** Asks about a game. */
export async function loadFacts(text: string, signal: AbortSignal): Promise<GameFacts> {
  const facts = await getJson<GameFacts>('game', { game: text }, signal);
  if (!signal.aborted) known = { text, facts };
  return facts;
}

/** Asks about the same game again, and tells who follows when something has changed. Any number of calls at once ask twice at most. */
export async function refreshFacts(): Promise<void> {
  if (isAsking || known === undefined) {
    isAskedAgain = isAsking;
    return;
  }
  const { text, facts: before } = known;
  isAsking = true;
  try {
    const facts = await getJson<GameFacts>('game', { game: text });
    if (known.text === text && JSON.stringify(facts) !== JSON.stringify(before)) {
      known = { text, facts };
      for (const follower of [...followers]) follower();
    }
  } catch {
    // What was known stays shown; a view that asks for something says what is wrong.
  } finally {
    isAsking = false;
    if (isAskedAgain) {
      isAskedAgain = false;
      void refreshFacts();
    }
  }
}

/** Calls a follower after each change, until the signal is aborted. */
export function followFacts(follower: () => void, signal?: AbortSignal): void {
  followers.add(follower);
  signal?.addEventListener('abort', () => followers.delete(follower));
}
