/** G2, G3: the machine stops, or loses power, before every single change to the disk in turn. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openStore, type ExtendOptions } from '../../src/index.js';
import { forgettingFileSystem, stoppingFileSystem } from '../support/file-systems.js';
import { effort, SEED } from '../support/seed.js';
import { extendOnce, hashes, openOn } from '../support/store.js';
import { temporaryFolder } from '../support/temporary.js';
import type { FileSystem } from '../../src/store/files/file-system.js';

const TO = 3000;
const options: ExtendOptions = { to: TO, blockLength: 1024 };

/** Extends until the file system gives up; returns the announced ends by series, or undefined when it never did. */
async function extendUntilStopped(
  folder: string,
  fileSystem: FileSystem,
): Promise<Map<string, number> | undefined> {
  const announced = new Map<string, number>();
  let store;
  try {
    store = await openOn(fileSystem, folder);
    // Two runs, so that folding a short block is also interrupted everywhere.
    for (const to of [700, TO]) {
      for await (const block of store.extend('squares', { ...options, to }))
        announced.set(block.series, block.stop);
    }
    return undefined;
  } catch {
    return announced;
  } finally {
    store?.close();
  }
}

async function check(
  makeFileSystem: (n: number) => { fs: FileSystem; afterwards: () => Promise<void> },
): Promise<number> {
  const whole = temporaryFolder();
  await extendOnce(whole, 'squares', options);
  const expected = await hashes(whole, 'squares');
  // In `npm test` before every third change, and in another third at each run.
  for (let n = SEED % effort(3, 1); ; n += effort(3, 1)) {
    // Two new folders above the store's files: their names too must last.
    const folder = join(temporaryFolder(), 'new', 'store');
    const { fs, afterwards } = makeFileSystem(n);
    const announced = await extendUntilStopped(folder, fs);
    if (announced === undefined) return n;
    await afterwards();

    const reader = await openStore(folder, { readOnly: true });
    for (const [series, stop] of announced) {
      const info = reader.info('squares').at(0)?.series[series as 'cold' | 'nim'];
      expect(info?.frontier).toBeGreaterThanOrEqual(stop);
    }
    expect(await reader.verify()).toMatchObject({ ok: true, problems: [] });
    reader.close();

    await extendOnce(folder, 'squares', options);
    expect(await hashes(folder, 'squares')).toEqual(expected);
    const files = [...readdirSync(join(folder, '1')), ...readdirSync(join(folder, '2'))];
    expect(files).toHaveLength(6);
    expect(readdirSync(join(folder, 'tmp'))).toEqual([]);
  }
}

describe('a machine that stops', () => {
  it(
    'leaves a gapless prefix with all that was announced, wherever it stops',
    { tags: 'slow', timeout: 900_000 },
    async () => {
      const steps = await check((n) => ({
        fs: stoppingFileSystem(n),
        afterwards: async () => Promise.resolve(),
      }));
      expect(steps).toBeGreaterThan(50);
    },
  );

  it(
    'also when it loses power: unsynced data and names are gone',
    { tags: 'slow', timeout: 900_000 },
    async () => {
      const steps = await check((n) => {
        const { fs, losePower } = forgettingFileSystem(n);
        return { fs, afterwards: losePower };
      });
      expect(steps).toBeGreaterThan(50);
    },
  );
});
