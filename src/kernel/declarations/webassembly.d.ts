/** Types of the part of the WebAssembly API that we use; only TypeScript's browser library has them. */
declare namespace WebAssembly {
  interface Module {
    readonly [Symbol.toStringTag]: string;
  }
  interface Instance {
    readonly exports: Readonly<Record<string, unknown>>;
  }
  interface Memory {
    readonly buffer: SharedArrayBuffer;
    grow(pages: number): number;
  }
  const Module: new (bytes: Uint8Array) => Module;
  const Instance: new (
    module: Module,
    imports: Readonly<Record<string, Readonly<Record<string, Memory>>>>,
  ) => Instance;
  const Memory: new (limits: { initial: number; maximum: number; shared: true }) => Memory;
  function validate(bytes: Uint8Array): boolean;
}
