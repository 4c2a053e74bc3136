/** Checks of targets: the same findings by any cut into targets and blocks and by any number of threads, wrong values too. */
import { afterAll, describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { coldByDefinition, nimValuesByDefinition, readGame } from '../../src/index.js';
import { nimValueByDefinition } from '../../src/game/definition.js';
import { checkTargets, modulusFor } from '../../src/certificate/targets.js';
import { columnOfBits, columnOfIntegers } from '../../src/columnar/layout.js';
import { cutAtMultiples, type Range } from '../../src/common/range.js';
import type { SeriesSource } from '../../src/engine/views/aggregating.js';
import { createBitset, setBit } from '../../src/kernel/bitset.js';
import { TARGET_CHECKS } from '../../src/jobs/kinds/target-check.js';
import { LocalJobRunner } from '../../src/jobs/local.js';
import { createKernelContext } from '../../src/kernel/context.js';
import type { Kernels } from '../../src/kernel/kernels.js';

const TO = 600;
const GAMES = ['squares', '{2,3,7}', '{64,100}', 'primes', 'all-but{2,3}', 'squares hotspots {5,70}'];

/** A source of the given values in blocks of `blockLength`. */
function sourceOf(
  text: string,
  series: 'cold' | 'nim',
  values: readonly number[],
  blockLength: number,
): SeriesSource {
  const range = { start: 0, stop: values.length };
  const read = ({ start, stop }: Range): unknown => {
    const run = values.slice(start, stop);
    if (series === 'nim') return Promise.resolve(columnOfIntegers(Uint16Array.from(run)));
    const bits = createBitset(run.length);
    run.forEach((value, k) => {
      if (value === 1) setBit(bits, k);
    });
    return Promise.resolve(columnOfBits(bits, run.length));
  };
  return {
    game: readGame(text),
    range,
    parts: [...cutAtMultiples(range, blockLength)],
    read,
  } as unknown as SeriesSource;
}

/** The same values further up. */
function shifted(source: SeriesSource, by: number): SeriesSource {
  const { game, range, parts } = source;
  const move = (one: Range, distance: number): Range => {
    return { start: one.start + distance, stop: one.stop + distance };
  };
  return {
    game,
    range: move(range, by),
    parts: Array.from(parts, (part) => move(part, by)),
    read: (one: Range) => source.read(move(one, -by)),
  } as unknown as SeriesSource;
}

/** What each position shows by the definition: whether it has a cold option among the given values. */
function coldFindings(
  text: string,
  values: readonly number[],
): { pair: number | null; outsider: number | null } {
  const game = readGame(text);
  const hasColdOption = (n: number): boolean =>
    [...game.set.between(1, n + 1)].some((s) => values[n - s] === 1);
  const isDeclared = (n: number): boolean => game.hotspots?.between(n, n + 1).length === 1;
  const positions = values.map((_, n) => n);
  return {
    pair: positions.find((n) => values[n] === 1 && hasColdOption(n)) ?? null,
    outsider: positions.find((n) => values[n] === 0 && !hasColdOption(n) && !isDeclared(n)) ?? null,
  };
}

const firstOf = <Finding>(all: readonly (Finding | null)[]): Finding | null =>
  all.find((one) => one !== null) ?? null;

describe('checks of targets', () => {
  const runner = new LocalJobRunner(1, undefined);
  afterAll(() => runner.close());

  it('find what the definition finds across the stretches that are marked together', async () => {
    // Of a source that begins here, the definition applies to what lies in it.
    const start = 2 ** 22 - 300;
    const squares = readGame('squares');
    const right = coldByDefinition(squares.set, TO).map(Number);
    for (const wrong of [undefined, 5, 290, 299, 300, 301, 310, 599]) {
      const values = right.map((value, n) => (n === wrong ? 1 - value : value));
      const source = shifted(sourceOf('squares', 'cold', values, 256), start);
      const [finding] = await checkTargets(source, 'cold', [source.range], runner, () => undefined);
      const expected = coldFindings('squares', values);
      expect({ pair: finding.pair, outsider: finding.outsider }, `${wrong} is wrong`).toEqual({
        pair: expected.pair === null ? null : expected.pair + start,
        outsider: expected.outsider === null ? null : expected.outsider + start,
      });
    }
  });

  it('find what the definition finds, wherever one value is wrong', { tags: 'slow' }, async () => {
    const cuts = fc.constantFrom(64, 100, 256, TO);
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...GAMES),
        fc.option(fc.nat(TO - 1)),
        cuts,
        cuts,
        async (text, wrong, blockLength, targetLength) => {
          const { set, hotspots } = readGame(text);
          const isHotspot = (n: number): boolean => hotspots?.between(n, n + 1).length === 1;
          const values = coldByDefinition(set, TO, isHotspot).map(Number);
          if (wrong !== null) values[wrong] = 1 - values[wrong];
          const source = sourceOf(text, 'cold', values, blockLength);
          const found = await checkTargets(
            source,
            'cold',
            [...cutAtMultiples(source.range, targetLength)],
            runner,
            () => undefined,
          );
          expect({
            pair: firstOf(found.map(({ pair }) => pair)),
            outsider: firstOf(found.map(({ outsider }) => outsider)),
          }).toEqual(coldFindings(text, values));
          expect(found.reduce((sum, { coldCount }) => sum + coldCount, 0)).toBe(
            values.filter((value) => value === 1).length,
          );
        },
      ),
      { numRuns: 100 },
    );
  });

  it('find a wrong nim-value at the beginning of any target, of a game with a seed too', async () => {
    const text = '{2,3} seed [3,0,1,2]';
    const { set, seed = [] } = readGame(text);
    expect(seed.length).toBeGreaterThan(2);
    const right = [...seed];
    for (let n = seed.length; n < 200; n++) right.push(nimValueByDefinition(set, n, (k) => right[k]));
    for (const wrong of [undefined, seed.length, 64, 65, 128, 130]) {
      const values = right.map((value, n) => (n === wrong ? value + 5 : value));
      const source = sourceOf(text, 'nim', values, 64);
      const targets = [...cutAtMultiples(source.range, 64)];
      const found = await checkTargets(source, 'mex', targets, runner, () => undefined);
      expect(firstOf(found.map((one) => one.wrong))?.position).toBe(wrong);
    }
  });

  it(
    'find the same, whatever classes are told apart, by sums and by looking up options',
    { tags: 'slow' },
    async () => {
      const context = createKernelContext();
      let probed = 0;
      const kernels: Kernels = {
        ...context.kernels,
        probeSums: (...given) => {
          probed++;
          return context.kernels.probeSums(...given);
        },
      };
      const drawn = fc.record({
        text: fc.constantFrom(...GAMES, 'odd'),
        wrong: fc.option(fc.nat(TO - 1)),
        blockLength: fc.constantFrom(64, 100, 256, TO),
        modulus: fc.integer({ min: 1, max: 40 }),
      });
      await fc.assert(
        fc.asyncProperty(drawn, async ({ text, wrong, blockLength, modulus }) => {
          const { set, hotspots } = readGame(text);
          const isHotspot = (n: number): boolean => hotspots?.between(n, n + 1).length === 1;
          const values = coldByDefinition(set, TO, isHotspot).map(Number);
          if (wrong !== null) values[wrong] = 1 - values[wrong];
          const source = sourceOf(text, 'cold', values, blockLength);
          const found = await TARGET_CHECKS.cold({
            game: source.game,
            target: { start: 0, stop: TO, lower: [...source.parts] },
            modulus,
            read: (range) => source.read(range),
            breathe: () => Promise.resolve(),
            context: { ...context, kernels },
          });
          const coldCount = values.filter((value) => value === 1).length;
          expect(found).toEqual({ coldCount, ...coldFindings(text, values) });
        }),
        { numRuns: 200 },
      );
      expect(probed).toBeGreaterThan(0);
    },
  );

  it('tell classes apart that squares crowd in, and none where classes tell nothing', async () => {
    const modulusOf = (text: string, stop: number): Promise<number> =>
      modulusFor(sourceOf(text, 'cold', coldByDefinition(readGame(text).set, stop).map(Number), 1000));
    // Golomb (1966): nearly all are 0 or 2 modulo 5.
    expect((await modulusOf('squares', 2 ** 16)) % 5).toBe(0);
    // Two even positions never differ by an odd number; of all moves only 0 is cold.
    expect(await modulusOf('odd', 2 ** 9)).toBe(2);
    expect(await modulusOf('all', 2 ** 9)).toBe(1);
  });

  it('of the mex rule find one wrong value wherever it is in its target, whatever its target has below', async () => {
    const right = nimValuesByDefinition(readGame('squares').set, TO);
    for (const wrong of [0, 1, 99, 100, 101, 199, 200, 300, 401, 599]) {
      // Larger than any right one, so that no option makes it right.
      const values = right.with(wrong, 40);
      const source = sourceOf('squares', 'nim', values, 128);
      const targets = [...cutAtMultiples(source.range, 100)];
      const found = await checkTargets(source, 'mex', targets, runner, () => undefined);
      expect(firstOf(found.map((one) => one.wrong))).toMatchObject({ position: wrong, value: 40 });
    }
  });

  it('of the mex rule miss none of the options, in whatever range they lie', async () => {
    // Of all moves position n has the value n: each option is the only one with its value.
    const values = Array.from({ length: 2500 }, (_, n) => n);
    for (const [blockLength, targetLength] of [
      [64, 1250],
      [1000, 500],
      [2500, 2500],
    ]) {
      const source = sourceOf('all', 'nim', values, blockLength);
      const targets = [...cutAtMultiples(source.range, targetLength)];
      const found = await checkTargets(source, 'mex', targets, runner, () => undefined);
      expect(found.map(({ wrong }) => wrong)).toEqual(targets.map(() => null));
    }
  });

  it('of the mex rule find the largest value of a target a second time', async () => {
    for (let stop = 2; stop < 70; stop++) {
      const values = Array.from({ length: stop }, (_, n) => Math.min(n, stop - 2));
      const source = sourceOf('all', 'nim', values, stop);
      const [{ wrong }] = await checkTargets(source, 'mex', [source.range], runner, () => undefined);
      expect(wrong).toMatchObject({ position: stop - 1, value: stop - 2 });
    }
  });

  it('find the one option at the very end of a block', async () => {
    // Of one move all positions below it are cold, and as many above them have a cold option each.
    for (const move of [1, 63, 64, 65, 127, 128, 129, 191]) {
      const values = Array.from({ length: 256 }, (_, n) => Number(n % (2 * move) < move));
      const source = sourceOf(`{${move}}`, 'cold', values, 64);
      for (const modulus of [1, 2, 64]) {
        for (const range of cutAtMultiples(source.range, 64)) {
          const found = await TARGET_CHECKS.cold({
            game: source.game,
            target: { ...range, lower: [...source.parts].filter(({ start }) => start < range.stop) },
            modulus,
            read: (part) => source.read(part),
            breathe: () => Promise.resolve(),
            context: createKernelContext(),
          });
          expect(found, `{${move}} from ${range.start} on`).toMatchObject({ pair: null, outsider: null });
        }
      }
    }
  });

  it('find the option in the last position of a window that ends where the target begins', async () => {
    // Of the move 1 every second position is cold; a window of one class has at most 2^22 positions.
    const target = { start: 2 ** 22, stop: 2 ** 22 + 64 };
    const found = await TARGET_CHECKS.cold({
      game: readGame('{1}'),
      target: { ...target, lower: [{ start: 0, stop: target.start }, target] },
      modulus: 1,
      read: ({ start, stop }) =>
        Promise.resolve(columnOfBits(new Uint8Array((stop - start) / 8).fill(0b10101010), stop - start)),
      breathe: () => Promise.resolve(),
      context: createKernelContext(),
    });
    expect(found).toEqual({ coldCount: 32, pair: null, outsider: null });
  });

  it('find the same in several threads as in one, and tell of the same work', async () => {
    const several = new LocalJobRunner(3, undefined);
    for (const text of ['squares', 'primes', '{2,3,7}']) {
      const nim = nimValuesByDefinition(readGame(text).set, TO);
      for (const wrong of [undefined, 0, 77, 512]) {
        const values = nim.map((value, n) => (n === wrong ? value + 1 : value));
        for (const [check, run] of [
          ['mex', values],
          ['cold', values.map((value) => Number(value === 0))],
        ] as const) {
          const source = sourceOf(text, check === 'mex' ? 'nim' : 'cold', run, 128);
          const targets = [...cutAtMultiples(source.range, 100)];
          const shares: number[][] = [[], []];
          const [here, there] = await Promise.all(
            [runner, several].map((crew, k) =>
              checkTargets(source, check, targets, crew, (share) => shares[k].push(share)),
            ),
          );
          expect(there).toEqual(here);
          expect(shares[1]).toHaveLength(shares[0].length);
          if (wrong === undefined) {
            expect(firstOf<unknown>(here.map((one) => ('wrong' in one ? one.wrong : one.pair)))).toBeNull();
          }
        }
      }
    }
    await several.close();
  });

  it('end at once when they are to stop, and with the reason where values cannot be read', async () => {
    const source = sourceOf(
      'squares',
      'cold',
      Array.from({ length: TO }, () => 0),
      64,
    );
    const targets = [...cutAtMultiples(source.range, 64)];
    for (const threads of [1, 2]) {
      const crew = new LocalJobRunner(threads, undefined);
      let reads = 0;
      const stopping = checkTargets(source, 'cold', targets, crew, () => {
        // Once while values are named, and once while they are fetched.
        if (reads++ === (threads === 1 ? 0 : 15)) throw new Error('stopped');
      });
      await expect(stopping).rejects.toThrow('stopped');
      await crew.close();
    }
  });
});

describe('a check of one target gives way', () => {
  it('after few sums of cold positions and subtrahends, however dense both are', async () => {
    const stop = 2 ** 14;
    const context = createKernelContext();
    let most = 0;
    const kernels: Kernels = {
      ...context.kernels,
      markSums: (left, leftCount, right, rightCount, ...rest) => {
        most = Math.max(most, leftCount * rightCount);
        context.kernels.markSums(left, leftCount, right, rightCount, ...rest);
      },
    };
    const source = sourceOf(
      'odd',
      'cold',
      Array.from({ length: stop }, (_, n) => 1 - (n % 2)),
      stop,
    );
    const found = await TARGET_CHECKS.cold({
      game: source.game,
      target: { start: 0, stop, lower: [...source.parts] },
      modulus: 1,
      read: (range) => source.read(range),
      breathe: () => Promise.resolve(),
      context: { ...context, kernels },
    });
    expect(found).toEqual({ coldCount: stop / 2, pair: null, outsider: null });
    expect(most).toBeGreaterThan(0);
    expect(most).toBeLessThanOrEqual(2 ** 23);
  });

  it('after few marks of nim-values, and few looks at them', async () => {
    // 2^25 sums of a position and a subtrahend, and as many looks.
    const stop = 2 ** 13;
    let breaths = 0;
    const source = sourceOf(
      'all',
      'nim',
      Array.from({ length: stop }, (_, n) => n),
      stop,
    );
    const found = await TARGET_CHECKS.mex({
      game: source.game,
      target: { start: 0, stop, lower: [...source.parts] },
      modulus: 1,
      read: (range) => source.read(range),
      breathe: () => {
        breaths++;
        return Promise.resolve();
      },
      context: createKernelContext(),
    });
    expect(found).toEqual({ wrong: null, needed: null });
    expect(breaths).toBeGreaterThanOrEqual(8);
  });
});
