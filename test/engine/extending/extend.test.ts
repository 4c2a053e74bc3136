/** Extending: any steps, block sizes and methods give the same values; blocks stay few; stopping loses nothing. */
import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { openStore, type CommittedBlock } from '../../../src/index.js';
import { openStoreIn } from '../../../src/engine/store.js';
import type { PartsSource } from '../../../src/engine/extending/parts.js';
import { nodeFileSystem, type FileSystem } from '../../../src/store/files/file-system.js';
import { effort, IS_LONG } from '../../support/seed.js';
import { drain, extendOnce, hashes } from '../../support/store.js';
import { temporaryFolder } from '../../support/temporary.js';

const TO = 30_000;

describe('extend', () => {
  it('gives equal value hashes in one go, in ten uneven steps, with any block size, by each method', async () => {
    const whole = temporaryFolder();
    await extendOnce(whole, 'squares', { to: TO });
    const expected = await hashes(whole, 'squares');
    const stops = [1, 63, 64, 1000, 1001, 4096, 9999, 16_384, 20_001, TO];
    for (const blockLength of IS_LONG ? [64, 1024, 4096, 2 ** 20] : [64, 4096]) {
      for (const [cold, nim] of [
        ['sieve', 'dynamic-programming'],
        ['divide-and-conquer', 'levels'],
        ['auto', 'auto'],
      ] as const) {
        const folder = temporaryFolder();
        // The levels are run in larger steps: each step costs a transform a level.
        for (const to of blockLength === 64 ? stops.slice(0, 6) : stops) {
          await extendOnce(folder, 'squares', { to, series: 'cold', method: cold, blockLength });
          if (nim !== 'levels' || blockLength === 4096) {
            await extendOnce(folder, 'squares', { to, series: 'nim', method: nim, blockLength });
          }
        }
        const found = await hashes(folder, 'squares');
        const to = blockLength === 64 ? 4096 : TO;
        const { cold: wantedCold, nim: wantedNim } =
          to === TO ? expected : await hashes(whole, 'squares', to);
        expect(found).toEqual({ cold: wantedCold, nim: found.nim === undefined ? undefined : wantedNim });
      }
    }
  });

  it('gives the same on random games, steps and block sizes as in one go', { tags: 'slow' }, async () => {
    const games = fc.constantFrom('cubes', 'triangular', 'primes', 'odd', '{1}', '{2,3,7}', '{64,100,6000}');
    const steps = fc.uniqueArray(fc.integer({ min: 1, max: 4000 }), { minLength: 1, maxLength: 6 });
    const blockLengths = fc.array(fc.constantFrom(64, 192, 1024, 65_536), { minLength: 6, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(games, steps, blockLengths, async (game, unsorted, lengths) => {
        const stops = unsorted.sort((a, b) => a - b);
        const whole = temporaryFolder();
        await extendOnce(whole, game, { to: stops[stops.length - 1] });
        const folder = temporaryFolder();
        for (const [i, to] of stops.entries()) {
          await extendOnce(folder, game, { to, blockLength: lengths[i], doubleCheck: true });
        }
        expect(await hashes(folder, game)).toEqual(await hashes(whole, game));
        const store = await openStore(folder, { readOnly: true });
        expect(await store.verify({ full: true })).toMatchObject({ ok: true });
        store.close();
      }),
      { numRuns: effort(4, 20) },
    );
  });

  it('is right when blocks are committed while the solver reads below them', { tags: 'slow' }, async () => {
    // Long subtrahends make every chunk read far below, in windows that span the moving frontier.
    const game = `${Array.from({ length: 40 }, (_, k) => (k + 1) ** 2).join(',')},300007,400003,500009`;
    const to = 2 ** 20 + 12_345;
    const whole = temporaryFolder();
    await extendOnce(whole, game, { to, series: 'cold', method: 'divide-and-conquer', blockLength: 2 ** 24 });
    const expected = await hashes(whole, game);
    const fileSystem: FileSystem = {
      ...nodeFileSystem,
      open: async (path, expected) => {
        await new Promise((resolve) => setTimeout(resolve, 2));
        return nodeFileSystem.open(path, expected);
      },
    };
    for (const blockLength of IS_LONG ? [3 * 2 ** 13, 2 ** 15, 2 ** 17] : [3 * 2 ** 13]) {
      for (const method of ['sieve', 'auto', 'residue-classes'] as const) {
        const folder = temporaryFolder();
        const options = { to, series: 'cold', method, blockLength } as const;
        await extendOnce(folder, game, options, { fileSystem, cacheBytes: 0 });
        expect(await hashes(folder, game), `${method} ${blockLength}`).toEqual(expected);
      }
    }
  });

  it('folds only short blocks, whatever block lengths alternate', async () => {
    const folder = temporaryFolder();
    for (let to = 1024; to < 20_000; to += 1024) {
      await extendOnce(folder, '{1,2}', { to, series: 'cold', blockLength: to % 2048 === 0 ? 1024 : 1088 });
    }
    const store = await openStore(folder, { readOnly: true });
    const { cold } = store.info('{1,2}')[0].series;
    expect(cold?.blocks).toBeGreaterThan(8);
    store.close();
  });

  it('is refused while another extension of the store runs, and when the store is closed', async () => {
    const store = await openStore(temporaryFolder());
    const first = store.extend('squares', { to: 10_000, blockLength: 1024 });
    await first.next();
    await expect(store.extend('cubes', { to: 10 }).next()).rejects.toMatchObject({ code: 'usage' });
    await first.return();
    await drain(store.extend('cubes', { to: 10 }));
    store.close();
    await expect(store.extend('cubes', { to: 20 }).next()).rejects.toMatchObject({ code: 'usage' });
    expect(() => store.info()).toThrow('is closed. Open it again.');
  });

  it(
    'starts on dense sets without listing them, and says when memory does not suffice',
    { tags: 'slow' },
    async () => {
      const store = await openStore(temporaryFolder());
      const blocks = store.extend('primes', {
        to: 2 ** 52,
        series: 'cold',
        blockLength: 4096,
        method: 'sieve',
      });
      expect((await blocks.next()).value).toMatchObject({ start: 0, stop: 4096 });
      await blocks.return();
      const impossible = store.extend('squares', {
        to: 2 ** 52,
        series: 'nim',
        method: 'dynamic-programming',
      });
      await expect(impossible.next()).rejects.toMatchObject({ code: 'usage' });
      store.close();
    },
  );

  it('says that memory does not suffice only where an array did not fit', async () => {
    const raisedBy = async (message: string): Promise<unknown> => {
      const random = (): number => {
        throw new RangeError(message);
      };
      const store = await openStoreIn({ fileSystem: nodeFileSystem, random }, temporaryFolder(), {});
      const error: unknown = await drain(store.extend('squares', { to: 100, series: 'cold' })).catch(
        (reason: unknown) => reason,
      );
      store.close();
      return error;
    };
    const slip = await raisedBy('toFixed() digits argument must be between 0 and 100');
    expect(slip).toBeInstanceOf(RangeError);
    for (const failure of [
      'Array buffer allocation failed',
      'Invalid typed array length: 9007199254740991',
      'WebAssembly.Memory.grow(): Unable to grow instance memory',
    ]) {
      expect(await raisedBy(failure)).toMatchObject({
        code: 'io',
        facts: { reason: failure },
        remedy: { do: 'lower', option: 'to' },
      });
    }
  });

  it('announces blocks in increasing order without gaps, each already readable', async () => {
    const store = await openStore(temporaryFolder());
    let stop = 0;
    for await (const block of store.extend('squares', { to: 10_000, series: 'nim', blockLength: 1024 })) {
      expect(block.newFrom).toBe(stop);
      stop = block.stop;
      expect(await store.nimValues('squares', [stop - 1])).toHaveLength(1);
      expect(block.progress).toBeGreaterThan(0);
    }
    expect(stop).toBe(10_000);
    store.close();
  });

  it('leaves no small blocks behind however small the steps', async () => {
    const folder = temporaryFolder();
    const store = await openStore(folder);
    for (let to = 100; to <= 6000; to += 100) {
      await drain(store.extend('squares', { to, blockLength: 2048 }));
    }
    const { cold, nim } = store.info('squares')[0].series;
    expect(cold?.blocks).toBe(3);
    expect(nim?.blocks).toBe(3);
    store.close();
  });

  it('is nothing at the frontier and below it', async () => {
    const folder = temporaryFolder();
    await extendOnce(folder, 'squares', { to: 1000 });
    expect(await extendOnce(folder, 'squares', { to: 1000 })).toEqual([]);
    expect(await extendOnce(folder, 'squares', { to: 999 })).toEqual([]);
    await extendOnce(folder, 'squares', { to: 2000, series: 'cold' });
    // Cold is further on already: only the nim-values move.
    const blocks = await extendOnce(folder, 'squares', { to: 1500 });
    expect(blocks.map(({ series, stop }) => [series, stop])).toEqual([['nim', 1500]]);
  });

  it('stops when the consumer does, keeping what it announced', async () => {
    const folder = temporaryFolder();
    const store = await openStore(folder);
    for await (const block of store.extend('squares', { to: 100_000, blockLength: 1024 })) {
      if (block.stop === 5 * 1024) break;
    }
    // What was solved meanwhile may be stored as well; the rest is not begun.
    const { cold, nim } = store.info('squares')[0].series;
    expect(cold?.frontier).toBeGreaterThanOrEqual(5 * 1024);
    expect(cold?.frontier).toBeLessThan(50_000);
    expect(nim).toBeUndefined();
    store.close();
  });

  it('stores what is solved when it is aborted, and says so', { tags: 'slow' }, async () => {
    const folder = temporaryFolder();
    const store = await openStore(folder);
    const controller = new AbortController();
    const announced: CommittedBlock[] = [];
    const run = async (): Promise<void> => {
      const options = { to: 2 ** 22, blockLength: 4096, signal: controller.signal };
      for await (const block of store.extend('squares', options)) {
        announced.push(block);
        if (announced.length === 3) controller.abort();
      }
    };
    await expect(run()).rejects.toMatchObject({ code: 'interrupted' });
    expect(store.info('squares')[0].series.cold?.frontier).toBe(announced[announced.length - 1].stop);
    expect((await store.verify()).ok).toBe(true);
    store.close();
  });

  it('refuses values that the definition contradicts', async () => {
    const store = await openStore(temporaryFolder());
    const allCold: PartsSource = async function* ({ range: { start, stop } }) {
      const length = stop - start;
      const bytes = new Uint8Array(Math.ceil(length / 8)).fill(0xff);
      yield await Promise.resolve({ start, stop, values: { width: 1, length, bytes }, methods: ['sieve'] });
    };
    const blocks = store.extend('squares', { to: 1024, series: 'cold' }, allCold);
    await expect(drain(blocks)).rejects.toMatchObject({ code: 'internal' });
    expect(store.coverage('squares', 'cold').frontier).toBe(0);
    store.close();
  });

  it('stores the blocks before one that another method contradicts, though they came together', async () => {
    const [length, blocks] = [64, 7];
    const whole = await openStore(temporaryFolder());
    await drain(whole.extend('squares', { to: blocks * length, series: 'cold' }));
    const bits = await whole.isCold('squares', [...Array(blocks * length).keys()]);
    whole.close();
    // No sample is at this position, and every block is chosen to be solved again.
    let drawn = 0;
    const random = (): number => [0, 0.05, 0.1, 0.15, 0.2][drawn++ % 5];
    bits[blocks * length - 20] ^= 1;
    let giveAll = (): void => undefined;
    const areAllGiven = new Promise<void>((resolve) => (giveAll = resolve));
    const parts: PartsSource = async function* () {
      for (let start = 0; start < blocks * length; start += length) {
        const bytes = new Uint8Array(length / 8);
        for (let i = 0; i < length; i++) bytes[i >> 3] |= bits[start + i] << (i & 7);
        const values = { width: 1, length, bytes } as const;
        yield await Promise.resolve({ start, stop: start + length, values, methods: ['sieve'] });
      }
      giveAll();
    };
    // The first block is written once all are there, and the others come together.
    const fileSystem: FileSystem = {
      ...nodeFileSystem,
      create: async (path) => {
        if (path.endsWith('.part')) await areAllGiven;
        return nodeFileSystem.create(path);
      },
    };
    const store = await openStoreIn({ fileSystem, random }, temporaryFolder(), {});
    const options = { to: blocks * length, series: 'cold', blockLength: length, doubleCheck: true } as const;
    const announced: number[] = [];
    const extension = async (): Promise<void> => {
      for await (const { stop } of store.extend('squares', options, parts)) announced.push(stop);
    };
    await expect(extension()).rejects.toMatchObject({ code: 'internal' });
    expect(announced).toEqual([64, 128, 192, 256, 320, 384]);
    expect(store.coverage('squares', 'cold').frontier).toBe((blocks - 1) * length);
    store.close();
  });

  it.each([
    [{ to: -1 }, 'usage'],
    [{ to: 1.5 }, 'usage'],
    [{ to: 2 ** 53 }, 'usage'],
    [{ to: Number.NaN }, 'usage'],
    [{ to: 10, method: 'seive' as 'sieve' }, 'usage'],
    [{ to: 10, method: 'sieve' as const }, 'usage'],
    [{ to: 10, method: 'levels' as const, series: 'cold' as const }, 'usage'],
    [{ to: 10, blockLength: 100 }, 'usage'],
    [{ to: 10, threads: 0 }, 'usage'],
    [{ to: 10, threads: 1.5 }, 'usage'],
    [{ to: 10, series: 'warm' as 'cold' }, 'usage'],
  ])('refuses %o', async (options, code) => {
    await expect(extendOnce(temporaryFolder(), 'squares', options)).rejects.toMatchObject({ code });
  });
});
