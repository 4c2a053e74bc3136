/** Closed forms against dynamic programming over several periods, on hundreds of sets, and what has none. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { additivePeriod, bracketForm } from '../../src/game/additive-sets.js';
import { closedFormOf, statedPeriodOf, type ClosedForm } from '../../src/game/closed-forms.js';
import { coldByDefinition, nimValuesByDefinition } from '../../src/game/definition.js';
import { cofiniteGame, finiteGame, parseGame, type Game } from '../../src/game/game.js';
import { periodOfFinite } from '../../src/game/proving-periods.js';

const named = (name: string): Game => parseGame(name, () => '');

/** Nim-values of a finite set by dynamic programming on one array; up to 3 subtrahends are fast. */
function nimValues(elements: readonly number[], stop: number): Uint8Array {
  const values = new Uint8Array(stop);
  for (let n = 0; n < stop; n++) {
    let excluded = 0;
    for (const s of elements) if (s <= n) excluded |= 1 << values[n - s];
    values[n] = 31 - Math.clz32(~excluded & (excluded + 1));
  }
  return values;
}

/** Holds every value, count and bound of a form against given values. */
function expectForm(form: ClosedForm | undefined, values: ArrayLike<number>): void {
  if (form === undefined) throw new Error('no closed form');
  let cold = 0;
  let largest = 0;
  for (let n = 0; n < values.length; n++) {
    if (form.nimValue(n) !== values[n] || form.coldBelow(n) !== cold || form.boundBelow(n) < largest) {
      throw new Error(
        `${form.rule}: at ${n} found ${form.nimValue(n)}, ${form.coldBelow(n)} cold below, bound ` +
          `${form.boundBelow(n)}; expected ${values[n]}, ${cold}, at least ${largest}`,
      );
    }
    if (values[n] === 0) cold++;
    largest = Math.max(largest, values[n]);
  }
}

/** Holds a finite set's form and stated period against dynamic programming over several periods. */
function expectFinite(elements: readonly number[]): void {
  const game = finiteGame(elements);
  const period = statedPeriodOf(game)!;
  const values = nimValues(elements, 3 * period.period + game.set.largest);
  expectForm(closedFormOf(game), values);
  expect(periodOfFinite(values, game.set.largest)).toMatchObject(period);
  const cold = values.map((value) => Number(value === 0));
  expect(periodOfFinite(cold, game.set.largest)).toMatchObject(period);
}

const gcd = (a: number, b: number): number => (b === 0 ? a : gcd(b, a % b));

describe('the closed form', () => {
  it('of {a, b, a + b} is not that of a set with further elements', () => {
    // {3,7,10} has one: 2 a < b < 3 a.
    expect(closedFormOf(finiteGame([3, 7, 10]))).toBeDefined();
    for (const more of [[11], [12, 20], [17]]) {
      expect(closedFormOf(finiteGame([3, 7, 10, ...more])), String(more)).toBeUndefined();
    }
  });

  it('of one or two subtrahends holds on all up to 40', () => {
    for (let b = 1; b <= 40; b++) for (let a = 1; a <= b; a++) expectFinite(a === b ? [a] : [a, b]);
  });

  it('of {l..r} holds on all up to 40, also times a factor, and needs no list', () => {
    for (let r = 1; r <= 40; r++) {
      for (let l = Math.max(1, Math.ceil(r / 28)); l <= r; l++) {
        const run = Array.from({ length: r - l + 1 }, (_, i) => l + i);
        expectFinite(run);
        if (r < 12) expectFinite(run.map((s) => 3 * s));
      }
    }
    const form = closedFormOf(named('{123456..1000000000}'))!;
    expect(form.period).toEqual({ preperiod: 0, period: 1_000_123_456, saltus: 0 });
    expect(form.nimValue(1_000_123_455)).toBe(Math.floor(1_000_123_455 / 123_456));
    expect(form.nimValue(1_000_123_456)).toBe(0);
  });

  it('of {1..k} with other moves that are no multiples of k + 1 is n mod (k + 1)', () => {
    for (let k = 1; k <= 12; k++) {
      const run = Array.from({ length: k }, (_, i) => i + 1);
      expectFinite(run);
      expectFinite([...run, k + 2, 3 * k + 4, 5 * k + 6].filter((s, i, all) => all.indexOf(s) === i));
      expect(closedFormOf(finiteGame(run))?.rule).toBe(`n mod ${k + 1}`);
    }
  });

  it(
    'of additive sets in the primitive quadratic regime holds on hundreds, also times a factor',
    { tags: 'slow' },
    () => {
      let sets = 0;
      for (let a = 2; a <= 36; a++) {
        for (let d = a + 1; d < 2 * a; d++) {
          if (gcd(a, d) !== 1) continue;
          expectFinite([a, a + d, 2 * a + d]);
          if (a < 8) expectFinite([a, a + d, 2 * a + d].map((s) => 3 * s));
          sets++;
        }
      }
      expect(sets).toBeGreaterThan(350);
    },
  );

  it('has the class sizes of Theorem 1', () => {
    const [a, d] = [7, 11];
    const form = closedFormOf(finiteGame([a, a + d, 2 * a + d]))!;
    const sizes = [0, 0, 0, 0];
    for (let n = 0; n < a * (a + 3 * d); n++) sizes[form.nimValue(n)]++;
    expect(sizes).toEqual([a * d, a * d, a * d, a * a]);
  });

  it.each([['moser-de-bruijn'], ['all']])('of %s names the only move to each nim-value', (name) => {
    const { set } = named(name);
    const form = closedFormOf(named(name));
    if (form?.moveTo === undefined) throw new Error('no moves');
    const values = nimValuesByDefinition(set, 400);
    for (let n = 0; n < 400; n++) {
      const leads = new Map<number, number>();
      for (const s of set.between(1, n + 1)) leads.set(values[n - s], s);
      for (let value = 0; value < 500; value++) {
        if (form.moveTo(n, value) === leads.get(value)) continue;
        throw new Error(`${name}: ${n} to ${value}: ${form.moveTo(n, value)}, expected ${leads.get(value)}`);
      }
    }
  });

  it.each([['moser-de-bruijn'], ['odd'], ['all']])('of %s is that of the definition', (name) => {
    const game = named(name);
    expectForm(
      closedFormOf(game),
      nimValuesByDefinition(game.set, name === 'moser-de-bruijn' ? 20_000 : 1500),
    );
  });

  it.each([2, 3, 4, 5, 6, 7, 10])('of the powers of %i is that of the definition', (base) => {
    const game = named(`powers-of:${base}`);
    expectForm(closedFormOf(game), nimValuesByDefinition(game.set, 5000));
  });

  it('of {1} and the primes is n mod 4', () => {
    const game = named('one-and-primes');
    const form = closedFormOf(game);
    expectForm(form, nimValuesByDefinition(game.set, 2000));
    expect(form?.rule).toBe('n mod 4');
  });

  it.each([
    [['2,5,7'], 22],
    [['3,7,10'], 45],
    [['4,11,15'], 100],
    [['6,17,23'], 234],
  ])('of %j has the period %i', ([text], period) => {
    expect(statedPeriodOf(named(text))).toEqual({ preperiod: 0, period, saltus: 0 });
  });

  it('is exact far up', () => {
    const far = 2 ** 53 - 2;
    const digits = BigInt(far).toString(4);
    const moser = parseInt(Array.from(digits, (digit) => Number(digit) % 2).join(''), 2);
    expect(closedFormOf(named('moser-de-bruijn'))?.nimValue(far)).toBe(moser);
    expect(closedFormOf(named('all'))?.nimValue(far)).toBe(far);
    expect(closedFormOf(named('interval:1000000000000'))?.nimValue(far)).toBe(far % (1e12 + 1));
    // Whole periods below, so the same values; and a period above 2^53.
    for (const [a, d] of [
      [5, 7],
      [999_983, 1_000_003],
      [94_906_249, 94_906_267],
    ]) {
      const form = closedFormOf(finiteGame([a, a + d, 2 * a + d]))!;
      const period = BigInt(a) * BigInt(a + 3 * d);
      for (let n = far - 50; n <= far; n++) {
        expect(form.nimValue(n)).toBe(additiveValue(BigInt(a), BigInt(d), BigInt(n) % period));
      }
      expect(form.coldBelow(far) - form.coldBelow(far - 50)).toBe(
        Array.from({ length: 50 }, (_, i) => form.nimValue(far - 1 - i)).filter((value) => value === 0)
          .length,
      );
    }
  });

  it('is not claimed where none is known', () => {
    for (const text of ['squares', 'primes', '1,6,9', '2,3,7', '4,6,10,20']) {
      expect(closedFormOf(named(text))).toBeUndefined();
    }
    expect(closedFormOf(cofiniteGame([1]))).toBeUndefined();
    expect(closedFormOf({ ...named('odd'), hotspots: named('squares').set })).toBeUndefined();
    expect(closedFormOf({ ...named('1,2'), seed: [1] })).toBeUndefined();
    for (const text of ['odd', 'moser-de-bruijn', 'squares', 'all', '1,6,9']) {
      expect(statedPeriodOf(named(text))).toBeUndefined();
    }
  });
});

/** Theorem 1 in exact arithmetic: P by search, 1 = P + a, 2 = P - b, else 3. */
function additiveValue(a: bigint, d: bigint, n: bigint): number {
  const b = a + d;
  const p = (k: bigint): bigint => k + a * (k / a) + b * (k / d);
  const isCold = (m: bigint): boolean => {
    let [low, high] = [0n, m < 0n ? 0n : m];
    while (low < high) {
      const middle = (low + high) / 2n;
      if (p(middle) < m) low = middle + 1n;
      else high = middle;
    }
    return p(low) === m;
  };
  return isCold(n) ? 0 : isCold(n - a) ? 1 : isCold(n + b) ? 2 : 3;
}

describe('the bracket formula', () => {
  it('holds for every additive set up to 60 over a period, common divisors included', () => {
    for (let b = 2; b < 60; b++) {
      for (let a = 1; a < Math.min(b, 61 - b); a++) {
        const form = bracketForm(a, b);
        expectForm({ ...form, rule: `${a}, ${b}` }, nimValues([a, b, a + b], form.period.period + a + b));
      }
    }
  });

  it('holds for random larger sets', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1500 }), fc.integer({ min: 1, max: 6000 }), (a, more) => {
        const b = a + more;
        expectForm({ ...bracketForm(a, b), rule: `${a}, ${b}` }, nimValues([a, b, a + b], 3 * (a + b)));
      }),
      { numRuns: 60 },
    );
  });

  it('is used if the period is long, and gives values far up without a search', () => {
    for (const [a, b] of [
      [30_000_001, 50_030_001],
      [3001, 13_000],
      [999, 8500],
      [300, 1298],
    ]) {
      const form = closedFormOf(finiteGame([a, b, a + b]))!;
      const period = additivePeriod(a, b);
      expect(form.period).toEqual({ preperiod: 0, period, saltus: 0 });
      expect(statedPeriodOf(finiteGame([a, b, a + b]))).toEqual(form.period);
      const far = 10 ** 15;
      for (let n = far; n < far + 2000; n += 7) {
        expect(form.nimValue(n)).toBe(form.nimValue(n % period));
        expect(form.nimValue(n)).toBe(Number(form.far!(BigInt(n))));
      }
    }
    expect(closedFormOf(finiteGame([3, 4, 7]))).toBeUndefined();
  });

  it.each([[[6002, 26_000]], [[3, 5 * 10 ** 7]]])('of %j agrees with the definition', ([a, b]) => {
    const values = nimValues([a, b, a + b], 200_000);
    const form = closedFormOf(finiteGame([a, b, a + b]))!;
    expectForm(form, values);
  });

  it('holds beyond 2^53, also for a period above it', () => {
    const [a, b] = [94_906_249, 400_000_003];
    const form = closedFormOf(finiteGame([3 * a, 3 * b, 3 * (a + b)]))!;
    expect(form.period).toBeUndefined();
    const r = b % (2 * a);
    const period = 3n * BigInt(a) * BigInt(2 * b + r);
    for (let n = 0; n < 10 * (a + b); n += 12_345_677) {
      expect(form.far!(BigInt(n) + 10n ** 30n * period)).toBe(BigInt(form.nimValue(n)));
    }
  });
});

describe('the period formula of additive sets', () => {
  it('holds in every regime on hundreds of pairs', () => {
    let pairs = 0;
    for (let a = 1; a <= 16; a++) {
      for (let b = a + 1; b <= 6 * a + 3; b += 1 + (a > 6 ? 2 : 0)) {
        const stated = statedPeriodOf(finiteGame([a, b, a + b]))!;
        const values = nimValues([a, b, a + b], stated.period + a + b);
        expect(periodOfFinite(values, a + b)).toMatchObject(stated);
        const cold = values.map((value) => Number(value === 0));
        expect(periodOfFinite(cold, a + b)).toMatchObject(stated);
        pairs++;
      }
    }
    expect(pairs).toBeGreaterThan(300);
  });
});

describe('dynamic programming of this file', () => {
  it('is the definition', () => {
    expect(Array.from(nimValues([2, 5, 7], 100))).toEqual(
      nimValuesByDefinition(finiteGame([2, 5, 7]).set, 100),
    );
    expect(coldByDefinition(finiteGame([2, 5, 7]).set, 9)).toEqual(
      Array.from(nimValues([2, 5, 7], 9), (value) => value === 0),
    );
  });
});
