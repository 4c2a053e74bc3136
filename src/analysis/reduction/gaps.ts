/** Gaps between consecutive cold positions: frequencies and first occurrences. */
import { lengthOf } from '../../common/range.js';
import type { ReadableStore } from '../../engine/reading/readable-store.js';
import type { Aggregate, PartAggregate } from '../../engine/views/aggregating.js';
import type { Game } from '../../game/game.js';
import { forEachOne } from '../../kernel/bitset.js';
import { maximaAmong } from '../counting/maxima.js';
import { headOf, type AnalysisOptions, type Common } from '../result.js';

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
  /** Number of cold positions; there is one gap fewer. */
  readonly count: number;
  /** By increasing gap. */
  readonly gaps: readonly Gap[];
  /** The last of `gaps`, and the mean gap; null if there is none. */
  readonly largest: Gap | null;
  readonly mean: number | null;
}

/** Number of occurrences of each gap, and the position that it first follows. */
type Occurrences = Map<number, { count: number; firstAfter: number }>;

/** The gaps inside a part, whose cold positions go from `first` to `last`. */
interface PartGaps {
  readonly count: number;
  /** -1 if no position is cold. */
  readonly first: number;
  readonly last: number;
  /** At most sqrt(2 * length) different gaps fit. */
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

/** Finds the gaps of consecutive cold positions. Cost: reading the range once, without repetitions; then the aggregates. */
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

/** Adds the gaps of a part, and between its repetitions, for all repetitions. */
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
