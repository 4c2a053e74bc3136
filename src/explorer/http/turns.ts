/** Requests that work take turns: some at once, some waiting, the rest are refused. Keeps the server answering. */
import { interruptedError } from '../../common/errors.js';
import { Refusal } from './errors.js';

/** Requests that are worked on at once. */
const AT_ONCE = 4;
/** Requests that wait for their turn, at most. */
const MOST_WAITING = 64;

export class Turns {
  #running = 0;
  readonly #waiting: (() => void)[] = [];

  /** Runs `work` when it is its turn. Raises `interrupted` when the client has gone, and a refusal when too many wait. */
  async take<Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
    if (this.#running >= AT_ONCE) await this.#wait(signal);
    else this.#running++;
    try {
      if (signal.aborted) throw interruptedError();
      return await work();
    } finally {
      const next = this.#waiting.shift();
      // Who waited takes over the turn, so the number of those running stays.
      if (next === undefined) this.#running--;
      else next();
    }
  }

  #wait(signal: AbortSignal): Promise<void> {
    if (this.#waiting.length >= MOST_WAITING) {
      throw new Refusal(503, {
        subject: 'The server',
        expected: `at most ${AT_ONCE + MOST_WAITING} requests at once`,
        found: 'one more',
        remedy: { do: 'retry' },
      });
    }
    return new Promise((resolve, reject) => {
      const start = (): void => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      const leave = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(start), 1);
        reject(interruptedError());
      };
      this.#waiting.push(start);
      signal.addEventListener('abort', leave, { once: true });
    });
  }
}
