/** States of the longest kind: they stay within the bytes that a file may have, and values are still computed from them. */
import { describe, expect, it } from 'vitest';
import { keepStates, Replay } from '../../src/solver/states/replay.js';
import type { StateGame } from '../../src/solver/states/cycle.js';

describe('states of a megabyte each', () => {
  it('are twice as far apart before they are more than a file holds', async () => {
    const moves = [2 ** 20 - 9, 2 ** 20 - 2, 2 ** 20];
    const game: StateGame = { bits: 8, moves, given: new Uint8Array() };
    const stop = 2 ** 27 + 2 ** 21;
    let most = 0;
    let values = 0;
    const kept = await keepStates(game, stop, {
      breathe: () => Promise.resolve(),
      onValues: (bytes) => (values += bytes.length),
    });
    expect(values).toBe(stop);
    for (const state of kept.states) most += Math.ceil(state.length / 3) * 4;
    expect(kept.apart).toBe(2 ** 21);
    expect(kept.states).toHaveLength(stop / kept.apart);
    // As a file has them, in base64.
    expect(most).toBeLessThan(2 ** 28);
    const replay = new Replay(game, kept);
    for (const index of [1, 30, kept.states.length - 1]) {
      const { kept: state, again } = replay.stateAgain(index);
      expect(Buffer.compare(state, again)).toBe(0);
    }
    // By the definition from the options.
    for (const n of [2 ** 26 + 12_345, 2 ** 27 + 1, stop - 1]) {
      const options = new Set(moves.map((move) => replay.read(n - move, n - move + 1)[0]));
      let value = 0;
      while (options.has(value)) value++;
      expect(replay.read(n, n + 1)[0]).toBe(value);
    }
  });
});
