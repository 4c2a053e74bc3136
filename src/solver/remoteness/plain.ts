/** Remoteness position by position, by the definition. */
import { cutAtMultiples, lengthOf } from '../../common/range.js';
import { narrowest } from '../task/integers.js';
import { RecentValues } from '../task/recent-values.js';
import type { IntegerSolver, Integers } from '../task/task.js';

/** Positions for which subtrahends are listed together. */
const CHUNK = 1 << 14;
/** Options between two pauses for other work: about 10 ms. */
const STRETCH = 1 << 22;

export const solveRemotenessPlainly: IntegerSolver = async function* (task) {
  const { range, set, pieceLength } = task;
  const recent = new RecentValues(Math.max(pieceLength, set.largest), range);
  let tried = 0;
  for (const window of cutAtMultiples({ start: recent.base, stop: range.start }, pieceLength)) {
    recent.append(await task.readLower(window));
  }
  for (const piece of cutAtMultiples(range, pieceLength)) {
    for (const chunk of cutAtMultiples(piece, CHUNK)) {
      const subtrahends = set.between(1, chunk.stop);
      for (let n = chunk.start; n < chunk.stop; n++) {
        const remoteness = remotenessAt(recent.values, n, recent.length, subtrahends);
        recent.reserve(1, remoteness);
        recent.values[recent.length++] = remoteness;
        if ((tried += subtrahends.length) < STRETCH) continue;
        tried = 0;
        await task.breathe();
      }
      await task.breathe();
    }
    yield { ...piece, values: narrowest(recent.last(lengthOf(piece))), method: 'plain' };
  }
};

/** The remoteness of n, whose index in `values` is `own`. */
function remotenessAt(values: Integers, n: number, own: number, subtrahends: Float64Array): number {
  let nearestCold = Infinity;
  let farthestHot = -1;
  for (let k = 0; k < subtrahends.length && subtrahends[k] <= n; k++) {
    const option = values[own - subtrahends[k]];
    if (option % 2 === 0) nearestCold = Math.min(nearestCold, option);
    else farthestHot = Math.max(farthestHot, option);
  }
  return 1 + (nearestCold < Infinity ? nearestCold : farthestHot);
}
