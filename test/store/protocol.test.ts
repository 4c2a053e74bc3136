/** G1, G4: the order of system calls of one block, and what is left after each kind of failure. */
import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openStore } from '../../src/index.js';
import { IS_LONG } from '../support/seed.js';
import { systemError, watchedFileSystem, type Call } from '../support/file-systems.js';
import { extendOnce, hashes, openOn } from '../support/store.js';
import { temporaryFolder } from '../support/temporary.js';

const blockLength = 1024;

describe('the commit protocol', () => {
  it('writes, syncs, renames, syncs the folder, commits, and only then announces', async () => {
    const folder = temporaryFolder();
    const calls: Call[] = [];
    const store = await openOn(
      watchedFileSystem((call) => void calls.push(call)),
      folder,
    );
    const committedAtRename: number[] = [];
    for await (const block of store.extend('squares', { to: 1024, series: 'cold', blockLength })) {
      const reader = await openStore(folder, { readOnly: true });
      committedAtRename.push(reader.info('squares')[0].series.cold?.frontier ?? 0);
      reader.close();
      expect(block.stop).toBe(1024);
    }
    store.close();
    expect(committedAtRename).toEqual([1024]);
    const relevant = calls.filter(({ operation }) => operation !== 'makeDirectory');
    const isPart = ({ path }: Call): boolean => path.endsWith('.part');
    const order = relevant.map((call) => `${call.operation} ${isPart(call) ? 'part' : basename(call.path)}`);
    // What the series is lies in a file before a block of it does.
    const described = order.indexOf('create part');
    const writing = ['create part', 'write part', 'sync part'];
    expect(order.slice(described, described + 5)).toEqual([
      ...writing,
      'rename 1.json',
      'syncDirectory series',
    ]);
    const start = order.indexOf('create part', described + 1);
    const name = basename(relevant.filter(({ operation }) => operation === 'rename')[1]?.path ?? '');
    expect(name).toMatch(/^0{16}-0{12}1024\.[0-9a-f]{16}\.arrow$/);
    expect(order.slice(start)).toEqual([...writing, `rename ${name}`, 'syncDirectory 1']);
    // The new folder's name is made durable before a block relies on it.
    expect(order.slice(0, start)).toContain(`syncDirectory ${basename(folder)}`);
  });

  it('makes the names of folders durable when a store is opened: a killed writer may have made them', async () => {
    const folder = temporaryFolder();
    await extendOnce(folder, 'squares', { to: 1024, series: 'cold', blockLength });
    const synced: string[] = [];
    const fileSystem = watchedFileSystem(({ operation, path }) => {
      if (operation === 'syncDirectory') synced.push(basename(path));
    });
    (await openOn(fileSystem, folder)).close();
    expect(synced).toContain(basename(folder));
  });

  const CODES = ['EIO', 'ENOSPC', 'EFBIG'];
  const OPERATIONS = ['create', 'write', 'sync', 'rename', 'syncDirectory'] as const;
  it.each(CODES)('reports %s, announces nothing of the block, and goes on later', async (code) => {
    const whole = temporaryFolder();
    await extendOnce(whole, 'squares', { to: 4096, series: 'cold', blockLength });
    const expected = await hashes(whole, 'squares');
    // In `npm test` every operation fails with one of the codes.
    const failing = OPERATIONS.filter((_, i) => IS_LONG || i % CODES.length === CODES.indexOf(code));
    for (const operation of failing) {
      const folder = temporaryFolder();
      await extendOnce(folder, 'squares', { to: 1024, series: 'cold', blockLength });
      let failures = 0;
      let isFailing = false;
      const fileSystem = watchedFileSystem((call) => {
        if (isFailing && call.operation === operation) {
          failures++;
          throw systemError(code);
        }
      });
      const announced: number[] = [];
      const store = await openOn(fileSystem, folder);
      isFailing = true;
      const extension = async (): Promise<void> => {
        for await (const { stop } of store.extend('squares', { to: 4096, series: 'cold', blockLength })) {
          announced.push(stop);
        }
      };
      await expect(extension()).rejects.toMatchObject({ code: 'io' });
      store.close();
      // The next writer finds out before it solves anything.
      if (operation === 'create') {
        await expect(openOn(fileSystem, folder)).rejects.toMatchObject({ code: 'io' });
        failures--;
      }
      expect(announced).toEqual([]);
      expect(failures).toBe(1);
      await extendOnce(folder, 'squares', { to: 4096, series: 'cold', blockLength });
      expect(await hashes(folder, 'squares')).toEqual(expected);
      expect(readdirSync(join(folder, 'tmp'))).toEqual([]);
      expect(readdirSync(join(folder, '1'))).toHaveLength(4);
    }
  });

  it('writes on when a write takes only part of the bytes', async () => {
    const folder = temporaryFolder();
    const { forgettingFileSystem } = await import('../support/file-systems.js');
    await extendOnce(
      folder,
      'squares',
      { to: 100_000, series: 'cold' },
      { fileSystem: forgettingFileSystem(Infinity).fs },
    );
    const store = await openStore(folder, { readOnly: true });
    expect(await store.verify()).toMatchObject({ ok: true, blocks: 1 });
    store.close();
  });
});
