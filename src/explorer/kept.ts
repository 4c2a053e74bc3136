/**
 * What the static edition keeps between visits: the blocks of its store, in the cache storage of the page's origin. Each is there
 * by the SHA-256 of its values, and the rows of all beside them. Pages that did not come safely have no such storage.
 *
 * Several pages of an origin share it. One saves at a time: blocks first, then the rows that name them, and what no row names
 * goes last. A page reads all that is kept when it begins, so nothing that another one removes is missed later.
 */
import { sha256 } from '../common/sha256.js';
import { soundRows, type MemoryStore, type SeriesRows } from '../rim.js';

/** Raw bytes of values that are kept, at most: the series that take least come first. */
const MOST_BYTES = 2 ** 27;
const NAME = `takeaway-values ${new URL('..', import.meta.url).pathname}`;
const ROWS = 'rows';

/** What a browser has for it, as far as it is used here. */
interface Cache {
  match(address: string): Promise<Response | undefined>;
  put(address: string, response: Response): Promise<void>;
  delete(address: string): Promise<boolean>;
  keys(): Promise<readonly Request[]>;
}
/** Not every page has these, and where storage is forbidden it may be an error to look for them. */
const browser = globalThis as unknown as {
  readonly caches?: { open(name: string): Promise<Cache>; delete(name: string): Promise<boolean> };
  readonly navigator: {
    readonly locks?: { request(name: string, work: () => Promise<void>): Promise<void> };
  };
};

type Contents = ReturnType<MemoryStore['contents']>[number];
type Block = SeriesRows['series']['blocks'][number];

/** The addresses of entries, which nobody ever asks a server for. */
const addressOf = (name: string): string => new URL(`../values/${name}`, import.meta.url).href;
const placeOf = ({ valuesSha256 }: Block): string => addressOf(valuesSha256);
const sizeOf = ([{ series }]: Contents): number => series.blocks.reduce((sum, { bytes }) => sum + bytes, 0);

export class Kept {
  readonly #store: MemoryStore;
  /** The store as it is kept: how often something had been stored in it. */
  #commits = 0;
  #saving: Promise<void> = Promise.resolve();
  #isWaiting = false;

  constructor(store: MemoryStore) {
    this.#store = store;
  }

  /** Has the store take over what was kept, each series that is whole; of others, damaged blocks are removed. */
  async load(): Promise<void> {
    const cache = await browser.caches?.open(NAME);
    if (cache === undefined) return;
    for (const [rows] of bounded(await keptIn(cache))) {
      const { blocks } = rows.series;
      const values: Uint8Array[] = [];
      for (const block of blocks) {
        const found = await cache.match(placeOf(block));
        values.push(new Uint8Array((await found?.arrayBuffer()) ?? []));
      }
      try {
        this.#store.adopt(rows, values);
      } catch {
        // What is computed anew has the same name, and is kept where there is none of that name.
        for (const [i, block] of blocks.entries()) {
          if (sha256(values[i]) !== block.valuesSha256) await cache.delete(placeOf(block));
        }
      }
    }
    this.#commits = this.#store.commits;
  }

  /** Keeps what is stored and was not kept before, soon. Resolves when that is done, or cannot be done. */
  save(): Promise<void> {
    if (this.#isWaiting) return this.#saving;
    this.#isWaiting = true;
    const work = async (): Promise<void> => {
      this.#isWaiting = false;
      const { locks } = browser.navigator;
      await (locks === undefined ? this.#save() : locks.request(NAME, () => this.#save()));
    };
    // A browser that is full or refuses keeps what it has.
    this.#saving = this.#saving.then(work).catch(() => undefined);
    return this.#saving;
  }

  /** Forgets all that is kept. */
  async forget(): Promise<void> {
    await this.#saving;
    await browser.caches?.delete(NAME);
  }

  async #save(): Promise<void> {
    const { commits } = this.#store;
    if (commits === this.#commits) return;
    const own = this.#store.contents();
    const cache = await browser.caches?.open(NAME);
    if (cache === undefined) return;
    const there = await placesIn(cache);
    // Another page may have gone further with some; the values of its blocks are there.
    const furthest = new Map<string, Contents>();
    for (const each of [...(await keptIn(cache)), ...own]) {
      const { name, gameKey, frontier } = each[0].series;
      const key = `${name} ${gameKey}`;
      if ((furthest.get(key)?.[0].series.frontier ?? 0) <= frontier) furthest.set(key, each);
    }
    const kept = bounded(furthest.values());
    const named = new Set([addressOf(ROWS)]);
    for (const [{ series }, values] of kept) {
      for (const [i, block] of series.blocks.entries()) {
        const place = placeOf(block);
        named.add(place);
        if (i >= values.length || there.has(place)) continue;
        await cache.put(place, new Response(new Uint8Array(values[i])));
      }
    }
    await cache.put(addressOf(ROWS), Response.json(kept.map(([rows]) => rows)));
    for (const place of there) if (!named.has(place)) await cache.delete(place);
    this.#commits = commits;
  }
}

async function placesIn(cache: Cache): Promise<ReadonlySet<string>> {
  return new Set((await cache.keys()).map(({ url }) => url));
}

/** As many series as may be kept. */
function bounded(series: Iterable<Contents>): Contents[] {
  let left = MOST_BYTES;
  const bySize = [...series].sort((a, b) => sizeOf(a) - sizeOf(b));
  return bySize.filter((each) => (left -= sizeOf(each)) >= 0);
}

/** The series that are kept as a whole, their rows checked, without values. Anything may be there in their place. */
async function keptIn(cache: Cache): Promise<Contents[]> {
  const found: unknown = await (await cache.match(addressOf(ROWS)))?.json().catch(() => undefined);
  const there = await placesIn(cache);
  const list: readonly unknown[] = Array.isArray(found) ? found : [];
  return list.flatMap((each): Contents[] => {
    try {
      const rows = soundRows(each);
      return rows.series.blocks.every((block) => there.has(placeOf(block))) ? [[rows, []]] : [];
    } catch {
      return [];
    }
  });
}
