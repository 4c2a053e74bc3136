/** Blobs that jobs refer to by hash. They are not held in memory: their source reads them again. */

/** Returns bytes that never change. */
type Source = () => Promise<Uint8Array>;

/** Carries blobs to other machines. */
export interface BlobCarrier {
  put(hash: string, bytes: Uint8Array): Promise<unknown>;
  drop(hashes: readonly string[]): Promise<unknown>;
}

export class BlobSource {
  /** Reference counts: several may offer the same bytes, and each withdraws them. */
  readonly #sources = new Map<string, { readonly source: Source; readonly times: number }>();
  readonly #carrier: BlobCarrier | undefined;

  constructor(carrier?: BlobCarrier) {
    this.#carrier = carrier;
  }

  /** Offers bytes, which `source` can read again. */
  async offer(hash: string, bytes: Uint8Array, source: Source): Promise<void> {
    const times = this.#sources.get(hash)?.times ?? 0;
    this.#sources.set(hash, { source, times: times + 1 });
    if (times === 0) await this.#carrier?.put(hash, bytes);
  }

  async withdraw(hashes: Iterable<string>): Promise<void> {
    const dropped: string[] = [];
    for (const hash of hashes) {
      const { source, times = 0 } = this.#sources.get(hash) ?? {};
      if (source !== undefined && times > 1) this.#sources.set(hash, { source, times: times - 1 });
      else if (this.#sources.delete(hash)) dropped.push(hash);
    }
    if (dropped.length > 0) await this.#carrier?.drop(dropped);
  }

  /** Returns the bytes of a hash; undefined if they are not offered. */
  async read(hash: string): Promise<Uint8Array | undefined> {
    return this.#sources.get(hash)?.source();
  }
}
