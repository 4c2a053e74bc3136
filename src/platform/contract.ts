/** Services of the machine that Node and browsers each provide. Files are not among them: callers pass those in. */

/** A running SHA-256; text is hashed as UTF-8. */
export interface Hash {
  update(data: Uint8Array | string): Hash;
  /** Returns the digest in hexadecimal. No `update` may follow. */
  hex(): string;
}

export type Post = (message: unknown) => void;

export interface Thread {
  readonly post: Post;
  end(): Promise<unknown>;
}

/** Callbacks for the messages of a thread and for its end. */
export interface ThreadListener {
  readonly message: (message: unknown) => void;
  /** Receives the reason when the thread ends by itself. */
  readonly ended: (reason: string) => void;
}

export interface Platform {
  /** The name that messages use. */
  readonly name: string;
  /** Number of threads that can compute at once. */
  readonly threads: number;
  /** Returns the bytes of address space that the system allows this process; undefined if unlimited or unknown. */
  readonly addressSpace: () => number | undefined;
  /** Pages of 64 KiB that the memory of kernels may grow to, at most 65,536, which is 4 GiB. */
  readonly mostPages: number;
  readonly hash: () => Hash;
  /** Returns a digest in hexadecimal, without a running hash. */
  readonly sha256: (data: Uint8Array | string) => string;
  readonly sameBytes: (a: Uint8Array, b: Uint8Array) => boolean;
  /** Resolves after pending signals, timers and messages are handled. */
  readonly nextTurn: () => Promise<void>;
  readonly kernels: () => Uint8Array<ArrayBuffer>;
  /** Returns the text of a file of the build, by its path from dist/. */
  readonly builtText: (path: string) => Promise<string>;
  /** Returns the operating system's text for an error number; undefined if it has none. */
  readonly systemReason: (errno: number) => string | undefined;
  /** Starts a script of the build, by its path from dist/, in a thread that receives `data`. */
  readonly startThread: (script: string, data: unknown, listener: ThreadListener) => Thread;
  /** Serves in the script of a thread: `begin` gets the data and a function that posts, and returns the listener. */
  readonly serveThread: (begin: (data: unknown, post: Post) => (message: unknown) => void) => void;
}
