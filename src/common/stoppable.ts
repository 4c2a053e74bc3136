/**
 * Waiting, and long computing, that a signal ends. While a thread computes no signal, timer or message is heard, so now and
 * then it gives way: a loop may ask at every turn, and gives way only when it is time.
 */
import { platform } from '../platform/platform.js';
import { throwIfAborted } from './errors.js';

/** Waits, or less when the signal is aborted. */
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

/** What a promise gives; undefined when the signal is aborted before. A failure counts only while somebody waits for it. */
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

/** Milliseconds of work at most before signals and timers are heard: a small part of the second that a stop may take. */
const SPELL = 50;

/** Lets signals and timers run when it is time, and raises `interrupted` when the work is to stop. Cost: some 0.1 us. */
export type Breathe = () => Promise<void>;

export function breather(signal: AbortSignal | undefined): Breathe {
  let last = performance.now();
  return async () => {
    if (performance.now() - last > SPELL) {
      await platform.nextTurn();
      last = performance.now();
    }
    throwIfAborted(signal);
  };
}
