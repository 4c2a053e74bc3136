/** What the residue-class method would cost on a range, in nanoseconds, for choosing among methods. */
import type { EpochQuestion } from './class-counts.js';
import { Steps } from '../task/steps.js';
import { SECONDS } from './kernel-costs.js';
import { chooseModulus } from './choose-modulus.js';
import { epochStop, PARALLEL_FROM } from './chunk-shape.js';

/**
 * Estimated nanoseconds on the clock, planning included, for extending cold positions from [0, known) to
 * [0, stop), if the latest ones go on at their density. A few milliseconds for each epoch, of which there are
 * about log2(stop / known).
 */
export function residueClassesCost(question: EpochQuestion): number {
  const { threads, subtrahends } = question;
  // Positions that the largest subtrahend cannot reach back to are left out, as the method does.
  const reach = subtrahends.length === 0 ? 0 : subtrahends[subtrahends.length - 1];
  const stop = question.stop - Math.max(0, question.known - reach);
  let seconds = 0;
  let before: number | undefined;
  let workers = 0;
  for (let known = Math.min(question.known, reach); known < stop;) {
    const end = epochStop(known, stop);
    const parallel = threads > 1 && end > PARALLEL_FROM;
    const epoch = {
      ...question,
      known,
      stop: end,
      threads: parallel ? threads : 1,
      chunk: undefined,
      before,
    };
    const chosen = new Steps(chooseModulus(epoch)).finish();
    if (chosen.isShared) workers = SECONDS.workers;
    seconds += chosen.seconds;
    before = chosen.modulus;
    known = end;
  }
  return (seconds + workers) * 1e9;
}
