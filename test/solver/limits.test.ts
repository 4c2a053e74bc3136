/** How far series can be solved: what memory bounds is refused before work begins, and estimates take no time of their own. */
import { describe, expect, it, vi } from 'vitest';
import { openStore, readGame } from '../../src/index.js';
import { POSITION_LIMIT, type Range } from '../../src/common/range.js';
import { Arena, OutOfKernelMemory } from '../../src/kernel/arena.js';
import { copyBits, createBitset, sliceBits } from '../../src/kernel/bitset.js';
import { divideAndConquerCost } from '../../src/solver/cost-model.js';
import { COLD_LIMITS, NIM_LIMITS } from '../../src/solver/limits.js';
import { COLD_SOLVERS } from '../../src/solver/planner.js';
import { temporaryFolder } from '../support/temporary.js';

const setOf = (text: string) => readGame(text).set;

describe('the limits of memory', () => {
  it('are the kept values and the subtrahends, of integers alone', () => {
    expect(COLD_LIMITS.solvableBelow(setOf('{1,3,4}'))).toBe(POSITION_LIMIT);
    expect(COLD_LIMITS.reachableBelow(setOf('{1,3,4}'))).toBe(POSITION_LIMIT);
    expect(NIM_LIMITS.solvableBelow(setOf('{1,3,4}'))).toBe(POSITION_LIMIT);
    expect(COLD_LIMITS.solvableBelow(setOf('squares'))).toBe(POSITION_LIMIT);
    expect(NIM_LIMITS.solvableBelow(setOf('squares'))).toBeLessThan(2 ** 32);
    expect(COLD_LIMITS.solvableBelow(setOf('odd'))).toBe(POSITION_LIMIT);
    const odd = NIM_LIMITS.solvableBelow(setOf('odd'));
    expect(odd).toBeGreaterThanOrEqual(2 ** 28);
    expect(odd).toBeLessThan(2 ** 28 + 16);
  });

  it('are, for cold positions of infinite sets, what the fewest of them take by residue class', () => {
    // Quotients of 31 bits by at most 4096 classes.
    for (const game of ['squares', 'cubes', 'primes', 'odd']) {
      expect(COLD_LIMITS.reachableBelow(setOf(game))).toBe(2 ** 43);
    }
    // Of fourteen factorials at most one position in fifteen is hot for each cold one: a bitset is shorter than lists.
    expect(COLD_LIMITS.reachableBelow(setOf('factorials')) / 2 ** 35).toBeCloseTo(1, 6);
    // 2^(5 k) below 2^37.5: 181 of them, so 4 bytes for each of at least n / 182.
    const fifth = COLD_LIMITS.reachableBelow(setOf('kth-powers:5'));
    const count = Math.floor((fifth - 1) ** (1 / 5));
    expect((4 * fifth) / (count + 1) / 2 ** 32).toBeCloseTo(1, 1);
  });

  it.each([
    ['squares', 'nim', 1e15],
    ['squares', 'cold', 1e15],
    ['squares', 'remoteness', 1e12],
    ['odd', 'nim', 1e15],
    ['all-but{2}', 'nim', 1e15],
    ['squares', 'nim', 2 ** 53 - 2],
  ] as const)('refuse %s %s to %d before anything is stored', async (game, series, to) => {
    const store = await openStore(temporaryFolder());
    const blocks = store.extend(game, { to, series });
    await expect(blocks.next()).rejects.toMatchObject({ code: 'usage' });
    expect(store.info()).toEqual([]);
    store.close();
  });

  it.each([
    ['{1,3,4}', 'nim'],
    ['{1,3,4}', 'cold'],
    ['odd', 'cold'],
  ] as const)('let %s %s begin at once, however far it is to go', async (game, series) => {
    const controller = new AbortController();
    const store = await openStore(temporaryFolder());
    let stored = 0;
    const run = async (): Promise<void> => {
      for await (const { stop } of store.extend(game, {
        to: 1e15,
        series,
        blockLength: 2 ** 16,
        signal: controller.signal,
      })) {
        stored = stop;
        controller.abort();
      }
    };
    await expect(run()).rejects.toMatchObject({ code: 'interrupted' });
    expect(stored).toBeGreaterThan(0);
    store.close();
  });
});

describe('a set too dense for the fast method', () => {
  it('is filled by its closed form, and as the solvers would fill it', async () => {
    const far = await openStore(temporaryFolder());
    for await (const { methods } of far.extend('odd', { to: 1e15, series: 'cold', blockLength: 2 ** 16 })) {
      expect(methods).toEqual(['closed-form']);
      break;
    }
    const near = await openStore(temporaryFolder());
    for await (const { methods } of near.extend('odd', { to: 2 ** 16, series: 'cold' })) {
      expect(methods).not.toContain('closed-form');
    }
    expect(await far.valueHash('odd', 'cold')).toBe(await near.valueHash('odd', 'cold'));
    far.close();
    near.close();
  });

  it('is filled by a recorded period', async () => {
    const store = await openStore(temporaryFolder());
    for await (const { methods } of store.extend('all-but{2,3,7}', { to: 4096 }))
      expect(methods).not.toEqual([]);
    expect(store.recordedPeriods('all-but{2,3,7}').outcome).not.toBeNull();
    const options = { to: 1e15, series: 'cold', blockLength: 2 ** 16 } as const;
    for await (const { methods } of store.extend('all-but{2,3,7}', options)) {
      expect(methods).toContain('period');
      break;
    }
    expect((await store.verify()).ok).toBe(true);
    store.close();
  });

  it('goes on by divide and conquer where the kernels have no memory', async () => {
    const solve = (): AsyncGenerator<{ start: number; stop: number; values: Uint8Array; method: string }> =>
      COLD_SOLVERS.byCheapest(
        {
          set: setOf('primes'),
          range: { start: 0, stop: 3 * 2 ** 16 },
          pieceLength: 2 ** 14,
          readLower: (range) => Promise.resolve(lower(range)),
          breathe: () => Promise.resolve(),
        },
        { threads: 1 },
      ) as never;
    const known = createBitset(3 * 2 ** 16);
    const lower = ({ start, stop }: Range): Uint8Array => sliceBits(known, start, stop);
    const run = async (): Promise<{ bits: Uint8Array; methods: string[] }> => {
      const methods: string[] = [];
      for await (const { start, stop, values, method } of solve()) {
        copyBits(values, 0, known, start, stop - start);
        if (methods.at(-1) !== method) methods.push(method);
      }
      return { bits: known.slice(), methods };
    };
    // eslint-disable-next-line @typescript-eslint/unbound-method -- called with `this` below
    const take = Arena.prototype.take;
    let taken = 0;
    let most = Infinity;
    const spy = vi.spyOn(Arena.prototype, 'take').mockImplementation(function (this: Arena, bytes) {
      if (taken++ >= most) throw new OutOfKernelMemory(2 ** 33);
      return take.call(this, bytes);
    });
    const whole = await run();
    expect(whole.methods).toEqual(['residue-classes']);
    known.fill(0);
    most = Math.floor(0.9 * taken);
    taken = 0;
    const cut = await run();
    spy.mockRestore();
    expect(cut.methods).toEqual(['residue-classes', 'divide-and-conquer']);
    expect(cut.bits).toEqual(whole.bits);
  });
});

describe('the kernels without memory', () => {
  /** What `work` does where space is handed out so many times, then no more. Returns how many times it was asked for. */
  async function withTakes(most: number, work: () => Promise<void>): Promise<number> {
    // eslint-disable-next-line @typescript-eslint/unbound-method -- called with `this` below
    const take = Arena.prototype.take;
    let taken = 0;
    const spy = vi.spyOn(Arena.prototype, 'take').mockImplementation(function (this: Arena, bytes) {
      if (taken++ >= most) throw new OutOfKernelMemory(2 ** 33);
      return take.call(this, bytes);
    });
    await work().finally(() => spy.mockRestore());
    return taken;
  }

  it('end an extension, and the error says what is stored', async () => {
    const options = { to: 2 ** 20, series: 'cold', method: 'residue-classes', blockLength: 2 ** 16 } as const;
    const free = await openStore(temporaryFolder());
    const all = await withTakes(Infinity, async () => {
      for await (const { stop } of free.extend('squares', options)) expect(stop).toBeGreaterThan(0);
    });
    free.close();
    const store = await openStore(temporaryFolder());
    let stored = 0;
    await withTakes(Math.floor(0.9 * all), async () => {
      const run = async (): Promise<void> => {
        for await (const { stop } of store.extend('squares', options)) stored = stop;
      };
      await expect(run()).rejects.toMatchObject({
        code: 'usage',
        message: expect.stringContaining('Every block announced so far is stored') as string,
      });
    });
    expect(stored).toBeGreaterThan(0);
    expect(store.info('squares')[0].series.cold?.frontier).toBe(stored);
    store.close();
  });

  it('do not leave to divide and conquer what that does not end in good time', async () => {
    const range = { start: 2 ** 37, stop: 2 ** 38 };
    const readLower = ({ start, stop }: Range): Promise<Uint8Array> =>
      Promise.resolve(createBitset(stop - start).map((_, i) => (i % 128 === 0 ? 1 : 0)));
    const task = {
      set: setOf('squares'),
      range,
      pieceLength: 2 ** 24,
      readLower,
      breathe: () => Promise.resolve(),
    };
    await withTakes(0, async () => {
      const pieces = COLD_SOLVERS.byCheapest(task, { threads: 1 });
      await expect(pieces.next()).rejects.toBeInstanceOf(OutOfKernelMemory);
    });
  });
});

describe('the estimate of divide and conquer', () => {
  it('adds up a sample of chunks in long ranges as it would all of them', () => {
    const set = setOf('squares');
    const chunk = 2 ** 12;
    const parts = Array.from({ length: 64 }, (_, k) => ({ start: k * 2 ** 19, stop: (k + 1) * 2 ** 19 }));
    const all = parts.reduce((sum, part) => sum + divideAndConquerCost(set, part, chunk), 0);
    const sampled = divideAndConquerCost(set, { start: 0, stop: 2 ** 25 }, chunk);
    expect(Math.abs(sampled / all - 1)).toBeLessThan(0.001);
    expect(divideAndConquerCost(set, { start: 0, stop: 0 }, chunk)).toBe(0);
  });
});
