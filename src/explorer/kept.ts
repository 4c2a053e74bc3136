/**
 * What the static edition keeps between visits: the blocks of its store, in the cache storage of the page's origin. Each is there
 * by the SHA-256 of its values, and the rows of all beside them. Pages that did not come safely have no such storage.
 */
import { fail } from '../common/errors.js';
import { sha256 } from '../common/sha256.js';
import type { MemoryStore, SeriesRows } from '../rim.js';

/** Raw bytes of values that are kept, at most: the series that take least come first. */
const MOST_BYTES = 2 ** 27;
/** Changes with the form of the rows. */
const NAME = `takeaway-values-1 ${new URL('..', import.meta.url).pathname}`;
const ROWS = 'rows';

/** What a browser has for it, as far as it is used here; not every page has it. */
interface Cache {
  match(address: string): Promise<Response | undefined>;
  put(address: string, response: Response): Promise<void>;
  delete(address: string): Promise<boolean>;
  keys(): Promise<readonly Request[]>;
}
const { caches } = globalThis as {
  readonly caches?: { open(name: string): Promise<Cache>; delete(name: string): Promise<boolean> };
};

type Block = SeriesRows['blocks'][number];

/** The addresses of entries, which nobody ever asks a server for. */
const addressOf = (name: string): string => new URL(`../values/${name}`, import.meta.url).href;
const placeOf = ({ valuesSha256 }: Block): string => addressOf(valuesSha256);
const sizeOf = ({ blocks }: SeriesRows): number => blocks.reduce((sum, { bytes }) => sum + bytes, 0);
const endOf = ({ blocks }: SeriesRows): number => blocks.at(-1)?.stop ?? 0;

export class Kept {
  readonly #store: MemoryStore;
  /** The store as it is kept: how often something had been stored in it. */
  #commits = 0;
  #saving: Promise<void> = Promise.resolve();
  #isWaiting = false;

  constructor(store: MemoryStore) {
    this.#store = store;
  }

  /** Has the store take over what was kept, as far as it is whole. */
  async load(): Promise<void> {
    if (caches === undefined) return;
    const cache = await caches.open(NAME);
    const read = async (block: Block): Promise<Uint8Array> => {
      const found = await cache.match(placeOf(block));
      const bytes = new Uint8Array((await found?.arrayBuffer()) ?? []);
      const digest = sha256(bytes);
      if (digest === block.valuesSha256) return bytes;
      await caches.delete(NAME);
      return fail('corrupt', 'A block that this browser keeps', `SHA-256 ${block.valuesSha256}`, digest, {
        help: 'All that was kept is forgotten now. Load the page again.',
      });
    };
    this.#store.adopt(await keptIn(cache), read);
    this.#commits = this.#store.commits;
  }

  /** Keeps what is stored and was not kept before, soon. */
  save(): void {
    if (this.#isWaiting) return;
    this.#isWaiting = true;
    const work = (): Promise<void> => {
      this.#isWaiting = false;
      return this.#save();
    };
    // A browser that is full or refuses keeps what it has.
    this.#saving = this.#saving.then(work).catch(() => undefined);
  }

  /** Forgets all that is kept. */
  async forget(): Promise<void> {
    await this.#saving;
    await caches?.delete(NAME);
  }

  async #save(): Promise<void> {
    const { commits } = this.#store;
    if (commits === this.#commits || caches === undefined) return;
    const cache = await caches.open(NAME);
    const there = new Set((await cache.keys()).map(({ url }) => url));
    const own = this.#store.rows();
    // Another page of the origin may have gone further with some.
    const furthest = new Map<string, SeriesRows>();
    for (const each of [...(await keptIn(cache)), ...own]) {
      const key = `${each.name} ${each.gameKey}`;
      const known = furthest.get(key);
      if (known === undefined || endOf(known) <= endOf(each)) furthest.set(key, each);
    }
    let left = MOST_BYTES;
    const bySize = [...furthest.values()].sort((a, b) => sizeOf(a) - sizeOf(b));
    const kept = bySize.filter((each) => (left -= sizeOf(each)) >= 0);
    for (const block of own.filter((each) => kept.includes(each)).flatMap(({ blocks }) => blocks)) {
      if (there.has(placeOf(block))) continue;
      const { bytes } = await this.#store.valuesOf(block);
      await cache.put(placeOf(block), new Response(new Uint8Array(bytes)));
    }
    await cache.put(addressOf(ROWS), Response.json(kept));
    const named = new Set([addressOf(ROWS), ...kept.flatMap(({ blocks }) => blocks.map(placeOf))]);
    for (const url of there) if (!named.has(url)) await cache.delete(url);
    this.#commits = commits;
  }
}

/** The series that are kept as a whole. */
async function keptIn(cache: Cache): Promise<SeriesRows[]> {
  const found = await cache.match(addressOf(ROWS));
  if (found === undefined) return [];
  const there = new Set((await cache.keys()).map(({ url }) => url));
  const rows = (await found.json()) as readonly SeriesRows[];
  return rows.filter(({ blocks }) => blocks.every((block) => there.has(placeOf(block))));
}
