/** Positions of any size against the definition: what holds m periods below holds far up, with the rise of the saltus. */
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closedFormOf } from '../../../src/game/closed-forms.js';
import { nimPeriodOf } from '../../../src/game/proving-periods.js';
import { nimValuesByDefinition, openStore, readGame, type Store } from '../../../src/index.js';
import { jsonLine } from '../../../src/words/visible.js';
import { fileFolder, json, takeaway } from '../../support/cli.js';

const at = join(fileFolder(), 'none');
let store: Store;
beforeAll(async () => {
  store = await openStore(at, { readOnly: true });
});
afterAll(() => {
  store.close();
});

const FAR = 10n ** 30n;
const bigints = (numbers: readonly number[]): bigint[] => numbers.map(BigInt);

/** Nim-values by the definition, their period, and a position far above one of the last values, so many periods higher. */
function example(text: string, n: number, periods: bigint) {
  const { set, ...game } = readGame(text);
  const values = nimValuesByDefinition(set, 1500);
  const { preperiod, period, saltus } = nimPeriodOf({ ...game, set }, values)!;
  expect(n - period).toBeGreaterThan(preperiod + Math.min(100, set.largest));
  const moves = Array.from(set.between(1, n + 1)).filter((s) => values[n - s] === 0);
  return { values, moves, far: BigInt(n) + periods * BigInt(period), rise: periods * BigInt(saltus) };
}

const finiteSets = fc
  .uniqueArray(fc.integer({ min: 1, max: 14 }), { minLength: 1, maxLength: 4 })
  .map((elements) => `{${elements.sort((a, b) => a - b).join()}}`);

describe('a position beyond 2^53', () => {
  it('of a finite set has the values and winning moves of the definition', async () => {
    await fc.assert(
      fc.asyncProperty(
        finiteSets,
        fc.integer({ min: 1200, max: 1499 }),
        fc.bigInt(FAR, FAR ** 3n),
        async (text, n, k) => {
          const { values, moves, far } = example(text, n, k);
          const [answer] = await store.query(text, [far]);
          expect(answer).toMatchObject({ position: far, cold: values[n] === 0, nimValue: BigInt(values[n]) });
          expect(answer.winningMoves).toEqual(values[n] === 0 ? [] : bigints(moves));
          expect(answer.moreMoves).toBeUndefined();
          expect(await store.valuesAt(text, 'nim', [far, 5n])).toEqual([
            BigInt(values[n]),
            BigInt(values[5]),
          ]);
          const misere = values[n] < 2 ? 1 - values[n] : values[n];
          const [inMisere] = await store.query(text, [far], { misere: true });
          expect(inMisere.nimValue).toBe(BigInt(misere));
        },
      ),
      { numRuns: 25 },
    );
  });

  it.each(['all-but:2,3,7', 'all-but:1', 'all-but:2,5', 'all'])(
    'of %s has values that rise',
    async (text) => {
      for (const n of [1301, 1350, 1417]) {
        const { values, moves, far, rise } = example(text, n, FAR);
        const [answer] = await store.query(text, [far]);
        expect(answer).toMatchObject({ cold: false, nimValue: BigInt(values[n]) + rise });
        expect(answer.winningMoves).toEqual(moves.map((move) => BigInt(move) + far - BigInt(n)));
        const [inMisere] = await store.query(text, [far], { misere: true });
        expect(inMisere.nimValue).toBe(answer.nimValue);
        const runs: bigint[] = [];
        for await (const run of store.values(text, { series: 'nim', from: far - 50n, to: far }))
          runs.push(...run.values);
        expect(runs).toEqual(values.slice(n - 50, n).map((value) => BigInt(value) + rise));
      }
    },
  );

  it('of powers of 2 is n mod 3, of odd numbers n mod 2', async () => {
    const n = 10n ** 250n;
    const asked = [n, n + 1n, n + 2n];
    const answers = await store.query('powers-of:2', asked);
    expect(answers.map(({ nimValue }) => nimValue)).toEqual(asked.map((one) => one % 3n));
    expect(answers[0]).toMatchObject({ cold: false, moreMoves: true });
    expect(answers[0].winningMoves!.slice(0, 3)).toEqual([1n, 4n, 16n]);
    expect(await store.valuesAt('odd', 'cold', [n, n + 1n])).toEqual([1n, 0n]);
  });

  it('of the Moser-de Bruijn set has the one winning move', async () => {
    const form = closedFormOf(readGame('moser-de-bruijn'))!;
    const isSum = (s: bigint): boolean => /^[01]+$/.test(s.toString(4));
    for (let n = FAR; n < FAR + 40n; n++) {
      const [{ nimValue, winningMoves, cold }] = await store.query('moser-de-bruijn', [n]);
      expect(nimValue).toBe(BigInt(`0b${Array.from(n.toString(4), (digit) => Number(digit) % 2).join('')}`));
      expect(winningMoves).toHaveLength(cold ? 0 : 1);
      for (const move of winningMoves!) {
        expect(isSum(move)).toBe(true);
        expect(form.far!(n - move)).toBe(0n);
      }
    }
    for (let n = 0; n < 500; n++) expect(form.far!(BigInt(n))).toBe(BigInt(form.nimValue(n)));
  });

  it('of an additive set with a period above 2^53 has a value and its moves', async () => {
    const moves = [94_906_249, 400_000_003, 494_906_252];
    const text = `{${moves.join()}}`;
    const { far } = closedFormOf(readGame(text))!;
    for (const n of [FAR, FAR + 1n, FAR + 54_321n]) {
      const [{ nimValue, winningMoves }] = await store.query(text, [n]);
      const options = moves.map((move) => far!(n - BigInt(move)));
      let mex = 0n;
      while (options.includes(mex)) mex++;
      expect(nimValue).toBe(mex);
      expect(winningMoves).toEqual(bigints(moves.filter((_, i) => options[i] === 0n)));
    }
  });

  it('has a remoteness, and a reason', async () => {
    const text = '{1,3,4}';
    const n = 7n * FAR + 12n;
    const [near] = await store.query(text, [7 * 10 ** 9 + 12], { remoteness: true });
    const [far] = await store.query(text, [n], { remoteness: true });
    const { saltus, period } = (await store.periodOf(text, 'remoteness'))!;
    expect(far.remoteness).toBe(
      BigInt(near.remoteness!) + (BigInt(saltus) * 7n * (FAR - 10n ** 9n)) / BigInt(period),
    );
    const why = await store.why(text, n);
    const small = await store.why(text, 12);
    expect(why).toMatchObject({ cold: small.cold, moveCount: 3n, winningCount: BigInt(small.winningCount!) });
    expect(why.moves.map(({ to }) => to)).toEqual([n - 1n, n - 3n, n - 4n]);
    expect(why.reached).toEqual(bigints(small.reached!));
    expect((await store.why('all-but:2,3', FAR)).moveCount).toBe(FAR - 2n);
    expect(await store.why('powers-of:2', FAR)).toMatchObject({ moveCount: null, winningCount: null });
  });
});

describe('a bigint', () => {
  it.each(['{1,3,4}', '{2,5,7} seed [3,1]', 'squares', 'all-but:2,3', 'moser-de-bruijn', '{1,4} sink'])(
    'below 2^53 is answered as the number: %s',
    async (text) => {
      const positions = Array.from({ length: 80 }, (_, i) => i);
      const plain = await store.query(text, positions);
      const asBigints = (value: unknown): unknown => JSON.parse(jsonLine(value));
      expect(asBigints(await store.query(text, bigints(positions)))).toEqual(asBigints(plain));
      expect(asBigints(await store.why(text, 35n))).toEqual(asBigints(await store.why(text, 35)));
    },
  );

  it.each(['all-but:2,3', 'all', '{1,3,4}', 'moser-de-bruijn'])(
    'may be a heap of a sum: %s',
    async (text) => {
      for (const misere of [false, true]) {
        for (const heaps of [[0], [5, 5], [1, 2], [1, 1, 1], [12, 7, 3], [1, 0, 6], [20, 21, 22]]) {
          const plain = await store.solveSum(text, heaps, { misere });
          expect(JSON.parse(jsonLine(await store.solveSum(text, bigints(heaps), { misere })))).toEqual(plain);
        }
      }
      const { moves, nimSum } = await store.solveSum(text, [FAR, FAR + 1n, 9n]);
      const valuesOf = (heaps: readonly bigint[]): Promise<bigint[]> => store.valuesAt(text, 'nim', heaps);
      expect((await valuesOf([FAR, FAR + 1n, 9n])).reduce((sum, value) => sum ^ value)).toBe(nimSum);
      for (const { heap, take } of moves) {
        const heaps = [FAR, FAR + 1n, 9n];
        heaps[heap - 1] -= take;
        expect((await valuesOf(heaps)).reduce((sum, value) => sum ^ value)).toBe(0n);
      }
    },
  );

  it('is refused if it is negative, mixed with numbers, or no rule gives it', async () => {
    await expect(store.query('{1,3}', [-1n])).rejects.toMatchObject({ code: 'usage' });
    await expect(store.query('{1,3}', [1n, 2 as unknown as bigint])).rejects.toThrow(/all bigints, not 2/);
    await expect(store.query('squares', [2n ** 53n])).rejects.toMatchObject({
      code: 'usage',
      message: expect.stringMatching(/^Positions of squares end at 2\^53 - 2/) as string,
    });
    await expect(store.valuesAt('{12345,67891,77777}', 'nim', [FAR])).rejects.toMatchObject({
      code: 'not-stored',
      remedy: { do: 'find-period' },
    });
  });
});

describe('the command line', () => {
  const run = async (...words: string[]): Promise<string> =>
    (await takeaway([...words, '--quiet', '--store', at])).stdout;

  it('answers any whole number', async () => {
    expect(await run('query', 'powers-of:2', '1e250', '--no-moves')).toMatch(/^1000+: hot, nim-value 1 /);
    expect(await run('query', '{1,3,4}', '1e30', '35', '10^30+1')).toBe(
      '1000000000000000000000000000000: hot, nim-value 1, winning move 1 (from period 7)\n' +
        '35: cold, nim-value 0 (from period 7)\n' +
        '1000000000000000000000000000001: cold, nim-value 0 (from period 7)\n',
    );
    expect(await json(['query', 'all-but:2,3,7', '1e20', '7', '--store', at])).toMatchObject([
      { position: '100000000000000000000', nimValue: '50000000000000000000' },
      { position: 7, nimValue: expect.any(Number) as number },
    ]);
    expect(await run('values', '{1,3,4}', '--from', '2^53-3', '--to', '2^53+1', '--format', 'lines')).toBe(
      '9007199254740989 1\n9007199254740990 0\n9007199254740991 1\n9007199254740992 2\n',
    );
    expect(await run('values', 'all-but:2,3,7', '--from', '1e20', '--to', '10^20+2', '--json')).toContain(
      '"values":["50000000000000000000","50000000000000000001"]',
    );
    expect(await run('move', 'all', '1e30', '10^30+1')).toContain(
      'Nim-sum 1: the next player wins by 1 move',
    );
    expect(await run('why', '{1,3,4}', '1e30')).toContain('mex {0, 2, 3} = 1');
  });

  it('says where positions end', async () => {
    const { code, stderr } = await takeaway(['query', 'squares', '35', '1e30', '--store', at]);
    expect(code).toBe(2);
    expect(stderr).toContain('Positions of squares end at 2^53 - 2');
    expect((await takeaway(['query', 'squares', '1e9999', '--store', at])).code).toBe(2);
  });
});
