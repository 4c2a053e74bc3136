/** Surveys: the periods of all finite sets of a size in one file, computed by jobs; parts of surveys, and their join. */
import { hasCode, refuse, throwIfAborted } from '../common/errors.js';
import { inFlight } from '../common/ahead.js';
import { formatForFile } from '../common/formats.js';
import { checkPart, type PartOf } from '../jobs/part-of.js';
import { lengthOf, type Range } from '../common/range.js';
import type { JobRunner } from '../jobs/job.js';
import { withRunner } from '../jobs/local.js';
import { nodeFileSystem, type FileSystem } from '../store/files/file-system.js';
import { checkOutput, writeOutput } from '../store/files/new-file.js';
import { encode, TABLE_FORMATS, type TableFileFormat } from '../tables/formats.js';
import { batchesOf, checkSpace, jobsOf } from './batches.js';
import { KeptBatches } from './kept.js';
import { jobOf, SURVEY_PART, type FoundBatch } from './part.js';
import { setsOfPattern } from './pattern.js';
import { planOf, type PlanOptions, type SurveyPlan } from './plan.js';
import {
  joinedBatches,
  openShareOf,
  openShares,
  SHARE_FORMAT,
  shareOf,
  type JoinOptions,
  type Share,
  type ShareFile,
} from './shares.js';
import { Trial, usesReverseMex } from './refuting.js';
import { rowsFile } from './rows-file.js';
import { spaceOfList, type Surveyed, type SurveySpace } from './space.js';
import { Summary, type SurveySummary } from './summary.js';
import { surveyTable } from './table.js';

/** Seconds of a job: many times the CPU time that it costs this process. */
const JOB_SECONDS = 1.5;

interface OutputOptions {
  /** A file that does not exist yet, in the format of its ending (`TableFormat`); without it only the summary is made. */
  readonly output?: string | undefined;
  /** Whether the output may replace an existing file, once it is whole. Default false. */
  readonly force?: boolean | undefined;
  /** @internal */
  readonly fileSystem?: FileSystem;
  /** Raises `interrupted` when aborted; completed batches are kept. */
  readonly signal?: AbortSignal | undefined;
  /** Called with the share of the sets that is done. */
  readonly onProgress?: ((share: number) => void) | undefined;
}

export interface SurveyOptions extends OutputOptions {
  /** The largest element of a set; required unless sets are listed. */
  readonly max?: number | undefined;
  /** The number of elements; required without a pattern or a list. */
  readonly size?: number | undefined;
  /** Sets to survey instead of all, each of up to 30 different elements up to 2^20. */
  readonly sets?: readonly (readonly number[])[] | undefined;
  /** A pattern such as `{a, b, a+b}` instead of a size: all sets of this form with greatest common divisor 1. */
  readonly pattern?: string | undefined;
  /** Only periods of nim-values or of outcomes (`cold`). Default `both`. */
  readonly series?: Surveyed | undefined;
  /** Maximum number of values of a set that may prove its period, from 1 to 2^32 - 1. Default 2^24. */
  readonly limit?: number | undefined;
  /** Whether the sets are left out: each game is that of all positive integers but a set, with any divisor. Default false. */
  readonly excluded?: boolean | undefined;
  /** Whether to decide for each set if its nim-values satisfy reverse mex (docs/FINDINGS.md). Default false. */
  readonly reverseMex?: boolean | undefined;
  /** A distance such as `s2 - s1`: for each set, count the cold positions n of a period with n + distance cold. */
  readonly collisions?: string | undefined;
  /**
   * A condition on the columns, such as `additive OR divides(nim_period, s1 + s2)` (docs/CLI.md). The survey ends at the first set
   * that it does not hold for, without an output; completed batches are kept.
   */
  readonly refute?: string | undefined;
  /**
   * Only one of several parts of about equal work. The output is a file that ends in `.survey`, for `mergeSurvey`; if it exists
   * and is whole, nothing is done. The parts of one build join to the output of a single survey.
   */
  readonly part?: PartOf | undefined;
  /** Default: the number of cores. The rows do not depend on it. */
  readonly threads?: number | undefined;
  /** Runs the jobs instead of threads of this machine, such as a runner of `openWorkers`. The rows do not depend on it. */
  readonly runner?: JobRunner | undefined;
}

export interface MergeOptions extends OutputOptions {
  /** The files of all parts of a survey, in any order. */
  readonly files: readonly string[];
  /** A condition as for `survey`. With a counterexample there is no output. */
  readonly refute?: string | undefined;
}

/** Returns the space that options describe. Raises a usage error if they describe none, or contradict each other. */
async function spaceOf(options: SurveyOptions): Promise<SurveySpace> {
  const { max, size, sets, pattern, series, limit, collisions, refute, excluded, signal } = options;
  const { reverseMex = refute !== undefined && usesReverseMex(refute) } = options;
  const how = {
    ...(series && { series }),
    ...(limit !== undefined && { steps: limit }),
    ...(reverseMex && { reverseMex }),
    ...(excluded === true && { excluded }),
    ...(collisions !== undefined && { collisions }),
  };
  if (sets !== undefined) {
    if (max !== undefined || size !== undefined || pattern !== undefined)
      refuse('A survey of listed sets takes no size, largest element or pattern. Leave them out.');
    return { ...spaceOfList(sets), ...how };
  }
  if (pattern !== undefined) {
    if (size !== undefined)
      refuse('A survey of a pattern takes no size, as the pattern has {size}. Leave it out.', { size });
    return { ...spaceOfList(await setsOfPattern(pattern, max ?? 0, signal, excluded)), ...how };
  }
  return { max: max ?? 0, size: size ?? 0, ...how };
}

/** Measures the work of a survey on a sample of its sets. Raises as `survey` does. */
export async function planSurvey(options: SurveyOptions, how: PlanOptions): Promise<SurveyPlan> {
  return planOf(await spaceOf(options), how);
}

function titleOf({ max, size, sets, pattern }: SurveyOptions): string {
  const of = pattern ?? (sets === undefined ? `${size} elements` : `a list of ${sets.length} sets`);
  return `survey of ${of}${max === undefined ? '' : ` up to ${max}`}`;
}

/** Surveys all sets of `size` elements up to `max` with greatest common divisor 1, or the sets of a list, or a part of them. */
export async function survey(options: SurveyOptions): Promise<SurveySummary> {
  const { output, force = false, fileSystem: fs = nodeFileSystem, signal, onProgress } = options;
  const space = await spaceOf(options);
  const all = checkSpace(space);
  const share = options.part && shareOf(space, checkPart(options.part));
  const encoded = output === undefined ? undefined : encoding(output, space, share);
  const trial = options.refute === undefined ? undefined : new Trial(space, options.refute);
  if (output !== undefined && share !== undefined && !force) {
    const done = await summaryOfShare(fs, output, share, options.refute, signal);
    if (done !== undefined) return done;
  }
  const batches = share?.batches ?? batchesOf(space, all);
  const kept =
    output === undefined ? undefined : await KeptBatches.open(fs, { output, force, space, batches });
  const summary = new Summary(space);
  if (trial !== undefined && kept !== undefined)
    for await (const [batch, { columns }] of kept.complete()) trial.add(batch, columns);
  const pending = batches.filter((batch) => kept?.has(batch) !== true && trial?.isAfter(batch) !== true);
  const setsOf = (some: readonly Range[]): number => some.reduce((sum, batch) => sum + lengthOf(batch), 0);
  const sets = setsOf(batches);
  let missing = setsOf(pending);
  await withRunner(options, async (runner) => {
    const tell = (): void => runner.tell?.(titleOf(options), 1 - missing / sets);
    const find = async (job: readonly Range[]): Promise<void> => {
      for (let left = job; left.length > 0 && trial?.isAfter(left[0]) !== true;) {
        const { result } = await runner.do(SURVEY_PART, jobOf(space, left, JOB_SECONDS));
        for (const [i, found] of result.entries()) {
          throwIfAborted(signal);
          trial?.add(left[i], found.columns);
          if (kept === undefined) summary.add(found.columns);
          else await kept.put(left[i], found);
          missing -= lengthOf(left[i]);
        }
        left = left.slice(result.length);
        tell();
        onProgress?.(1 - missing / sets);
      }
    };
    tell();
    const atOnce = (): number => runner.atOnce;
    const jobs = until(jobsOf(space, pending, atOnce), ([first]) => trial?.isAfter(first) === true);
    await inFlight(jobs, atOnce, find);
  });
  if (trial?.isRefuted !== true) await kept?.finish(encoded!(summary.adding(kept.all())));
  return withTrial(space, summary, trial);
}

/** Adds the outcome of a trial. With a counterexample the summary has only the number of sets up to it. */
function withTrial(space: SurveySpace, summary: Summary, trial: Trial | undefined): SurveySummary {
  if (trial === undefined) return summary.result();
  const refuted = trial.result();
  const counted = trial.isRefuted ? new Summary(space) : summary;
  return { ...counted.result(), sets: refuted.sets, refuted };
}

function* until<Item>(items: Iterable<Item>, isOver: (next: Item) => boolean): Generator<Item> {
  for (const item of items) {
    if (isOver(item)) return;
    yield item;
  }
}

/** Returns the summary of an existing part; undefined unless it is whole. */
async function summaryOfShare(
  fs: FileSystem,
  path: string,
  share: Share,
  refute: string | undefined,
  signal: AbortSignal | undefined,
): Promise<SurveySummary | undefined> {
  const there = await openShareOf(fs, path, share);
  if (there === undefined) return undefined;
  try {
    return await summaryOf(fs, [there], refute, { signal });
  } catch (error) {
    if (hasCode(error, 'corrupt')) return undefined;
    throw error;
  }
}

/** Summarizes parts of a survey, and tries a condition on their sets. Ends after the part with the first counterexample. */
async function summaryOf(
  fs: FileSystem,
  shares: readonly ShareFile[],
  refute: string | undefined,
  watch: JoinOptions,
): Promise<SurveySummary> {
  const [{ space }] = shares;
  const summary = new Summary(space);
  const trial = refute === undefined ? undefined : new Trial(space, refute);
  const all = shares.flatMap(({ batches }) => batches).values();
  // The digest of a part, which is at its end, is checked before its counterexample counts.
  const firsts = new Set(shares.map(({ batches: [first] }) => first));
  for await (const { columns } of joinedBatches(fs, shares, watch)) {
    const batch = all.next().value!;
    if (trial?.isAfter(batch) === true && firsts.has(batch)) break;
    summary.add(columns);
    trial?.add(batch, columns);
  }
  return withTrial(space, summary, trial);
}

/**
 * Joins the files of all parts of a survey to the output and summary of a single survey. Raises a usage error, before any work,
 * for a file that is no part of it, and for duplicate or missing parts; `corrupt` for a damaged part. The parts are not removed.
 */
export async function mergeSurvey(options: MergeOptions): Promise<SurveySummary> {
  const {
    files,
    output,
    refute,
    force = false,
    fileSystem: fs = nodeFileSystem,
    signal,
    onProgress,
  } = options;
  const shares = await openShares(fs, files);
  if (output === undefined) return summaryOf(fs, shares, refute, { signal, onProgress });
  const [{ space }] = shares;
  const encoded = encoding(output, space, undefined);
  await checkOutput(output, force, fs);
  // An output is written only without a counterexample: the parts are read twice.
  const passes = refute === undefined ? 1 : 2;
  const watch = (pass: number): JoinOptions => ({
    signal,
    onProgress: (share) => onProgress?.((pass - 1 + share) / passes),
  });
  const tried = refute === undefined ? undefined : await summaryOf(fs, shares, refute, watch(1));
  if (tried?.refuted?.counterexample) return tried;
  const summary = new Summary(space);
  const batches = summary.adding(joinedBatches(fs, shares, watch(passes)));
  await writeOutput(output, encoded(batches), { force }, fs);
  return tried ?? summary.result();
}

/** Returns the function that encodes an output. Raises a usage error for an ending of another format. */
function encoding(
  output: string,
  space: SurveySpace,
  share: Share | undefined,
): (batches: AsyncIterable<FoundBatch>) => AsyncIterable<Uint8Array> {
  if (share !== undefined) {
    formatForFile([SHARE_FORMAT], output);
    return (batches) => rowsFile(share.head, batches);
  }
  const format = formatForFile<TableFileFormat>(TABLE_FORMATS, output);
  return (batches) => encode(surveyTable(space, batches), format);
}
