/** Blocks that cannot be read at all, rows that are wrong, and files whose hashes fit: all named, all mended. */
import { spawnSync } from 'node:child_process';
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { createHash } from 'node:crypto';
import { basename, join } from 'node:path';
import { openSqlite } from '../../src/store/catalog/sqlite.js';
import { beforeEach, describe, expect, it } from 'vitest';
import { openStore, rebuildStore, type Verification } from '../../src/index.js';
import { nodeFileSystem, type FileSystem } from '../../src/store/files/file-system.js';
import { systemError } from '../support/file-systems.js';
import { randomStream } from '../../src/common/random.js';
import { REPLAY, SEED } from '../support/seed.js';
import { extendOnce, hashes, openOn, rebuildOn } from '../support/store.js';
import { builtOnce, temporaryFolder } from '../support/temporary.js';

let folder: string;
let blocks: string[];

const fill = builtOnce((whole) => extendOnce(whole, 'squares', { to: 4096, blockLength: 1024 }));
beforeEach(() => {
  folder = temporaryFolder();
  fill(folder);
  blocks = readdirSync(join(folder, '1'))
    .sort()
    .map((file) => join(folder, '1', file));
});

async function verification(repair: boolean, fileSystem = nodeFileSystem): Promise<Verification> {
  const store = await openOn(fileSystem, folder, { readOnly: !repair });
  try {
    return await store.verify({ repair });
  } finally {
    store.close();
  }
}

function changeRows(sql: string): void {
  const db = openSqlite(join(folder, 'catalog.sqlite'));
  db.pragma('ignore_check_constraints = ON');
  db.exec(sql);
  db.close();
}

const obstacles: readonly (readonly [string, (path: string) => void])[] = [
  ['a folder', (path) => mkdirSync(path)],
  ['a folder with something in it', (path) => mkdirSync(join(path, 'deep'), { recursive: true })],
  ['a FIFO', (path) => void spawnSync('mkfifo', [path])],
  ['a link to itself', (path) => symlinkSync(basename(path), path)],
  ['a link to nothing', (path) => symlinkSync('nowhere', path)],
  [
    'a sparse file of 50 GB',
    (path) => {
      writeFileSync(path, '');
      truncateSync(path, 50e9);
    },
  ],
];

describe('in the place of blocks', () => {
  it.each(obstacles)('%s is named, does not hide the rest, and is mended', async (_, put) => {
    const before = await hashes(folder, 'squares');
    for (const path of [blocks[1], blocks[3]]) {
      rmSync(path);
      put(path);
    }
    const reader = await openStore(folder, { readOnly: true });
    await expect(reader.isCold('squares', [1025])).rejects.toMatchObject({});
    reader.close();
    const found = await verification(false);
    expect(found).toMatchObject({ ok: false, blocks: 8 });
    expect(found.problems.map(({ start }) => start)).toEqual([1024, 3072]);
    expect(await verification(true)).toMatchObject({
      ok: true,
      problems: [{ repaired: true }, { repaired: true }],
    });
    expect(await verification(false)).toMatchObject({ ok: true, blocks: 8, problems: [] });
    expect(await hashes(folder, 'squares')).toEqual(before);
  });

  it('unreadable sectors are named and mended', async () => {
    const failing = {
      ...nodeFileSystem,
      open: ((path, expected) =>
        path === blocks[2]
          ? Promise.reject(systemError('EIO'))
          : nodeFileSystem.open(path, expected)) satisfies FileSystem['open'],
    };
    expect(await verification(false, failing)).toMatchObject({ ok: false, problems: [{ start: 2048 }] });
    expect((await verification(true, failing)).problems[0]?.problem).toContain('EIO');
    expect(await verification(true)).toMatchObject({ ok: true, problems: [] });
  });

  it('a file that a rebuild cannot read now stays where it is, and is taken over once it can', async () => {
    const before = await hashes(folder, 'squares');
    const failing = {
      ...nodeFileSystem,
      open: ((path, expected) =>
        path === blocks[3]
          ? Promise.reject(systemError('EIO'))
          : nodeFileSystem.open(path, expected)) satisfies FileSystem['open'],
    };
    const { left } = await rebuildOn(failing, folder);
    expect(left).toMatchObject([{ outcome: 'waiting', reason: expect.stringContaining('EIO') as string }]);
    expect(readdirSync(join(folder, '1'))).toContain(basename(blocks[3]));
    const store = await openStore(folder);
    expect(store.found).toMatchObject([{ outcome: 'adopted', start: 3072 }]);
    store.close();
    expect(await hashes(folder, 'squares')).toEqual(before);
  });

  it('a file in the place of the folder of a series is named and kept, and the series mended', async () => {
    const before = await hashes(folder, 'squares');
    renameSync(join(folder, '1'), join(folder, 'hidden'));
    writeFileSync(join(folder, '1'), 'notes');
    expect((await verification(false)).problems).toHaveLength(4);
    expect(await verification(true)).toMatchObject({ ok: true });
    expect(readFileSync(join(folder, 'orphans', '1'), 'utf8')).toBe('notes');
    expect(await hashes(folder, 'squares')).toEqual(before);
  });
});

describe('a row', () => {
  it.each([
    ['values_offset = 24'],
    ['values_offset = 999999999'],
    ['cold_count = 5'],
    ['largest = 0'],
    ['bytes = bytes + 1'],
  ])('with %s is named, and "repaired" is true', async (change) => {
    const before = await hashes(folder, 'squares');
    changeRows(`UPDATE block SET ${change} WHERE id = 2`);
    expect((await verification(false)).ok).toBe(false);
    const { problems } = await verification(true);
    // The rows above a wrong count disagree with it.
    expect(problems.length).toBeGreaterThan(0);
    expect(problems.every(({ repaired }) => repaired)).toBe(true);
    expect(await verification(false)).toMatchObject({ ok: true, blocks: 8, problems: [] });
    expect(await hashes(folder, 'squares')).toEqual(before);
  });

  it.each([
    ['UPDATE block SET stop = 9007199254740991 WHERE id = 8'],
    ['UPDATE block SET start = 1048640 WHERE id = 3'],
    ["UPDATE block SET file = '../../etc/passwd' WHERE id = 3"],
    ['DELETE FROM block WHERE id = 3'],
    ['UPDATE block SET cold_before = 0'],
    ['UPDATE series SET frontier = 5000'],
  ])('%s is named, and the catalog rebuilt', async (sql) => {
    const before = await hashes(folder, 'squares');
    changeRows(sql);
    const found = await verification(false).catch((error: unknown) => error);
    expect(found).not.toMatchObject({ ok: true });
    const files = blocks.length;
    expect(await rebuildStore(folder)).toMatchObject({ series: 2, blocks: 8, left: [] });
    expect(await verification(false)).toMatchObject({ ok: true, blocks: 8, problems: [] });
    expect(await hashes(folder, 'squares')).toEqual(before);
    expect(readdirSync(join(folder, '1'))).toHaveLength(files);
  });
});

describe('a hostile file whose hash is in the catalog', () => {
  it('is named as damaged, whatever its bytes', { tags: 'slow' }, async () => {
    const random = randomStream(SEED);
    const [path] = blocks;
    const intact = readFileSync(path);
    let last = path;
    for (let run = 0; run < 40; run++) {
      const mutant = Buffer.from(intact);
      const at = mutant.length - 1 - Math.floor(random() * 600);
      mutant[at] ^= 1 + Math.floor(random() * 255);
      const digest = createHash('sha256').update(mutant).digest('hex');
      const name = basename(path).replace(/\.[0-9a-f]{16}\./, `.${digest.slice(0, 16)}.`);
      rmSync(last);
      last = join(folder, '1', name);
      writeFileSync(last, mutant);
      changeRows(`UPDATE block SET file = '${name}', sha256 = '${digest}' WHERE id = 1`);
      const { ok, problems } = await verification(false);
      expect({ run, ok, start: problems[0]?.start }, REPLAY).toEqual({ run, ok: false, start: 0 });
    }
    expect(await verification(true)).toMatchObject({ ok: true });
  });
});
