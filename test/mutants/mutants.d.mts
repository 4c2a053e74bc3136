/** A slip: `text`, which is in a file once, becomes `replacement`. */
export interface Mutant {
  /** The module and the name, joined by hyphens. */
  readonly id: string;
  /** The slip in a few words, unique in its module. */
  readonly name: string;
  readonly file: string;
  readonly text: string;
  readonly replacement: string;
  /** The test files or folders that are to notice it. */
  readonly tests: readonly string[];
  /** A part of the names of the tests that are to notice it, where others in their files take long. */
  readonly only?: string;
  /** The reason why no test can notice it, for a slip that changes no answer. */
  readonly equivalent?: string;
}

export const MUTANTS: readonly Mutant[];
export function mutantsNamed(words: readonly string[]): readonly Mutant[];
