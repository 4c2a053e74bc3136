/** Moves of cofinite sets, which are found in few positions: all that the definition gives. */
import { describe, expect, it } from 'vitest';
import { movesFrom } from '../../../src/engine/reading/moves.js';
import { nimValuesByDefinition } from '../../../src/game/definition.js';
import { nimPeriodOf } from '../../../src/game/proving-periods.js';
import { openStore, readGame } from '../../../src/index.js';
import { temporaryFolder } from '../../support/temporary.js';

const STOP = 400;

describe.each(['all-but{1,2,5,20}', 'all-but{2,3,7}'])('moves of %s', (text) => {
  const game = readGame(text);
  const nim = nimValuesByDefinition(game.set, STOP);
  const period = nimPeriodOf(game, Uint16Array.from(nim))!;

  it('to each value are found in one period, where there are too many to try', async () => {
    expect(period.saltus).toBeGreaterThan(0);
    for (let position = STOP - 12; position < STOP; position++) {
      const subtrahends = [...game.set.between(1, position + 1)];
      for (const value of new Set(nim.slice(0, position))) {
        const found = await movesFrom({
          ...{ game, position, period, nimValues: [value], isWanted: (one) => one === value },
          ...{ most: 1, smallest: 1, mostFound: Infinity, breathe: () => Promise.resolve() },
          valuesAt: (positions) => Promise.resolve(Array.from(positions, (n) => nim[n])),
        });
        const moves = subtrahends.filter((move) => nim[position - move] === value);
        expect(found, `${position} to ${value}`).toMatchObject({ moves, isAll: true });
        expect(found.tried).toBeLessThan(STOP / 2);
      }
    }
  });
});

it.each(['all-but{1}', 'all-but{2,3,7}', 'all-but{1,4}'])(
  'winning moves of %s are those to each cold position',
  async (text) => {
    const { set } = readGame(text);
    const cold = nimValuesByDefinition(set, 40).flatMap((value, n) => (value === 0 ? [n] : []));
    const store = await openStore(temporaryFolder(), { readOnly: true, compute: { seconds: 10 } });
    const asked = Array.from({ length: 40 }, (_, n) => n);
    for (const { position, cold: isCold, winningMoves } of await store.query(text, asked)) {
      const moves = cold
        .map((n) => position - n)
        .filter((move) => move > 0 && set.between(move, move + 1).length > 0);
      expect({ position, cold: isCold, winningMoves }).toEqual({
        position,
        cold: cold.includes(position),
        winningMoves: moves.sort((a, b) => a - b),
      });
    }
    store.close();
  },
);
