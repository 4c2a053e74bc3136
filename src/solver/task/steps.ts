/** Work that is done in steps, as time is left for it. */

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

  /** Does the next step, if one is left. */
  step(): void {
    if (this.#done !== undefined) return;
    const begun = performance.now();
    const { done, value } = this.#steps.next();
    if (done === true) this.#done = { result: value };
    this.#seconds += (performance.now() - begun) / 1000;
  }

  /** Does all steps that are left. */
  finish(): Result {
    while (this.#done === undefined) this.step();
    return this.#done.result;
  }
}
