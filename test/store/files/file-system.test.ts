/** The file system of the machine: what a refused sync of a folder means on each platform. */
import { expect, it } from 'vitest';
import { cannotSyncDirectories, nodeFileSystem } from '../../../src/store/files/file-system.js';
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
