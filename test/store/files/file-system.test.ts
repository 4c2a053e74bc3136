/** The file system of the machine: what a refused sync of a folder means on each platform. */
import { createHook } from 'node:async_hooks';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import {
  cannotSyncDirectories,
  nodeFileSystem,
  readFile,
  readPieces,
} from '../../../src/store/files/file-system.js';
import { systemError } from '../../support/file-systems.js';
import { temporaryFolder } from '../../support/temporary.js';

it.each([
  ['EPERM', ['win32']],
  ['EINVAL', ['linux', 'darwin']],
  ['ENOTSUP', ['linux', 'darwin']],
  ['ENOSYS', ['linux', 'darwin']],
  ['EIO', []],
  ['ENOSPC', []],
  ['EDQUOT', []],
  ['EACCES', []],
  ['EROFS', []],
])('%s from the sync of a folder says only on %j that this system does not do it', (code, platforms) => {
  const all = ['linux', 'darwin', 'win32'];
  expect(all.filter((platform) => cannotSyncDirectories(systemError(code), platform))).toEqual(platforms);
});

it('syncs a folder that is there, and raises for one that is not', async () => {
  const folder = temporaryFolder();
  await nodeFileSystem.syncDirectory(folder);
  await expect(nodeFileSystem.syncDirectory(`${folder}/none`)).rejects.toThrow('ENOENT');
});

it('reads and removes a short file without another thread, and reads a long one by one', async () => {
  const folder = temporaryFolder();
  const requests: string[] = [];
  const hook = createHook({
    init: (_, type) => {
      if (type.startsWith('FSREQ') || type === 'FILEHANDLE') requests.push(type);
    },
  });
  for (const [bytes, isLong] of [
    [1000, false],
    [2 ** 20, true],
  ] as const) {
    const path = join(folder, String(bytes));
    const content = Uint8Array.from({ length: bytes }, (_, i) => i % 251);
    writeFileSync(path, content);
    requests.length = 0;
    hook.enable();
    const found = await readFile(nodeFileSystem, path, { size: bytes });
    nodeFileSystem.look(path);
    for await (const piece of readPieces(nodeFileSystem, path)) expect(piece.length).toBe(bytes);
    await nodeFileSystem.remove(path);
    hook.disable();
    expect(Buffer.compare(found, content)).toBe(0);
    // One for each of the two readings.
    expect(requests).toHaveLength(isLong ? 2 : 0);
  }
});
