/**
 * Long work in one thread that can be stopped all the same. While it computes no signal, timer or message is heard, so
 * now and then it gives way. Separate from the signal: a loop may ask at every turn, and gives way only when it is time.
 */
import { throwIfAborted } from './errors.js';

/** Milliseconds of work at most before signals and timers are heard: a small part of the second that a stop may take. */
const SPELL = 50;

/** Lets signals and timers run when it is time, and raises `interrupted` when the work is to stop. Cost: some 0.1 us. */
export type Breathe = () => Promise<void>;

/** A way to breathe for one piece of work. */
export function breather(signal: AbortSignal | undefined): Breathe {
  let last = performance.now();
  return async () => {
    if (performance.now() - last > SPELL) {
      await new Promise((resolve) => setImmediate(resolve));
      last = performance.now();
    }
    throwIfAborted(signal);
  };
}
