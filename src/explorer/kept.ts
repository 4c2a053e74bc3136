/**
 * What the static edition keeps between visits: the blocks of its store, in the cache storage of the page's origin. Each is there
 * by the SHA-256 of its values, and the rows of all beside them; but blocks that lie beside the page are read from there. Pages
 * that did not come safely have no such storage.
 *
 * Several pages of an origin share it. One saves at a time: blocks first, then the rows that name them, and what no row names
 * goes last. A page reads all that is kept when it begins, so nothing that another one removes is missed later.
 */
import { sha256 } from '../common/sha256.js';
import { soundRows, type MemoryStore, type ReadValues, type SeriesRows } from '../rim.js';
import { shippedValues } from './shipped.js';

/** Raw bytes of values that are kept, at most: the series that take least come first. */
const MAX_BYTES = 2 ** 27;
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

type Block = SeriesRows['series']['blocks'][number];

/** The addresses of entries, which nobody ever asks a server for. */
const addressOf = (name: string): string => new URL(`../values/${name}`, import.meta.url).href;
const placeOf = ({ valuesSha256 }: Block): string => addressOf(valuesSha256);
/** Of a block's values: as many of another width may have the same bytes. */
const nameOf = ({ valuesSha256, width, start, stop }: Block): string =>
  `${valuesSha256} ${stop - start} ${width}`;
const gameOf = ({ series: { name, gameKey } }: SeriesRows): string => `${name} ${gameKey}`;

export class Kept {
  readonly #store: MemoryStore;
  /** What lies beside the page, and what reads its blocks, by the names of their values. */
  readonly #shipped: readonly SeriesRows[];
  readonly #readers: ReadonlyMap<string, ReadValues>;
  /** The store as it is kept: how often something had been stored in it. */
  #commits = 0;
  #saving: Promise<void> = Promise.resolve();
  #isWaiting = false;

  constructor(store: MemoryStore, shipped: readonly SeriesRows[] = []) {
    this.#store = store;
    this.#shipped = shipped;
    const blocks = shipped.flatMap(({ series }) => series.blocks);
    this.#readers = new Map(blocks.map((block) => [nameOf(block), shippedValues(block)]));
  }

  /**
   * Has the store take over what was kept and what lies beside the page, of each series what goes further; of what was kept, each
   * series that is whole: of others, damaged blocks are removed.
   */
  async load(): Promise<void> {
    // What cannot be read any more is computed anew.
    await this.#loadKept().catch(() => undefined);
    // Of those that are there already nothing is taken over.
    for (const rows of this.#shipped)
      this.#store.adopt(
        rows,
        rows.series.blocks.map((block) => this.#readers.get(nameOf(block))!),
      );
    this.#commits = this.#store.commits;
  }

  async #loadKept(): Promise<void> {
    const cache = await browser.caches?.open(NAME);
    if (cache === undefined) return;
    for (const rows of this.#bounded(await this.#keptIn(cache))) {
      const { blocks } = rows.series;
      const values: (Uint8Array | ReadValues)[] = [];
      for (const block of blocks) {
        const reader = this.#readers.get(nameOf(block));
        values.push(
          reader ?? new Uint8Array((await (await cache.match(placeOf(block)))?.arrayBuffer()) ?? []),
        );
      }
      try {
        this.#store.adopt(rows, values);
      } catch {
        // What is computed anew has the same name, and is kept where there is none of that name.
        for (const [i, block] of blocks.entries()) {
          const bytes = values[i];
          if (typeof bytes === 'function' || sha256(bytes) === block.valuesSha256) continue;
          await cache.delete(placeOf(block));
        }
      }
    }
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
    const furthest = new Map<string, SeriesRows>();
    for (const rows of [...(await this.#keptIn(cache)), ...own.map(([rows]) => rows)]) {
      const frontier = furthest.get(gameOf(rows))?.series.frontier ?? 0;
      if (this.#isFurther(rows) && frontier <= rows.series.frontier) furthest.set(gameOf(rows), rows);
    }
    const kept = this.#bounded(furthest.values());
    const ownValues = new Map(own);
    const named = new Set([addressOf(ROWS)]);
    for (const rows of kept) {
      for (const [i, block] of rows.series.blocks.entries()) {
        const place = placeOf(block);
        named.add(place);
        const values = ownValues.get(rows)?.[i];
        if (values === undefined || typeof values === 'function' || there.has(place)) continue;
        await cache.put(place, new Response(new Uint8Array(values)));
      }
    }
    await cache.put(addressOf(ROWS), Response.json(kept));
    for (const place of there) if (!named.has(place)) await cache.delete(place);
    this.#commits = commits;
  }

  #isFurther(rows: SeriesRows): boolean {
    const beside = this.#shipped.find((each) => gameOf(each) === gameOf(rows));
    return rows.series.frontier > (beside?.series.frontier ?? 0);
  }

  /** As many series as may be kept. */
  #bounded(series: Iterable<SeriesRows>): SeriesRows[] {
    let left = MAX_BYTES;
    const sizeOf = ({ series: { blocks } }: SeriesRows): number =>
      blocks.reduce((sum, block) => sum + (this.#readers.has(nameOf(block)) ? 0 : block.bytes), 0);
    const bySize = [...series].sort((a, b) => sizeOf(a) - sizeOf(b));
    return bySize.filter((each) => (left -= sizeOf(each)) >= 0);
  }

  /**
   * The series that are there as a whole, their rows checked, and go further than what lies beside the page. Anything may be
   * there in their place.
   */
  async #keptIn(cache: Cache): Promise<SeriesRows[]> {
    const found: unknown = await (await cache.match(addressOf(ROWS)))?.json().catch(() => undefined);
    const there = await placesIn(cache);
    const list: readonly unknown[] = Array.isArray(found) ? found : [];
    return list.flatMap((each): SeriesRows[] => {
      try {
        const rows = soundRows(each);
        const { blocks } = rows.series;
        const isWhole = blocks.every(
          (block) => there.has(placeOf(block)) || this.#readers.has(nameOf(block)),
        );
        return isWhole && this.#isFurther(rows) ? [rows] : [];
      } catch {
        return [];
      }
    });
  }
}

async function placesIn(cache: Cache): Promise<ReadonlySet<string>> {
  return new Set((await cache.keys()).map(({ url }) => url));
}
