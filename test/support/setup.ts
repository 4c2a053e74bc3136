/** Runs before each test file. Hooks of all tests are here: a process that runs several files loads other modules once. */
import { afterEach, expect } from 'vitest';
import './seed.js';
import { removeTemporaryFolders } from './temporary.js';

afterEach(removeTemporaryFolders);

/**
 * Long lists that are the same are found to be so at once, where `toEqual` takes a microsecond for each number. It looks by
 * itself at all that is not plainly the same, so that it says how they differ.
 */
expect.addEqualityTesters([
  (a: unknown, b: unknown) => {
    if (ArrayBuffer.isView(a) && ArrayBuffer.isView(b)) return isSameView(a, b) || undefined;
    return (Array.isArray(a) && Array.isArray(b) && isSameList(a, b)) || undefined;
  },
]);

function isSameView(a: ArrayBufferView, b: ArrayBufferView): boolean {
  const bytesOf = ({ buffer, byteOffset, byteLength }: ArrayBufferView): Buffer =>
    Buffer.from(buffer, byteOffset, byteLength);
  return a.constructor === b.constructor && bytesOf(a).equals(bytesOf(b));
}

function isSameList(a: readonly unknown[], b: readonly unknown[]): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) {
    if (typeof a[i] === 'object' || typeof a[i] === 'function' || !Object.is(a[i], b[i])) return false;
  }
  return true;
}
