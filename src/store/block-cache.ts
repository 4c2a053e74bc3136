/** The values of recently used blocks, up to a number of bytes. */
import type { ColumnValues } from '../columnar/layout.js';

/** Least recently used values go first. Values are never changed, so an entry never goes stale. */
export class BlockCache {
  readonly #budget: number;
  readonly #entries = new Map<string, ColumnValues>();
  #bytes = 0;

  /** `budget` in bytes; one entry larger than it is not kept. */
  constructor(budget: number) {
    this.#budget = budget;
  }

  get(key: string): ColumnValues | undefined {
    const values = this.#entries.get(key);
    if (values !== undefined) {
      this.#entries.delete(key);
      this.#entries.set(key, values);
    }
    return values;
  }

  delete(key: string): void {
    this.#bytes -= this.#entries.get(key)?.bytes.byteLength ?? 0;
    this.#entries.delete(key);
  }

  set(key: string, values: ColumnValues): void {
    if (this.#entries.has(key) || values.bytes.byteLength > this.#budget) return;
    this.#entries.set(key, values);
    this.#bytes += values.bytes.byteLength;
    for (const [oldest, { bytes }] of this.#entries) {
      if (this.#bytes <= this.#budget) break;
      this.#entries.delete(oldest);
      this.#bytes -= bytes.byteLength;
    }
  }
}
