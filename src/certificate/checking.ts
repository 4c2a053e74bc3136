/** Has the targets of a certificate checked, each by a job. One alone is not worth a thread. */
import { inFlight } from '../common/ahead.js';
import type { Range } from '../common/range.js';
import { breather } from '../common/stoppable.js';
import type { ColumnValues } from '../columnar/layout.js';
import type { SeriesSource } from '../engine/views/aggregating.js';
import { createKernelContext } from '../kernel/context.js';
import type { JobRunner } from '../jobs/job.js';
import { offerValues } from '../jobs/kinds/columns.js';
import { TARGET_CHECK } from '../jobs/kinds/target-check.js';
import { TARGET_CHECKS } from './checks/checks.js';
import type { CheckName, Findings } from './checks/request.js';
import { modulusFor } from './modulus.js';

/**
 * What a check finds of each target. `breathe` is told the share of the work that is done, and raises `interrupted` when
 * it is to stop. The last targets, which take longest, are begun first. The runner is closed where a target cannot be
 * checked: what the others would find is of no use then.
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
  // Each run is read to be named for jobs, and those below the end of a target for its check.
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
