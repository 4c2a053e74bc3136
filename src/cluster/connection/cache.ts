/**
 * Blobs that a worker has had already: the latest in memory, and all in a folder where one is given. What comes from the
 * folder is checked again, as disks forget; a file that is wrong is written anew.
 */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { FileSystem } from '../../store/files/file-system.js';
import { writeFully } from '../../store/files/file-system.js';
import { sha256 } from '../../common/sha256.js';

/** Bytes that are kept in memory: at most a part of what a worker needs for its work anyway. */
const MOST_BYTES = 2 ** 26;

/** Where fetched blobs are kept, and where they come from. */
export class BlobCache {
  readonly #fs: FileSystem;
  readonly #folder: string | undefined;
  readonly #memory = new Map<string, Uint8Array>();
  #bytes = 0;

  constructor(fs: FileSystem, folder: string | undefined) {
    this.#fs = fs;
    this.#folder = folder;
  }

  /** The blob of a hash: from here, or from `fetch`. Undefined where that has none. */
  async get(hash: string, fetch: () => Promise<Uint8Array | undefined>): Promise<Uint8Array | undefined> {
    const kept = this.#memory.get(hash) ?? (await this.#read(hash));
    const bytes = kept ?? (await fetch());
    if (bytes === undefined) return undefined;
    this.#remember(hash, bytes);
    if (kept === undefined) await this.#write(hash, bytes);
    return bytes;
  }

  #remember(hash: string, bytes: Uint8Array): void {
    const old = this.#memory.get(hash);
    this.#memory.delete(hash);
    this.#memory.set(hash, bytes);
    this.#bytes += bytes.length - (old?.length ?? 0);
    for (const [oldest, { length }] of this.#memory) {
      if (this.#bytes <= MOST_BYTES || oldest === hash) break;
      this.#memory.delete(oldest);
      this.#bytes -= length;
    }
  }

  async #read(hash: string): Promise<Uint8Array | undefined> {
    if (this.#folder === undefined) return undefined;
    try {
      const bytes = await this.#fs.read(join(this.#folder, hash));
      return sha256(bytes) === hash ? bytes : undefined;
    } catch {
      // What cannot be read is fetched.
      return undefined;
    }
  }

  /** A disk that is full or gone is no reason to stop: it only saves fetching. */
  async #write(hash: string, bytes: Uint8Array): Promise<void> {
    if (this.#folder === undefined) return;
    const path = join(this.#folder, hash);
    const part = `${path}.${randomBytes(6).toString('hex')}.part`;
    try {
      const file = await this.#fs.create(part);
      try {
        await writeFully(file, bytes);
      } finally {
        await file.close();
      }
      await this.#fs.rename(part, path);
    } catch {
      await this.#fs.remove(part).catch(() => undefined);
    }
  }
}
