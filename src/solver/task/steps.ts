/** Work done in steps as time permits. */

export class Steps<Result> {
  readonly #steps: Generator<void, Result, void>;
  #done: { readonly result: Result } | undefined;
  #seconds = 0;

  constructor(steps: Generator<void, Result, void>) {
    this.#steps = steps;
  }

  /** Seconds that the steps so far have taken. */
  get seconds(): number {
    return this.#seconds;
  }

  step(): void {
    if (this.#done !== undefined) return;
    const begun = performance.now();
    const { done, value } = this.#steps.next();
    if (done === true) this.#done = { result: value };
    this.#seconds += (performance.now() - begun) / 1000;
  }

  finish(): Result {
    while (this.#done === undefined) this.step();
    return this.#done.result;
  }
}
