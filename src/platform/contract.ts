/**
 * What the library needs of the machine that it runs on, beside files: what each side of the platform provides. Files are
 * handed to whoever opens a store.
 */

/** SHA-256 of what is added, piece by piece; texts as UTF-8. */
export interface Hash {
  update(data: Uint8Array | string): Hash;
  /** The digest in hexadecimal; nothing can be added afterwards. */
  hex(): string;
}

/** Sends a message from one thread to another. */
export type Post = (message: unknown) => void;

/** A thread that runs a script of the build and is sent messages. */
export interface Thread {
  readonly post: Post;
  end(): Promise<unknown>;
}

/** What the one that starts a thread hears of it. */
export interface ThreadListener {
  readonly message: (message: unknown) => void;
  /** Why it has ended by itself. */
  readonly ended: (reason: string) => void;
}

export interface Platform {
  /** What a person calls it. */
  readonly name: string;
  /** Threads that can compute at once. */
  readonly threads: number;
  /** Bytes of address space that the system allows this process; undefined if it sets no limit or does not say. */
  readonly addressSpace: () => number | undefined;
  /** Pages of 64 KiB that the memory of kernels may grow to, at most 65,536, which is 4 GiB. */
  readonly mostPages: number;
  readonly hash: () => Hash;
  /** The digest of something whole, in hexadecimal. */
  readonly sha256: (data: Uint8Array | string) => string;
  readonly sameBytes: (a: Uint8Array, b: Uint8Array) => boolean;
  /** Resolves once signals, timers and messages that were due have been heard. */
  readonly nextTurn: () => Promise<void>;
  /** The kernels, as they were compiled to WebAssembly. */
  readonly kernels: () => Uint8Array<ArrayBuffer>;
  /** The text of a file of the build, by its path from dist/. */
  readonly builtText: (path: string) => Promise<string>;
  /** What the operating system means by a number of an error; undefined where it is none of its own. */
  readonly systemReason: (errno: number) => string | undefined;
  /** Starts a script of the build, by its path from dist/, in a thread that is given `data`. */
  readonly startThread: (script: string, data: unknown, listener: ThreadListener) => Thread;
  /**
   * In the script of a thread: `begin` is given the data that it was started with, and what posts messages to whoever started
   * it; what it returns takes those that are sent.
   */
  readonly serveThread: (begin: (data: unknown, post: Post) => (message: unknown) => void) => void;
}
