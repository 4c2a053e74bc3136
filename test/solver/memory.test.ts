/** Methods that run out of memory: another one goes on, from where the values end. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { readGame } from '../../src/index.js';
import { lengthOf, type Range } from '../../src/common/range.js';
import {
  coldByDefinition,
  nimValuesByDefinition,
  remotenessesByDefinition,
} from '../../src/game/definition.js';
import { Arena, OutOfKernelMemory } from '../../src/kernel/arena.js';
import { createBitset, getBit, setBit } from '../../src/kernel/bitset.js';
import { ValueWindow } from '../../src/solver/chunks/value-window.js';
import { createKernelContext } from '../../src/kernel/context.js';
import { CycleSearch } from '../../src/solver/states/cycle.js';
import { COLD_SOLVERS, NIM_SOLVERS, REMOTENESS_SOLVERS, solverOf } from '../../src/solver/planner.js';
import type { SubtractionSet } from '../../src/game/sets/subtraction-set.js';
import { solveCold, solveNim } from '../support/solve.js';

const breathe = (): Promise<void> => Promise.resolve();

afterEach(() => vi.restoreAllMocks());

/** Hands out space as often as this, then once none. */
function limitTakes(most: number): { readonly taken: () => number } {
  // eslint-disable-next-line @typescript-eslint/unbound-method -- called with `this` below
  const take = Arena.prototype.take;
  let taken = 0;
  vi.spyOn(Arena.prototype, 'take').mockImplementation(function (this: Arena, bytes) {
    if (taken++ === most) throw new OutOfKernelMemory(2 ** 33);
    return take.call(this, bytes);
  });
  return { taken: () => taken };
}

/** For L divisible by 3 the set {1,2,L} has the period L + 1: 0, 1 and 2 alternate up to L, whose value is 3. */
const isColdByPeriod = (n: number, L: number): boolean => n % (L + 1) < L && (n % (L + 1)) % 3 === 0;

describe('cold positions of {1,2,2147483649}', () => {
  const L = 2 ** 31 + 1;

  it('have the period that smaller sets of this form have', () => {
    for (const small of [3, 6, 9, 30, 99]) {
      const { set } = readGame(`{1,2,${small}}`);
      const expected = Array.from({ length: 1000 }, (_, n) => isColdByPeriod(n, small));
      expect(coldByDefinition(set, 1000)).toEqual(expected);
    }
  });

  it('go on far up by the sieve, where residue classes have no memory', { tags: 'slow' }, async () => {
    const range = { start: 2_231_369_728, stop: 4_400_000_000 };
    const readLower = ({ start, stop }: Range): Promise<Uint8Array> => {
      const bits = createBitset(stop - start);
      const first = start + ((3 - ((start % (L + 1)) % 3)) % 3);
      // From the first multiple of three after L + 1 on, where the stretch passes that.
      for (let n = first; n < stop; n += isColdByPeriod(n, L) ? 3 : 1) {
        if (isColdByPeriod(n, L)) setBit(bits, n - start);
      }
      return Promise.resolve(bits);
    };
    const task = { set: readGame(`{1,2,${L}}`).set, range, pieceLength: 2 ** 20, readLower, breathe };
    limitTakes(0);
    const pieces = solverOf(COLD_SOLVERS, 'auto', task.set)(task, { threads: 1 });
    const { value: piece } = await pieces.next();
    await pieces.return();
    if (piece === undefined) throw new Error('no piece');
    expect(piece.method).toBe('sieve');
    expect(piece.start).toBe(range.start);
    for (let n = piece.start; n < piece.stop; n++) {
      if ((getBit(piece.values, n - piece.start) === 1) !== isColdByPeriod(n, L))
        expect.fail(`position ${n}`);
    }
  });
});

describe('values of the window that a set needs', () => {
  it.each([2 ** 29, 1_073_000_000, 2 ** 30])(
    'fit into the memory, with room to slide, for a reach of %d',
    (reach) => {
      const { memory, kernels } = createKernelContext();
      const arena = new Arena(memory, 64);
      const range = { start: 0, stop: 2 ** 33 };
      const window = new ValueWindow(kernels, arena, reach, range, 2 ** 18, [3, 8, 16]);
      expect(window.capacity).toBeGreaterThanOrEqual(reach + 2 ** 22 + 2 ** 19);
      expect(window.capacity).toBeLessThanOrEqual(2 * reach + 2 ** 22 + 2 ** 19);
      // A gibibyte is left for subtrahends, rows and scratch.
      expect(arena.next).toBeLessThan(2 ** 32 - 2 ** 30 + 2 ** 22);
    },
  );
});

describe.each([
  ['nim', NIM_SOLVERS, nimValuesByDefinition],
  ['remoteness', REMOTENESS_SOLVERS, remotenessesByDefinition],
] as const)('%s without memory', (_, solvers, byDefinition) => {
  it.each([0, 0.5, 0.9])('goes on plainly from %d of the spaces on', async (share) => {
    const { set } = readGame('squares');
    const stop = 3000;
    const solve = async (): Promise<{ values: number[]; methods: Set<string> }> => {
      const values: number[] = [];
      const methods = new Set<string>();
      const readLower = ({ start, stop: end }: Range): Promise<Uint8Array> =>
        Promise.resolve(Uint8Array.from(values.slice(start, end)));
      const task = { set, range: { start: 0, stop }, pieceLength: 256, readLower, breathe };
      for await (const piece of solverOf(solvers, 'dynamic-programming', set)(task, { threads: 1 })) {
        expect([piece.start, lengthOf(piece)]).toEqual([values.length, piece.values.length]);
        values.push(...piece.values);
        methods.add(piece.method);
      }
      return { values, methods };
    };
    const all = limitTakes(Infinity);
    await solve();
    const most = Math.floor(share * all.taken());
    vi.restoreAllMocks();
    limitTakes(most);
    const { values, methods } = await solve();
    expect(methods).toContain('plain');
    expect(values).toEqual(byDefinition(set, stop));
  });
});

describe('one set after another', () => {
  const one = { threads: 1 };
  it.each([
    ...['shifted-positions', 'residue-classes'].map((method): [string, (set: SubtractionSet) => unknown] => [
      method,
      (set) => solveCold((task) => solverOf(COLD_SOLVERS, method, set)(task, one), set, [3000]),
    ]),
    [
      'dynamic-programming',
      (set) => solveNim((task) => solverOf(NIM_SOLVERS, 'dynamic-programming', set)(task, one), set, [3000]),
    ],
  ])('%s makes one memory for all of them', async (_, solve) => {
    const Memory = vi.spyOn(WebAssembly, 'Memory');
    await solve(readGame('{1,2,9}').set);
    Memory.mockClear();
    for (let i = 1; i < 20; i++) await solve(readGame(`{1,${i + 2},${2 * i + 9}}`).set);
    expect(Memory).not.toHaveBeenCalled();
  });

  it('also in searches by states', async () => {
    const Memory = vi.spyOn(WebAssembly, 'Memory');
    const search = async (largest: number): Promise<void> => {
      const moves = [1, 2, largest];
      const found = new CycleSearch({ bits: 1, moves, given: new Uint8Array() });
      expect(await found.run({ limit: 2 ** 16, breathe })).toBeDefined();
      found.close();
      expect(found.place).toBeUndefined();
    };
    await search(9);
    Memory.mockClear();
    for (let largest = 10; largest < 20; largest++) await search(largest);
    expect(Memory).not.toHaveBeenCalled();
  });
});
