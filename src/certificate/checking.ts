/**
 * Has the targets of a certificate checked, in the caller's thread or in several: two ways behind one function, so that
 * what is claimed does not depend on where it was found.
 */
import { breather, unlessAborted } from '../common/stoppable.js';
import { failure, messageOf, TakeawayError, throwIfAborted } from '../common/errors.js';
import { inBuild } from '../common/package-root.js';
import { intersect, type Range } from '../common/range.js';
import type { ColumnValues } from '../columnar/layout.js';
import type { SeriesSource } from '../engine/views/aggregating.js';
import { createKernelContext } from '../kernel/context.js';
import { AskingThread } from '../solver/threads/questions.js';
import { TARGET_CHECKS, type CheckName, type Findings, type Target } from './target-checks.js';

const SCRIPT = inBuild('certificate/worker.js');

/** What a thread is asked to check, and what it asks back. */
export interface CheckTalk {
  readonly request: { readonly check: CheckName; readonly game: string; readonly target: Target };
  readonly result: { readonly findings: Findings[CheckName] } | { readonly failed: string };
  readonly question: Range;
  readonly answer: ColumnValues;
}

/** Targets of a source, of at most `length` positions. */
export function targetsOf({ range }: SeriesSource, length: number): Range[] {
  const targets: Range[] = [];
  for (let { start } = range; start < range.stop; start += length) {
    targets.push({ start, stop: Math.min(range.stop, start + length) });
  }
  return targets;
}

/**
 * What a check finds of each target. `breathe` is told the share of the work that is done, and raises `interrupted` when
 * it is to stop. The last targets, which take longest, are begun first.
 */
export async function checkTargets<Name extends CheckName>(
  source: SeriesSource,
  check: Name,
  targets: readonly Range[],
  threads: number,
  breathe: (share: number) => unknown,
): Promise<Findings[Name][]> {
  const findings: Findings[Name][] = [];
  const parts = [...source.parts];
  const lowerOf = ({ stop }: Range): Range[] =>
    parts.filter(({ start }) => start < stop).map((part) => intersect(part, { start: 0, stop }));
  const reads = targets.reduce(
    (sum, { stop }) => sum + parts.filter(({ start }) => start < stop).length + 1,
    0,
  );
  let done = 0;
  const read = async (range: Range): Promise<ColumnValues> => {
    await breathe(Math.min(1, done++ / reads));
    return source.read(range);
  };
  const waiting = [...targets.entries()];
  const work = async (run: (target: Target) => Promise<Findings[Name]>): Promise<void> => {
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      findings[next[0]] = await run({ ...next[1], lower: lowerOf(next[1]) });
    }
  };
  const crew = Math.min(threads, targets.length);
  if (crew <= 1) {
    const rest = breather(source.signal);
    const common = { game: source.game, read, breathe: rest, context: createKernelContext() };
    await work((target) => TARGET_CHECKS[check]({ ...common, target }));
    return findings;
  }
  const workers = Array.from({ length: crew }, () => new AskingThread<CheckTalk>(SCRIPT));
  try {
    const game = source.game.definition;
    const all = workers.map((worker) =>
      work(async (target) => {
        const result = await worker.run({ check, game, target }, read).catch((error: unknown) => {
          throw error instanceof TakeawayError ? error : broken(messageOf(error));
        });
        if ('failed' in result) throw broken(result.failed);
        return result.findings as Findings[Name];
      }),
    );
    // Threads may compute for long before they ask for values again.
    await unlessAborted(Promise.all(all), source.signal);
    throwIfAborted(source.signal);
  } finally {
    await Promise.all(workers.map((worker) => worker.end()));
  }
  return findings;
}

function broken(reason: string): TakeawayError {
  return failure('internal', 'A thread of the certificate', 'it to finish its check', reason, {
    help: 'Nothing stored was changed.',
    remedy: { do: 'retry' },
  });
}
