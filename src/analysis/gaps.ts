/** Gaps between consecutive cold positions: how often each occurs, and where first. */
import type { Aggregate } from '../engine/views/aggregating.js';
import type { Store } from '../engine/store.js';
import { forEachOne } from '../kernel/bitset.js';
import { tabulate, type Analysis, type AnalysisOptions, type Column, type Common } from './analysis.js';
import { amount } from './facts.js';
import { withMaxima } from './maxima.js';
import type { Game } from '../game/game.js';

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
  /** The last of `gaps`; null when there is none. */
  readonly largest: Gap | null;
  /** The mean gap; null when there is none. */
  readonly mean: number | null;
}

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
  compute({ bytes }, { start }) {
    const gaps = new Map<number, { count: number; firstAfter: number }>();
    let count = 0;
    let first = -1;
    let last = -1;
    forEachOne(bytes, (i) => {
      const position = start + i;
      if (count++ === 0) first = position;
      else addGap(gaps, position - last, 1, last);
      last = position;
    });
    return {
      count,
      first,
      last,
      gaps: [...gaps].map(([gap, { count: times, firstAfter }]) => [gap, times, firstAfter] as const),
    };
  },
};

/**
 * The gaps between cold positions of a range that follow each other. Cost: reading the range once, then its
 * aggregates.
 */
export async function analyzeGaps(
  store: Store,
  game: string | Game,
  options: AnalysisOptions = {},
): Promise<GapsResult> {
  const source = await store.source(game, 'cold', options);
  const found = new Map<number, { count: number; firstAfter: number }>();
  let count = 0;
  let first = -1;
  let last = -1;
  for await (const { value: part } of source.aggregates(() => gapsOfPart)) {
    if (part.count === 0) continue;
    if (count === 0) first = part.first;
    else addGap(found, part.first - last, 1, last);
    for (const [gap, times, firstAfter] of part.gaps) addGap(found, gap, times, firstAfter);
    count += part.count;
    last = part.last;
  }
  const entries = [...found].map(([size, { count: times, firstAfter }]) => ({
    size,
    times,
    first: firstAfter,
  }));
  const gaps = withMaxima(entries).map(({ size, times, first: firstAfter, isMaximum }): Gap => ({
    gap: size,
    count: times,
    firstAfter,
    isMaximum,
  }));
  return {
    analysis: 'gaps',
    game: source.game.key,
    series: 'cold',
    range: source.range,
    count,
    gaps,
    largest: gaps.at(-1) ?? null,
    mean: count > 1 ? (last - first) / (count - 1) : null,
  };
}

/** Adds occurrences of a gap that come after all added before. */
function addGap(
  gaps: Map<number, { count: number; firstAfter: number }>,
  gap: number,
  count: number,
  firstAfter: number,
): void {
  const known = gaps.get(gap);
  if (known === undefined) gaps.set(gap, { count, firstAfter });
  else known.count += count;
}

/** The columns of some gaps. */
export function gapColumns(gaps: readonly Gap[]): Column[] {
  return tabulate(gaps, [
    { name: 'gap', type: 'int64', heading: 'Gap', of: ({ gap }) => gap },
    { name: 'count', type: 'int64', heading: 'Times', of: ({ count }) => count },
    { name: 'first_after', type: 'int64', heading: 'First after', of: ({ firstAfter }) => firstAfter },
    { name: 'is_maximum', type: 'bool', heading: 'New maximum', of: ({ isMaximum }) => isMaximum },
  ]);
}

export const gapsAnalysis: Analysis<'gaps', AnalysisOptions, GapsResult> = {
  name: 'gaps',
  seriesOf: () => 'cold',
  options: [],
  run: analyzeGaps,
  columns: ({ gaps }) => gapColumns(gaps),
  facts: ({ count, gaps, largest, mean }, write) => [
    `${amount(count, 'cold position', write)}, ${amount(gaps.length, 'different gap', write)}`,
    ...(largest === null || mean === null
      ? []
      : [`mean ${mean.toFixed(2)}, largest ${write(largest.gap)} after ${write(largest.firstAfter)}`]),
  ],
};
