/** The compiled kernels, and what they require of a runtime. Nothing is read or compiled before the first call. */
import { fail, failure, type TakeawayError } from '../common/errors.js';
import { platform } from '../platform/platform.js';
import type { KernelMemory, Kernels } from './kernels.js';

let compiled: WebAssembly.Module | undefined;

/** The module, compiled once. Raises `incompatible` if the runtime cannot run it. */
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

/** Initial pages, 16 MiB: the system backs only touched ones, and a growth takes 0.2 to 0.6 ms, as long as some small games. */
export const FIRST_PAGES = 256;

/** A new memory that threads can share. Raises `incompatible` as `createKernels` does, and `io` without address space for it. */
export function createKernelMemory(pages = FIRST_PAGES): KernelMemory {
  compile();
  try {
    // TypeScript's browser library, with which the explorer's page is checked, has no shared memory.
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
 * The error for a memory without address space. V8 reserves 10 GiB for each memory, whatever its size, for guard pages that
 * trap accesses out of bounds. Without its trap handler it checks each access and reserves 4 GiB. A command has two memories:
 * 24 GiB, or 12 GiB without the handler, were measured to be enough on Node 20, for one thread and two.
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

/** The kernels on `memory`. Raises `incompatible` if the runtime has no WebAssembly with SIMD and shared memory. */
export function createKernels(memory: KernelMemory): Kernels {
  const imports: unknown = { env: { memory } };
  const instance = new WebAssembly.Instance(
    compile(),
    imports as ConstructorParameters<typeof WebAssembly.Instance>[1],
  );
  return instance.exports as unknown as Kernels;
}
