/**
 * A rebuild or a takeover that stops before any of its changes to the disk loses nothing, and is done by the next one. Once it
 * is done, a loss of power takes nothing of it back.
 */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { openStore, rebuildStore } from '../../src/index.js';
import { forgettingFileSystem, stoppingFileSystem, systemError } from '../support/file-systems.js';
import { extendOnce, hashes, openOn, rebuildOn } from '../support/store.js';
import { temporaryFolder } from '../support/temporary.js';
import { blockFileName } from '../../src/store/files/store-folder.js';
import type { FileSystem } from '../../src/store/files/file-system.js';

const blockLength = 1024;
let whole: string;
let expected: Awaited<ReturnType<typeof hashes>>;

beforeEach(async () => {
  whole = temporaryFolder();
  await extendOnce(whole, 'squares', { to: 2500, blockLength });
  expected = await hashes(whole, 'squares');
});

/** The contents of all block files, wherever in the store they are. */
function contents(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const files = names.filter((name) => name.endsWith('.arrow'));
  return files.map((name) => readFileSync(join(folder, name)).toString('base64')).sort();
}

/** Lets `work` run into a stop before its n-th change, for every n until it gets through; returns how many there are. */
async function stopEverywhere(
  prepare: (folder: string) => void,
  work: (folder: string, n: number) => Promise<unknown>,
  afterwards: (folder: string) => Promise<unknown>,
): Promise<number> {
  const blocks = contents(whole);
  for (let n = 0; ; n++) {
    const folder = join(temporaryFolder(), 'store');
    await cp(whole, folder, { recursive: true });
    prepare(folder);
    const isDone = await work(folder, n).then(
      () => true,
      () => false,
    );
    expect(contents(folder)).toEqual(blocks);
    await afterwards(folder);
    expect(await hashes(folder, 'squares')).toEqual(expected);
    expect(contents(folder)).toEqual(blocks);
    if (isDone) return n;
  }
}

describe('stopped before any change', () => {
  it(
    'a rebuild is done by the next one, and the catalog before it is the old or the new one',
    { tags: 'slow' },
    async () => {
      const steps = await stopEverywhere(
        () => undefined,
        (folder, n) => rebuildOn(stoppingFileSystem(n), folder),
        async (folder) => {
          const store = await openStore(folder, { readOnly: true }).catch((error: unknown) => error);
          if (store instanceof Error) expect(store).toMatchObject({ code: 'corrupt' });
          else (store as Awaited<ReturnType<typeof openStore>>).close();
          await rebuildStore(folder);
        },
      );
      expect(steps).toBeGreaterThan(8);
    },
  );

  it(
    'a takeover of files that a catalog does not know is done by the next writer',
    { tags: 'slow' },
    async () => {
      const older = temporaryFolder();
      await extendOnce(older, 'squares', { to: 1024, blockLength });
      const steps = await stopEverywhere(
        (folder) => {
          rmSync(join(folder, 'catalog.sqlite'));
          rmSync(join(folder, 'series'), { recursive: true });
          copyCatalog(older, folder);
        },
        async (folder, n) => (await openOn(stoppingFileSystem(n), folder)).close(),
        async (folder) => (await openStore(folder)).close(),
      );
      expect(steps).toBeGreaterThan(8);
    },
  );
});

describe('power that is lost afterwards', () => {
  it('leaves the catalog of a rebuild under its name', async () => {
    const { fs, losePower } = forgettingFileSystem(Infinity);
    await rebuildOn(fs, whole);
    await losePower();
    expect(readdirSync(whole)).toContain('catalog.sqlite');
    expect(await hashes(whole, 'squares')).toEqual(expected);
  });

  it('leaves what was set aside in orphans/', async () => {
    const name = blockFileName({ start: 2500, stop: 3000 }, '0'.repeat(16));
    writeFileSync(join(whole, '1', name), 'x'.repeat(500));
    const { fs, losePower } = forgettingFileSystem(Infinity);
    await rebuildOn(fs, whole);
    await losePower();
    expect(readdirSync(join(whole, 'orphans'))).toContain(`1-${name}`);
  });

  it('leaves a block that a killed writer had renamed, and that the next one has taken over', async () => {
    const folder = temporaryFolder();
    const { fs, losePower } = forgettingFileSystem(Infinity);
    await extendOnce(folder, 'squares', { to: 1024, blockLength }, { fileSystem: fs });
    let isKilled = false;
    const killed = (): Promise<never> => {
      isKilled = true;
      return Promise.reject(systemError('EIO'));
    };
    // Killed between the name of the second cold block and the sync of its folder.
    const beforeSync: FileSystem = {
      ...fs,
      remove: (path) => (isKilled ? killed() : fs.remove(path)),
      syncDirectory: (path) => (basename(path) === '1' ? killed() : fs.syncDirectory(path)),
    };
    const more = { to: 2048, series: 'cold', blockLength } as const;
    await expect(extendOnce(folder, 'squares', more, { fileSystem: beforeSync })).rejects.toThrow();
    expect(readdirSync(join(folder, '1'))).toHaveLength(2);
    const store = await openOn(fs, folder);
    expect(store.info('squares')[0].series.cold?.frontier).toBe(2048);
    store.close();
    await losePower();
    expect(await hashes(folder, 'squares')).toMatchObject({ cold: await hashOfCold(2048) });
  });
});

async function hashOfCold(to: number): Promise<string | undefined> {
  return (await hashes(whole, 'squares', to)).cold;
}

function copyCatalog(from: string, to: string): void {
  writeFileSync(join(to, 'catalog.sqlite'), readFileSync(join(from, 'catalog.sqlite')));
}
