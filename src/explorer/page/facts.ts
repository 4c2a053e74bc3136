/**
 * What is known of the game that is shown, and what the server tells by itself, over one connection for the whole page.
 * Others extend games too: when the store has another version, the facts are asked for again.
 */
import { effect, signal, type ReadonlySignal } from '@preact/signals';
import type { ExtensionState, GameFacts, StoredEvent } from '../contract.js';
import { getJson, hearEvents } from './api.js';
import { onRetry, Resource, retry, type State } from './resource.js';
import { address } from './state.js';

/** Milliseconds until a connection that was refused or lost is tried again. */
const AGAIN_MS = 2000;

interface Known {
  readonly text: string;
  readonly facts: GameFacts;
}

const resource = new Resource<Known>();
const told = signal<string | undefined>(undefined);
const extended = signal<readonly ExtensionState[]>([]);
let listening = new AbortController();

/** What is known of some game, the last one that was asked about. */
export const known: ReadonlySignal<State<Known>> = resource.state;
/** The version of what is stored, as it was told last. */
export const version: ReadonlySignal<string | undefined> = told;
/** The extensions of this explorer, the latest last, as it goes on. */
export const extensions: ReadonlySignal<readonly ExtensionState[]> = extended;

/** Begins to ask and to listen. */
export function followFacts(): void {
  onRetry(() => resource.again());
  effect(() => {
    const { game } = address.value;
    const { answer } = resource.state.value;
    const work = async (until: AbortSignal): Promise<Known> => ({
      text: game,
      facts: await getJson<GameFacts>('game', { game }, until),
    });
    if (answer?.text !== game) resource.ask(game, work);
    // Something was stored, perhaps while these were on their way.
    else if (told.value !== undefined && answer.facts.version !== told.value)
      resource.ask(`${game} ${told.value}`, work);
  });
  document.addEventListener('visibilitychange', () => void listen());
  void listen();
}

/** Listens while the page is looked at, as browsers allow few connections; what was missed is told when it begins anew. */
async function listen(): Promise<void> {
  listening.abort();
  listening = new AbortController();
  const { signal } = listening;
  const listeners = {
    stored: ({ version: stored }: StoredEvent) => {
      told.value = stored;
      // It answers, and may know more than before.
      retry();
    },
    extensions: (states: readonly ExtensionState[]) => (extended.value = states),
  };
  while (!document.hidden && !signal.aborted) {
    await hearEvents('extension/events', listeners, signal).catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
  }
}
