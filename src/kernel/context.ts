/**
 * What kernels run on: a memory that threads share, one thread's kernels on it, and views of its parts.
 */
import { clearMemory, PAGE_BYTES } from './arena.js';
import { createKernelMemory, createKernels, FIRST_PAGES } from './kernels-wasm.js';
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

/** One that was returned, with a memory of zeros. */
let free: KernelContext | undefined;

/**
 * A context that its caller alone uses until it returns it. V8 frees a memory only when it collects garbage, which the little that
 * JavaScript sees of it does not make it do: a sweep of 6,000 short series, with a memory for each, held 250 MB of them and
 * 14 TiB of reserved addresses.
 */
export function borrowContext(): KernelContext {
  const context = free ?? createKernelContext();
  free = undefined;
  return context;
}

/** Takes back a context that nothing refers to any more, no thread and no view. A memory that has grown is left to V8. */
export function returnContext(context: KernelContext): void {
  if (context.memory.buffer.byteLength > FIRST_PAGES * PAGE_BYTES) return;
  clearMemory(context.memory);
  free = context;
}

let own: KernelContext | undefined;

/** This thread's own context, for calls that keep nothing: what is in its memory lasts until the next one. */
export function ownContext(): KernelContext {
  return (own ??= createKernelContext());
}

/** Where space in the memory of `ownContext` begins. */
export const OWN_BASE = 64;
