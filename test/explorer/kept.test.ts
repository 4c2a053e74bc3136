/**
 * What the static edition keeps between visits and reads beside the page, without a browser: several pages, damage, and storage
 * that refuses.
 */
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { randomStream } from '../../src/common/random.js';
import { nimValuesByDefinition, readGame } from '../../src/index.js';
import { MemoryStore, shipBlocks, type SeriesRows } from '../../src/rim.js';
import { forgetKept, keep } from '../../src/explorer/kept.js';
import { shippedRows } from '../../src/explorer/shipped.js';
import { openSqlite } from '../../src/store/catalog/sqlite.js';
import { SEED } from '../support/seed.js';
import { drain, extendOnce } from '../support/store.js';
import { temporaryFolder } from '../support/temporary.js';

/** The entries of the one cache that there is, by their addresses. */
const entries = new Map<string, Response>();
const cache = {
  match: (address: string) => Promise.resolve(entries.get(address)?.clone()),
  put: (address: string, response: Response) => Promise.resolve(entries.set(address, response)),
  delete: (address: string) => Promise.resolve(entries.delete(address)),
  keys: () => Promise.resolve(Array.from(entries.keys(), (url) => ({ url }))),
};

beforeEach(() => {
  entries.clear();
  const forget = (): Promise<void> => {
    entries.clear();
    return Promise.resolve();
  };
  vi.stubGlobal('caches', { open: () => Promise.resolve(cache), delete: forget });
  let steal = (): void => undefined;
  const request = (): Promise<never> => {
    steal();
    return new Promise((_, reject) => (steal = () => reject(new Error('stolen'))));
  };
  vi.stubGlobal('navigator', { locks: { request } });
});
afterEach(() => vi.unstubAllGlobals());

interface Visit {
  readonly store: MemoryStore;
  readonly extend: (game: string, to: number) => Promise<void>;
  /** What is known, as `GAME END`. */
  readonly known: () => string[];
}

/** A page that begins. */
async function visit(shipped: readonly SeriesRows[] = []): Promise<Visit> {
  const store = MemoryStore.create('page', randomStream(SEED));
  const save = await keep(store, shipped);
  return {
    store,
    extend: async (game, to) => {
      await drain(store.extend(readGame(game), { to, series: 'nim', threads: 1 }));
      await save();
    },
    known: () => store.contents().map(([{ series }]) => `${series.gameKey} ${series.frontier}`),
  };
}

describe('the service worker', () => {
  it.each(['open', 'match', 'put'])(
    'answers from the network where the browser refuses to %s',
    async (refused) => {
      const refuse = (): Promise<never> => Promise.reject(new DOMException('full', 'QuotaExceededError'));
      const kept = { ...cache, match: () => Promise.resolve(undefined), ...{ [refused]: refuse } };
      const storage = {
        open: () => Promise.resolve(kept),
        match: kept.match,
        keys: () => Promise.resolve([]),
      };
      vi.stubGlobal('caches', { ...storage, ...{ [refused]: refuse } });
      vi.stubGlobal('location', new URL('http://page/offline.js?1'));
      vi.stubGlobal('fetch', ({ url }: Request) => Promise.resolve(new Response(url)));
      type Answering = (event: {
        request: Request;
        respondWith: (answer: Promise<Response>) => void;
      }) => void;
      const listeners = new Map<string, Answering>();
      vi.stubGlobal('addEventListener', (name: string, listener: Answering) => listeners.set(name, listener));
      vi.resetModules();
      await import('../../src/explorer/offline.js');
      for (const url of ['http://page/assets/main.js', 'http://page/blocks/1/0.arrow']) {
        const answer = await new Promise<Response>((resolve) =>
          listeners.get('fetch')!({ request: new Request(url), respondWith: resolve }),
        );
        expect(await answer.text()).toBe(url);
      }
    },
  );
});

const addressOfRows = (): string => [...entries.keys()].find((address) => address.endsWith('/rows'))!;

describe('what is kept', () => {
  it('is there as it was at the next visit, until it is forgotten', async () => {
    const first = await visit();
    await first.extend('squares', 700);
    await first.extend('{1,3,4}', 500);
    const later = await visit();
    expect(later.store.contents()).toEqual(first.store.contents());
    // The last block is folded into a longer one, and goes.
    const before = entries.size;
    await later.extend('squares', 900);
    expect(entries.size).toBe(before);
    expect((await visit()).known()).toEqual(['squares 900', '{1,3,4} 500']);
    await forgetKept();
    expect((await visit()).known()).toEqual([]);
  });

  it.each(['', 'null', '[null, 7, {}]', '{"a":1}'])(
    'gives way where %j stands for its rows',
    async (text) => {
      const first = await visit();
      await first.extend('squares', 700);
      entries.set(addressOfRows(), new Response(text));
      const second = await visit();
      expect(second.known()).toEqual([]);
      await second.extend('squares', 500);
      expect((await visit()).known()).toEqual(['squares 500']);
    },
  );

  it('is whole but for series that are not, which are computed and kept anew', async () => {
    const first = await visit();
    await first.extend('squares', 700);
    await first.extend('{1,3,4}', 700);
    const { valuesSha256 } = first.store.contents()[0][0].series.blocks[0];
    const address = [...entries.keys()].find((name) => name.endsWith(valuesSha256))!;
    for (const damage of [
      (bytes: Uint8Array<ArrayBuffer>) => entries.set(address, new Response(bytes.map((byte) => byte ^ 1))),
      (bytes: Uint8Array<ArrayBuffer>) => entries.set(address, new Response(bytes.subarray(1))),
      () => entries.delete(address),
    ]) {
      damage(new Uint8Array(await entries.get(address)!.clone().arrayBuffer()));
      const later = await visit();
      expect(later.known()).toEqual(['{1,3,4} 700']);
      await later.extend('squares', 700);
      expect((await visit()).known().sort()).toEqual(['squares 700', '{1,3,4} 700']);
    }
  });

  it('is saved by the page opened last, which has read what others saved', async () => {
    const one = await visit();
    await one.extend('squares', 700);
    const other = await visit();
    await other.extend('{1,3,4}', 100);
    await one.extend('squares', 1000);
    expect((await visit()).known().sort()).toEqual(['squares 700', '{1,3,4} 100']);
    // A page that cannot save still has its values.
    const game = readGame('squares');
    const found = await one.store.nimValues(game, [998, 999]);
    expect([...found]).toEqual([...nimValuesByDefinition(game.set, 1000).slice(998)]);
  });

  it('stays what it was where a browser is full, and is nothing where it refuses', async () => {
    const first = await visit();
    await first.extend('squares', 700);
    vi.spyOn(cache, 'put').mockRejectedValue(new Error('full'));
    await first.extend('squares', 900);
    const later = await visit();
    expect(later.known()).toEqual(['squares 700']);
    vi.restoreAllMocks();
    await later.extend('squares', 900);
    await later.extend('{1,3,4}', 100);
    expect((await visit()).known().sort()).toEqual(['squares 900', '{1,3,4} 100']);
    for (const caches of [undefined, { open: () => Promise.reject(new Error('forbidden')) }]) {
      vi.stubGlobal('caches', caches);
      const alone = await visit();
      await alone.extend('squares', 700);
      expect(alone.known()).toEqual(['squares 700']);
    }
  });
});

describe('what lies beside the page', () => {
  const squares = readGame('squares');
  const values = nimValuesByDefinition(squares.set, 1200);
  /** The files of a web space by their addresses, and what was asked of it. */
  const files = new Map<string, Uint8Array<ArrayBuffer>>();
  const asked: { file: string; cache: string }[] = [];
  let shipped: SeriesRows[] = [];

  beforeEach(async () => {
    const folder = temporaryFolder();
    await extendOnce(folder, 'squares', { to: 1000, series: 'nim', blockLength: 256 });
    await extendOnce(folder, '{1,3,4}', { to: 500 });
    files.clear();
    shipped = await shipBlocks(folder, 'squares', (path, file) => {
      files.set(path, new Uint8Array(file));
      return Promise.resolve();
    });
    asked.length = 0;
    vi.stubGlobal('fetch', (address: URL, { cache }: { cache: string }) => {
      const file = /\/blocks\/(.*)$/.exec(address.pathname)![1];
      asked.push({ file, cache });
      const bytes = files.get(file);
      return Promise.resolve(new Response(bytes ?? '', { status: bytes === undefined ? 404 : 200 }));
    });
  });

  it('is of the game that was named, or of all, and of one that is stored', async () => {
    expect(shipped.map(({ game }) => game.key)).toEqual(['squares']);
    const folder = temporaryFolder();
    await extendOnce(folder, '{1,3,4}', { to: 500 });
    const taken: string[] = [];
    const take = (path: string): Promise<void> => Promise.resolve(void taken.push(path));
    const rows = await shipBlocks(folder, undefined, take);
    expect(rows.map(({ series }) => series.name).sort()).toEqual(['cold', 'nim']);
    expect(taken).toHaveLength(2);
    await expect(shipBlocks(folder, 'squares', take)).rejects.toThrow(/values of squares/);
    await expect(shipBlocks(temporaryFolder(), undefined, take)).rejects.toThrow(/has no game\./);
  });

  it.each(['DELETE FROM block WHERE start = 256', 'UPDATE series SET frontier = 900'])(
    'is nothing of a store whose rows are damaged: %s',
    async (change) => {
      const folder = temporaryFolder();
      await extendOnce(folder, 'squares', { to: 1000, series: 'nim', blockLength: 256 });
      const db = openSqlite(join(folder, 'catalog.sqlite'));
      db.exec(change);
      db.close();
      const taken: string[] = [];
      const ship = shipBlocks(folder, undefined, (path) => Promise.resolve(void taken.push(path)));
      await expect(ship).rejects.toMatchObject({ code: 'corrupt' });
      expect(taken).toEqual([]);
    },
  );

  it('is read block by block, each when it is first asked for', async () => {
    const { store, known } = await visit(shippedRows(JSON.stringify(shipped)));
    expect(known()).toEqual(['squares 1000']);
    expect(asked).toEqual([]);
    const some = [
      ...(await store.nimValues(squares, [300, 301])),
      ...(await store.nimValues(squares, [511])),
    ];
    expect(some).toEqual([values[300], values[301], values[511]]);
    expect(asked.map(({ file }) => file)).toEqual([
      expect.stringMatching(/^\d+\/0{13}256-0{13}512\.\w+\.arrow$/),
    ]);
    const all = await store.nimValues(
      squares,
      Array.from({ length: 1000 }, (_, n) => n),
    );
    expect([...all]).toEqual([...values.slice(0, 1000)]);
    expect(asked).toHaveLength(4);
  });

  it('is refused by name where it is not as it was written', async () => {
    const [file] = [...files.keys()].sort();
    const bytes = files.get(file)!;
    for (const [given, code] of [
      [bytes.map((byte, i) => (i === 200 ? byte ^ 1 : byte)), 'corrupt'],
      [bytes.slice(0, -1), 'corrupt'],
      [new Uint8Array([...bytes, 0]), 'corrupt'],
      [new Uint8Array(), 'corrupt'],
      [undefined, 'io'],
    ] as const) {
      if (given === undefined) files.delete(file);
      else files.set(file, given);
      const { store } = await visit(shipped);
      await expect(store.nimValues(squares, [5])).rejects.toMatchObject({
        code,
        message: expect.stringContaining(`blocks/${file}`) as string,
      });
      expect([...(await store.nimValues(squares, [700]))]).toEqual([values[700]]);
      // It is looked for again at the next question.
      files.set(file, bytes);
      expect([...(await store.nimValues(squares, [5]))]).toEqual([values[5]]);
    }
    files.delete(file);
    const { store } = await visit(shipped);
    // There is a network, and another version of the page on the web space.
    await expect(store.nimValues(squares, [5])).rejects.toMatchObject({
      message: expect.stringContaining('Load the page again') as string,
    });
    for (const text of [
      '',
      '{}',
      '[null]',
      JSON.stringify(shipped).replace('"frontier":1000', '"frontier":999'),
    ])
      expect(() => shippedRows(text)).toThrow(expect.objectContaining({ code: 'corrupt' }));
  });

  it('is what it was, where another series has the same bytes for other values', async () => {
    const folder = temporaryFolder();
    // From 1024 to 1280 all nim-values are 1; and every eighth position is cold.
    await extendOnce(folder, '{1000}', { to: 1280, series: 'nim', blockLength: 256 });
    await extendOnce(folder, '{1,2,3,4,5,6,7}', { to: 2048, series: 'cold', blockLength: 2048 });
    const rows = await shipBlocks(folder, undefined, (path, file) => {
      files.set(path, new Uint8Array(file));
      return Promise.resolve();
    });
    const blocks = rows.flatMap(({ series }) => series.blocks);
    expect(new Set(blocks.map(({ valuesSha256 }) => valuesSha256)).size).toBeLessThan(
      new Set(blocks.map(({ file }) => file)).size,
    );
    for (const list of [rows, [...rows].reverse()]) {
      const { store } = await visit(list);
      expect([...(await store.nimValues('{1000}', [1024, 1033, 1279]))]).toEqual([1, 1, 1]);
      const cold = await store.valuesAt('{1,2,3,4,5,6,7}', 'cold', [8, 9, 2040, 2047]);
      expect([...cold]).toEqual([1, 0, 1, 0]);
    }
  });

  it('is asked for anew where a copy on the way is damaged', async () => {
    const [file] = [...files.keys()].sort();
    const bytes = files.get(file)!;
    const given = globalThis.fetch;
    vi.stubGlobal('fetch', (address: URL, options: RequestInit & { cache: string }) => {
      files.set(file, options.cache === 'reload' ? bytes : bytes.map((byte) => byte ^ 1));
      return given(address, options);
    });
    const { store } = await visit(shipped);
    expect([...(await store.nimValues(squares, [5]))]).toEqual([values[5]]);
    expect(asked.map(({ cache }) => cache)).toEqual(['default', 'reload']);
  });

  it('is gone on from, and only what is new is kept', async () => {
    const first = await visit(shipped);
    await first.extend('squares', 1200);
    // The rows, and what the last block was folded into.
    expect(entries.size).toBe(2);
    const later = await visit(shipped);
    expect(later.known()).toEqual(['squares 1200']);
    const all = await later.store.nimValues(
      squares,
      Array.from({ length: 1200 }, (_, n) => n),
    );
    expect([...all]).toEqual([...values]);
    // Damage to what is kept leaves what lies there.
    const address = [...entries.keys()].find((name) => !name.endsWith('/rows'))!;
    const block = entries.get(address)!;
    entries.set(address, new Response('other'));
    expect((await visit(shipped)).known()).toEqual(['squares 1000']);
    entries.set(address, block);
    // What is kept rests on what lies there.
    expect((await visit()).known()).toEqual([]);
    await forgetKept();
    expect((await visit(shipped)).known()).toEqual(['squares 1000']);
    vi.stubGlobal('caches', undefined);
    expect((await visit(shipped)).known()).toEqual(['squares 1000']);
  });

  it.each([300, 1000])('stands in the place of what goes no further: to %i', async (to) => {
    const alone = await visit();
    await alone.extend('squares', to);
    const beside = await visit(shipped);
    expect(beside.known()).toEqual(['squares 1000']);
    await beside.extend('{1,3,4}', 100);
    expect((await visit()).known()).toEqual(['{1,3,4} 100']);
  });
});
