/** Parts of stores that somebody made who means harm, and folders beside them in which nothing may change. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  closeSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readlinkSync,
  readSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

const MAGIC = Buffer.from('d9d505f920a163d7', 'hex');
const SECTOR = 512;
const PAGE_BYTES = 4096;

/**
 * A journal that SQLite takes for one of a commit that was cut short: it gives the file `pages` pages. With a
 * super-journal, SQLite then removes the file of that name.
 */
export function hotJournal(pages: number, superJournal?: string): Buffer {
  const header = Buffer.alloc(SECTOR);
  MAGIC.copy(header);
  header.writeUInt32BE(pages, 16);
  header.writeUInt32BE(SECTOR, 20);
  header.writeUInt32BE(PAGE_BYTES, 24);
  if (superJournal === undefined) return header;
  const name = Buffer.from(superJournal);
  const end = Buffer.alloc(16);
  end.writeUInt32BE(name.length, 0);
  end.writeUInt32BE(
    name.reduce((sum, byte) => sum + byte, 0),
    4,
  );
  MAGIC.copy(end, 8);
  return Buffer.concat([header, Buffer.alloc(4), name, end]);
}

/** What may lie in the place of a file or a folder; each is made where nothing is. `outside` is another folder. */
export const OBSTACLES: Readonly<Record<string, (path: string, outside: string) => void>> = {
  'a FIFO': (path) => void spawnSync('mkfifo', [path]),
  'a socket': (path) => {
    // The process that made it ends at once, and leaves it.
    const script =
      "require('net').createServer().listen(process.argv[1], () => process.kill(process.pid, 'SIGKILL'))";
    spawnSync(process.execPath, ['-e', script, path]);
  },
  'a folder': (path) => mkdirSync(path),
  'a folder with something in it': (path) => mkdirSync(join(path, 'deep'), { recursive: true }),
  'a link to a file': (path, outside) => symlinkSync(join(outside, 'file'), path),
  'a link to a folder': (path, outside) => symlinkSync(outside, path),
  'a link to nothing': (path, outside) => symlinkSync(join(outside, 'new'), path),
  'a link to a device': (path) => symlinkSync('/dev/zero', path),
  'a hard link': (path, outside) => linkSync(join(outside, 'file'), path),
  'an empty file': (path) => writeFileSync(path, ''),
  'a text': (path) => writeFileSync(path, 'no more than some words '.repeat(100)),
  'a sparse file of 3 GB': (path) => {
    writeFileSync(path, '');
    truncateSync(path, 3e9);
  },
};

/** A folder outside every store, with all that a store may be made to reach for. */
export function makeCanary(folder: string): string {
  mkdirSync(join(folder, 'deep'), { recursive: true });
  writeFileSync(join(folder, 'file'), 'a file of the user');
  for (const name of ['a.part', 'b.probe', '1.json', 'catalog.sqlite', 'catalog.sqlite-journal']) {
    writeFileSync(join(folder, name), `${name} of the user`);
  }
  writeFileSync(
    join(folder, 'deep', `${'0'.repeat(16)}-${'64'.padStart(16, '0')}.${'a'.repeat(16)}.arrow`),
    'x',
  );
  return folder;
}

/** The hash of a file; of a huge one, which is sparse, that of its beginning. */
function digestOf(path: string): string {
  const file = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(2 ** 20);
    const length = readSync(file, bytes);
    return createHash('sha256').update(bytes.subarray(0, length)).digest('hex');
  } finally {
    closeSync(file);
  }
}

/** Every name below a folder with its kind, bytes and times; not what reading changes. */
export function pictureOf(folder: string): string {
  const lines = ['', ...readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()].map((name) => {
    const path = join(folder, name);
    const { mode, size, mtimeNs, ctimeNs, ino } = lstatSync(path, { bigint: true });
    const kind = mode & 0o170000n;
    const content = kind === 0o120000n ? readlinkSync(path) : kind === 0o100000n ? digestOf(path) : '';
    // A store may remove its own name of a file, a hard link, which changes the state of that file.
    const state = kind === 0o100000n ? '' : ctimeNs;
    return `${name} ${mode} ${ino} ${size} ${mtimeNs} ${state} ${content}`;
  });
  return lines.join('\n');
}

/** Puts an obstacle in the place of what is there. */
export function replaceBy(obstacle: string, path: string, outside: string): void {
  mkdirSync(dirname(path), { recursive: true });
  rmSync(path, { recursive: true, force: true });
  OBSTACLES[obstacle](path, outside);
}
