/**
 * A browser's side of the platform: one thread, no files but those of the build that the worker was given before it began.
 * It stands in the place of `node.ts` in what is bundled for browsers.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { Hash, Platform } from './contract.js';

/** Files of the build, as they were given. */
export interface Provided {
  readonly kernels: Uint8Array<ArrayBuffer>;
  /** Gives the text of a file of the build, by its path from dist/. */
  readonly text: (path: string) => Promise<string>;
}

let provided: Provided | undefined;

/** Gives the files of the build; before anything else. */
export function provide(files: Provided): void {
  provided = files;
}

function files(): Provided {
  if (provided === undefined) throw new Error('the files of the build were not provided');
  return provided;
}

/** Turns that are waited for, the oldest first. A timer would wait four milliseconds. */
const waiting: (() => void)[] = [];
const { port1, port2 } = new MessageChannel() as unknown as {
  readonly port1: { onmessage: () => void };
  readonly port2: { postMessage(message: unknown): void };
};
port1.onmessage = () => waiting.shift()?.();

/** SHA-256 at once, where the browser itself has it only as a promise. */
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
  threads: 1,
  // 512 MiB: enough for 2^26 positions, and what a phone gives.
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
  startThread: (script) => {
    throw new Error(`no thread for ${script}: a browser has one`);
  },
};
