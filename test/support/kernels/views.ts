/**
 * A whole kernel memory as typed arrays, for the plain kernels: a kernel never grows the memory, so views that it asks
 * for when it is called reach all of it.
 */
import type { KernelMemory } from '../../../src/kernel/kernels.js';

/** The whole memory in each element type. */
export interface Views {
  readonly u8: Uint8Array;
  readonly u16: Uint16Array;
  readonly u32: Uint32Array;
}

/** Returns a function that gives the views of `memory` as it is now. */
export function viewsOf(memory: KernelMemory): () => Views {
  let length = -1;
  let views: Views;
  return () => {
    const { buffer } = memory;
    if (buffer.byteLength !== length) {
      length = buffer.byteLength;
      views = { u8: new Uint8Array(buffer), u16: new Uint16Array(buffer), u32: new Uint32Array(buffer) };
    }
    return views;
  };
}
