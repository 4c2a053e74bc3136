/** What the static edition keeps between visits, without a browser: several pages, damage, and storage that refuses. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { randomStream } from '../../src/common/random.js';
import { nimValuesByDefinition, readGame } from '../../src/index.js';
import { MemoryStore } from '../../src/rim.js';
import { Kept } from '../../src/explorer/kept.js';
import { SEED } from '../support/seed.js';
import { drain } from '../support/store.js';

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
  vi.stubGlobal('navigator', {});
});
afterEach(() => vi.unstubAllGlobals());

interface Visit {
  readonly store: MemoryStore;
  readonly kept: Kept;
  readonly extend: (game: string, to: number) => Promise<void>;
  /** What is known, as `GAME END`. */
  readonly known: () => string[];
}

/** A page that begins. */
async function visit(): Promise<Visit> {
  const store = MemoryStore.create('page', randomStream(SEED));
  const kept = new Kept(store);
  await kept.load();
  return {
    store,
    kept,
    extend: async (game, to) => {
      await drain(store.extend(readGame(game), { to, series: 'nim', threads: 1 }));
      await kept.save();
    },
    known: () => store.contents().map(([{ series }]) => `${series.gameKey} ${series.frontier}`),
  };
}

const addressOfRows = (): string => [...entries.keys()].find((address) => address.endsWith('/rows'))!;

describe('what is kept', () => {
  it('is there as it was at the next visit, until it is forgotten', async () => {
    const first = await visit();
    await first.extend('{1,3,4}', 500);
    await first.extend('squares', 700);
    const later = await visit();
    expect(later.store.contents()).toEqual(first.store.contents());
    // The last block is folded into a longer one, and goes.
    const before = entries.size;
    await later.extend('squares', 900);
    expect(entries.size).toBe(before);
    expect((await visit()).known()).toEqual(['{1,3,4} 500', 'squares 900']);
    await later.kept.forget();
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

  it('is of several pages at once, and of each series what went furthest', async () => {
    const [one, other] = [await visit(), await visit()];
    await one.extend('squares', 700);
    const third = await visit();
    await other.extend('squares', 1000);
    await other.extend('{1,3,4}', 100);
    await one.extend('{1,3,4}', 300);
    expect((await visit()).known().sort()).toEqual(['squares 1000', '{1,3,4} 300']);
    // A page that began before has its values still.
    const game = readGame('squares');
    const found = await third.store.nimValues(game, [698, 699]);
    expect([...found]).toEqual([...nimValuesByDefinition(game.set, 700).slice(698)]);
  });

  it('stays what it was where a browser is full, and is nothing where it refuses', async () => {
    const first = await visit();
    await first.extend('squares', 700);
    vi.spyOn(cache, 'put').mockRejectedValue(new Error('full'));
    await first.extend('squares', 900);
    expect((await visit()).known()).toEqual(['squares 700']);
    vi.restoreAllMocks();
    await first.extend('{1,3,4}', 100);
    expect((await visit()).known().sort()).toEqual(['squares 900', '{1,3,4} 100']);
    vi.stubGlobal('caches', undefined);
    const alone = await visit();
    await alone.extend('squares', 700);
    await alone.kept.forget();
    expect(alone.known()).toEqual(['squares 700']);
  });
});
