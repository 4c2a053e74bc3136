/**
 * The kernels, compiled to WebAssembly: where the module lies, and what a runtime must have to run it. Nothing is read
 * or compiled before the first call.
 */
import { fail } from '../common/errors.js';
import { platform } from '../platform/platform.js';
import type { KernelMemory, Kernels } from './kernels.js';

let compiled: WebAssembly.Module | undefined;

/** The module, compiled once. Raises `incompatible` where the runtime cannot run it. */
function compile(): WebAssembly.Module {
  if (compiled !== undefined) return compiled;
  const bytes = platform.kernels();
  if (typeof WebAssembly === 'undefined' || !WebAssembly.validate(bytes)) {
    fail(
      'incompatible',
      platform.name,
      'WebAssembly with SIMD and shared memory',
      typeof WebAssembly === 'undefined' ? 'no WebAssembly' : 'WebAssembly without them',
      {
        help: 'Every supported one has it, unless its compiler is switched off or the processor has no vector instructions.',
      },
    );
  }
  compiled = new WebAssembly.Module(bytes);
  return compiled;
}

/**
 * Pages that a memory begins with, 16 MiB: the system gives those that are never touched no memory, and each time that one grows
 * takes as long as some small games, 0.2 ms to 0.6 ms.
 */
const FIRST_PAGES = 256;

/** An empty memory, of so many pages at first, that threads can share. Raises `incompatible` as `createKernels` does. */
export function createKernelMemory(pages = FIRST_PAGES): KernelMemory {
  compile();
  // TypeScript's browser library, which the page of the explorer is checked with, knows no shared memory.
  const memory: unknown = new WebAssembly.Memory({
    initial: pages,
    maximum: platform.mostPages,
    shared: true,
  });
  return memory as KernelMemory;
}

/** The kernels on `memory`. Raises `incompatible` where the runtime has no WebAssembly with SIMD and shared memory. */
export function createKernels(memory: KernelMemory): Kernels {
  const imports: unknown = { env: { memory } };
  const instance = new WebAssembly.Instance(
    compile(),
    imports as ConstructorParameters<typeof WebAssembly.Instance>[1],
  );
  return instance.exports as unknown as Kernels;
}
