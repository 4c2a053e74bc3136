/** Blobs that a worker has had already: the latest, in memory. */

/** Bytes that are kept: at most a part of what a worker needs for its work anyway. */
const MOST_BYTES = 2 ** 26;

/** Where fetched blobs are kept. */
export class BlobCache {
  readonly #kept = new Map<string, Uint8Array>();
  #bytes = 0;

  /** The blob of a hash: from here, or from `fetch`. Undefined where that has none. */
  async get(hash: string, fetch: () => Promise<Uint8Array | undefined>): Promise<Uint8Array | undefined> {
    const bytes = this.#kept.get(hash) ?? (await fetch());
    if (bytes !== undefined) this.#keep(hash, bytes);
    return bytes;
  }

  #keep(hash: string, bytes: Uint8Array): void {
    this.#bytes += bytes.length - (this.#kept.get(hash)?.length ?? 0);
    // The latest is the last.
    this.#kept.delete(hash);
    this.#kept.set(hash, bytes);
    for (const [oldest, { length }] of this.#kept) {
      if (this.#bytes <= MOST_BYTES || oldest === hash) break;
      this.#kept.delete(oldest);
      this.#bytes -= length;
    }
  }
}
