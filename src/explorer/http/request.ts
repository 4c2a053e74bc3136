/** The parameters of a request, read as the command line reads options: numbers such as 2^24 or 1e7, and near names suggested. */
import { refuse } from '../../common/errors.js';
import { didYouMean, oneOf } from '../../common/one-of.js';
import { parseNumber } from '../../words/numbers.js';

export class Params {
  readonly #parameters: URLSearchParams;

  /** Refuses unknown parameters, and those given twice. */
  constructor(url: string, names: readonly string[]) {
    this.#parameters = new URL(url).searchParams;
    this.requireOnly(names);
    for (const name of this.#parameters.keys())
      if (this.#parameters.getAll(name).length > 1)
        refuse('The parameter {name} is given twice. Give it once.', { name });
  }

  /** Refuses unknown parameters. */
  requireOnly(names: readonly string[]): void {
    for (const name of this.#parameters.keys())
      if (!names.includes(name))
        refuse(
          'There is no parameter "{name}" here.',
          { name, names },
          {
            remedy: didYouMean(name, names),
            otherwise: names.length === 0 ? 'Leave it out.' : 'The parameters are {names}.',
          },
        );
  }

  optional(name: string): string | undefined {
    return this.#parameters.get(name) ?? undefined;
  }

  text(name: string): string {
    const value = this.optional(name);
    if (value !== undefined && value.trim() !== '') return value;
    refuse('The parameter {name} is missing. Give it a value.', { name });
  }

  /** Reads a flag, given as 1 or true. */
  flag(name: string): boolean {
    const value = this.optional(name);
    return (
      value !== undefined &&
      ['1', 'true'].includes(oneOf(value, ['1', 'true', '0', 'false'], `The parameter ${name}`))
    );
  }

  choice<Name extends string>(name: string, names: readonly Name[], otherwise?: Name): Name {
    const value = this.optional(name) ?? otherwise;
    return oneOf(value, names, `The parameter ${name}`);
  }

  number(name: string, otherwise?: number): number {
    const value = this.optional(name);
    if (value === undefined && otherwise !== undefined) return otherwise;
    return parseNumber(this.text(name), `The parameter ${name}`);
  }

  optionalNumber(name: string): number | undefined {
    return this.optional(name) === undefined ? undefined : this.number(name);
  }

  /** Reads a number from 1 to `most`. */
  count(name: string, otherwise: number, most: number): number {
    const value = this.number(name, otherwise);
    if (value >= 1 && value <= most) return value;
    refuse('The parameter {name} must be a whole number from 1 to {most}, not {value}.', {
      name,
      most,
      value,
    });
  }

  /** Reads at most `most` numbers between commas or blanks. */
  numbers(name: string, most: number): number[] {
    const words = this.text(name)
      .trim()
      .split(/[\s,]+/);
    if (words.length > most)
      refuse('The parameter {name} has {count} numbers. Give at most {most}.', {
        name,
        count: words.length,
        most,
      });
    return words.map((word) => parseNumber(word, `The parameter ${name}`));
  }
}
