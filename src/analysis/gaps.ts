/** Gaps between consecutive cold positions: how often each occurs, and where first. */
import { lengthOf } from '../common/range.js';
import type { ReadableStore } from '../engine/reading/readable-store.js';
import type { Aggregate, PartAggregate } from '../engine/views/aggregating.js';
import { bars } from '../figures/bars.js';
import { dots, heightAxis, logAxis, thinned } from '../figures/parts.js';
import { figure, type Figure, type Part, type Size } from '../figures/theme.js';
import type { Game } from '../game/game.js';
import { forEachOne } from '../kernel/bitset.js';
import { prose } from '../report/parts/html.js';
import { lacksCounts, LEAST_COUNTED, type Section } from '../report/parts/section.js';
import { decimal, grouped, mostOf, within } from '../words/typeset.js';
import {
  headOf,
  tabulate,
  whole,
  type Analysis,
  type AnalysisOptions,
  type Column,
  type Common,
} from './analysis.js';
import { maximaAmong } from './counting/maxima.js';
import { amount, tableOfColumns } from './facts.js';

/** A distance between two consecutive cold positions. */
export interface Gap {
  readonly gap: number;
  readonly count: number;
  /** The cold position that the gap first follows. */
  readonly firstAfter: number;
  /** Whether no gap before its first occurrence is as large. */
  readonly isMaximum: boolean;
}

/** Gaps between consecutive cold positions that both lie in the range. */
export interface GapsResult extends Common<'gaps'> {
  /** Cold positions; there is one gap fewer. */
  readonly count: number;
  /** By increasing gap. */
  readonly gaps: readonly Gap[];
  /** The last of `gaps`, and the mean gap; null when there is none. */
  readonly largest: Gap | null;
  readonly mean: number | null;
}

/** How often each gap occurs, and the position that it first follows. */
type Occurrences = Map<number, { count: number; firstAfter: number }>;

/** The gaps inside a part, whose cold positions go from `first` to `last`. */
interface PartGaps {
  readonly count: number;
  /** -1 where no position is cold. */
  readonly first: number;
  readonly last: number;
  /** Each gap with its number and the position it first follows. At most sqrt(2 * length) different gaps fit. */
  readonly gaps: readonly (readonly [gap: number, count: number, firstAfter: number])[];
}

const gapsOfPart: Aggregate<PartGaps> = {
  name: 'gaps',
  version: 1,
  async compute(runs) {
    const gaps: Occurrences = new Map();
    let count = 0;
    let first = -1;
    let last = -1;
    for await (const { start, values } of runs) {
      forEachOne(values.bytes, (i) => {
        const position = start + i;
        if (count++ === 0) first = position;
        else addGap(gaps, position - last, 1, last);
        last = position;
      });
    }
    return {
      count,
      first,
      last,
      gaps: Array.from(gaps, ([gap, { count: times, firstAfter }]) => [gap, times, firstAfter] as const),
    };
  },
};

/**
 * The gaps between cold positions of a range that follow each other. Cost: reading the range once, what repeats above the
 * stored blocks but once; then the aggregates.
 */
export async function analyzeGaps(
  store: ReadableStore,
  game: string | Game,
  options: AnalysisOptions = {},
): Promise<GapsResult> {
  const source = await store.source(game, 'cold', options);
  const found: Occurrences = new Map();
  let count = 0;
  let first = -1;
  let last = -1;
  for await (const repeated of source.aggregates(() => gapsOfPart)) {
    const { value: part, times } = repeated;
    if (part.count === 0) continue;
    if (count === 0) first = part.first;
    else addGap(found, part.first - last, 1, last);
    addRepeated(found, repeated);
    count += times * part.count;
    last = part.last + (times - 1) * lengthOf(repeated);
  }
  const sizes = [...found].sort(([a], [b]) => a - b);
  const maxima = maximaAmong(sizes.map(([, { firstAfter }]) => firstAfter));
  const gaps = sizes.map(([gap, { count: times, firstAfter }], i): Gap => {
    return { gap, count: times, firstAfter, isMaximum: maxima[i] };
  });
  return {
    ...headOf('gaps', 'cold', source),
    count,
    gaps,
    largest: gaps.at(-1) ?? null,
    mean: count > 1 ? (last - first) / (count - 1) : null,
  };
}

/** Adds the gaps of a part as often as it comes, and those from each to the next. */
function addRepeated(found: Occurrences, part: PartAggregate<PartGaps>): void {
  const { times, value } = part;
  for (const [gap, count, firstAfter] of value.gaps) addGap(found, gap, times * count, firstAfter);
  if (times > 1) addGap(found, value.first + lengthOf(part) - value.last, times - 1, value.last);
}

/** Adds occurrences of a gap that come after all added before. */
function addGap(gaps: Occurrences, gap: number, count: number, firstAfter: number): void {
  const known = gaps.get(gap);
  if (known === undefined) gaps.set(gap, { count, firstAfter });
  else known.count += count;
}

function gapColumns(gaps: readonly Gap[]): Column[] {
  return tabulate(gaps, [
    whole('gap', 'Gap', ({ gap }) => gap),
    whole('count', 'Times', ({ count }) => count),
    whole('first_after', 'First after', ({ firstAfter }) => firstAfter),
    { name: 'is_maximum', type: 'bool', heading: 'New maximum', of: ({ isMaximum }) => isMaximum },
  ]);
}

/** Different gaps that are shown as bars at most. */
const MOST_BARS = 16;
const TITLE = 'gap between consecutive cold positions';

/** Null when there are fewer than two cold positions. */
function gapsFigure({ game, gaps, largest, mean, range, count }: GapsResult, size: Size): Figure | null {
  if (largest === null || mean === null) return null;
  const notes = [
    `${grouped(count)} cold positions ${within(range)}`,
    `Mean gap ${decimal(mean)}, largest ${grouped(largest.gap)}`,
  ];
  const isFew = gaps.length <= MOST_BARS;
  const description =
    `How often each of the ${gaps.length === 1 ? 'one gap' : `${gaps.length} gaps`} between consecutive cold ` +
    `positions ${within(range)} occurs${isFew ? '' : ', on doubly logarithmic axes'}. The largest gap, ` +
    `${largest.gap}, first follows position ${largest.firstAfter}.`;
  const counts = gaps.map(({ count: times }) => times);
  const most = mostOf(counts);
  return figure({ title: `Gaps between cold positions: ${game}`, notes, description, width: size.width }, [
    isFew
      ? bars({
          heights: counts,
          amounts: counts,
          names: gaps.map(({ gap }) => grouped(gap)),
          xTitle: TITLE,
          y: heightAxis('times it occurs', most),
          what: 'times',
          ...size,
        })
      : dotsOf(
          counts.map((times, i) => ({ x: gaps[i].gap, y: times })),
          largest.gap,
          most,
          size,
        ),
  ]);
}

function dotsOf(points: { x: number; y: number }[], largest: number, most: number, size: Size): Part {
  const x = logAxis(TITLE, 1, largest);
  const y = logAxis('times it occurs', 1, most);
  const shown = thinned(points, (point) => point, size);
  return {
    ...size,
    layer: [dots(shown, x, y, { size: 9 })],
  };
}

const gapsSection: Section = {
  id: 'gaps',
  heading: 'Gaps between cold positions',
  lacks: (facts) =>
    lacksCounts(facts, LEAST_COUNTED) ??
    (facts.firstCold.length < 3 ? 'fewer than three positions are cold' : null),
  async make({ store, game, reading }) {
    const result = await analyzeGaps(store, game, reading);
    const { gaps, largest, mean } = result;
    const found =
      largest === null || mean === null
        ? []
        : [
            `The mean gap is ${decimal(mean)}, the largest ${grouped(largest.gap)}, first after position ` +
              `${grouped(largest.firstAfter)}; ${gaps.length === 1 ? 'no other gap occurs' : `${grouped(gaps.length)} different gaps occur`}.`,
          ];
    return [
      ...found.map(prose),
      { result },
      tableOfColumns(
        'Gaps larger than all before them',
        gapColumns(gaps.filter(({ isMaximum }) => isMaximum)),
        ['gap', 'first_after', 'count'],
      ),
    ];
  },
};

export const gapsAnalysis: Analysis<'gaps', AnalysisOptions, GapsResult> = {
  name: 'gaps',
  summary: 'how often each gap between cold positions occurs',
  seriesOf: () => 'cold',
  options: [],
  run: analyzeGaps,
  columns: ({ gaps }) => gapColumns(gaps),
  facts: ({ count, gaps, largest, mean }, write) => [
    `${amount(count, 'cold position', write)} with ${amount(gaps.length, 'different gap', write)}.`,
    ...(largest === null || mean === null
      ? []
      : [
          `The mean gap is ${mean.toFixed(2)}, the largest ${write(largest.gap)}, after ${write(largest.firstAfter)}.`,
        ]),
  ],
  needs: 'two cold positions',
  draw: gapsFigure,
  view: { title: 'Gaps', lead: 'Distances between consecutive cold positions.' },
  section: gapsSection,
};
