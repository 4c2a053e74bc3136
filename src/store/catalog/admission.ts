/**
 * Checks a store's folder before anything in it is used. It may come from an attacker, and SQLite trusts its files: it follows
 * links, waits for pipes, rolls back any journal next to a file, and removes the file that such a journal names as its
 * super-journal. Checks directory entries and the ends of journals only; never opens a file that SQLite locks (see lock.ts).
 */
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { basename, join } from 'node:path';
import { failure, type MoreParts, type TakeawayError } from '../../common/errors.js';
import { requireOwnFolder } from '../files/confined.js';
import { isErrno, kindWord, nodeFileSystem, type Entry, type FileSystem } from '../files/file-system.js';
import {
  AGGREGATES_FILE,
  CATALOG_FILE,
  COMPANIONS,
  LOCK_FILE,
  ORPHANS_FOLDER,
  REBUILT_FILE,
  SERIES_FOLDER,
  STATES_FOLDER,
  TEMPORARY_FOLDER,
} from '../files/names.js';

/** A million blocks and more. No text in it exceeds Node's maximum length of a string. */
const MAX_CATALOG_BYTES = 2 ** 29;
/** Read page by page, so memory does not bound them. */
const MAX_AGGREGATES_BYTES = 2 ** 36;

/** The magic bytes of a journal header, also after the name of a super-journal (SQLite's file format, section 3). */
const JOURNAL_MAGIC = Buffer.from('d9d505f920a163d7', 'hex');
const HEADER_BYTES = 28;
/** Offsets of the database's size in pages before the commit, and of the page size. */
const PAGES_AT = 16;
const PAGE_BYTES_AT = 24;
/** SQLite's largest page. A page size of 0 in a header leaves it open. */
const MAX_PAGE_BYTES = 2 ** 16;
/** After the name of a super-journal: its length, a checksum, the magic bytes. */
const SUPER_END_BYTES = 16;

/** A file that SQLite opens: its name in errors, its maximum size, and advice if it is not as required. */
interface DatabaseFile {
  readonly called: string;
  readonly maxBytes: number;
  readonly advice: MoreParts;
}

const CATALOG: DatabaseFile = {
  called: 'catalog',
  maxBytes: MAX_CATALOG_BYTES,
  advice: { remedy: { do: 'rebuild' } },
};

export const LOCK_PROBLEM = 'is not an empty file, as takeaway makes it';
/** No command can repair a damaged lock file, as every writer needs the lock first. */
export const LOCK_ADVICE =
  'Nothing is kept in it. Remove it once no process writes to this store, and run the command again.';

const DATABASES: Readonly<Record<string, DatabaseFile>> = {
  [CATALOG_FILE]: CATALOG,
  [REBUILT_FILE]: {
    ...CATALOG,
    advice: { otherwise: 'A rebuild that was stopped left it. Remove it, and run the command again.' },
  },
  // Nothing is ever committed to it.
  [LOCK_FILE]: { called: 'lock', maxBytes: 0, advice: { otherwise: LOCK_ADVICE } },
  [AGGREGATES_FILE]: {
    called: 'file of kept results',
    maxBytes: MAX_AGGREGATES_BYTES,
    advice: { otherwise: 'Nothing rests on it.' },
  },
};

/**
 * Raises `corrupt` unless every own name in a store is a file or folder as required, and no link. With `rebuilding`, ignores the
 * catalog, which is moved away unread.
 */
export function admitStore(fs: FileSystem, root: string, use: 'reading' | 'writing' | 'rebuilding'): void {
  for (const folder of [SERIES_FOLDER, STATES_FOLDER, TEMPORARY_FOLDER, ORPHANS_FOLDER]) {
    const path = join(root, folder);
    requireOwnFolder(path, fs.look(path));
  }
  for (const [name, file] of Object.entries(DATABASES)) {
    // Users of kept results remove anything in their place.
    if (name === AGGREGATES_FILE || (name === CATALOG_FILE && use === 'rebuilding')) continue;
    for (const end of ['', ...COMPANIONS]) {
      const path = join(root, `${name}${end}`);
      requireFile(file, path, fs.look(path));
    }
  }
}

/**
 * Raises `corrupt` unless SQLite may open a file of a store: the file and its journal have admissible sizes, the journal names no
 * other file, and no files of other journal modes are there. A writable file has one name, as a second one would be changed with
 * it.
 */
export function admitDatabase(path: string, use: 'reading' | 'writing'): void {
  const file = DATABASES[basename(path)] ?? CATALOG;
  const entry = nodeFileSystem.look(path);
  requireFile(file, path, entry);
  if (entry.size > file.maxBytes) {
    const tooLarge = `has ${entry.size} bytes, more than ${file.maxBytes}`;
    throw refusal(file, path, file.maxBytes === 0 ? LOCK_PROBLEM : tooLarge);
  }
  if (use === 'writing') requireOneName(file, path, entry);
  for (const end of COMPANIONS) {
    const beside = `${path}${end}`;
    const found = nodeFileSystem.look(beside);
    if (found.kind === 'missing') continue;
    requireFile(file, beside, found);
    if (end !== '-journal') {
      throw refusal(file, beside, 'is not a file that takeaway makes');
    }
    requireOneName(file, beside, found);
    const problem = journalProblem(beside, file.maxBytes);
    if (problem !== undefined) throw refusal(file, beside, problem);
  }
}

function requireFile(file: DatabaseFile, path: string, entry: Entry): void {
  if (entry.kind === 'file' || entry.kind === 'missing') return;
  throw refusal(file, path, `is ${kindWord(entry)}, not a file of the store itself`);
}

function requireOneName(file: DatabaseFile, path: string, { names }: Entry): void {
  if (names > 1) throw refusal(file, path, `has ${names} names (hard links) instead of one`);
}

function refusal({ called, advice }: DatabaseFile, path: string, problem: string): TakeawayError {
  return failure('corrupt', 'The {file} {path} {problem}.', { file: called, path, problem }, advice);
}

/** Returns the problem of a journal, or undefined if it is sound. */
function journalProblem(path: string, maxBytes: number): string | undefined {
  let journal: number;
  try {
    journal = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
  } catch (error) {
    // A writer has just finished its commit.
    if (isErrno(error, 'ENOENT')) return undefined;
    throw error;
  }
  try {
    const stats = fstatSync(journal);
    const size = stats.isFile() ? stats.size : 0;
    const read = (at: number, length: number): Buffer => {
      const bytes = Buffer.alloc(length);
      return bytes.subarray(0, readSync(journal, bytes, 0, length, at));
    };
    if (size >= SUPER_END_BYTES) {
      const end = read(size - SUPER_END_BYTES, SUPER_END_BYTES);
      const isSuper = end.length === SUPER_END_BYTES && end.subarray(8).equals(JOURNAL_MAGIC);
      const length = isSuper ? end.readUInt32BE(0) : 0;
      // SQLite ignores other lengths, which truncated headers have.
      if (length > 0 && length <= size - SUPER_END_BYTES) {
        return 'is a journal that has SQLite remove another file';
      }
    }
    const header = read(0, HEADER_BYTES);
    if (header.length < HEADER_BYTES || !header.subarray(0, 8).equals(JOURNAL_MAGIC)) return undefined;
    const bytes = header.readUInt32BE(PAGES_AT) * (header.readUInt32BE(PAGE_BYTES_AT) || MAX_PAGE_BYTES);
    // A spilled journal has further headers and page numbers; that of an empty file has a page or two.
    const most = 2 * maxBytes + 2 * MAX_PAGE_BYTES;
    const needed = Math.max(size, bytes);
    return needed <= most ? undefined : `is a journal of ${needed} bytes, more than ${most}`;
  } finally {
    closeSync(journal);
  }
}
