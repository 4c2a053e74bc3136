/** The low digits of cold positions, or of those with another nim-value (Eppstein 2018, section 3.3, Figures 3 and 4). */
import { refuse } from '../common/errors.js';
import { checkInteger } from '../common/range.js';
import type { ReadableStore } from '../engine/reading/readable-store.js';
import { bars } from '../figures/bars.js';
import { level, SIGNED_PERCENT, type Axis } from '../figures/parts.js';
import { figure, type Figure, type Size } from '../figures/theme.js';
import type { Game } from '../game/game.js';
import { prose } from '../report/parts/html.js';
import { lacksCounts, type Section } from '../report/parts/section.js';
import { grouped, mostOf, wholeNumber, within } from '../words/typeset.js';
import {
  headOf,
  LARGEST_MODULUS,
  real,
  tabulate,
  whole,
  type Analysis,
  type AnalysisOptions,
  type Common,
} from './analysis.js';
import { countClasses, seriesOfValue, type ResidueClass } from './counting/classes.js';
import { amount, emptySentence, exceptionLines, exceptionTable, levelName, tableOfColumns } from './facts.js';

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
  readonly count: number;
  /** From the ones upwards. */
  readonly places: readonly DigitPlace[];
  /** The residue classes modulo base^places that are nearly empty: the exceptions, each with its positions. */
  readonly exceptions: readonly ResidueClass[];
}

export interface DigitsOptions extends AnalysisOptions {
  /** From 2. */
  readonly base?: number | undefined;
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
  store: ReadableStore,
  game: string | Game,
  { base = 10, places = 1, value = 0, ...options }: DigitsOptions,
): Promise<DigitsResult> {
  checkInteger(base, 2, LARGEST_MODULUS, 'The base');
  const source = await store.source(game, seriesOfValue(value), options);
  checkPlaces(base, places, source.range.stop - 1);
  const { counts, total, classes } = await countClasses(source, value, base ** places);
  const counted: DigitPlace[] = [];
  for (let place = 0; place < places; place++) {
    await source.breathe();
    counted.push(digitsAt(place, base, counts));
  }
  return {
    ...headOf('digits', seriesOfValue(value), source),
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
    const most = Math.floor(Math.log(LARGEST_MODULUS) / Math.log(base) + 1e-9);
    refuse('The places', `at most ${most} in base ${base}`, String(places));
  }
  if (base ** (places - 1) > largest && places > 1) {
    const expected = `at most the digits that the largest position ${largest} has in base ${base}`;
    refuse('The places', expected, String(places));
  }
}

/** The bases of the paper's Figures 3 and 4, and ten. */
const DIGITS = [
  { base: 5, places: 3 },
  { base: 7, places: 1 },
  { base: 13, places: 1 },
  { base: 10, places: 1 },
];
/** Positions below which digits say nothing. */
const LEAST_FOR_DIGITS = 1000;

/** So many plots stand in one row with one axis; of more, two do; on a phone, one. */
const MOST_IN_ONE_ROW = 3;
const SPACE = 20;
/** Digits that a description lists. */
const MOST_LISTED = 16;
/** Deviations are shown on an axis of at least this much, so that chance looks like chance. */
const LEAST_DEVIATION = 0.25;

/** Null when nothing was counted. */
function digitsFigure(result: DigitsResult, size: Size): Figure | null {
  const { game, base, value, count, places, range } = result;
  if (count === 0) return null;
  const isOneRow = places.length <= MOST_IN_ONE_ROW;
  const across = size.width < 400 ? 1 : isOneRow ? places.length : 2;
  const width = Math.floor((size.width - SPACE * (across - 1)) / across);
  const height = isOneRow && across === places.length ? size.height : Math.round(size.height * 0.6);
  const names = places.map(({ weight }) => (weight === 1 ? 'ones digit' : `${wholeNumber(weight)}s digit`));
  const deviations = places.map(({ counts }) => counts.map((amount) => (amount * base) / count - 1));
  const most = Math.max(LEAST_DEVIATION, mostOf(deviations.flat()));
  const least = -Math.max(LEAST_DEVIATION, mostOf(deviations.flat().map((each) => -each)));
  const margin = 0.11 * (most - least);
  const domain = [least - margin, most + margin];
  const what = value === 0 ? 'cold positions' : `positions with nim-value ${value}`;
  const plots = places.map(({ counts }, place) => {
    const isFirst = place % across === 0;
    const isLast = place % across === across - 1 || place === places.length - 1;
    const axis = { labelExpr: SIGNED_PERCENT, tickCount: 6 };
    const y: Axis = {
      title: isFirst ? 'more or fewer than an even split' : '',
      scale: { domain, zero: false, nice: false },
      axis: isFirst ? axis : { ...axis, labels: false, ticks: false },
    };
    return {
      layer: [
        bars({ heights: deviations[place], amounts: counts, xTitle: names[place], y, what, width, height }),
        level(0, y),
        ...(isLast ? [levelName('all alike', width, (height * domain[1]) / (domain[1] - domain[0]))] : []),
      ],
    };
  });
  const even = (100 / base).toPrecision(3);
  const notes = [
    `${grouped(count)} ${what} ${within(range)}`,
    `An even split gives each digit ${Number(even)}%; the numbers at bars are positions`,
  ];
  const description =
    `How often each base-${base} digit occurs among the ${count} ${what} ${within(range)}. ` +
    places.map(({ counts }, place) => `${names[place]}: ${listed(counts)}.`).join(' ');
  return figure(
    { title: `Base-${base} digits of ${what}: ${game}`, notes, description, width: size.width },
    plots,
    { columns: across, spacing: SPACE },
  );
}

/** The digits with their numbers, the commonest first. */
function listed(counts: readonly number[]): string {
  const digits = counts.map((amount, digit) => ({ amount, digit })).sort((a, b) => b.amount - a.amount);
  const list = digits.slice(0, MOST_LISTED).map(({ amount, digit }) => `${digit} ${amount} times`);
  return list.join(', ') + (digits.length > MOST_LISTED ? ', ...' : '');
}

const digitsSection: Section = {
  id: 'digits',
  heading: 'Low digits of the cold positions',
  lacks: (facts) => lacksCounts(facts, LEAST_FOR_DIGITS),
  async make({ store, game, reading }) {
    const results: DigitsResult[] = [];
    for (const digits of DIGITS) results.push(await analyzeDigits(store, game, { ...reading, ...digits }));
    // Classes of several places are too many to list.
    const single = results.filter(({ places }) => places.length === 1);
    return [
      ...single.flatMap(({ base, exceptions }) => emptySentence(exceptions, base)).map(prose),
      ...results.flatMap((result) => [
        {
          result,
          options: { base: result.base, places: result.places.length > 1 ? result.places.length : undefined },
        },
        tableOfColumns(`Cold positions by base-${result.base} digit`, digitsAnalysis.shown!(result, grouped)),
      ]),
      ...single.flatMap(({ base, exceptions }) => exceptionTable(exceptions, base)),
    ];
  },
};

export const digitsAnalysis: Analysis<'digits', DigitsOptions, DigitsResult> = {
  name: 'digits',
  summary: 'how far low digits are from an even split',
  seriesOf: ({ value = 0 }) => seriesOfValue(value),
  options: [
    { name: 'base', kind: 'number', placeholder: 'B', describe: 'the base; default 10' },
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
      whole('place', 'Place', ({ place }) => place),
      whole('weight', 'Weight', ({ weight }) => weight),
      whole('digit', 'Digit', ({ digit }) => digit),
      whole('count', 'Count', ({ count }) => count),
      real('share', 'Share', 'percent', ({ count }) => count / total),
    ]);
  },
  shown({ places, count: total, base }, write) {
    const digits = Array.from({ length: base }, (_, digit) => digit);
    return tabulate(digits, [
      whole('digit', 'Digit', (digit) => digit),
      ...places.flatMap(({ weight, counts }) => [
        whole('count', `At ${write(weight)}`, (digit: number) => counts[digit]),
        real('share', 'Share', 'percent', (digit: number) => counts[digit] / total),
      ]),
    ]);
  },
  facts: ({ base, value, count, places, exceptions }, write) => [
    value === 0
      ? `${amount(count, 'cold position', write)} in base ${base}.`
      : `${amount(count, 'position', write)} of nim-value ${value} in base ${base}.`,
    ...exceptionLines(exceptions, base ** places.length),
  ],
  needs: 'a position to count',
  draw: digitsFigure,
  view: {
    title: 'Digits',
    lead: 'The last digits of the cold positions, as deviations from a uniform distribution.',
  },
  section: digitsSection,
};
