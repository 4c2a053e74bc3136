/** The files of parts of a survey (`rows-file.ts`), which are joined to what one survey writes. */
import { createHash } from 'node:crypto';
import { fail, failure, refuse, TakeawayError, throwIfAborted } from '../common/errors.js';
import { ENDINGS, type Format } from '../common/formats.js';
import { checkPart, type PartOf } from '../jobs/part-of.js';
import { ownVersion } from '../common/package-root.js';
import { checkRange, lengthOf, type Range } from '../common/range.js';
import { reasonOf } from '../common/system-errors.js';
import { InvalidResult } from '../jobs/job.js';
import { integerOf, objectOf, textOf } from '../jobs/reading.js';
import type { FileSystem } from '../store/files/file-system.js';
import { batchesOf, checkSpace } from './batches.js';
import { columnsOf, rowsOf, type SurveyColumns } from './columns.js';
import { checkSample, checkSets, type SurveyPart } from './part.js';
import { DIGEST_BYTES, digestedFile, fileBytes, headOf, WORD } from './rows-file.js';
import { PERIOD_NUMBERS, rowsIn, setsOfPart } from './rows.js';
import { bytesOf, describeSpace, fieldsOf, hashOfElements, readFields, type SurveySpace } from './space.js';

export const SHARE_FORMAT: Format = {
  name: 'survey',
  describe: 'part of a survey',
  endings: ENDINGS.surveyPart,
  isBinary: true,
};

/** What a file is a part of: the survey, which part, its sets by their indices, and the build that found the rows. */
export interface Share extends SurveySpace, PartOf, Range {
  readonly build: string;
}

/** A file with a part that is of the size that it says. */
interface ShareFile extends Share {
  readonly path: string;
  readonly bytes: number;
}

/** How parts are read. */
interface JoinOptions {
  /** Stops when aborted, with `interrupted`. */
  readonly signal?: AbortSignal | undefined;
  /** Called with the share of the sets that is read. */
  readonly onProgress?: ((share: number) => void) | undefined;
}

/** Bytes of the first line at most. */
const MOST_HEAD = 1024;

/** A part of a survey, by this build. */
export function shareOf(space: SurveySpace, part: PartOf): Share {
  return { ...space, ...part, ...setsOfPart(space, part), build: ownVersion() };
}

/** The file of a part with these batches. */
export function shareBytes(share: Share, batches: AsyncIterable<SurveyColumns>): AsyncGenerator<Uint8Array> {
  const rows = async function* (): AsyncGenerator<Uint8Array> {
    for await (const columns of batches) yield bytesOf(rowsOf(share, columns));
  };
  return digestedFile(shareHead(share), rows());
}

/** The file of this very part, where it is there and whole but for damage. */
export async function openShareOf(
  fs: FileSystem,
  path: string,
  share: Share,
): Promise<ShareFile | undefined> {
  const found = await openShare(fs, path).catch(() => undefined);
  return found !== undefined && shareHead(found).equals(shareHead(share)) ? found : undefined;
}

/**
 * The parts of one survey in order. Raises a usage error for a file that is no part of it, for a part that is there twice, and
 * for one that is missing.
 */
export async function openShares(fs: FileSystem, paths: readonly string[]): Promise<ShareFile[]> {
  if (paths.length === 0) refuse('The parts of the survey', 'their files', 'none');
  const found: ShareFile[] = [];
  for (const path of paths) {
    const share = await openShare(fs, path);
    const [first = share] = found;
    if (surveyOf(share) !== surveyOf(first)) {
      refuse(`The file ${path}`, `one of the parts of ${surveyOf(first)}, as ${first.path}`, surveyOf(share));
    }
    const same = found.find(({ part }) => part === share.part);
    if (same !== undefined)
      refuse(`The file ${path}`, 'every part once', `part ${share.part}, as in ${same.path}`);
    found.push(share);
  }
  const [{ of }] = found;
  if (found.length < of) {
    const there = new Set(found.map(({ part }) => part));
    const missing = Array.from({ length: of }, (_, i) => i + 1).filter((part) => !there.has(part));
    refuse(
      `The parts of ${surveyOf(found[0])}`,
      `all ${of}`,
      `${found.length} without ${missing.slice(0, 20).join(', ')}${missing.length > 20 ? ', ...' : ''}`,
      { help: 'Survey the missing parts too, and join all of them then.' },
    );
  }
  found.sort((a, b) => a.part - b.part);
  let next = 0;
  for (const { path, start, stop } of found) {
    if (start !== next)
      refuse(`The file ${path}`, `sets from number ${next} on`, `sets from number ${start} on`);
    next = stop;
  }
  return found;
}

/** Parts in order, in the batches of one survey. Each is checked as one of a worker is. */
export async function* joinedBatches(
  fs: FileSystem,
  shares: readonly ShareFile[],
  { signal, onProgress }: JoinOptions = {},
): AsyncGenerator<SurveyColumns> {
  const sets = { start: shares[0].start, stop: shares[shares.length - 1].stop };
  const batches = batchesOf(shares[0], sets);
  const pieces = piecesOf(fs, shares);
  const elements: Uint32Array[] = [];
  try {
    let piece: Uint8Array = new Uint8Array(0);
    for (const [i, batch] of batches.entries()) {
      throwIfAborted(signal);
      const rows = new Uint32Array(rowsIn(batch, batch.first, batch.count) * (batch.size + PERIOD_NUMBERS));
      const bytes = bytesOf(rows);
      for (let filled = 0; filled < bytes.length;) {
        if (piece.length === 0)
          piece = (await pieces.next()).value ?? fail('internal', 'The parts', 'more rows');
        const some = piece.subarray(0, bytes.length - filled);
        bytes.set(some, filled);
        filled += some.length;
        piece = piece.subarray(some.length);
      }
      const columns = columnsOf(batch, rows);
      checkJoined(batch, columns, shares);
      if (batch.list !== undefined) elements.push(elementsOf(batch, rows));
      yield columns;
      onProgress?.((i + 1) / batches.length);
    }
    // The digest of the last one.
    await pieces.next();
    // One part alone has only some sets of its list.
    const { list } = shares[0];
    if (list !== undefined && lengthOf(sets) === list.sets && hashOfElements(elements) !== list.hash)
      throw damaged(shares.map(({ path }) => path).join(' and '), 'the sets of their list', 'others');
  } finally {
    await pieces.return();
  }
}

/** Reads what a file is a part of. Raises a usage error unless it is a part, and `corrupt` where it is not whole. */
async function openShare(fs: FileSystem, path: string): Promise<ShareFile> {
  const { share, bytes } = await readHead(fs, path);
  const rows = rowsIn(share, share.start, lengthOf(share));
  const expected = fileBytes(shareHead(share), 4 * (share.size + PERIOD_NUMBERS) * rows);
  if (bytes === expected) return { ...share, path, bytes };
  throw damaged(path, `${expected} bytes`, String(bytes));
}

async function readHead(
  fs: FileSystem,
  path: string,
): Promise<{ readonly share: Share; readonly bytes: number }> {
  const expected = 'a part of a survey';
  try {
    const { size: bytes } = fs.look(await fs.realPath(path));
    for await (const piece of fs.readPieces(path)) {
      const head = Buffer.from(piece.subarray(0, MOST_HEAD));
      return { share: readShare(head.subarray(0, head.indexOf('\n') + 1)), bytes };
    }
    throw new TypeError('expected a first line');
  } catch (error) {
    const isOther = [TypeError, SyntaxError, TakeawayError].some((kind) => error instanceof kind);
    const found = isOther ? 'one that begins in another way' : reasonOf(error);
    throw failure(isOther ? 'usage' : 'io', `The file ${path}`, expected, found, { cause: error });
  }
}

function readShare(line: Buffer): Share {
  const text = line.toString();
  if (!text.startsWith(WORD)) throw new TypeError('expected the first line of a part');
  const json: unknown = JSON.parse(text.slice(WORD.length));
  const { part, of, start, stop, build } = objectOf(json);
  const space = readFields(json);
  const all = checkSpace(space);
  const sets = checkRange({ start: integerOf(start), stop: integerOf(stop, 0, all.stop) });
  const numbered = checkPart({ part: integerOf(part), of: integerOf(of) });
  const share = { ...space, ...numbered, ...sets, build: textOf(build, 100) };
  // As it is written, to the byte.
  if (shareHead(share).equals(line)) return share;
  throw new TypeError('expected the first line of a part');
}

function shareHead({ part, of, start, stop, build, ...space }: Share): Buffer {
  return headOf({ ...fieldsOf(space), part, of, start, stop, build });
}

/** What all parts of a survey have in common. */
function surveyOf({ of, build, ...space }: Share): string {
  return `the survey of ${describeSpace(space)} in ${of} parts by ${build}`;
}

/** The bytes of the rows of files, one after the other, in memory that is used again. Raises `corrupt` for a wrong digest. */
async function* piecesOf(
  fs: FileSystem,
  shares: readonly ShareFile[],
): AsyncGenerator<Uint8Array, void, undefined> {
  for (const share of shares) {
    const { path, bytes } = share;
    const hash = createHash('sha256');
    const digest = new Uint8Array(DIGEST_BYTES);
    const [begin, end] = [shareHead(share).length, bytes - DIGEST_BYTES];
    let at = 0;
    try {
      for await (const piece of fs.readPieces(path, { size: bytes })) {
        const until = (place: number): number => Math.min(piece.length, Math.max(0, place - at));
        hash.update(piece.subarray(0, until(end)));
        if (until(begin) < until(end)) yield piece.subarray(until(begin), until(end));
        if (until(end) < piece.length) digest.set(piece.subarray(until(end)), at + until(end) - end);
        at += piece.length;
      }
    } catch (error) {
      throw error instanceof TakeawayError ? error : damaged(path, `${bytes} bytes`, reasonOf(error), error);
    }
    if (!hash.digest().equals(digest)) throw damaged(path, 'bytes of its SHA-256', 'others');
  }
}

/** The elements of the rows of a list. */
function elementsOf({ size }: SurveyPart, rows: Uint32Array): Uint32Array {
  const width = size + PERIOD_NUMBERS;
  const elements = new Uint32Array((rows.length / width) * size);
  for (let i = 0; i * width < rows.length; i++)
    elements.set(rows.subarray(i * width, i * width + size), i * size);
  return elements;
}

function checkJoined(batch: SurveyPart, columns: SurveyColumns, shares: readonly ShareFile[]): void {
  try {
    checkSets(batch, columns);
    checkSample(batch, columns);
  } catch (error) {
    if (!(error instanceof InvalidResult)) throw error;
    const of = shares.filter(({ start, stop }) => start < batch.first + batch.count && batch.first < stop);
    throw damaged(of.map(({ path }) => path).join(' and '), 'rows of a survey', error.message, error);
  }
}

function damaged(path: string, expected: string, found: string, cause?: unknown): TakeawayError {
  return failure('corrupt', `The file ${path}`, expected, found, {
    help: 'Make this part again.',
    remedy: { do: 'replace' },
    cause,
  });
}
