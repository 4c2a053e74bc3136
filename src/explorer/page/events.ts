/**
 * What the server tells by itself, over one connection for the whole page. It is held while the page is looked at, as
 * browsers allow few to one server; what was missed is told when it begins anew.
 */
import type { ExtensionState, StoredEvent } from '../contract.js';
import { route } from './api.js';
import { answers } from './edition.js';
import { refreshFacts } from './facts.js';

/** Milliseconds until a connection that was refused is tried again; one that was lost the browser itself takes up. */
const AGAIN_MS = 5000;

let source: ReturnType<typeof answers.events> | undefined;
const followers = new Set<(state: ExtensionState | null) => void>();

/** Calls a follower with the state of the latest extension after each change, until the signal is aborted. */
export function followExtension(follower: (state: ExtensionState | null) => void, signal: AbortSignal): void {
  followers.add(follower);
  signal.addEventListener('abort', () => followers.delete(follower));
}

/** Begins to listen. */
export function listen(): void {
  document.addEventListener('visibilitychange', connect);
  connect();
}

function connect(): void {
  source?.close();
  source = undefined;
  if (document.hidden) return;
  const begun = answers.events(route('extension/events'));
  source = begun;
  begun.addEventListener('stored', (event) => {
    const { version } = JSON.parse((event as MessageEvent<string>).data) as StoredEvent;
    void refreshFacts(version);
  });
  begun.addEventListener('extension', (event) => {
    const state = JSON.parse((event as MessageEvent<string>).data) as ExtensionState | null;
    for (const follower of [...followers]) follower(state);
  });
  begun.addEventListener('error', () => {
    if (begun.readyState !== EventSource.CLOSED) return;
    setTimeout(() => {
      if (source === begun) connect();
    }, AGAIN_MS);
  });
}
