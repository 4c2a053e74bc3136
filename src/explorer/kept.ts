/**
 * The blocks of the static edition's store between visits, in the cache storage of the page's origin: an entry for the values of each
 * block, and one for the rows of all. The page opened last has read what was saved before; it steals the lock, and alone saves.
 */
import { soundRows, type MemoryStore, type SeriesRows } from '../rim.js';
import { shippedValues } from './shipped.js';

/** Raw bytes of kept values. If there are more, short series take precedence. */
const MAX_BYTES = 2 ** 27;
const NAME = `takeaway-values ${new URL('..', import.meta.url).pathname}`;
const addressOf = (name: string): string => new URL(`../values/${name}`, import.meta.url).href;
const ROWS = addressOf('rows');

/** Globals of a worker that are used here; insecure contexts lack caches and locks. */
const browser = globalThis as unknown as {
  readonly caches?: { open(name: string): Promise<Cache>; delete(name: string): Promise<boolean> };
  readonly navigator: { readonly locks?: { request(...how: readonly unknown[]): Promise<never> } };
};
interface Cache {
  match(address: string): Promise<Response | undefined>;
  put(address: string, response: Response): Promise<void>;
  delete(address: string): Promise<boolean>;
  keys(): Promise<readonly Request[]>;
}

/** Fills a store with the kept and the shipped series, the longer one of each. Returns a function that saves the store. */
export async function keep(store: MemoryStore, shipped: readonly SeriesRows[]): Promise<() => Promise<void>> {
  let isWriter = true;
  const lock = browser.navigator.locks?.request(NAME, { steal: true }, () => new Promise(() => undefined));
  lock?.catch(() => (isWriter = false));
  const blocks = shipped.flatMap(({ series }) => series.blocks);
  const readers = new Map(blocks.map((block) => [block.file, shippedValues(block)]));
  // The storage may be forbidden.
  const cache = await browser.caches?.open(NAME).catch(() => undefined);
  const read = async (address: string): Promise<Response> =>
    (await cache?.match(address).catch(() => undefined)) ?? new Response();

  const found: unknown = await (await read(ROWS)).json().catch(() => undefined);
  const all = [...shipped];
  for (const each of Array.isArray(found) ? (found as readonly unknown[]) : [])
    try {
      all.push(soundRows(each));
    } catch {
      // Damaged rows are dropped, and their series is computed again.
    }
  for (const rows of all.sort((a, b) => b.series.frontier - a.series.frontier)) {
    const addresses = rows.series.blocks.map(({ valuesSha256 }) => addressOf(valuesSha256));
    const values = rows.series.blocks.map(
      async ({ file }, i) =>
        readers.get(file) ?? new Uint8Array(await (await read(addresses[i])).arrayBuffer()),
    );
    try {
      store.adopt(rows, await Promise.all(values));
    } catch {
      await Promise.allSettled(addresses.map(async (address) => cache?.delete(address)));
    }
  }

  const save = async (): Promise<void> => {
    if (cache === undefined || !isWriter) return;
    const there = new Set((await cache.keys()).map(({ url }) => url));
    const named = new Set([ROWS]);
    const kept: SeriesRows[] = [];
    let left = MAX_BYTES;
    const sizeOf = ([{ series }]: readonly [SeriesRows, unknown]): number =>
      series.blocks.reduce((sum, { file, bytes }) => sum + (readers.has(file) ? 0 : bytes), 0);
    for (const each of store.contents().sort((a, b) => sizeOf(a) - sizeOf(b))) {
      if (sizeOf(each) === 0 || (left -= sizeOf(each)) < 0) continue;
      const [rows, values] = each;
      kept.push(rows);
      for (const [i, bytes] of values.entries()) {
        if (typeof bytes === 'function') continue;
        const address = addressOf(rows.series.blocks[i].valuesSha256);
        named.add(address);
        if (!there.has(address)) await cache.put(address, new Response(new Uint8Array(bytes)));
      }
    }
    await cache.put(ROWS, Response.json(kept));
    for (const address of there) if (!named.has(address)) await cache.delete(address);
  };
  let saving = Promise.resolve();
  return () => (saving = saving.then(save).catch(() => undefined));
}

export async function forgetKept(): Promise<void> {
  await browser.caches?.delete(NAME);
}
