/** The low digits of cold positions, or of those with another nim-value (Eppstein 2018, section 3.3, Figures 3 and 4). */
import { usageError } from '../common/errors.js';
import type { Store } from '../engine/store.js';
import {
  LARGEST_MODULUS,
  checkInteger,
  tabulate,
  type Analysis,
  type AnalysisOptions,
  type Column,
  type Common,
} from './analysis.js';
import { amount, exceptionLines } from './facts.js';
import { countClasses, seriesOfValue, sourceOfValue, withPositions, type ResidueClass } from './classes.js';
import type { Game } from '../game/game.js';

/** How often each digit stands at one place. */
export interface DigitPlace {
  /** 0 for the ones, 1 for the place of the base, 2 for that of its square, ... */
  readonly place: number;
  /** base^place. */
  readonly weight: number;
  /** By digit, 0 to base - 1. Their sum is the result's `count`. */
  readonly counts: readonly number[];
}

/** The low digits of the positions with one nim-value, by default the cold ones (Eppstein 2018, Figures 3 and 4). */
export interface DigitsResult extends Common<'digits'> {
  readonly base: number;
  /** The nim-value whose positions are counted; 0 for cold. */
  readonly value: number;
  /** Positions counted. */
  readonly count: number;
  /** From the ones upwards. */
  readonly places: readonly DigitPlace[];
  /** The residue classes modulo base^places that are nearly empty: the exceptions, each with its positions. */
  readonly exceptions: readonly ResidueClass[];
}

export interface DigitsOptions extends AnalysisOptions {
  /** From 2. */
  readonly base: number;
  /** How many places, from the ones upwards; base^places is at most 2^20. Default 1. */
  readonly places?: number | undefined;
  /** The nim-value whose positions are counted. Default 0, the cold ones. */
  readonly value?: number | undefined;
}

/**
 * How often each digit stands at each of the low places, and the combinations of low digits that hardly occur.
 * Cost: reading the range once, and once more for the positions of such combinations; then the aggregates.
 */
export async function analyzeDigits(
  store: Store,
  game: string | Game,
  { base, places = 1, value = 0, ...options }: DigitsOptions,
): Promise<DigitsResult> {
  checkInteger(base, 2, LARGEST_MODULUS, 'The base');
  const source = await sourceOfValue(store, game, value, options);
  checkPlaces(base, places, source.range.stop - 1);
  const { counts, total } = await countClasses(source, value, base ** places);
  const classes = await withPositions(source, value, counts, total);
  const counted: DigitPlace[] = [];
  for (let place = 0; place < places; place++) {
    await source.breathe();
    counted.push(digitsAt(place, base, counts));
  }
  return {
    analysis: 'digits',
    game: source.game.key,
    series: seriesOfValue(value),
    range: source.range,
    base,
    value,
    count: total,
    places: counted,
    exceptions: classes.filter(({ positions }) => positions !== null),
  };
}

function digitsAt(place: number, base: number, counts: readonly number[]): DigitPlace {
  const weight = base ** place;
  const digits = new Array<number>(base).fill(0);
  counts.forEach((count, residue) => (digits[Math.floor(residue / weight) % base] += count));
  return { place, weight, counts: digits };
}

/** Raises a usage error unless the classes modulo base^places can be counted and each place has a digit. */
function checkPlaces(base: number, places: number, largest: number): void {
  checkInteger(places, 1, 20, 'The places');
  if (base ** places > LARGEST_MODULUS) {
    throw usageError({
      subject: 'The places',
      expected: `at most ${Math.floor(Math.log(LARGEST_MODULUS) / Math.log(base) + 1e-9)} in base ${base}`,
      found: String(places),
    });
  }
  if (base ** (places - 1) > largest && places > 1) {
    throw usageError({
      subject: 'The places',
      expected: `at most the digits that the largest position ${largest} has in base ${base}`,
      found: String(places),
    });
  }
}

export const digitsAnalysis: Analysis<'digits', DigitsOptions, DigitsResult> = {
  name: 'digits',
  seriesOf: ({ value = 0 }) => seriesOfValue(value),
  options: [
    { name: 'base', kind: 'number', placeholder: 'B', describe: 'the base', isRequired: true },
    { name: 'places', kind: 'number', placeholder: 'K', describe: 'how many low places; default 1' },
    {
      name: 'value',
      kind: 'number',
      placeholder: 'V',
      describe: 'the nim-value whose positions count; default 0, the cold ones',
    },
  ],
  run: analyzeDigits,
  columns({ places, count: total }) {
    const rows = places.flatMap(({ place, weight, counts }) =>
      counts.map((count, digit) => ({ place, weight, digit, count })),
    );
    return tabulate(rows, [
      { name: 'place', type: 'int64', heading: 'Place', of: ({ place }) => place },
      { name: 'weight', type: 'int64', heading: 'Weight', of: ({ weight }) => weight },
      { name: 'digit', type: 'int64', heading: 'Digit', of: ({ digit }) => digit },
      { name: 'count', type: 'int64', heading: 'Count', of: ({ count }) => count },
      {
        name: 'share',
        type: 'float64',
        heading: 'Share',
        shown: 'percent',
        of: ({ count }) => count / total,
      },
    ]);
  },
  shown({ places, count: total, base }, write) {
    const digits = Array.from({ length: base }, (_, digit) => digit);
    return [
      ...tabulate(digits, [{ name: 'digit', type: 'int64', heading: 'Digit', of: (digit) => digit }]),
      ...places.flatMap(({ weight, counts }): Column[] =>
        tabulate(counts, [
          { name: 'count', type: 'int64', heading: `At ${write(weight)}`, of: (count) => count },
          {
            name: 'share',
            type: 'float64',
            heading: 'Share',
            shown: 'percent',
            of: (count) => count / total,
          },
        ]),
      ),
    ];
  },
  facts: ({ base, value, count, places, exceptions }, write) => [
    value === 0
      ? `${amount(count, 'cold position', write)}, base ${base}`
      : `${amount(count, 'position', write)} of nim-value ${value}, base ${base}`,
    ...exceptionLines(exceptions, `modulo ${base ** places.length}`),
  ],
};
