/** A conjecture on trial: a condition on the columns of a survey, and the first set that it does not hold for. */
import type { Range } from '../common/range.js';
import { SUMS_OF_THREE } from '../game/kinds.js';
import type { FoundPeriod } from '../game/periods.js';
import { getBit } from '../kernel/bitset.js';
import { parseCondition, type Cell, type Condition, type ConditionColumn } from '../tables/condition.js';
import { hasSums, numbersIn, rowAt, valueOf, type NumberColumn, type SurveyColumns } from './columns.js';
import { periodsOfSet, withoutZeros } from './rows.js';
import type { SurveySpace } from './space.js';

/** A set that a condition does not hold for. */
export interface Counterexample {
  readonly set: readonly number[];
  /** The values of the columns that the condition names. */
  readonly values: Readonly<Record<string, Cell>>;
  /** Periods with their proofs; null if not surveyed, or not proven by the values in memory. */
  readonly nim: FoundPeriod | null;
  readonly outcome: FoundPeriod | null;
}

/** The outcome of a trial. */
export interface Refutation {
  readonly condition: string;
  /** The number of sets examined: all, or up to the counterexample. */
  readonly sets: number;
  /** Among these, the sets without the period, or with numbers too large, to decide the condition. */
  readonly undecided: number;
  /** The first in the order of sets. */
  readonly counterexample: Counterexample | null;
}

/** A set in a batch. */
interface Place {
  readonly columns: SurveyColumns;
  readonly row: number;
}

/** Batches may be added in any order; the outcome is that of all sets in order. */
export class Trial {
  readonly #space: SurveySpace;
  readonly #text: string;
  readonly #condition: Condition<Place>;
  /** The sets examined and undecided by the start of each batch. */
  readonly #counts = new Map<number, { readonly sets: number; readonly undecided: number }>();
  #first: (Place & { readonly start: number }) | undefined;

  /** Raises a usage error for a condition that cannot be read. */
  constructor(space: SurveySpace, text: string) {
    this.#space = space;
    this.#text = text;
    this.#condition = parseCondition(text, conditionColumns(space));
  }

  /** Whether a batch comes after the counterexample, so that it changes nothing. */
  isAfter({ start }: Pick<Range, 'start'>): boolean {
    return this.#first !== undefined && this.#first.start < start;
  }

  get isRefuted(): boolean {
    return this.#first !== undefined;
  }

  add({ start }: Range, columns: SurveyColumns): void {
    let undecided = 0;
    for (let row = 0; row < columns.length; row++) {
      const holds = this.#condition.holds({ columns, row });
      if (holds === null) undecided++;
      if (holds !== false) continue;
      this.#counts.set(start, { sets: row + 1, undecided });
      if (this.#first === undefined || start < this.#first.start) this.#first = { start, columns, row };
      return;
    }
    this.#counts.set(start, { sets: columns.length, undecided });
  }

  result(): Refutation {
    let [sets, undecided] = [0, 0];
    for (const [start, counts] of this.#counts) {
      if (this.isAfter({ start })) continue;
      sets += counts.sets;
      undecided += counts.undecided;
    }
    const counterexample = this.#first === undefined ? null : this.#counterexample(this.#first);
    return { condition: this.#text, sets, undecided, counterexample };
  }

  #counterexample(place: Place): Counterexample {
    const { size } = this.#space;
    const set = Array.from(withoutZeros(rowAt(this.#space, place.columns, place.row).subarray(0, size)));
    const { nim, outcome } = periodsOfSet(set, this.#space);
    const values = this.#condition.columns.map(({ name, of }) => [name, of(place)] as const);
    return { set, values: Object.fromEntries(values), nim: nim ?? null, outcome: outcome ?? null };
  }
}

/** Whether a condition names the column of reverse mex, which a survey has only if requested. */
export function usesReverseMex(condition: string): boolean {
  return /\breverse_mex\b/i.test(condition);
}

/** Returns the columns of a survey's table but `set`, unknown if a period that they depend on is not proven. */
function conditionColumns(space: SurveySpace): ConditionColumn<Place>[] {
  const numbers = numbersIn(space);
  const [nim, outcome] = ['nim_period', 'outcome_period'].map((period) =>
    numbers.findIndex(({ name }) => name === period),
  );
  const isProven = (period: number, { columns, row }: Place): boolean => columns.numbers[period][row] !== 0;
  const columns = numbers.map((column: NumberColumn, i): ConditionColumn<Place> => {
    const { name, words, isNullable = words !== undefined } = column;
    const isAlways = isNullable || /^[se]\d/.test(name);
    const period = name.startsWith('outcome') ? outcome : nim;
    return {
      name,
      type: words === undefined ? 'number' : 'text',
      of: (place) =>
        isAlways || isProven(period, place) ? valueOf(column, place.columns.numbers[i][place.row]) : null,
    };
  });
  const sumOf = ({ columns: { sums }, row }: Place): Cell => SUMS_OF_THREE[sums[row] - 1] ?? 'none';
  return [
    ...columns,
    { name: 'size', type: 'number', of: ({ columns: { sizes }, row }) => sizes[row] },
    { name: 'gcd', type: 'number', of: ({ columns: { gcds }, row }) => gcds[row] },
    {
      name: 'additive',
      type: 'condition',
      of: ({ columns: { additive }, row }) => getBit(additive, row) === 1,
    },
    {
      name: 'symmetric',
      type: 'condition',
      of: ({ columns: { symmetric }, row }) => getBit(symmetric, row) === 1,
    },
    ...(hasSums(space)
      ? [
          {
            name: 'period_sum',
            type: 'text' as const,
            of: (place: Place) => (isProven(nim, place) ? sumOf(place) : null),
          },
        ]
      : []),
  ];
}
