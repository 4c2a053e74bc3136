/**
 * The kernels, compiled to WebAssembly: where the module lies, and what a runtime must have to run it. Nothing is read
 * or compiled before the first call.
 */
import { fail, failure, type TakeawayError } from '../common/errors.js';
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
      `{platform} has ${typeof WebAssembly === 'undefined' ? 'no WebAssembly' : 'WebAssembly without SIMD or shared memory'}, which takeaway needs. Every supported version has them, unless its compiler is switched off or the processor has no vector instructions.`,
      { platform: platform.name },
    );
  }
  compiled = new WebAssembly.Module(bytes);
  return compiled;
}

/**
 * Pages that a memory begins with, 16 MiB: the system gives those that are never touched no memory, and each time that one grows
 * takes as long as some small games, 0.2 ms to 0.6 ms.
 */
export const FIRST_PAGES = 256;

/**
 * An empty memory, of so many pages at first, that threads can share. Raises `incompatible` as `createKernels` does, and `io` if
 * the system has no address space for it.
 */
export function createKernelMemory(pages = FIRST_PAGES): KernelMemory {
  compile();
  try {
    // TypeScript's browser library, which the page of the explorer is checked with, knows no shared memory.
    const memory: unknown = new WebAssembly.Memory({
      initial: pages,
      maximum: platform.mostPages,
      shared: true,
    });
    return memory as KernelMemory;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw noAddressSpace(error);
  }
}

/**
 * V8 reserves 10 GiB of address space for each memory, whatever its size: the pages around it trap accesses that are out of bounds.
 * Without its trap handler it checks each access instead, and reserves 4 GiB. A command has two memories: 24 GiB, or without
 * the handler 12 GiB, were measured to be enough on Node 20, for one thread and two.
 */
function noAddressSpace(cause: RangeError): TakeawayError {
  const limit = platform.addressSpace();
  if (limit === undefined)
    return failure(
      'io',
      'The system gives no more address space: {reason}. Close other programs first.',
      { reason: cause.message },
      { cause },
    );
  const found = `${(limit / 2 ** 30).toFixed(1)} GiB`;
  return failure(
    'io',
    'The limit of address space (ulimit -v) is {limit}, which is too low. Raise it to 24 GiB; or to 12 GiB, and set NODE_OPTIONS=--disable-wasm-trap-handler.',
    { limit: found },
    { cause },
  );
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
