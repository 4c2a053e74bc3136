/**
 * The facts of the game that is shown, and the server's events, over one connection for the page. Facts are requested again when
 * the version of the store changes, as other processes extend games too.
 */
import { effect, signal, type ReadonlySignal } from '@preact/signals';
import type { ExtensionState, GameFacts, GamesAnswer, StoredEvent } from '../contract.js';
import type { ViewName } from './address.js';
import { getJson, hearEvents } from './api.js';
import { onRetry, Resource, retry, type State } from './resource.js';
import { address } from './state.js';

/** Milliseconds before a lost connection is tried again. */
const AGAIN_MS = 2000;

interface Known {
  readonly text: string;
  readonly facts: GameFacts;
}

const resource = new Resource<Known>();
const list = new Resource<GamesAnswer>();
const told = signal<string | undefined>(undefined);
const extended = signal<readonly ExtensionState[]>([]);
let listening = new AbortController();

/** The facts of the game that was asked about last. */
export const known: ReadonlySignal<State<Known>> = resource.state;
/** The games that are known by name or stored. */
export const games: ReadonlySignal<State<GamesAnswer>> = list.state;
/** The extensions of this explorer, the latest last. */
export const extensions: ReadonlySignal<readonly ExtensionState[]> = extended;

/** Begins to request and to listen. No game is requested while a view without a game is shown. */
export function followFacts(isOfNone: (view: ViewName) => boolean): void {
  onRetry(() => {
    resource.again();
    list.again();
  });
  effect(() => {
    const { answer } = list.state.value;
    const work = (until: AbortSignal): Promise<GamesAnswer> => getJson('games', {}, until);
    if (answer === undefined) list.ask('', work);
    else if (told.value !== undefined && answer.version !== told.value) list.ask(told.value, work);
  });
  effect(() => {
    const { game, view } = address.value;
    if (isOfNone(view)) return;
    const { answer } = resource.state.value;
    const work = async (until: AbortSignal): Promise<Known> => ({
      text: game,
      facts: await getJson('game', { game }, until),
    });
    if (answer?.text !== game) resource.ask(game, work);
    // The store changed, perhaps while the facts were on their way.
    else if (told.value !== undefined && answer.facts.version !== told.value)
      resource.ask(`${game} ${told.value}`, work);
  });
  document.addEventListener('visibilitychange', () => void listen());
  void listen();
}

/** Listens while the page is visible, as browsers allow few connections; a new connection begins with the current state. */
async function listen(): Promise<void> {
  listening.abort();
  listening = new AbortController();
  const { signal } = listening;
  const listeners = {
    stored: ({ version: stored }: StoredEvent) => {
      told.value = stored;
      // The server answers, and may know more than before.
      retry();
    },
    extensions: (states: readonly ExtensionState[]) => (extended.value = states),
  };
  while (!document.hidden && !signal.aborted) {
    await hearEvents('extension/events', listeners, signal).catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
  }
}
