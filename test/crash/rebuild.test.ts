/** A rebuild or a takeover that stops before any of its changes to the disk loses nothing, and is done by the next one. */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { openStore, rebuildStore } from '../../src/index.js';
import { stoppingFileSystem } from '../support/file-systems.js';
import { extendOnce, hashes, openOn, rebuildOn } from '../support/store.js';
import { temporaryFolder } from '../support/temporary.js';

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
  it('a rebuild is done by the next one, and the catalog before it is the old or the new one', async () => {
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
  });

  it('a takeover of files that a catalog does not know is done by the next writer', async () => {
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
  });
});

function copyCatalog(from: string, to: string): void {
  writeFileSync(join(to, 'catalog.sqlite'), readFileSync(join(from, 'catalog.sqlite')));
}
