/**
 * The kernels that are compiled to WebAssembly, and the choice between them and the plain ones. Separate
 * because this is the one place that knows where the module lies and what a runtime must have to run it.
 * Nothing is read or compiled before the first call.
 */
import { readFileSync } from 'node:fs';
import { inBuild } from '../common/package-root.js';
import { createPlainClassKernels } from './classes-plain.js';
import { createPlainLz4Kernels } from './lz4-plain.js';
import { createPlainMexKernels } from './mex-plain.js';
import { createPlainRankKernels } from './ranks-plain.js';
import { createPlainSumKernels } from './sums-plain.js';
import type { KernelKind, KernelMemory, Kernels } from './kernels.js';
import { viewsOf } from './views.js';

/** Pages of 64 KiB that a memory may grow to: 4 GiB, all that a 32-bit address reaches. */
const MAXIMUM_PAGES = 65536;

let compiled: WebAssembly.Module | undefined;

/** The module, compiled once; undefined when the runtime has no WebAssembly, no SIMD or no shared memory. */
function compile(): WebAssembly.Module | undefined {
  if (compiled !== undefined) return compiled;
  if (typeof WebAssembly === 'undefined') return undefined;
  const bytes = readFileSync(inBuild('kernel/kernels.wasm'));
  if (!WebAssembly.validate(bytes)) return undefined;
  compiled = new WebAssembly.Module(bytes);
  return compiled;
}

/** Which kernels this runtime uses when none are named: `plain` without WebAssembly SIMD and shared memory. */
export function defaultKernelKind(): KernelKind {
  return compile() === undefined ? 'plain' : 'wasm';
}

/** An empty memory of one page that threads can share. */
export function createKernelMemory(): KernelMemory {
  if (typeof WebAssembly === 'undefined') return new PlainMemory();
  // TypeScript's browser library, which the page of the explorer is checked with, knows no shared memory.
  const memory: unknown = new WebAssembly.Memory({ initial: 1, maximum: MAXIMUM_PAGES, shared: true });
  return memory as KernelMemory;
}

/** The kernels of a kind on `memory`. */
export function createKernels(memory: KernelMemory, kind: KernelKind): Kernels {
  if (kind === 'plain') {
    const views = viewsOf(memory);
    return {
      kind,
      ...createPlainClassKernels(views),
      ...createPlainMexKernels(views),
      ...createPlainRankKernels(views),
      ...createPlainSumKernels(views),
      ...createPlainLz4Kernels(views),
    };
  }
  const module = compile();
  if (module === undefined) throw new Error('this runtime has no WebAssembly with SIMD and shared memory');
  const imports: unknown = { env: { memory } };
  const instance = new WebAssembly.Instance(
    module,
    imports as ConstructorParameters<typeof WebAssembly.Instance>[1],
  );
  return { ...(instance.exports as unknown as Kernels), kind };
}

/** What stands in for a shared WebAssembly memory where there is no WebAssembly. */
class PlainMemory implements KernelMemory {
  readonly buffer = new SharedArrayBuffer(2 ** 16, { maxByteLength: MAXIMUM_PAGES * 2 ** 16 - 1 });

  grow(pages: number): number {
    const before = this.buffer.byteLength / 2 ** 16;
    this.buffer.grow((before + pages) * 2 ** 16);
    return before;
  }
}
