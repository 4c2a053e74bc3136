/** Distribution of the targets of a certificate to jobs. A single target is checked here, as it is not worth a thread. */
import { inFlight } from '../common/ahead.js';
import type { Range } from '../common/range.js';
import { breather } from '../common/stoppable.js';
import type { ColumnValues } from '../columnar/layout.js';
import type { SeriesSource } from '../engine/views/aggregating.js';
import { onesOf } from '../kernel/bitset.js';
import { createKernelContext } from '../kernel/context.js';
import type { JobRunner } from '../jobs/job.js';
import { offerValues } from '../jobs/kinds/columns.js';
import { TARGET_CHECK, TARGET_CHECKS } from '../jobs/kinds/target-check.js';
import type { CheckName, Findings } from './checks/request.js';

/** The number of least cold positions and subtrahends in the sample. */
const MAX_SAMPLED_COLD = 2 ** 14;
const MAX_SAMPLED_SUBTRAHENDS = 2 ** 10;
/** Moduli that are tried; fewer if classes would have too few of the cold positions. */
const MAX_MODULUS = 400;
const MIN_COLD_IN_CLASS = 16;
/** The cost of a class, as a share of all sums. */
const COST_OF_CLASS = 2 ** -13;
/** If more remains than this share of the sums, with the cost of classes, classes are not worth it. */
const MAX_SHARE_OF_SUMS = 1 / 2;
/** Sets with more subtrahends are not sorted by class. */
const MAX_SORTED_SUBTRAHENDS = 2 ** 20;

/**
 * Checks all targets. `breathe` receives the share done, and raises `interrupted` when aborted. The last targets, which take
 * longest, start first. Closes the runner if a check fails, as other findings are then useless.
 */
export async function checkTargets<Name extends CheckName>(
  source: SeriesSource,
  check: Name,
  targets: readonly Range[],
  runner: JobRunner,
  breathe: (share: number) => unknown,
): Promise<Findings[Name][]> {
  const { key, definition } = source.game;
  const runs = [...source.parts];
  const modulus = check === 'cold' ? await modulusFor(source) : 1;
  const runsBelow = (stop: number): number => runs.filter(({ start }) => start < stop).length;
  // Each range is read once to be offered to jobs, and again for each target whose end is above it.
  const named = targets.length === 1 ? 0 : runs.length;
  const reads = targets.reduce((sum, { stop }) => sum + runsBelow(stop) + 1, named);
  let done = 0;
  const read = async (range: Range): Promise<ColumnValues> => {
    await breathe(Math.min(1, done++ / reads));
    return source.read(range);
  };
  if (targets.length === 1) {
    const target = { ...targets[0], lower: runs };
    const tools = { breathe: breather(source.signal), context: createKernelContext() };
    return [await TARGET_CHECKS[check]({ game: source.game, target, modulus, read, ...tools })];
  }
  const known = await offerValues(runner.blobSource, runs, read);
  const findings: Findings[Name][] = [];
  try {
    await inFlight(
      [...targets.entries()].reverse(),
      () => runner.atOnce,
      async ([index, target]) => {
        const below = known.slice(0, runsBelow(target.stop));
        const input = { key, definition, check, ...target, modulus, known: below };
        const { result } = await runner.do(TARGET_CHECK, input).catch((error: unknown) => {
          void runner.close();
          throw error;
        });
        findings[index] = result as Findings[Name];
      },
    );
  } finally {
    await runner.blobSource.withdraw(known.map(({ hash }) => hash));
  }
  return findings;
}

/**
 * Returns a modulus for which the cold positions crowd in few residue classes, so that few sums of a cold position and a
 * subtrahend lead between these; else 1. Uses the least cold positions: a bad choice costs only time. Takes at most 0.1 s.
 */
export async function modulusFor(source: SeriesSource): Promise<number> {
  const { game, range, parts } = source;
  if (game.set.approximateCount(range.stop) > MAX_SORTED_SUBTRAHENDS) return 1;
  const cold: number[] = [];
  for (const part of parts) {
    const { bytes, length } = await source.read(part);
    for (const n of onesOf(bytes, length, part.start).subarray(0, MAX_SAMPLED_COLD - cold.length))
      cold.push(n);
    if (cold.length === MAX_SAMPLED_COLD) break;
  }
  const last = cold.at(-1) ?? 0;
  const subtrahends = game.set.between(1, last + 1).subarray(0, MAX_SAMPLED_SUBTRAHENDS);
  if (subtrahends.length === 0) return 1;
  const breathe = breather(source.signal);
  let best = 1;
  let least = MAX_SHARE_OF_SUMS;
  for (let modulus = 2; modulus <= Math.min(MAX_MODULUS, cold.length / MIN_COLD_IN_CLASS); modulus++) {
    await breathe();
    const cost = COST_OF_CLASS * modulus + shareOfSums(cold, subtrahends, modulus);
    if (cost < least) [best, least] = [modulus, cost];
  }
  return best;
}

/** Returns the share of sums to examine, always from the class with fewer cold positions. */
function shareOfSums(cold: ArrayLike<number>, subtrahends: ArrayLike<number>, modulus: number): number {
  const ofCold = countByClass(cold, modulus);
  let sums = 0;
  for (const [by, times] of countByClass(subtrahends, modulus).entries()) {
    if (times === 0) continue;
    for (let from = 0; from < modulus; from++) {
      sums += times * Math.min(ofCold[from], ofCold[(from + by) % modulus]);
    }
  }
  return sums / (cold.length * subtrahends.length);
}

function countByClass(numbers: ArrayLike<number>, modulus: number): Uint32Array {
  const counts = new Uint32Array(modulus);
  for (let i = 0; i < numbers.length; i++) counts[numbers[i] % modulus]++;
  return counts;
}
