/** Certificates of states: what the definition gives is proved, and any single change of it is found. */
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { replayStates, type KeptPeriod } from '../../src/certificate/replaying.js';
import { nimValuesByDefinition, readGame } from '../../src/index.js';
import { hash16 } from '../support/states.js';

interface Case {
  readonly game: string;
  readonly kept: KeptPeriod;
}

/** A small set with its period by comparison of all values, and states of it; undefined where it is too long to look at. */
function caseOf(
  moves: readonly number[],
  isNim: boolean,
  given: readonly number[],
  words: number,
): Case | undefined {
  const values: number[] = [];
  const spots = isNim ? [] : given.flatMap((value, n) => (value === 1 ? [n] : []));
  const stop = 3000;
  for (let n = 0; n < stop; n++) {
    const options = moves.filter((move) => move <= n).map((move) => values[n - move]);
    // A seed has at each position a value that no option has.
    let value = isNim ? (given[n] ?? 0) : 0;
    while (options.includes(value)) value++;
    values.push(isNim ? value : Number(!options.includes(1) && !spots.includes(n)));
  }
  const seed = values.slice(0, given.length);
  const start = isNim ? given.length : (spots.at(-1) ?? -1) + 1;
  const reach = Math.max(...moves);
  for (let period = 1; period < 600; period++) {
    let preperiod = stop - period;
    while (preperiod > 0 && values[preperiod - 1] === values[preperiod - 1 + period]) preperiod--;
    if (preperiod > 600 || stop - period - Math.max(preperiod, start) < reach) continue;
    const end = preperiod + period;
    const apart = 64 * words;
    const isCold = (value: number): boolean => value === (isNim ? 0 : 1);
    const inWord = isNim ? 8 : 64;
    const length = inWord * Math.ceil(reach / inWord);
    const ends = Array.from({ length: Math.floor(end / apart) }, (_, k) => (k + 1) * apart);
    const pack = (run: readonly number[]): Uint8Array => {
      if (isNim) return Uint8Array.from(run);
      const bytes = new Uint8Array(Math.ceil(run.length / 8));
      run.forEach((value, i) => (bytes[i >> 3] |= value << (i & 7)));
      return bytes;
    };
    const first = values.slice(0, end);
    const sha = isNim ? hash16(first) : createHash('sha256').update(pack(first)).digest('hex');
    const declared = isNim
      ? given.length > 0
        ? ` seed [${seed.join(',')}]`
        : ''
      : spots.length > 0
        ? ` hotspots {${spots.join(',')}}`
        : '';
    return {
      game: `{${moves.join(',')}}${declared}`,
      kept: {
        quantity: isNim ? 'nim' : 'outcome',
        period: {
          preperiod,
          period,
          saltus: 0,
          evidence: { examined: 0, needed: 0, seen: 0, valuesSha256: sha },
        },
        apart,
        states: ends.map((at) => pack(values.slice(at - length, at))),
        coldBefore: ends.map((at) => values.slice(0, at).filter(isCold).length),
      },
    };
  }
  return undefined;
}

const cases = fc
  .tuple(
    fc.uniqueArray(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 4 }),
    fc.boolean(),
    fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 40 }),
    fc.integer({ min: 1, max: 3 }),
  )
  .map(([moves, isNim, given, words]) =>
    caseOf(
      moves.sort((a, b) => a - b),
      isNim,
      given,
      words,
    ),
  )
  .filter((one) => one !== undefined);

const check = ({ game, kept }: Case): ReturnType<typeof replayStates> =>
  replayStates(readGame(game), kept, () => undefined);

describe('a certificate of states', () => {
  it('proves those of the definition, and finds each change of one', async () => {
    const property = fc.asyncProperty(cases, fc.nat(), fc.nat(255), async ({ game, kept }, pick, change) => {
      expect(await check({ game, kept }), game).toEqual({ state: null, repeat: null, smaller: null });
      const { states, coldBefore, period: found } = kept;
      const withPeriod = (more: object): Case => ({ game, kept: { ...kept, period: { ...found, ...more } } });
      expect((await check(withPeriod({ period: 2 * found.period }))).smaller).not.toBeNull();
      expect((await check(withPeriod({ preperiod: found.preperiod + 1 }))).smaller).not.toBeNull();
      if (found.preperiod > 0) {
        expect((await check(withPeriod({ preperiod: found.preperiod - 1 }))).repeat).not.toBeNull();
      }
      expect((await check(withPeriod({ evidence: null }))).state).toContain('another hash');
      if (states.length === 0) return;
      const index = pick % states.length;
      const wrong = states.map((state) => state.slice());
      wrong[index][pick % wrong[index].length] ^= change || 1;
      expect((await check({ game, kept: { ...kept, states: wrong } })).state).toContain(
        `the state ${index},`,
      );
      for (const more of [1, -1]) {
        const counts = coldBefore.map((count, i) => (i === index ? count + more : count));
        expect((await check({ game, kept: { ...kept, coldBefore: counts } })).state).toContain(
          'are said to be',
        );
      }
      const fewer = { ...kept, states: states.slice(1), coldBefore: coldBefore.slice(1) };
      expect((await check({ game, kept: fewer })).state).not.toBeNull();
      const oneMore = { ...kept, states: [...states, states[0]], coldBefore: [...coldBefore, 0] };
      expect((await check({ game, kept: oneMore })).state).toContain(`there are ${states.length + 1} states`);
    });
    await fc.assert(property, { numRuns: 200 });
  });

  it.each([
    ['outcome', [2, 5, 7]],
    ['outcome', [3, 5, 8]],
    ['nim', [1]],
  ] as const)(
    'finds where %s of %j repeat for one value less than the largest move',
    async (quantity, moves) => {
      const { game, kept } = caseOf(moves, quantity === 'nim', [], 1)!;
      const nim = nimValuesByDefinition(readGame(game).set, 200);
      const values = quantity === 'nim' ? nim : nim.map((value) => Number(value === 0));
      const reach = Math.max(...moves);
      let tried = 0;
      for (let preperiod = 0; preperiod < 30; preperiod++) {
        for (let period = 1; period < 30; period++) {
          const differing = values.findIndex((value, n) => n >= preperiod && value !== values[n + period]);
          if (differing !== preperiod + reach - 1) continue;
          tried++;
          const claimed = { ...kept, period: { ...kept.period, preperiod, period } };
          const { repeat } = await check({ game, kept: claimed });
          expect(repeat).toBe(`${differing} and ${differing + period} differ`);
        }
      }
      expect(tried).toBeGreaterThan(0);
    },
  );
});
