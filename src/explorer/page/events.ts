/**
 * What the server tells by itself, over one connection for the whole page, held while the page is looked at: browsers
 * allow few to one server. Whatever may have been missed is asked for.
 */
import type { ExtensionState } from '../contract.js';
import { route } from './api.js';
import { refreshFacts } from './facts.js';

let source: EventSource | undefined;
const followers = new Set<(state: ExtensionState | null) => void>();

/** Calls a follower with the state of the latest extension after each change, until the signal is aborted. */
export function followExtension(follower: (state: ExtensionState | null) => void, signal: AbortSignal): void {
  followers.add(follower);
  signal.addEventListener('abort', () => followers.delete(follower));
}

/** Begins to listen, and asks again for what is known when something may be stored. */
export function listen(): void {
  document.addEventListener('visibilitychange', connect);
  addEventListener('focus', () => void refreshFacts());
  connect();
}

function connect(): void {
  source?.close();
  source = undefined;
  if (document.hidden) return;
  source = new EventSource(route('extension/events'));
  source.addEventListener('open', () => void refreshFacts());
  source.addEventListener('stored', () => void refreshFacts());
  source.addEventListener('extension', (event) => {
    const state = JSON.parse(event.data as string) as ExtensionState | null;
    for (const follower of [...followers]) follower(state);
    if (state !== null) void refreshFacts();
  });
}
