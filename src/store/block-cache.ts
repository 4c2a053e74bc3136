/**
 * An LRU cache that is bounded by bytes: the values of blocks, each of which is read once however many callers ask for it
 * meanwhile, and whatever else readers keep for the next question, with a size that they give. Values of blocks never change, so
 * an entry never goes stale.
 */
import type { ColumnValues } from '../columnar/layout.js';

/** Bytes of an entry beside its values: a sweep stores many thousand short blocks. */
const ENTRY_BYTES = 512;

interface Entry {
  readonly value: unknown;
  readonly bytes: number;
}

export class BlockCache {
  readonly #budget: number;
  /** Least recently used first. */
  readonly #entries = new Map<string, Entry>();
  /** Blocks that are being read. */
  readonly #reading = new Map<string, Promise<ColumnValues>>();
  #bytes = 0;

  /** `budget` in bytes; one entry larger than it is not kept. */
  constructor(budget: number) {
    this.#budget = budget;
  }

  /** Whether values of so many bytes can be kept at one time. */
  fits(bytes: number): boolean {
    return bytes <= this.#budget;
  }

  /** Bytes of all entries, never more than the budget. */
  get bytes(): number {
    return this.#bytes;
  }

  /** The values of a block: those that are here or being read, else those that `read` gives, which are kept if `keep` is set. */
  getOrLoad(key: string, read: () => Promise<ColumnValues>, keep = true): Promise<ColumnValues> {
    const values = this.get(key) as ColumnValues | undefined;
    if (values !== undefined) return Promise.resolve(values);
    let begun = this.#reading.get(key);
    if (begun === undefined) {
      // Also a `read` that throws at once fails as a promise, after it is noted here.
      begun = Promise.resolve().then(read);
      begun = begun.finally(() => this.#reading.delete(key));
      this.#reading.set(key, begun);
    }
    if (!keep) return begun;
    return begun.then((found) => {
      this.set(key, found);
      return found;
    });
  }

  /** Keeps the values of a block that are known without reading. */
  set(key: string, values: ColumnValues): void {
    if (!this.#entries.has(key)) this.put(key, values, values.bytes.byteLength);
  }

  /** What is kept under a key, which was used now; undefined where nothing is. */
  get(key: string): unknown {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.value;
  }

  /** Keeps a value of so many bytes, in place of another one, and drops the least recently used ones beyond the budget. */
  put(key: string, value: unknown, size: number): void {
    this.delete(key);
    const bytes = size + ENTRY_BYTES;
    if (bytes > this.#budget) return;
    this.#entries.set(key, { value, bytes });
    this.#bytes += bytes;
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= this.#budget) break;
      this.delete(oldest);
    }
  }

  delete(key: string): void {
    const entry = this.#entries.get(key);
    if (entry === undefined) return;
    this.#bytes -= entry.bytes;
    this.#entries.delete(key);
  }

  clear(): void {
    this.#entries.clear();
    this.#bytes = 0;
  }
}
