/** One extension of a store at a time: what a second one would build on is changed by the first. */
import { refuse } from '../common/errors.js';

export class OneExtension {
  readonly #folder: string;
  #isRunning = false;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Raises a usage error while another one has not ended. */
  begin(): void {
    if (this.#isRunning) {
      refuse(`The store ${this.#folder}`, 'one extension at a time', 'another one that has not ended', {
        help: 'Iterate over the first to its end, or leave its loop.',
      });
    }
    this.#isRunning = true;
  }

  end(): void {
    this.#isRunning = false;
  }
}
