/** Frequencies of nim-values, as the range grows. */
import { integersOf } from '../../columnar/layout.js';
import { refuse } from '../../common/errors.js';
import type { Range } from '../../common/range.js';
import type { ReadableStore } from '../../engine/reading/readable-store.js';
import { endOf, type Aggregate } from '../../engine/views/aggregating.js';
import type { Game } from '../../game/game.js';
import { headOf, type AnalysisOptions, type Common } from '../result.js';

/** Frequencies of nim-values from the start of the range to below `stop`. */
export interface ValuesPoint {
  readonly stop: number;
  /** By nim-value, 0 to the largest of the whole range. Divide by `stop - range.start` for shares. */
  readonly counts: readonly number[];
}

export interface ValuesResult extends Common<'values'> {
  /** At each power of 2 inside the range and at its end, increasing. */
  readonly points: readonly ValuesPoint[];
  readonly largest: number;
}

/** Larger nim-values are not counted: a result would hold as many numbers for each power of 2. */
const MAX_NIM_VALUE = 2 ** 16 - 1;

/** A range of positions up to `stop`, and the number of occurrences of its values. */
type Histogram = [stop: number, counts: [value: number, count: number][]];

/** The histograms of a part, cut at the powers of 2 inside it. */
const histograms: Aggregate<Histogram[]> = {
  name: 'histograms',
  version: 1,
  async compute(runs, part) {
    const counted = [...powersInside(part), part.stop].map((stop) => ({
      stop,
      counts: new Map<number, number>(),
    }));
    for await (const { start, values } of runs) {
      const integers = integersOf(values);
      for (let from = start; from < start + integers.length;) {
        const { stop, counts } = counted.find((each) => from < each.stop)!;
        const to = Math.min(stop, start + integers.length);
        for (const value of integers.subarray(from - start, to - start)) {
          counts.set(value, (counts.get(value) ?? 0) + 1);
        }
        from = to;
      }
    }
    return counted.map(({ stop, counts }): Histogram => [stop, [...counts]]);
  },
};

/**
 * Counts each nim-value below each power of 2, and in the whole range. Raises `not-stored` if nim-values are not stored, and a
 * usage error above nim-value 65535. Cost: reading the range once, and a repeating part above the stored blocks twice for each
 * power of 2; then the aggregates.
 */
export async function analyzeValues(
  store: ReadableStore,
  game: string | Game,
  options: AnalysisOptions = {},
): Promise<ValuesResult> {
  const source = await store.source(game, 'nim', options);
  const { range } = source;
  const cuts = powersInside(range);
  const stops = new Set([...cuts, range.stop]);
  const total: number[] = [];
  const points: ValuesPoint[] = [];
  for await (const part of source.aggregates(() => histograms, { cuts })) {
    const { value: counted, times, rise } = part;
    for (const [last, counts] of counted) {
      const stop = times === 1 ? last : endOf(part);
      for (const [value, count] of counts) {
        const largest = value + (times - 1) * rise;
        if (largest > MAX_NIM_VALUE) {
          refuse(
            'The nim-value {largest} below position {stop} is too large for a histogram, which counts values up to {most}.',
            { largest, stop, most: MAX_NIM_VALUE },
            { remedy: { do: 'lower', option: 'to' } },
          );
        }
        while (total.length <= largest) total.push(0);
        if (rise === 0) total[value] += times * count;
        else for (let risen = value; risen <= largest; risen += rise) total[risen] += count;
      }
      if (stops.has(stop)) points.push({ stop, counts: [...total] });
    }
  }
  const padded = (counts: readonly number[]): number[] => total.map((_, value) => counts[value] ?? 0);
  return {
    ...headOf('values', 'nim', source),
    points: points.map(({ stop, counts }) => ({ stop, counts: padded(counts) })),
    largest: total.length - 1,
  };
}

/** Returns the powers of 2 strictly inside a range. */
function powersInside({ start, stop }: Range): number[] {
  const powers: number[] = [];
  for (let power = 1; power < stop; power *= 2) if (power > start) powers.push(power);
  return powers;
}
