/**
 * What kernels run on: a memory that threads share, one thread's kernels on it, and views of its parts.
 */
import { createKernelMemory, createKernels } from './kernels-wasm.js';
import type { KernelMemory, Kernels } from './kernels.js';
import { Space } from './space.js';

/** A memory as one thread sees it. */
export interface KernelContext {
  readonly memory: KernelMemory;
  readonly kernels: Kernels;
  /** The `bytes` bytes at an address, which the memory must have. */
  readonly space: (address: number, bytes: number) => Space;
}

/** A context on a memory of its own unless one is given. Raises `incompatible` where the runtime cannot run kernels. */
export function createKernelContext(memory: KernelMemory = createKernelMemory()): KernelContext {
  return {
    memory,
    kernels: createKernels(memory),
    space: (address, bytes) => new Space(memory, address, bytes),
  };
}

let own: KernelContext | undefined;

/** This thread's own context, for calls that keep nothing: what is in its memory lasts until the next one. */
export function ownContext(): KernelContext {
  return (own ??= createKernelContext());
}

/** Where space in the memory of `ownContext` begins. */
export const OWN_BASE = 64;
