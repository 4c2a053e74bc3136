/**
 * What kernels run on: a memory that threads share, one thread's kernels on it, and views of it. Separate
 * because solvers hand these three around together.
 */
import { createKernelMemory, createKernels, defaultKernelKind } from './kernels-wasm.js';
import type { KernelKind, KernelMemory, Kernels } from './kernels.js';
import { viewsOf, type Views } from './views.js';

/** A memory as one thread sees it. */
export interface KernelContext {
  readonly memory: KernelMemory;
  readonly kernels: Kernels;
  readonly views: () => Views;
}

/** A context on a memory of its own unless one is given; with the fastest kernels unless a kind is given. */
export function createKernelContext(
  kind: KernelKind = defaultKernelKind(),
  memory: KernelMemory = createKernelMemory(),
): KernelContext {
  return { memory, kernels: createKernels(memory, kind), views: viewsOf(memory) };
}
