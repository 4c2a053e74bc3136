/** FINDINGS, "A pass": the periods with and without the pass of all small sets, by the definition and as they are proven here. */
import { expect, it } from 'vitest';
import { finiteGame, parseGame, type Game } from '../../src/game/game.js';
import { givenBelow } from '../../src/game/periods.js';
import { nimPeriodOf } from '../../src/game/proving-periods.js';

/** Least preperiod and period of values that repeat with `multiple` from `from` on. */
function leastOf(values: Uint8Array, from: number, multiple: number): { preperiod: number; period: number } {
  const repeats = (p: number): boolean => {
    for (let n = from; n < from + multiple; n++) if (values[n] !== values[n + p]) return false;
    return true;
  };
  let period = 1;
  while (multiple % period !== 0 || !repeats(period)) period++;
  let preperiod = from;
  while (preperiod > 0 && values[preperiod - 1] === values[preperiod - 1 + period]) preperiod--;
  return { preperiod, period };
}

/** The values of positions without and with the pass, by the definition, until as many of both as decide the next ones return. */
function byDefinition(moves: readonly number[]) {
  const reach = moves[moves.length - 1];
  const [used, left]: [number[], number[]] = [[], []];
  const seen = new Map<string, number>();
  for (let n = 0; ; n++) {
    let [marks, marksLeft] = [0, 0];
    for (const move of moves) {
      if (move > n) break;
      marks |= 1 << used[n - move];
      marksLeft |= 1 << left[n - move];
    }
    const value = 31 - Math.clz32(~marks & (marks + 1));
    if (marks !== 0) marksLeft |= 1 << value;
    used.push(value);
    left.push(31 - Math.clz32(~marksLeft & (marksLeft + 1)));
    if (n < reach) continue;
    const state = [...used.slice(-reach), ...left.slice(-reach)].join('');
    const before = seen.get(state);
    seen.set(state, n);
    if (before === undefined) continue;
    const period = n - before;
    for (let more = 0; more < period; more++) {
      used.push(used[used.length - period]);
      left.push(left[left.length - period]);
    }
    const of = (values: readonly number[]) => leastOf(Uint8Array.from(values), before + 1, period);
    return { used: of(used), left: of(left), values: left };
  }
}

const gcd = (a: number, b: number): number => (b === 0 ? a : gcd(b, a % b));

function setsOf(size: number, most: number): number[][] {
  if (size === 0) return [[]];
  const sets: number[][] = [];
  for (let largest = size; largest <= most; largest++)
    for (const lower of setsOf(size - 1, largest - 1)) sets.push([...lower, largest]);
  return sets;
}

const orderOf = (set: readonly number[]): string =>
  [...set]
    .reverse()
    .map((n) => String(n).padStart(3, '0'))
    .join();

it.each([
  [2, 100, { sets: 3043, longer: 0, shorter: 0 }, []],
  [3, 40, { sets: 8410, longer: 24, shorter: 0 }, ['2,11,13', '2,15,17', '3,16,19', '3,17,20']],
  [4, 20, { sets: 4619, longer: 66, shorter: 4 }, ['1,5,6,9', '1,2,7,9', '3,5,9,10', '2,7,9,11']],
])('of %i moves up to %i', { tags: 'slow', timeout: 3_600_000 }, (size, most, counts, first) => {
  const [longer, shorter]: [string[], string[]] = [[], []];
  const sets = setsOf(size, most)
    .filter((set) => set.reduce(gcd) === 1)
    .sort((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1));
  for (const set of sets) {
    const { used, left, values } = byDefinition(set);
    const plain: Game = finiteGame(set);
    const game = parseGame(`${plain.key} pass`);
    expect(game.pass, game.key).toMatchObject(used);
    const proving = givenBelow(game) + left.preperiod + 2 * (left.period * used.period) + set[size - 1];
    const known = Uint8Array.from({ length: proving }, (_, n) =>
      n < values.length ? values[n] : values[left.preperiod + ((n - left.preperiod) % left.period)],
    );
    expect(nimPeriodOf(game, known), game.key).toMatchObject(left);
    if (left.period > used.period) longer.push(set.join());
    if (left.period < used.period) shorter.push(set.join());
    expect(Math.max(left.period, used.period) % Math.min(left.period, used.period)).toBe(0);
  }
  expect({ sets: sets.length, longer: longer.length, shorter: shorter.length }).toEqual(counts);
  const exceptions = sets.map((set) => set.join()).filter((set) => [...longer, ...shorter].includes(set));
  expect(exceptions.slice(0, 4)).toEqual(first);
});
