/** Values computed again from states, against those of the definition: states of any distance, ranges in any order. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keepStates, Replay } from '../../../src/solver/states/replay.js';
import type { StateGame } from '../../../src/solver/states/cycle.js';

const STOP = 4000;
/** What stands below position 0. */
const NONE = { 1: 0, 8: 63 } as const;

function valuesOf({ bits, moves, given }: StateGame): number[] {
  const values = [...given];
  while (values.length < STOP) {
    const options = Array.from(moves, (move) => values[values.length - move]);
    let value = 0;
    while (options.includes(value)) value++;
    values.push(bits === 8 ? value : Number(!options.includes(1)));
  }
  return values;
}

/** Values packed: least significant bits first, or bytes. */
function packed(values: readonly number[], bits: 1 | 8): Uint8Array {
  if (bits === 8) return Uint8Array.from(values);
  const bytes = new Uint8Array(Math.ceil(values.length / 8));
  values.forEach((value, i) => (bytes[i >> 3] |= value << (i & 7)));
  return bytes;
}

const games = fc
  .tuple(
    fc.constantFrom<1 | 8>(1, 8),
    fc.uniqueArray(fc.integer({ min: 1, max: 300 }), { minLength: 1, maxLength: 6 }),
    fc.array(fc.constantFrom(0, 1), { maxLength: 90 }),
  )
  .map(([bits, moves, given]): StateGame => {
    return { bits, moves: moves.sort((a, b) => a - b), given: Uint8Array.from(given) };
  });

const ranges = fc.array(fc.tuple(fc.nat(STOP), fc.nat(STOP)), { minLength: 1, maxLength: 12 });

describe('values from states', () => {
  it('are those of the definition', { tags: 'slow' }, () => {
    const property = fc.property(games, fc.integer({ min: 2, max: 20 }), ranges, (game, hundreds, asked) => {
      const { bits, moves } = game;
      const values = valuesOf(game);
      const isCold = (value: number): boolean => value === (bits === 1 ? 1 : 0);
      const apart = 128 * hundreds;
      const length = (64 / bits) * Math.ceil((bits * moves[moves.length - 1]) / 64);
      const ends = Array.from({ length: Math.floor(STOP / apart) }, (_, k) => (k + 1) * apart);
      const states = ends.map((end) =>
        packed(
          Array.from({ length }, (_, i) => values[end - length + i] ?? NONE[bits]),
          bits,
        ),
      );
      const coldBefore = ends.map((end) => values.slice(0, end).filter(isCold).length);
      const replay = new Replay(game, { apart, states, coldBefore });
      for (const [a, b] of asked) {
        const [start, stop] = [Math.min(a, b), Math.max(a, b)];
        expect(replay.read(start, stop)).toEqual(packed(values.slice(start, stop), bits));
        expect(replay.coldBefore(stop)).toBe(values.slice(0, stop).filter(isCold).length);
      }
      ends.forEach((_, index) => {
        const { kept, again } = replay.stateAgain(index);
        expect(again).toEqual(kept);
      });
    });
    fc.assert(property, { numRuns: 200 });
  });

  it('are handed over whole, with states every 2^20 positions', async () => {
    for (const bits of [1, 8] as const) {
      const game: StateGame = { bits, moves: [5, 8, 13], given: Uint8Array.of(0, 0, 1) };
      const parts: Buffer[] = [];
      const stop = 2 ** 21 + 77;
      const kept = await keepStates(game, stop, {
        breathe: () => Promise.resolve(),
        onValues: (bytes) => parts.push(Buffer.from(bytes)),
      });
      const whole = new Replay(game, { apart: 2 ** 20, states: [], coldBefore: [] }).read(0, stop);
      expect(Buffer.concat(parts).equals(whole)).toBe(true);
      expect(kept).toMatchObject({ apart: 2 ** 20 });
      expect(kept.states).toHaveLength(2);
      const replay = new Replay(game, kept);
      expect(replay.read(2 ** 21 - 16, stop)).toEqual(whole.slice(((2 ** 21 - 16) * bits) / 8));
      const cold = replay.read(0, stop);
      const count =
        bits === 8
          ? cold.filter((value) => value === 0).length
          : cold.reduce((sum, byte) => sum + byte.toString(2).replaceAll('0', '').length, 0);
      expect(replay.coldBefore(stop)).toBe(count);
    }
  });
});
