/** Kernel contexts: a memory that threads share, one thread's kernels on it, and views of its parts. */
import { clearMemory, PAGE_BYTES } from './arena.js';
import { createKernelMemory, createKernels, FIRST_PAGES } from './kernels-wasm.js';
import type { KernelMemory, Kernels } from './kernels.js';
import { Space } from './space.js';

/** A kernel memory as one thread sees it. */
export interface KernelContext {
  readonly memory: KernelMemory;
  readonly kernels: Kernels;
  /** Views `bytes` bytes at an address, which the memory must have. */
  readonly space: (address: number, bytes: number) => Space;
}

/** A context on `memory`, by default a new one. Raises `incompatible` if the runtime cannot run kernels. */
export function createKernelContext(memory: KernelMemory = createKernelMemory()): KernelContext {
  return {
    memory,
    kernels: createKernels(memory),
    space: (address, bytes) => new Space(memory, address, bytes),
  };
}

/** A returned context, its memory zeroed. */
let free: KernelContext | undefined;

/**
 * Lends a context to one caller until it returns it. V8 frees a memory only when it collects garbage, which the few bytes on
 * its heap do not cause: a sweep of 6,000 short series, with a memory for each, held 250 MB and 14 TiB of reserved addresses.
 */
export function borrowContext(): KernelContext {
  const context = free ?? createKernelContext();
  free = undefined;
  return context;
}

/** Takes back a context to which no thread or view refers. A memory that has grown is left to the garbage collector. */
export function returnContext(context: KernelContext): void {
  if (context.memory.buffer.byteLength > FIRST_PAGES * PAGE_BYTES) return;
  clearMemory(context.memory);
  free = context;
}

let own: KernelContext | undefined;

/** This thread's own context, for calls that keep nothing: each call overwrites its memory. */
export function ownContext(): KernelContext {
  return (own ??= createKernelContext());
}

/** First address for spaces in the memory of `ownContext`. */
export const OWN_BASE = 64;
