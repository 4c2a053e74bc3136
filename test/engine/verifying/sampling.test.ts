/** What plain `verify` finds of values that are wrong although every hash, count and row is right. */
import { describe, expect, it, vi } from 'vitest';
import { valueAt, type SeriesName } from '../../../src/columnar/layout.js';
import { DESCRIPTIONS } from '../../../src/engine/series/descriptions.js';
import { drawIndices } from '../../../src/engine/verifying/sampling.js';
import { valuesByRule } from '../../../src/game/rules.js';
import { openStore, readGame, type Verification } from '../../../src/index.js';
import { columnFor, storeForged } from '../../support/store.js';
import { drawIntegers, REPLAY } from '../../support/seed.js';
import { temporaryFolder } from '../../support/temporary.js';

const BLOCK = 2 ** 18;
const breathe = (): Promise<void> => Promise.resolve();

async function verified(folder: string): Promise<Verification> {
  const store = await openStore(folder, { readOnly: true });
  try {
    return await store.verify();
  } finally {
    store.close();
  }
}

/** Cold positions of squares below `stop`; those of some chunks are decided from lower ones that lack some classes. */
function decidedFromDamage(
  stop: number,
  isDamaged: (chunk: number) => boolean,
  isLost: (n: number) => boolean,
): number[] {
  const { set } = readGame('squares');
  const values = Array.from({ length: stop }, () => 0);
  for (let start = 0; start < stop; start += BLOCK) {
    const reached = new Uint8Array(BLOCK);
    const mark = (n: number): void => {
      for (const s of set.between(Math.max(1, start - n), start + BLOCK - n)) reached[n + s - start] = 1;
    };
    for (let n = 0; n < start; n++) {
      if (values[n] === 1 && !(isDamaged(start / BLOCK) && isLost(n))) mark(n);
    }
    for (let n = start; n < start + BLOCK; n++) {
      if (reached[n - start] === 1) continue;
      values[n] = 1;
      mark(n);
    }
  }
  return values;
}

describe('a plain verify', () => {
  it('names blocks that were decided from damaged lower ones, and no others', { tags: 'slow' }, async () => {
    const folder = temporaryFolder();
    const lost = new Set(drawIntegers(24, 0, 63));
    const values = decidedFromDamage(
      6 * BLOCK,
      (chunk) => chunk === 2 || chunk === 4,
      (n) => lost.has(n % 64),
    );
    await storeForged(folder, 'squares', 'cold', values, BLOCK);
    const { ok, problems, blocks } = await verified(folder);
    expect({ ok, blocks }, REPLAY).toEqual({ ok: false, blocks: 6 });
    expect(new Set(problems.map(({ start = 0 }) => start / BLOCK)), REPLAY).toEqual(new Set([2, 4]));
    for (const { problem } of problems) {
      expect(problem).toMatch(
        /^(position \d+ is (cold, but has an option that is cold|hot, but no option is cold)|\d+ more of)/,
      );
    }
  });

  it(
    'would miss the store of squares to 2^31 with 30 wrong cold positions in 53 blocks once in a thousand at most',
    { tags: 'slow' },
    async () => {
      // As the upper blocks have them: 16,500 cold positions or a few more, and up to 46,341 options.
      const ones = new Set(drawIntegers(20_000, 0, 2 ** 24 - 1));
      const bits = columnFor(
        'cold',
        Array.from({ length: 2 ** 24 }, (_, n) => Number(ones.has(n))),
      );
      const drawn = await drawIndices(bits, 46_341, Math.random, breathe);
      const cold = [...drawn].filter((i) => valueAt(bits, i) === 1).length;
      expect((1 - 30 / ones.size) ** (53 * cold)).toBeLessThan(0.001);
    },
  );

  it.each([
    ['nim', 'squares', 20_000],
    ['nim', '{2,3,7}', 20_000],
    ['remoteness', 'squares', 20_000],
    ['remoteness', 'primes', 20_000],
  ] as const)('names one wrong value of %s of %s that no other position has', async (series, text, stop) => {
    const folder = temporaryFolder();
    const values = [...valuesByRule(DESCRIPTIONS[series].rule, readGame(text).set, stop)];
    const [n] = drawIntegers(100, stop / 2, stop - 1).filter((at) => values[at] > 1);
    // Odd stays odd: which positions are cold is as it was.
    values[n] += 2 * Math.ceil((Math.max(...values) + 1) / 2);
    await storeForged(folder, text, series, values, 4096);
    const { ok, problems } = await verified(folder);
    expect(ok, REPLAY).toBe(false);
    const named = problems.map(({ problem }) => problem);
    expect(named, REPLAY).toContainEqual(expect.stringMatching(new RegExp(`^position ${n} is of `)));
  });

  it.each<SeriesName>(['cold', 'nim', 'remoteness'])(
    'looks at every position of a small block of %s',
    async (series) => {
      const folder = temporaryFolder();
      const values = [...valuesByRule(DESCRIPTIONS[series].rule, readGame('{1,3,4}').set, 3000)];
      await storeForged(folder, '{1,3,4}', series, values, 1024);
      expect(await verified(folder)).toEqual({
        ok: true,
        blocks: 3,
        values: 3000,
        sampled: 3000,
        problems: [],
      });
    },
  );

  it('names few of the positions of a block that is wrong all over, and counts the others', async () => {
    const folder = temporaryFolder();
    await storeForged(
      folder,
      'squares',
      'cold',
      Array.from({ length: 4096 }, () => 1),
      4096,
    );
    const { problems } = await verified(folder);
    expect(problems).toHaveLength(17);
    expect(problems.at(-1)?.problem).toMatch(/^\d+ more of the sampled positions are wrong$/);
  });
});

it('tells apart no more kinds of values than their width allows', async () => {
  const lengths: number[] = [];
  const construct = (table: Uint32ArrayConstructor, args: [number]): Uint32Array => {
    lengths.push(args[0]);
    return Reflect.construct(table, args) as Uint32Array;
  };
  vi.stubGlobal('Uint32Array', new Proxy(Uint32Array, { construct }));
  try {
    const values = { width: 8 as const, length: 64, bytes: Uint8Array.from({ length: 64 }, (_, i) => i % 3) };
    // So few positions are all drawn.
    expect((await drawIndices(values, 2, () => 0, breathe)).size).toBe(64);
  } finally {
    vi.unstubAllGlobals();
  }
  expect(Math.max(...lengths)).toBe(256);
});

it('a sample has every position of a value that is rarer than the sample is large', async () => {
  let draws = 0;
  const spread = (): number => (draws++ * Math.SQRT2) % 1;
  const isRare = (n: number): boolean => n % 100 === 7 || n % 100 === 8;
  const values = Array.from({ length: 2 ** 14 }, (_, n) => (isRare(n) ? 2 : n % 2));
  const drawn = await drawIndices(columnFor('nim', values), 2, spread, breathe);
  const missing = values.flatMap((value, n) => (value === 2 && !drawn.has(n) ? [n] : []));
  expect(missing).toEqual([]);
  expect(drawn.size).toBeLessThan(values.length / 2);
});
