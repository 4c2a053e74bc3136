/**
 * Waiting and computing that an abort signal ends. A thread that computes blocks its event loop, so long loops call a `Breathe` in
 * every round, which yields to the event loop when it is time.
 */
import { platform } from '../platform/platform.js';
import { throwIfAborted } from './errors.js';

/** Waits for a time, or until the signal is aborted. */
export function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  if (signal?.aborted === true) return Promise.resolve();
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal?.addEventListener('abort', end);
  });
}

/** Returns the value of a promise, or undefined if the signal is aborted first; a later rejection of the promise is ignored. */
export async function unlessAborted<Value>(
  promise: Promise<Value>,
  signal: AbortSignal | undefined,
): Promise<Value | undefined> {
  if (signal === undefined) return promise;
  promise.catch(() => undefined);
  if (signal.aborted) return undefined;
  let end = (): void => undefined;
  const aborted = new Promise<undefined>((resolve) => (end = () => resolve(undefined)));
  signal.addEventListener('abort', end);
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener('abort', end);
  }
}

/** Maximum milliseconds between two yields to the event loop: a small part of the second that a stop may take. */
const MAX_BLOCKED_MS = 50;

/** Yields to the event loop when it is time, and raises `interrupted` if the signal is aborted. Cost: some 0.1 us. */
export type Breathe = () => Promise<void>;

export function breather(signal: AbortSignal | undefined): Breathe {
  let last = performance.now();
  return async () => {
    if (performance.now() - last > MAX_BLOCKED_MS) {
      await platform.nextTurn();
      last = performance.now();
    }
    throwIfAborted(signal);
  };
}
