/** A catalog that is older than the block files beside it: readers answer from what it knows, and say that there is more. */
import { copyFileSync, cpSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { openStore } from '../../src/index.js';
import { takeWriterLock } from '../../src/store/catalog/lock.js';
import { nodeFileSystem, type FileSystem } from '../../src/store/files/file-system.js';
import { takeaway } from '../support/cli.js';
import { extendOnce, hashes, openOn } from '../support/store.js';
import { temporaryFolder } from '../support/temporary.js';

const LENGTH = 1024;

let folder: string;
let backup: string;

beforeEach(() => {
  folder = temporaryFolder();
  backup = temporaryFolder();
});

const extend = (to: number, series: 'cold' | 'nim' | 'both' = 'both'): Promise<unknown> =>
  extendOnce(folder, 'squares', { to, series, blockLength: LENGTH });

/** Fills the store to `before`, makes a backup, goes on to `after`, and puts the old catalog back. */
async function putBack(before: number, after: number): Promise<void> {
  await extend(before);
  cpSync(folder, backup, { recursive: true });
  await extend(after);
  copyFileSync(join(backup, 'catalog.sqlite'), join(folder, 'catalog.sqlite'));
}

async function beyond(): Promise<unknown> {
  const store = await openStore(folder, { readOnly: true });
  try {
    store.info();
    return await store.beyondCatalog();
  } finally {
    store.close();
  }
}

const both = (frontier: number, reach: number): unknown[] => [
  { game: 'squares', series: 'cold', frontier, reach },
  { game: 'squares', series: 'nim', frontier, reach },
];

describe('an older catalog', () => {
  it('is told of by every reader, and made up for by the command that is named', async () => {
    await putBack(4 * LENGTH, 8 * LENGTH);
    const whole = await beyond();
    expect(whole).toEqual(both(4 * LENGTH, 8 * LENGTH));
    const note =
      'Block files of squares cold reach to 8192, and the catalog knows them to 4096: it is an older copy, or a ' +
      `writer was stopped. Run 'takeaway verify --repair --store ${folder}' to take them over.\n`;
    for (const [args, code] of [
      [['query', 'squares', '34'], 0],
      [['query', 'squares', '34', '--json'], 0],
      [['query', 'squares', '5000'], 0],
      [['values', '--format', 'lines', 'squares', '--series', 'cold', '--to', '3'], 0],
      [['export', 'squares', '--series', 'cold', '--format', 'bfile'], 0],
      [['analyze', 'squares', 'density', '--quiet'], 0],
      [['info'], 0],
      [['info', 'squares', '--json'], 0],
      [['games'], 0],
      [['verify', '--quiet'], 0],
    ] as const) {
      const finished = await takeaway([...args, '--store', folder]);
      expect(finished.code, finished.stderr).toBe(code);
      expect(finished.stderr, args.join(' ')).toContain(note);
    }
    const { code, stderr } = await takeaway(['verify', '--repair', '--quiet', '--store', folder]);
    expect(code, stderr).toBe(0);
    expect(stderr).toContain('Adopted a block that the catalog did not know: squares cold 7168 to 8192');
    expect(await beyond()).toEqual([]);
    const again = temporaryFolder();
    await extendOnce(again, 'squares', { to: 8 * LENGTH });
    expect(await hashes(folder, 'squares')).toEqual(await hashes(again, 'squares'));
  });

  it('is noticed after a whole copy was put back over the store', async () => {
    await putBack(4 * LENGTH, 8 * LENGTH);
    cpSync(backup, folder, { recursive: true, force: true });
    expect(await beyond()).toEqual(both(4 * LENGTH, 8 * LENGTH));
  });

  it('is noticed by one block more', async () => {
    await putBack(4 * LENGTH, 5 * LENGTH);
    expect(await beyond()).toEqual(both(4 * LENGTH, 5 * LENGTH));
  });

  it('is noticed where its last block was folded into a longer one', async () => {
    await putBack(3 * LENGTH + 100, 3 * LENGTH + 500);
    expect(await beyond()).toEqual(both(3 * LENGTH + 100, 3 * LENGTH + 500));
  });

  it('is noticed as far as files follow each other', async () => {
    await putBack(2 * LENGTH, 6 * LENGTH);
    const lost = readdirSync(join(folder, '1')).find((name) => Number(name.slice(0, 16)) === 4 * LENGTH)!;
    rmSync(join(folder, '1', lost));
    const [cold, nim] = [4, 6].map((blocks) => both(2 * LENGTH, blocks * LENGTH));
    expect(await beyond()).toEqual([cold[0], nim[1]]);
  });

  it('is noticed where it does not know a series at all', async () => {
    await extend(LENGTH, 'cold');
    copyFileSync(join(folder, 'catalog.sqlite'), join(backup, 'catalog.sqlite'));
    await extend(2 * LENGTH, 'nim');
    copyFileSync(join(backup, 'catalog.sqlite'), join(folder, 'catalog.sqlite'));
    expect(await beyond()).toEqual([{ game: 'squares', series: 'nim', frontier: 0, reach: 2 * LENGTH }]);
  });
});

describe('a catalog that knows all', () => {
  it('is told nothing of, and no folder is listed for that', async () => {
    await extend(8 * LENGTH);
    const listed: string[] = [];
    const fileSystem: FileSystem = {
      ...nodeFileSystem,
      list: (path) => {
        listed.push(path);
        return nodeFileSystem.list(path);
      },
    };
    const store = await openOn(fileSystem, folder, { readOnly: true });
    await store.query('squares', [34, 8191]);
    expect(await store.beyondCatalog()).toEqual([]);
    store.close();
    expect(listed).toEqual([]);
  });

  it('is told nothing of in a copy, after a fold, or beside a writer at work', async () => {
    await extend(8 * LENGTH + 10);
    await extend(8 * LENGTH + 20);
    expect(await beyond()).toEqual([]);
    const copy = temporaryFolder();
    cpSync(folder, copy, { recursive: true });
    rmSync(folder, { recursive: true });
    cpSync(copy, folder, { recursive: true });
    expect(await beyond()).toEqual([]);
    await putBack(9 * LENGTH, 10 * LENGTH);
    const files = await beyond();
    expect(files).toEqual(both(9 * LENGTH, 10 * LENGTH));
    // Whoever writes has taken over all that was there when it began.
    const lock = takeWriterLock(folder);
    expect(await beyond()).toEqual([]);
    lock.release();
    expect(await beyond()).toEqual(files);
  });
});
