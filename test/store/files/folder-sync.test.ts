/** The real file system makes the names in a folder durable: only a call of fsync on the folder itself does that. */
import { fstatSync, statSync } from 'node:fs';
import { expect, it, vi } from 'vitest';
import { temporaryFolder } from '../../support/temporary.js';

const synced: { readonly isDirectory: boolean; readonly ino: number }[] = [];

it('syncs the folder itself', async () => {
  // Loaded anew: other tests of this process have it with the fsync of Node.
  vi.resetModules();
  vi.doMock('node:fs', async (original) => {
    const real = await original<typeof import('node:fs')>();
    const fsync = (file: number, done: (error: NodeJS.ErrnoException | null) => void): void => {
      const stats = fstatSync(file);
      synced.push({ isDirectory: stats.isDirectory(), ino: stats.ino });
      real.fsync(file, done);
    };
    return { ...real, fsync };
  });
  try {
    const { nodeFileSystem } = await import('../../../src/store/files/file-system.js');
    const folder = temporaryFolder();
    await nodeFileSystem.syncDirectory(folder);
    expect(synced).toEqual([{ isDirectory: true, ino: statSync(folder).ino }]);
  } finally {
    vi.doUnmock('node:fs');
    vi.resetModules();
  }
});
