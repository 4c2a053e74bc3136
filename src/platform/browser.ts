/**
 * The platform of a browser, bundled instead of `node.ts`. It has the files of the build that `provide` sets, and one thread, or
 * several on a page that is cross-origin isolated, where threads share memory.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { Hash, Platform, Post, ThreadListener } from './contract.js';

export interface Provided {
  readonly kernels: Uint8Array<ArrayBuffer>;
  /** Returns the text of a file of the build, by its path from dist/. */
  readonly text: (path: string) => Promise<string>;
}

let provided: Provided | undefined;

/** Sets the files of the build; must come first. */
export function provide(files: Provided): void {
  provided = files;
}

function files(): Provided {
  if (provided === undefined) throw new Error('the files of the build were not provided');
  return provided;
}

/** Each thread takes memory, which phones are short of. */
const MAX_THREADS = 8;

interface Beginning {
  readonly kernels: Uint8Array<ArrayBuffer>;
  readonly data: unknown;
}
interface Heard {
  readonly data: unknown;
}
/** The globals of a browser that concern threads. */
const scope = globalThis as unknown as {
  readonly crossOriginIsolated?: boolean;
  readonly navigator: { readonly hardwareConcurrency?: number };
  readonly Worker?: new (script: URL, options: { readonly type: 'module' }) => BrowserWorker;
  onmessage: (event: Heard) => void;
  readonly postMessage: Post;
};
interface BrowserWorker {
  postMessage(message: unknown): void;
  terminate(): void;
  onmessage: (event: Heard) => void;
  onerror: (event: { readonly message?: string; preventDefault(): void }) => void;
}

/** Pending calls of `nextTurn`, oldest first. A timer would wait four milliseconds. */
const waiting: (() => void)[] = [];
const { port1, port2 } = new MessageChannel() as unknown as {
  readonly port1: { onmessage: () => void };
  readonly port2: { postMessage(message: unknown): void };
};
port1.onmessage = () => waiting.shift()?.();

/** Returns a synchronous SHA-256; the one of browsers is asynchronous. */
function hash(): Hash {
  const state = sha256.create();
  const self: Hash = {
    update: (data) => {
      state.update(typeof data === 'string' ? utf8ToBytes(data) : data);
      return self;
    },
    hex: () => bytesToHex(state.digest()),
  };
  return self;
}

export const platform: Platform = {
  name: 'This browser',
  get threads() {
    const { crossOriginIsolated, navigator, Worker } = scope;
    // Some browsers do not let a worker start workers.
    return crossOriginIsolated === true && Worker !== undefined
      ? Math.min(navigator.hardwareConcurrency ?? 1, MAX_THREADS)
      : 1;
  },
  addressSpace: () => undefined,
  // 512 MiB: enough for 2^26 positions, and available on phones.
  mostPages: 8192,
  hash,
  sha256: (data) => hash().update(data).hex(),
  sameBytes: (a, b) => a.length === b.length && a.every((byte, i) => byte === b[i]),
  nextTurn: () =>
    new Promise((resolve) => {
      waiting.push(resolve);
      port2.postMessage(undefined);
    }),
  kernels: () => files().kernels,
  builtText: (path) => files().text(path),
  systemReason: () => undefined,
  // All scripts of the build lie in one folder.
  startThread(script, data, { message, ended }: ThreadListener) {
    const worker = new scope.Worker!(new URL(script.replace(/^.*\//, ''), import.meta.url), {
      type: 'module',
    });
    worker.onmessage = (heard) => message(heard.data);
    worker.onerror = (event) => {
      event.preventDefault();
      ended(event.message ?? `${script} could not be loaded`);
    };
    const beginning: Beginning = { kernels: files().kernels, data };
    worker.postMessage(beginning);
    return {
      post: (sent) => worker.postMessage(sent),
      end() {
        worker.terminate();
        return Promise.resolve();
      },
    };
  },
  serveThread: (begin) => {
    scope.onmessage = (first) => {
      const { kernels, data } = first.data as Beginning;
      provide({ kernels, text: (path) => Promise.reject(new Error(`no ${path} in a thread`)) });
      const take = begin(data, (message) => scope.postMessage(message));
      scope.onmessage = (heard) => take(heard.data);
    };
  },
};
