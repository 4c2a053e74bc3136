/** Numbers of cold positions below given points. */
import { sha256 } from '../../common/sha256.js';
import { lengthOf } from '../../common/range.js';
import { endOf, type Aggregate, type SeriesSource } from '../../engine/views/aggregating.js';
import type { RepeatedPart } from '../../engine/views/segments.js';
import { lowerBound } from '../../game/sets/subtraction-set.js';
import { countOnes } from '../../kernel/bitset.js';
import { ROWS_BETWEEN_BREATHS } from './rows.js';

/** Returns an aggregate: the numbers of cold positions of a part below each cut inside it, then of the whole part. */
function countsAt(cuts: Float64Array, part: RepeatedPart): Aggregate<[position: number, count: number][]> {
  return {
    name: 'counts',
    version: 1,
    parameters: cuts.length === 0 ? 'none' : sha256(cuts.join()),
    async compute(runs) {
      const counts: [position: number, count: number][] = [];
      let count = 0;
      for await (const { start, values } of runs) {
        let from = 0;
        for (let cut = cuts[counts.length] - start; cut <= values.length; cut = cuts[counts.length] - start) {
          count += countOnes(values.bytes, from, cut);
          from = cut;
          counts.push([start + cut, count]);
        }
        count += countOnes(values.bytes, from, values.length);
      }
      return [...counts, [part.stop, count]];
    },
  };
}

/** Returns the cuts inside all repetitions of a part, shifted into the first; none at its start. */
function foldedCuts(cuts: Float64Array, part: RepeatedPart): Float64Array {
  const inside = cuts.subarray(lowerBound(cuts, part.start + 1), lowerBound(cuts, endOf(part)));
  const folded = new Set(inside.map((cut) => part.start + ((cut - part.start) % lengthOf(part))));
  folded.delete(part.start);
  return Float64Array.from(folded).sort();
}

/** Returns the number of cold positions below each point; NaN beyond the source. */
export async function countsBelow(source: SeriesSource, cuts: Float64Array): Promise<Float64Array> {
  const { stop } = source.range;
  const counts = new Float64Array(cuts.length).fill(NaN);
  let before = 0;
  const aggregateOf = (part: RepeatedPart): ReturnType<typeof countsAt> =>
    countsAt(foldedCuts(cuts, part), part);
  for await (const part of source.aggregates(aggregateOf, { to: Math.min(stop, source.view.countedFrom) })) {
    const inPart = new Map(part.value);
    const whole = inPart.get(part.stop)!;
    for (let k = lowerBound(cuts, part.start + 1); k < cuts.length && cuts[k] <= endOf(part); k++) {
      if (k % ROWS_BETWEEN_BREATHS === 0) await source.breathe();
      const periods = Math.floor((cuts[k] - part.start) / lengthOf(part));
      const inLast = inPart.get(cuts[k] - periods * lengthOf(part)) ?? 0;
      counts[k] = before + periods * whole + inLast;
    }
    before += part.times * whole;
  }
  for (let k = lowerBound(cuts, source.view.countedFrom); k < cuts.length && cuts[k] <= stop; k++) {
    if (k % ROWS_BETWEEN_BREATHS === 0) await source.breathe();
    counts[k] = await source.view.coldBefore(cuts[k]);
  }
  return counts;
}
