/**
 * What a coordinator has offered by hash, and where it takes the bytes from when they are asked for: they are of their
 * own, or read from what is stored.
 */
import { sha256 } from '../common/sha256.js';

/** Where bytes come from. They never change. */
type Source = () => Promise<Uint8Array>;

/** Blobs that can be had by their hash. */
export class BlobSource {
  /** By hash; several may offer the same bytes, and each takes them back. */
  readonly #sources = new Map<string, { readonly source: Source; readonly times: number }>();
  readonly #put: (hash: string, bytes: Uint8Array) => Promise<unknown>;

  /** `put` makes a blob available at once, where that is of use. */
  constructor(put: (hash: string, bytes: Uint8Array) => Promise<unknown> = () => Promise.resolve()) {
    this.#put = put;
  }

  /** Offers the bytes of a hash, which `source` gives again. */
  async offer(hash: string, bytes: Uint8Array, source: Source): Promise<void> {
    this.#sources.set(hash, { source, times: (this.#sources.get(hash)?.times ?? 0) + 1 });
    await this.#put(hash, bytes);
  }

  /** Takes back what nobody needs any more. */
  withdraw(hashes: Iterable<string>): void {
    for (const hash of hashes) {
      const { source, times = 0 } = this.#sources.get(hash) ?? {};
      if (source !== undefined && times > 1) this.#sources.set(hash, { source, times: times - 1 });
      else this.#sources.delete(hash);
    }
  }

  has(hash: string): boolean {
    return this.#sources.has(hash);
  }

  /** The bytes of a hash, as their source gives them; undefined where nothing like it was offered. */
  async read(hash: string): Promise<Uint8Array | undefined> {
    return this.#sources.get(hash)?.source();
  }

  /** The same for another machine: undefined too where the bytes are not of that hash. */
  readonly supply = async (hash: string): Promise<Uint8Array | undefined> => {
    const bytes = await this.read(hash);
    return bytes === undefined || sha256(bytes) !== hash ? undefined : bytes;
  };
}
