/**
 * One pass for the whole game: values, periods with their proofs, and what a store says of them, against the definition, which is a
 * recursion on positions with and without the pass.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sliceColumn, valueAt, type SeriesName } from '../../src/columnar/layout.js';
import { compareAll, Samples } from '../../src/engine/extending/samples.js';
import { periodOfFinite, periodOfFiniteAsClaimed } from '../../src/game/proving-periods.js';
import { certify, expandGame, openStore, readGame, type Store } from '../../src/index.js';
import { worksheet } from '../../src/index.js';
import { json, takeaway } from '../support/cli.js';
import { drawIntegers, effort, REPLAY } from '../support/seed.js';
import { columnFor } from '../support/store.js';
import { temporaryFolder } from '../support/temporary.js';

const STOP = 4000;

/** Sets of one to five moves up to 14. */
function randomSets(count: number): number[][] {
  const drawn = drawIntegers(6 * count, 1, 14);
  const sets = Array.from({ length: count }, (_, i) => {
    const [size, ...moves] = drawn.slice(6 * i, 6 * i + 6);
    return [...new Set(moves.slice(0, 1 + (size % 5)))].sort((a, b) => a - b);
  });
  return [[1], [7], [1, 2, 3], [2, 12, 14], [1, 3, 4], [1, 6, 9], ...sets];
}

function mexOf(values: readonly number[]): number {
  let mex = 0;
  while (values.includes(mex)) mex++;
  return mex;
}

/** Nim-values by the definition, of positions with the pass and without it. */
function statesOf(
  moves: readonly number[],
  stop = STOP,
): { readonly left: number[]; readonly used: number[] } {
  const values = new Map<string, number>();
  const valueOf = (n: number, pass: 'left' | 'used'): number => {
    const known = values.get(`${n} ${pass}`);
    if (known !== undefined) return known;
    const taken = moves.filter((move) => move <= n);
    const options = taken.map((move) => valueOf(n - move, pass));
    if (pass === 'left' && taken.length > 0) options.push(valueOf(n, 'used'));
    const value = mexOf(options);
    values.set(`${n} ${pass}`, value);
    return value;
  };
  const positions = Array.from({ length: stop }, (_, n) => n);
  return { left: positions.map((n) => valueOf(n, 'left')), used: positions.map((n) => valueOf(n, 'used')) };
}

const textOf = (moves: readonly number[]): string => `{${moves.join(',')}} pass`;

/** Expects a preperiod and period that values have, and that no smaller ones do, as far as they go. */
function expectLeast(
  values: readonly number[],
  { preperiod, period }: { preperiod: number; period: number },
): void {
  expect(preperiod + 3 * period).toBeLessThan(values.length);
  const repeats = (p: number, from: number): boolean =>
    values.slice(from + p).every((value, i) => value === values[from + i]);
  expect(repeats(period, preperiod)).toBe(true);
  if (preperiod > 0) expect(values[preperiod - 1]).not.toBe(values[preperiod - 1 + period]);
  for (let p = 1; p < period; p++) expect(repeats(p, preperiod)).toBe(false);
}

async function withStore(use: (store: Store) => Promise<void>): Promise<void> {
  const store = await openStore(temporaryFolder());
  try {
    await use(store);
  } finally {
    store.close();
  }
}

async function extend(store: Store, game: string, ...steps: Parameters<Store['extend']>[1][]): Promise<void> {
  for (const step of steps)
    for await (const { stop } of store.extend(game, step)) expect(stop).toBeLessThanOrEqual(step.to);
}

describe('a game with a pass', () => {
  it(`has the values, outcomes and periods of the definition (${REPLAY})`, async () => {
    await withStore(async (store) => {
      for (const moves of randomSets(effort(8, 200))) {
        const game = textOf(moves);
        const { left } = statesOf(moves);
        const cold = left.map((value) => Number(value === 0));
        const { nim, outcome } = await store.periods(game);
        expectLeast(left, nim!);
        expectLeast(cold, outcome!);
        const positions = Array.from({ length: 300 }, (_, n) => n);
        expect(await store.query(game, positions), game).toMatchObject(
          positions.map((n) => ({ position: n, cold: left[n] === 0, nimValue: left[n] })),
        );
        const far = 10 ** 12 + 7;
        const near = nim!.preperiod + ((far - nim!.preperiod) % nim!.period);
        expect(await store.query(game, [far]), game).toMatchObject([
          { nimValue: left[near], cold: left[near] === 0 },
        ]);
      }
    });
  });

  it('has the preperiods and periods that an independent program has found', async () => {
    await withStore(async (store) => {
      for (const [moves, preperiod, period] of [
        ['{1,2,3}', 4, 4],
        ['{2,12,14}', 46, 24],
        ['{1,3,4}', 9, 7],
        ['{1,6,9}', 12, 5],
      ] as const)
        expect((await store.periods(`${moves} pass`)).nim).toMatchObject({ preperiod, period, saltus: 0 });
    });
  });

  it(`is stored the same by each method, in blocks and steps of any size (${REPLAY})`, async () => {
    const { left } = statesOf([2, 5, 7], 3000);
    const positions = Array.from({ length: 3000 }, (_, n) => n);
    const game = '{2,5,7} pass';
    const ways: readonly Parameters<Store['extend']>[1][][] = [
      [{ to: 3000, threads: 2, doubleCheck: true }],
      [{ to: 5, threads: 1 }, { to: 9 }, { to: 700 }, { to: 3000 }].map((step) => ({
        ...step,
        blockLength: 64,
      })),
      [{ to: 3000, series: 'nim', method: 'levels', blockLength: 1024, doubleCheck: true }],
      [
        { to: 1500, series: 'nim', method: 'levels' },
        { to: 3000, series: 'nim', method: 'plain' },
      ],
      ...(
        ['sieve', 'divide-and-conquer', 'residue-classes', 'shifted-sets', 'shifted-positions'] as const
      ).map((method) => [
        { to: 700, series: 'cold' as const, method },
        { to: 3000, series: 'cold' as const, method },
      ]),
    ];
    const hashes = new Set<unknown>();
    for (const steps of ways) {
      await withStore(async (store) => {
        await extend(store, game, ...steps);
        expect(await store.verify({ full: true })).toMatchObject({ ok: true, problems: [] });
        const isCold = await store.isCold(game, positions);
        expect([...isCold]).toEqual(left.map((value) => Number(value === 0)));
        if (steps[0].series !== 'cold') expect([...(await store.nimValues(game, positions))]).toEqual(left);
        hashes.add(JSON.stringify(store.recordedPeriods(game).outcome?.evidence?.valuesSha256));
      });
    }
    expect(hashes.size).toBe(1);
  });

  it('is copied, imported, exported and compared like any game, and read again', async () => {
    const [folder, copy, third] = [temporaryFolder(), temporaryFolder(), temporaryFolder()];
    const game = '{1,3,4} pass';
    const written = await openStore(folder);
    try {
      await extend(written, game, { to: 1000 });
      for await (const { stop } of written.copyTo(copy)) expect(stop).toBeGreaterThan(0);
    } finally {
      written.close();
    }
    const imported = await openStore(third);
    try {
      for await (const { stop } of imported.importFrom(copy)) expect(stop).toBeGreaterThan(0);
      expect(await imported.verify()).toMatchObject({ ok: true, problems: [] });
      expect(imported.info().map(({ game: key }) => key)).toEqual([game]);
    } finally {
      imported.close();
    }
    const at = ['--store', third];
    const { left } = statesOf([1, 3, 4], 1000);
    const csv = await takeaway(['export', game, '--series', 'nim', '--format', 'csv', '-o', '-', ...at]);
    expect(csv.stdout.trimEnd().split('\n').slice(1)).toEqual(left.map((value, n) => `${n},${value}`));
    const entry = await json<{ name: string; data: string; checked: number }>([
      'oeis',
      game,
      '--sequence',
      'nim',
      ...at,
    ]);
    expect(entry).toMatchObject({ data: expect.stringMatching(/^0, 2, 1, /) as string, checked: 4096 });
    expect(entry.name).toContain('one pass, allowed while a move exists');
  });

  it('is analysed, plotted and reported like any game', async () => {
    await withStore(async (store) => {
      await extend(store, '{1,3,4} pass', { to: 2000 });
      const cold = statesOf([1, 3, 4], 2000).left.filter((value) => value === 0).length;
      const at = ['--store', store.folder];
      const analyzed = await json<{ count: number }>([
        'analyze',
        '{1,3,4} pass',
        'residues',
        '--modulus',
        '7',
        ...at,
      ]);
      expect(analyzed.count).toBe(cold);
      const plotted = await takeaway(['plot', '{1,3,4} pass', 'values', '--format', 'svg', '-o', '-', ...at]);
      expect(plotted.stdout).toContain('<svg');
      const reported = await takeaway(['report', '{1,3,4} pass', '-o', '-', ...at]);
      expect(reported.stdout).toContain('one of them may pass, as long as a move exists');
      expect(reported.stdout).not.toContain('To win, take');
    });
  });

  it('is what the command line shows', async () => {
    const at = ['--store', temporaryFolder()];
    const game = '{1,2,3} pass';
    expect((await takeaway(['values', game, ...at])).stdout).toBe('0 2 1 4 (3 0 1 2)\n');
    expect((await takeaway(['query', game, '4', '5', '--quiet', ...at])).stdout).toMatch(
      /^4: hot, nim-value 3.*\n5: cold, nim-value 0.*\n$/,
    );
    expect(await json(['query', game, '4', ...at])).toMatchObject([{ nimValue: 3, winningMoves: null }]);
    expect((await takeaway(['query', game, '1e30', '--quiet', ...at])).stdout).toMatch(
      /^1000+: hot, nim-value 3 /,
    );
  });

  it('is another game than that of the set, and is written in one way', () => {
    expect(readGame(' {4, 1,3}   PASS ')).toMatchObject({ key: '{1,3,4} pass', definition: '{1,3,4} pass' });
    expect(readGame(readGame('interval:300 pass').definition).key).toBe('interval:300 pass');
    const long = readGame(`{${Array.from({ length: 90 }, (_, i) => 2 * i + 2).join()}} pass`);
    expect(long.key).toMatch(/^\{2,\.\.\.,180\} of 90 #[0-9a-f]+ pass #[0-9a-f]+$/);
    expect(readGame(long.definition).key).toBe(long.key);
    expect(readGame('{1000000} pass').pass).toMatchObject({
      preperiod: 0,
      period: 2_000_000,
      start: 1_000_000,
    });
  });

  it.each([
    ['squares pass', 'A pass is known for finite sets, and squares is infinite.'],
    ['all-but{2} pass', 'infinite'],
    ['{1,3} complete below 10 pass', 'infinite'],
    ['{5000000} pass', 'and 4_194_304 of them prove none'],
    ['{5..1000000000} pass', 'prove none'],
    ['{2,3} pass pass', 'once'],
    ['{2,3} pass 2', 'once'],
    ['{2,3} pass sink', 'once'],
    ['{2,3} hotspots {1} pass', 'once'],
    ['pass', 'is not a subtraction game'],
  ])('%s is refused', (text, found) => {
    expect(() => readGame(text)).toThrow(found);
  });

  it('has no moves of heaps, misere play, remoteness, certificate or other methods', async () => {
    await withStore(async (store) => {
      const game = '{2,3} pass';
      await extend(store, game, { to: 500 });
      const refused: readonly (readonly [Promise<unknown>, string])[] = [
        [store.solveSum(game, [3, 4]), 'one pass for the whole game, which is no part of a heap'],
        [store.solveSum(game, [3n, 10n ** 40n]), 'no part of a heap'],
        [store.why(game, 3), 'no part of a heap'],
        [store.why(game, 10n ** 40n), 'no part of a heap'],
        [worksheet(store, game), 'no part of a heap'],
        [store.query(game, [3], { misere: true }), 'has a pass'],
        [store.query(game, [3], { remoteness: true }), 'no series remoteness, as it has a pass'],
        [certify(store, game), 'has a pass. Use verify'],
        [expandGame(store, game), 'has a pass, after which'],
        [
          extend(store, game, { to: 600, series: 'nim', method: 'shifted-sets' }),
          'Choose one of auto, plain',
        ],
      ];
      for (const [answer, message] of refused) await expect(answer).rejects.toThrow(message);
      for (const command of [
        ['move', game, '7'],
        ['play', game, '7'],
        ['play', game],
        ['why', game, '7'],
      ]) {
        const { code, stdout, stderr } = await takeaway([...command, '--store', store.folder]);
        expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
        expect(stderr).toMatch(
          /^takeaway: \{2,3\} pass has one pass for the whole game, which is no part of a heap[^\n]*\n$/,
        );
      }
      const survey = await takeaway(['survey', game]);
      expect(survey.stderr).toContain('with nothing declared');
    });
  });
});

describe('samples of a game with a pass', () => {
  it('contradict exactly the values that do not follow from options and the pass', async () => {
    const moves = [1, 3, 4];
    const game = readGame(textOf(moves));
    const { left, used } = statesOf(moves, 120);
    for (const series of ['nim', 'cold'] as SeriesName[]) {
      const isCold = series === 'cold';
      for (let at = 0; at < left.length; at++) {
        for (const value of isCold ? [0, 1] : [0, 1, 2, 3, 4, 5]) {
          const values = left.map((nim, n) => (n === at ? value : isCold ? Number(nim === 0) : nim));
          const column = columnFor(series, values);
          const samples = new Samples(game, series, left.length);
          for (let n = left.length - 1; n >= 0; n--) samples.add(n, valueAt(column, n));
          const lower = {
            partAt: (n: number) => ({ start: n - (n % 16), stop: n - (n % 16) + 16 }),
            read: ({ start, stop }: { start: number; stop: number }) =>
              Promise.resolve(sliceColumn(column, start, Math.min(stop, left.length) - start)),
          };
          await compareAll(samples, lower, () => Promise.resolve());
          const wrong = values.flatMap((own, n) => {
            const options = moves.filter((move) => move <= n).map((move) => values[n - move]);
            if (options.length > 0) options.push(isCold ? Number(used[n] === 0) : used[n]);
            const right = isCold ? Number(!options.includes(1)) : mexOf(options);
            return own === right ? [] : [n];
          });
          expect(samples.decided).toBe(left.length);
          expect(
            [...new Set(samples.contradictions.map(({ position }) => position))].sort((a, b) => a - b),
          ).toEqual(wrong);
        }
      }
    }
  });
});

describe('a proof of a period with values to which a pass leads', () => {
  it('claims nothing that values further up refute, and finds the least period', () => {
    const early = new Set<boolean>();
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 3 }),
        fc.integer({ min: 1, max: 6 }),
        fc.array(fc.integer({ min: 0, max: 1 }), { minLength: 48, maxLength: 48 }),
        fc.integer({ min: 0, max: 9 }),
        (reach, cycle, table, start) => {
          // The next value is a function of the last `reach` ones and of n modulo `cycle`, from `start` on.
          const values: number[] = [];
          for (let n = 0; n < 800; n++) {
            let window = 0;
            for (let k = 1; k <= reach; k++) window = 2 * window + (values[n - k] ?? 0);
            values.push(n < start ? table[n] : table[8 * (n % cycle) + window]);
          }
          for (let count = reach; count < 400; count++) {
            const first = Uint8Array.from(values.slice(0, count));
            const found = periodOfFinite(first, reach, start, cycle);
            early.add(periodOfFinite(first, reach, start) !== undefined && found === undefined);
            if (found === undefined) continue;
            expectLeast(values, found);
            expect(periodOfFiniteAsClaimed(first, reach, start, found, cycle)).toEqual(found);
            const fewer = first.slice(0, -1);
            expect(periodOfFiniteAsClaimed(fewer, reach, start, found, cycle)).toBeUndefined();
            return;
          }
          throw new Error('no proof');
        },
      ),
    );
    // Fewer values prove it if nothing depends on the cycle.
    expect(early).toContain(true);
  });
});
