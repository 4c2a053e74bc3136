/** The values of recently used blocks, up to a number of bytes; each is read once, however many ask for it meanwhile. */
import type { ColumnValues } from '../columnar/layout.js';

/** What an entry takes beside its values: a sweep stores many thousand short blocks. */
const ENTRY_BYTES = 512;

/** Least recently used values go first. Values are never changed, so an entry never goes stale. */
export class BlockCache {
  readonly #budget: number;
  readonly #entries = new Map<string, ColumnValues>();
  /** Blocks that are being read. */
  readonly #reading = new Map<string, Promise<ColumnValues>>();
  #bytes = 0;

  /** `budget` in bytes; one entry larger than it is not kept. */
  constructor(budget: number) {
    this.#budget = budget;
  }

  /** The values of a block: those that are here or being read, else what `read` gives, which stays here if `keep` is set. */
  find(key: string, read: () => Promise<ColumnValues>, keep = true): Promise<ColumnValues> {
    const values = this.#entries.get(key);
    if (values !== undefined) {
      this.#entries.delete(key);
      this.#entries.set(key, values);
      return Promise.resolve(values);
    }
    const begun =
      this.#reading.get(key) ?? this.#read(key, read, keep).finally(() => this.#reading.delete(key));
    this.#reading.set(key, begun);
    return begun;
  }

  /** Keeps values that are known without reading. */
  set(key: string, values: ColumnValues): void {
    const bytes = sizeOf(values);
    if (this.#entries.has(key) || bytes > this.#budget) return;
    this.#entries.set(key, values);
    this.#bytes += bytes;
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= this.#budget) break;
      this.delete(oldest);
    }
  }

  delete(key: string): void {
    const values = this.#entries.get(key);
    if (values === undefined) return;
    this.#bytes -= sizeOf(values);
    this.#entries.delete(key);
  }

  async #read(key: string, read: () => Promise<ColumnValues>, keep: boolean): Promise<ColumnValues> {
    const values = await read();
    if (keep) this.set(key, values);
    return values;
  }
}

function sizeOf({ bytes }: ColumnValues): number {
  return bytes.byteLength + ENTRY_BYTES;
}
