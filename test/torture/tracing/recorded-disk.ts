/**
 * What a disk may hold after the power is lost: every change of files is replayed from a record of system calls, and of
 * those that no sync has made durable any part may be missing. It knows POSIX and nothing kinder: the sync of a file
 * makes its bytes durable and not its name, the sync of a folder its names; a write is torn into sectors.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { SystemCall } from './strace.js';

/** Disks write sectors of this many bytes whole, and SQLite relies on no more. */
const SECTOR = 512;

/** Calls that the record has to have, and those that would change files in ways that are not known here. */
export const RECORDED_CALLS = [
  ...['openat', 'close', 'lseek', 'write', 'pwrite64', 'ftruncate', 'fsync', 'fdatasync'],
  ...['rename', 'unlink', 'mkdir', 'mmap'],
];
const UNKNOWN_CALLS = [
  ...[
    'open',
    'creat',
    'writev',
    'pwritev',
    'pwritev2',
    'truncate',
    'fallocate',
    'sendfile',
    'copy_file_range',
  ],
  ...['renameat', 'renameat2', 'unlinkat', 'rmdir', 'mkdirat', 'link', 'linkat', 'symlink', 'symlinkat'],
];
export const TRACED_CALLS = [...RECORDED_CALLS, ...UNKNOWN_CALLS];

/** A file or a folder, whatever its names. */
interface Inode {
  readonly isFolder: boolean;
  /** What was done to it, in order: to its bytes, or to the names in it. */
  readonly changes: Change[];
}

type Change = { readonly at: number } & (
  | { readonly kind: 'write'; readonly offset: number; readonly bytes: Buffer }
  | { readonly kind: 'size'; readonly size: number }
  | { readonly kind: 'name'; readonly name: string; readonly inode: Inode | undefined }
  | { readonly kind: 'sync' }
);

interface OpenFile {
  readonly inode: Inode;
  position: number;
}

/** Whether a change that no sync has made durable is there after the power was lost. */
export type Keep = () => boolean;

/** The changes of all files below a folder, made by programs that ran one after the other. */
export class RecordedDisk {
  readonly #root: string;
  readonly #top: Inode = { isFolder: true, changes: [] };
  /** What every path below the root is now. */
  readonly #now = new Map<string, Inode>();
  #open = new Map<number, OpenFile>();
  readonly #output: { readonly at: number; readonly text: string }[] = [];
  /** The number of changes so far; before each of them the power may be lost. */
  steps = 0;

  /** `root` is the folder that is there before anything is recorded. */
  constructor(root: string) {
    this.#root = root;
    this.#now.set(root, this.#top);
  }

  /** Takes in the calls of a program that has ended. */
  add(calls: readonly SystemCall[]): void {
    this.#open = new Map();
    for (const call of calls) this.#take(call);
  }

  /** What was printed before a step. */
  outputBefore(step: number): string {
    return this.#output
      .filter(({ at }) => at < step)
      .map(({ text }) => text)
      .join('');
  }

  /** Writes what is left when the power is lost before a step into an empty folder. */
  materialise(folder: string, step: number, keep: Keep): void {
    this.#writeFolder(this.#top, folder, step, keep);
  }

  #take({ name, args, result }: SystemCall): void {
    const paths = [...args.matchAll(/"((?:\\x[0-9a-f]{2})*)"/g)].map(([, text]) => bytesOf(text));
    const file = Number(/^\d+/.exec(args)?.[0] ?? -1);
    if (UNKNOWN_CALLS.includes(name)) {
      if (this.#open.has(file) || paths.some((path) => this.#holds(path.toString()))) {
        throw new Error(`the record has ${name}, of which the disk knows nothing`);
      }
      return;
    }
    if (name === 'mmap') {
      const mapped = /MAP_SHARED[^,]*, (\d+)/.exec(args)?.[1];
      if (mapped !== undefined && this.#open.has(Number(mapped))) throw new Error('the record maps a file');
      return;
    }
    if (result < 0) return;
    if (name === 'write' && (file === 1 || file === 2)) {
      this.#output.push({ at: this.steps, text: paths[0].toString() });
      return;
    }
    const open = this.#open.get(file);
    switch (name) {
      case 'openat':
        this.#openFile(paths[0].toString(), args, result);
        break;
      case 'close':
        this.#open.delete(file);
        break;
      case 'lseek':
        if (open !== undefined) open.position = result;
        break;
      case 'write':
        if (open === undefined) break;
        this.#change(open.inode, {
          kind: 'write',
          offset: open.position,
          bytes: paths[0].subarray(0, result),
        });
        open.position += result;
        break;
      case 'pwrite64': {
        const offset = Number(/, (\d+)$/.exec(args)?.[1]);
        if (open !== undefined) {
          this.#change(open.inode, { kind: 'write', offset, bytes: paths[0].subarray(0, result) });
        }
        break;
      }
      case 'ftruncate':
        if (open !== undefined)
          this.#change(open.inode, { kind: 'size', size: Number(/, (\d+)$/.exec(args)?.[1]) });
        break;
      case 'fsync':
      case 'fdatasync':
        if (open !== undefined) this.#change(open.inode, { kind: 'sync' });
        break;
      case 'mkdir':
        this.#name(paths[0].toString(), { isFolder: true, changes: [] });
        break;
      case 'unlink':
        this.#name(paths[0].toString(), undefined);
        break;
      case 'rename': {
        const [from, to] = paths.map(String);
        const inode = this.#now.get(from);
        if (inode === undefined) break;
        this.#name(to, inode);
        this.#name(from, undefined);
        break;
      }
    }
  }

  #openFile(path: string, args: string, file: number): void {
    this.#open.delete(file);
    if (!this.#holds(path)) return;
    let inode = this.#now.get(path);
    if (inode === undefined) {
      if (!args.includes('O_CREAT')) throw new Error(`the record opens ${path}, which it did not make`);
      inode = { isFolder: false, changes: [] };
      this.#name(path, inode);
    } else if (args.includes('O_TRUNC')) {
      this.#change(inode, { kind: 'size', size: 0 });
    }
    this.#open.set(file, { inode, position: 0 });
  }

  #holds(path: string): boolean {
    return path === this.#root || path.startsWith(`${this.#root}/`);
  }

  #name(path: string, inode: Inode | undefined): void {
    if (!this.#holds(path)) return;
    const folder = this.#now.get(dirname(path));
    if (folder === undefined) throw new Error(`the record names ${path} in a folder that it did not make`);
    this.#change(folder, { kind: 'name', name: path.slice(dirname(path).length + 1), inode });
    if (inode === undefined) this.#now.delete(path);
    else this.#now.set(path, inode);
  }

  #change(
    inode: Inode,
    change:
      | Omit<Extract<Change, { kind: 'write' }>, 'at'>
      | Omit<Extract<Change, { kind: 'size' }>, 'at'>
      | Omit<Extract<Change, { kind: 'name' }>, 'at'>
      | Omit<Extract<Change, { kind: 'sync' }>, 'at'>,
  ): void {
    inode.changes.push({ ...change, at: this.steps });
    this.steps++;
  }

  #writeFolder(inode: Inode, path: string, step: number, keep: Keep): void {
    mkdirSync(path, { recursive: true });
    const names = new Map<string, Inode>();
    for (const change of survivors(inode, step, keep)) {
      if (change.kind !== 'name') continue;
      if (change.inode === undefined) names.delete(change.name);
      else names.set(change.name, change.inode);
    }
    for (const [name, child] of names) {
      const childPath = join(path, name);
      if (child.isFolder) this.#writeFolder(child, childPath, step, keep);
      else writeFileSync(childPath, contentOf(child, step, keep));
    }
  }
}

/** The changes of an inode that are there: those before its last sync, and of later ones what is kept. */
function* survivors({ changes }: Inode, step: number, keep: Keep): Generator<Change, void, undefined> {
  const done = changes.filter(({ at }) => at < step);
  const synced = done.findLastIndex(({ kind }) => kind === 'sync');
  for (const [i, change] of done.entries()) {
    if (i <= synced || change.kind === 'sync') yield change;
    else if (change.kind !== 'write') {
      if (keep()) yield change;
    } else {
      // Torn where sectors of the file begin.
      for (let from = 0; from < change.bytes.length;) {
        const to = Math.min(change.bytes.length, from + SECTOR - ((change.offset + from) % SECTOR));
        if (keep()) yield { ...change, offset: change.offset + from, bytes: change.bytes.subarray(from, to) };
        from = to;
      }
    }
  }
}

function contentOf(inode: Inode, step: number, keep: Keep): Buffer {
  let content = Buffer.alloc(0);
  const resize = (size: number): void => {
    content =
      size <= content.length
        ? content.subarray(0, size)
        : Buffer.concat([content, Buffer.alloc(size - content.length)]);
  };
  for (const change of survivors(inode, step, keep)) {
    if (change.kind === 'size') resize(change.size);
    if (change.kind !== 'write') continue;
    const end = change.offset + change.bytes.length;
    // A copy: what was cut away may not come back.
    content = Buffer.from(content);
    if (end > content.length) resize(end);
    change.bytes.copy(content, change.offset);
  }
  return content;
}

/** The bytes of a text that strace wrote as `\x41\x42`. */
function bytesOf(text: string): Buffer {
  return Buffer.from(text.replaceAll('\\x', ''), 'hex');
}
