/** Admits one extension of a store at a time: a second one would build on changing series. */
import { refuse } from '../common/errors.js';

export class OneExtension {
  readonly #folder: string;
  #isRunning = false;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Runs some work. Raises a usage error while other work is unfinished. */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#begin();
    try {
      return await work();
    } finally {
      this.#isRunning = false;
    }
  }

  /** As `run`, for work that ends with its iteration. */
  async *iterate<Item>(
    work: () => AsyncGenerator<Item, void, undefined>,
  ): AsyncGenerator<Item, void, undefined> {
    this.#begin();
    try {
      yield* work();
    } finally {
      this.#isRunning = false;
    }
  }

  #begin(): void {
    if (this.#isRunning) {
      refuse(
        'The store {store} has an extension that has not ended. Iterate over it to its end, or leave its loop.',
        { store: this.#folder },
      );
    }
    this.#isRunning = true;
  }
}
