/** File systems that record, fail, stop or forget, around the real one. */
import { rm, truncate } from 'node:fs/promises';
import { dirname } from 'node:path';
import { nodeFileSystem, type FileSystem } from '../../src/store/files/file-system.js';

/** An operation that changes the disk, with the path it changes. */
export interface Call {
  readonly operation:
    | 'makeDirectory'
    | 'create'
    | 'write'
    | 'sync'
    | 'close'
    | 'rename'
    | 'remove'
    | 'removeDirectory'
    | 'syncDirectory';
  readonly path: string;
}

/** Calls `before` ahead of every operation that changes the disk; what it throws, the operation throws. */
export function watchedFileSystem(before: (call: Call) => void | Promise<void>): FileSystem {
  const watch = async <Result>(
    operation: Call['operation'],
    path: string,
    action: () => Promise<Result>,
  ): Promise<Result> => {
    await before({ operation, path });
    return action();
  };
  return {
    ...nodeFileSystem,
    makeDirectory: (path) => watch('makeDirectory', path, () => nodeFileSystem.makeDirectory(path)),
    create: (path) =>
      watch('create', path, async () => {
        const file = await nodeFileSystem.create(path);
        return {
          write: (bytes) => watch('write', path, () => file.write(bytes)),
          sync: () => watch('sync', path, () => file.sync()),
          // A descriptor is always closed, or the test process would run out of them.
          close: () => file.close(),
        };
      }),
    rename: (from, to) => watch('rename', to, () => nodeFileSystem.rename(from, to)),
    remove: (path) => watch('remove', path, () => nodeFileSystem.remove(path)),
    removeDirectory: (path) => watch('removeDirectory', path, () => nodeFileSystem.removeDirectory(path)),
    syncDirectory: (path) => watch('syncDirectory', path, () => nodeFileSystem.syncDirectory(path)),
  };
}

/** A system error as the kernel would report it. */
export function systemError(code: string): Error {
  return Object.assign(new Error(`${code}: injected`), { code, syscall: 'injected' });
}

/** A file system whose machine stops before its n-th change (from 0): that one and all later ones fail. */
export function stoppingFileSystem(n: number): FileSystem {
  let calls = 0;
  return watchedFileSystem(() => {
    if (calls++ >= n) throw systemError('EIO');
  });
}

/**
 * A file system that can lose power: `losePower` empties every file whose data was not synced and takes back
 * every new name in a folder that was not synced since. Nothing can be done through it afterwards.
 */
export function forgettingFileSystem(stopBefore: number): { fs: FileSystem; losePower: () => Promise<void> } {
  const unsyncedFiles = new Set<string>();
  const unsyncedNames = new Set<string>();
  let calls = 0;
  const step = (): void => {
    if (calls++ >= stopBefore) throw systemError('EIO');
  };
  const fs: FileSystem = {
    ...nodeFileSystem,
    async makeDirectory(path) {
      step();
      const isNew = await nodeFileSystem.makeDirectory(path);
      if (isNew) unsyncedNames.add(path);
      return isNew;
    },
    async create(path) {
      step();
      const file = await nodeFileSystem.create(path);
      unsyncedFiles.add(path);
      unsyncedNames.add(path);
      return {
        async write(bytes) {
          step();
          // Half of what was asked at most: callers must go on until all is written.
          return file.write(bytes.subarray(0, Math.max(1, bytes.length >> 1)));
        },
        async sync() {
          step();
          await file.sync();
          unsyncedFiles.delete(path);
        },
        close: () => file.close(),
      };
    },
    async rename(from, to) {
      step();
      await nodeFileSystem.rename(from, to);
      if (unsyncedFiles.delete(from)) unsyncedFiles.add(to);
      unsyncedNames.delete(from);
      unsyncedNames.add(to);
    },
    async remove(path) {
      step();
      return nodeFileSystem.remove(path);
    },
    async syncDirectory(path) {
      step();
      await nodeFileSystem.syncDirectory(path);
      for (const name of unsyncedNames) if (dirname(name) === path) unsyncedNames.delete(name);
    },
  };
  const losePower = async (): Promise<void> => {
    for (const path of unsyncedFiles) await truncate(path, 0).catch(() => undefined);
    for (const path of unsyncedNames) await rm(path, { force: true, recursive: true });
  };
  return { fs, losePower };
}
