/** Parts of a survey as files (`rows-file.ts`), and their join. */
import { failure, refuse, TakeawayError, throwIfAborted } from '../common/errors.js';
import { ENDINGS, type Format } from '../common/formats.js';
import { ownVersion } from '../platform/package-root.js';
import { cutAtMultiples } from '../common/range.js';
import { reasonOf, unreadable } from '../common/system-errors.js';
import { InvalidResult } from '../jobs/job.js';
import { checkPart, type PartOf } from '../jobs/part-of.js';
import { integerOf, objectOf, textOf } from '../jobs/reading.js';
import { readPieces, type FileSystem } from '../store/files/file-system.js';
import { batchLength, checkSpace } from './batches.js';
import { rowAt, type SurveyColumns } from './columns.js';
import { checkSample, checkSets, MAX_PART_SETS, type FoundBatch } from './part.js';
import { headOf, NotWhole, readRows, WORD, type RowsOfFile } from './rows-file.js';
import { setsOfPart, withoutZeros } from './rows.js';
import { describeSpace, fieldsOf, readFields, setHash, type SurveySpace } from './space.js';

export const SHARE_FORMAT: Format = {
  name: 'survey',
  describe: 'part of a survey',
  endings: ENDINGS.surveyPart,
  isBinary: true,
};

/** A part of a survey, and the build that computed it. */
export interface Share extends RowsOfFile {
  readonly part: PartOf;
  readonly build: string;
}

export interface ShareFile extends Share {
  readonly path: string;
}

export interface JoinOptions {
  /** Raises `interrupted` when aborted. */
  readonly signal?: AbortSignal | undefined;
  /** Called with the share of the sets that is read. */
  readonly onProgress?: ((share: number) => void) | undefined;
}

/** Maximum length of a part's first line. */
const MAX_HEAD_BYTES = 1024;
/** Version of the format. Parts of 0.1.0 have none. */
const FORMAT = 2;

/** Returns a part whose batches end at multiples of `step`. */
export function shareOf(
  space: SurveySpace,
  part: PartOf,
  step = batchLength(space, setsOfPart(space, part)),
  build = ownVersion(),
): Share {
  const batches = [...cutAtMultiples(setsOfPart(space, part), step)];
  const head = headOf({ ...fieldsOf(space), format: FORMAT, ...part, step, build });
  return { space, part, build, batches, head };
}

/** Opens exactly this part if its file exists; it may be damaged. */
export async function openShareOf(
  fs: FileSystem,
  path: string,
  share: Share,
): Promise<ShareFile | undefined> {
  const line = await firstLine(fs, path).catch(() => undefined);
  return line?.equals(share.head) === true ? { ...share, path } : undefined;
}

/** Opens the parts of one survey, in order. Raises a usage error for a foreign, duplicate or missing part. */
export async function openShares(fs: FileSystem, paths: readonly string[]): Promise<ShareFile[]> {
  const found = new Map<number, ShareFile>();
  for (const path of paths) {
    const share = await openShare(fs, path);
    const { part } = share.part;
    const [first = share] = found.values();
    const [survey, firstSurvey] = [surveyOf(share), surveyOf(first)];
    if (survey !== firstSurvey)
      refuse(
        'The file {path} is a part of another survey: {survey}. {first} is of {firstSurvey}; join the parts of one.',
        { path, survey, first: first.path, firstSurvey },
      );
    const other = found.get(part)?.path;
    if (other !== undefined)
      refuse('The file {path} is part {part}, as {other} is. Give each part once.', { path, part, other });
    found.set(part, share);
  }
  if (found.size === 0) refuse('No parts of the survey are given. Give their files.');
  const [first] = found.values();
  const parts = Array.from({ length: first.part.of }, (_, i) => i + 1);
  const missing = parts.filter((part) => !found.has(part));
  if (missing.length > 0)
    refuse(
      '{found} of the {parts} parts of {survey} are given. Make the missing ones too, and join all of them then: {missing}.',
      {
        ...{ found: found.size, parts: parts.length, survey: surveyOf(first) },
        missing: [...missing.slice(0, 20), ...(missing.length > 20 ? ['...'] : [])],
      },
    );
  return parts.map((part) => found.get(part)!);
}

/** Yields the rows of parts, in order, checked like results of workers. Raises `corrupt` for a damaged part. */
export async function* joinedBatches(
  fs: FileSystem,
  shares: readonly ShareFile[],
  { signal, onProgress }: JoinOptions = {},
): AsyncGenerator<FoundBatch> {
  const [{ space, part }] = shares;
  const all = shares.reduce((sum, { batches }) => sum + batches.length, 0);
  const hash = setHash(space.size);
  let done = 0;
  for (const share of shares) {
    const file = await fs.open(share.path).catch((error: unknown) => {
      throw damaged(share.path, reasonOf(error), error);
    });
    try {
      const batches = share.batches.values();
      for await (const found of readRows(file, share)) {
        const { columns } = found;
        throwIfAborted(signal);
        const sets = batches.next().value!;
        checkSets(space, sets, columns);
        checkSample(space, sets, columns);
        if (space.list !== undefined) addSets(hash, space, columns);
        yield found;
        onProgress?.(++done / all);
      }
    } catch (error) {
      const isDamage = error instanceof NotWhole || error instanceof InvalidResult;
      throw isDamage ? damaged(share.path, error.message, error) : error;
    } finally {
      await file.close();
    }
  }
  // A single part has only some sets of its list.
  if (shares.length === part.of && space.list !== undefined && hash.hex() !== space.list.hash)
    throw damaged(shares.map(({ path }) => path).join(' and '), 'it has other sets than its list');
}

function addSets(hash: ReturnType<typeof setHash>, space: SurveySpace, columns: SurveyColumns): void {
  for (let row = 0; row < columns.length; row++)
    hash.add(withoutZeros(rowAt(space, columns, row).subarray(0, space.size)));
}

/** Opens a part by its first line. Raises a usage error for any other file, and for a part of an older version. */
async function openShare(fs: FileSystem, path: string): Promise<ShareFile> {
  const line = await firstLine(fs, path);
  let olderBuild: string | undefined;
  try {
    const fields = objectOf(JSON.parse(line.toString().slice(WORD.length)));
    const build = textOf(fields.build, 100);
    if (fields.format === undefined) olderBuild = build;
    const space = readFields(fields);
    checkSpace(space);
    const part = checkPart({ part: integerOf(fields.part), of: integerOf(fields.of) });
    const step = integerOf(fields.step, 1, MAX_PART_SETS);
    const share = shareOf(space, part, step, build);
    // The line must be the canonical one, byte for byte.
    if (share.head.equals(line)) return { ...share, path };
  } catch {
    // Any other error means that the file is no part.
  }
  const text =
    olderBuild === undefined
      ? 'The file {path} is no part of a survey. Give files that a survey in parts has written.'
      : 'The file {path} was made by {build}. Make all parts again with this version.';
  refuse(text, { path, build: olderBuild });
}

async function firstLine(fs: FileSystem, path: string): Promise<Buffer> {
  try {
    for await (const piece of readPieces(fs, path)) {
      const head = Buffer.from(piece.subarray(0, MAX_HEAD_BYTES));
      return head.subarray(0, head.indexOf('\n') + 1);
    }
    return Buffer.alloc(0);
  } catch (error) {
    throw unreadable('io', path, error);
  }
}

/** Describes everything that all parts of a survey have in common. */
function surveyOf({ space, part, build }: Share): string {
  return `the survey of ${describeSpace(space)} in ${part.of} parts by ${build}`;
}

function damaged(path: string, reason: string, cause?: unknown): TakeawayError {
  return failure(
    'corrupt',
    'The file {path} is damaged: {reason}. Remove it, and make this part again.',
    { path, reason },
    { cause },
  );
}
