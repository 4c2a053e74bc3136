/** Many files at once: each is synced before it has its name, each folder after its last one, and few are open meanwhile. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { StoreFolder, type NewFile } from '../../../src/store/files/store-folder.js';
import type { WritableFile } from '../../../src/store/files/file-system.js';
import {
  forgettingFileSystem,
  systemError,
  watchedFileSystem,
  type Call,
} from '../../support/file-systems.js';
import { temporaryFolder } from '../../support/temporary.js';

const FILES = 150;

/** Files in three folders, all of them different. */
function someFiles(root: string): NewFile[] {
  return Array.from({ length: FILES }, (_, i) => ({
    folder: join(root, String(1 + (i % 3))),
    name: `${i}.arrow`,
    bytes: Buffer.from(`file ${i}`),
  }));
}

function foldersOf(files: readonly NewFile[]): Set<string> {
  return new Set(files.map(({ folder }) => folder));
}

describe('files of a batch', () => {
  it('are synced before they have their names, and their folders afterwards', async () => {
    const root = temporaryFolder();
    const calls: Call[] = [];
    const fs = watchedFileSystem((call) => void calls.push(call));
    const files = someFiles(root);
    await new StoreFolder(fs, root).writeAll(foldersOf(files), files);
    const unsynced = new Set<string>();
    const synced = new Set<string>();
    const named = new Map<string, number>();
    let most = 0;
    for (const { operation, path } of calls) {
      if (operation === 'create') unsynced.add(path);
      most = Math.max(most, unsynced.size);
      if (operation === 'sync') {
        unsynced.delete(path);
        synced.add(path);
      }
      if (operation === 'rename') {
        named.set(dirname(path), (named.get(dirname(path)) ?? 0) + 1);
        // As many have their names as were synced, at most.
        expect([...named.values()].reduce((a, b) => a + b)).toBeLessThanOrEqual(synced.size);
      }
      // A folder that has its files is synced once it has all of them.
      if (operation === 'syncDirectory' && named.has(path)) expect(named.get(path)).toBe(FILES / 3);
    }
    expect(most).toBeGreaterThan(1);
    expect(most).toBeLessThanOrEqual(64);
    const syncedFolders = calls.filter(({ operation }) => operation === 'syncDirectory').slice(-3);
    expect(new Set(syncedFolders.map(({ path }) => path))).toEqual(foldersOf(files));
    for (const { folder, name, bytes } of files)
      expect(readFileSync(join(folder, name)).equals(bytes)).toBe(true);
    expect(readdirSync(join(root, 'tmp'))).toEqual([]);
  });

  it.each([1, 7])('are written in smaller batches if only %d may be open', async (most) => {
    const root = temporaryFolder();
    let open = 0;
    const watched = watchedFileSystem(({ operation }) => {
      if (operation !== 'create') return;
      if (open >= most) throw systemError('EMFILE');
      open++;
    });
    const fs: typeof watched = {
      ...watched,
      async create(path) {
        const file = await watched.create(path);
        return { ...file, close: () => file.close().finally(() => open--) };
      },
    };
    const files = someFiles(root);
    await new StoreFolder(fs, root).writeAll(foldersOf(files), files);
    for (const { folder, name, bytes } of files)
      expect(readFileSync(join(folder, name)).equals(bytes)).toBe(true);
    const none = new StoreFolder({ ...fs, create: () => Promise.reject(systemError('EMFILE')) }, root);
    await expect(none.writeAll(foldersOf(files), files)).rejects.toThrow('Raise the limit of open files');
  });

  it('are all there after a loss of power', async () => {
    const root = temporaryFolder();
    const { fs, losePower } = forgettingFileSystem(Infinity);
    const files = someFiles(root);
    await new StoreFolder(fs, root).writeAll(foldersOf(files), files);
    await losePower();
    for (const { folder, name, bytes } of files)
      expect(readFileSync(join(folder, name)).equals(bytes)).toBe(true);
  });

  it.each(['create', 'write', 'sync', 'close', 'rename'] as const)(
    'leave nothing under tmp/ where a %s fails, and none has a name that was not synced',
    async (failing) => {
      const root = temporaryFolder();
      const synced = new Set<string>();
      let calls = 0;
      const closed: string[] = [];
      const watched = watchedFileSystem(({ operation, path }) => {
        if (operation === failing && ++calls === 100) throw systemError('EIO');
        if (operation === 'sync') synced.add(path);
      });
      const create = async (path: string): Promise<WritableFile> => {
        const file = await watched.create(path);
        const close = async (): Promise<void> => {
          const count = closed.push(path);
          await file.close();
          if (count === 100 && failing === 'close') throw systemError('EIO');
        };
        return { ...file, close };
      };
      const fs = { ...watched, create };
      const files = someFiles(root);
      await expect(new StoreFolder(fs, root).writeAll(foldersOf(files), files)).rejects.toMatchObject({
        code: 'io',
      });
      expect(readdirSync(join(root, 'tmp'))).toEqual([]);
      const there = files.filter(({ folder, name }) => existsSync(join(folder, name)));
      expect(there.length).toBe(failing === 'rename' || failing === 'close' ? 99 : 64);
      // A number that is closed a second time may be that of another file by then.
      expect(new Set(closed).size).toBe(closed.length);
      expect(synced.size).toBeGreaterThanOrEqual(there.length);
      for (const { folder, name, bytes } of there)
        expect(readFileSync(join(folder, name)).equals(bytes), basename(name)).toBe(true);
    },
  );
});
