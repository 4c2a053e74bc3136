/**
 * An LRU cache, bounded by bytes: values of blocks, each read once even under concurrent requests, and other data of readers with a
 * given size. Values of blocks never change, so an entry never goes stale.
 */
import type { ColumnValues } from '../columnar/layout.js';

/** Bytes of an entry besides its values: a sweep stores many thousand short blocks. */
const ENTRY_BYTES = 512;

interface Entry {
  readonly value: unknown;
  readonly bytes: number;
}

export class BlockCache {
  readonly #budget: number;
  /** Least recently used first. */
  readonly #entries = new Map<string, Entry>();
  readonly #reading = new Map<string, Promise<ColumnValues>>();
  #bytes = 0;

  /** `budget` is in bytes. An entry above it is not kept. */
  constructor(budget: number) {
    this.#budget = budget;
  }

  /** Whether an entry with values of this size would be kept. */
  fits(bytes: number): boolean {
    return bytes + ENTRY_BYTES <= this.#budget;
  }

  /** Bytes of all entries, at most the budget. */
  get bytes(): number {
    return this.#bytes;
  }

  /**
   * Returns the values of a block: cached ones, those of a read in progress, or those that `read` returns. Caches them if `keep` is
   * set.
   */
  getOrLoad(key: string, read: () => Promise<ColumnValues>, keep = true): Promise<ColumnValues> {
    const values = this.get(key) as ColumnValues | undefined;
    if (values !== undefined) return Promise.resolve(values);
    let begun = this.#reading.get(key);
    if (begun === undefined) {
      // A `read` that throws synchronously also rejects, after the promise is registered.
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

  /** Caches the values of a block unless the key has an entry. */
  set(key: string, values: ColumnValues): void {
    if (!this.#entries.has(key)) this.put(key, values, values.bytes.byteLength);
  }

  /** Returns the value under a key, or undefined, and marks it as most recently used. */
  get(key: string): unknown {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.value;
  }

  /** Sets the value under a key, then evicts the least recently used entries beyond the budget. */
  put(key: string, value: unknown, size: number): void {
    this.delete(key);
    if (!this.fits(size)) return;
    const bytes = size + ENTRY_BYTES;
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
