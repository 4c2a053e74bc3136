/** Matches: what may be done, whose turn it is, who has won, and how the computer chooses. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readGame } from '../../src/index.js';
import { finiteSet } from '../support/set-oracles.js';
import {
  afterMove,
  beforeTurnOf,
  chooseMove,
  LEVEL_NAMES,
  mayTake,
  startMatch,
  summarizeTakes,
  takesFrom,
  winnerOfMatch,
} from '../../src/game/match.js';

const set = finiteSet([2, 5]);
const start = startMatch({ set }, 'normal', [7, 1], 'you');

describe('a match', () => {
  it('alternates, ends where no move is left, and goes to who moved last, in misere play to the other', () => {
    const later = afterMove(afterMove(start, { heap: 1, take: 5 }), { heap: 1, take: 2 });
    expect(later).toMatchObject({ heaps: [0, 1], next: 'you' });
    expect(later.turns).toEqual([
      { player: 'you', move: { heap: 1, take: 5 }, before: [7, 1] },
      { player: 'computer', move: { heap: 1, take: 2 }, before: [2, 1] },
    ]);
    expect(winnerOfMatch(start)).toBeUndefined();
    expect(winnerOfMatch(later)).toBe('computer');
    expect(winnerOfMatch({ ...later, play: 'misere' })).toBe('you');
  });

  it('goes back to before a move, and the answer to it', () => {
    const once = afterMove(start, { heap: 1, take: 2 });
    const twice = afterMove(once, { heap: 1, take: 5 });
    expect(beforeTurnOf(twice, 'you')).toEqual(start);
    expect(beforeTurnOf(twice, 'computer')).toEqual(once);
    expect(beforeTurnOf(start, 'you')).toBeUndefined();
  });

  it.each([
    [{ heap: 3, take: 2 }, 'There is no heap 3. Choose one of the heaps 1 to 2.'],
    [{ heap: 0, take: 2 }, 'There is no heap 0. Choose one of the heaps 1 to 2.'],
    [{ heap: 1, take: 3 }, '3 cannot be taken from heap 1, which has 7. Take 2 or 5.'],
    [{ heap: 1, take: 0 }, '0 cannot be taken from heap 1, which has 7. Take 2 or 5.'],
    [{ heap: 2, take: 2 }, '2 cannot be taken from heap 2, which has 1. Nothing can be taken from it.'],
  ])('refuses %j and says what may be done', (move, message) => {
    expect(() => afterMove(start, move)).toThrow(message);
  });
});

describe('the computer', () => {
  it('makes a move that may be made, at every level, and a winning one as often as the level says', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 12 }), { minLength: 1, maxLength: 4 }),
        fc.constantFrom(...LEVEL_NAMES),
        fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        (heaps, level, chance) => {
          const match = startMatch({ set }, 'normal', heaps, 'computer');
          fc.pre(winnerOfMatch(match) === undefined);
          const { heap, take } = chooseMove(match, [], level, () => chance);
          expect(takesFrom(match, heaps[heap - 1])).toContain(take);
          const winning = [{ heap: 9, take: 9 }];
          expect(chooseMove(match, winning, 'perfect', () => chance)).toBe(winning[0]);
          expect(chooseMove(match, winning, 'random', () => chance)).not.toBe(winning[0]);
        },
      ),
    );
  });

  it('at random makes every move, each as often', () => {
    const match = startMatch({ set }, 'normal', [7, 3, 1], 'computer');
    const made = [0, 0.34, 0.67].map((chance) => chooseMove(match, [], 'random', () => chance));
    expect(made).toEqual([
      { heap: 1, take: 2 },
      { heap: 1, take: 5 },
      { heap: 2, take: 2 },
    ]);
  });
});

describe('a match at its seams', () => {
  it('refuses a move that was made twice, and says whose turn it is', () => {
    const squares = startMatch(readGame('squares'), 'normal', [7, 15, 30], 'you');
    const once = afterMove(squares, { heap: 3, take: 25 });
    expect(() => afterMove(once, { heap: 3, take: 25 })).toThrow(
      "25 cannot be taken from heap 3, which has 5. Take 1 or 4. Move 2 is the computer's.",
    );
    expect(() => afterMove(once, { heap: 1, take: 1 }, 'you')).toThrow(
      "This move is the computer's, not yours.",
    );
    expect(afterMove(once, { heap: 1, take: 1 }, 'computer').next).toBe('you');
  });

  it('says that it is over to who goes on', () => {
    const over = afterMove(startMatch({ set }, 'normal', [2], 'you'), { heap: 1, take: 2 });
    expect(() => afterMove(over, { heap: 1, take: 2 })).toThrow('The match is over: you have won.');
  });

  it.each([
    { heap: 1.5, take: 2 },
    { heap: 1, take: 2.5 },
    { heap: 1, take: NaN },
    { heap: NaN, take: 2 },
  ])('refuses %j', (move) => {
    expect(() => afterMove(start, move)).toThrow(expect.objectContaining({ code: 'usage' }) as Error);
  });

  it.each([2 ** 53, -1, 1.5, NaN])('refuses a heap of %d', (heap) => {
    expect(() => startMatch({ set }, 'normal', [heap], 'you')).toThrow(/heap/);
  });

  it('pages through everything that may be taken from a heap of millions', () => {
    const squares = startMatch(readGame('squares'), 'normal', [4_000_000], 'you');
    const first = takesFrom(squares, 4_000_000);
    const rest = takesFrom(squares, 4_000_000, { from: first[first.length - 1] + 1 });
    expect([...first, ...rest]).toEqual(Array.from({ length: 2000 }, (_, k) => (k + 1) ** 2));
    expect(summarizeTakes(squares, 4_000_000)).toEqual({ count: 2000, isExact: true, largest: 4_000_000 });
    expect(mayTake(squares, 4_000_000, 4_000_000)).toBe(true);
    expect(afterMove(squares, { heap: 1, take: 4_000_000 }).heaps).toEqual([0]);
  });

  it.each(['odd', 'interval:9007199254740990', 'all-but{2}', 'squares', 'arithmetic:4,2'])(
    'lists nothing of heaps of 2^53 of %s, whoever moves',
    (text) => {
      const far = Number.MAX_SAFE_INTEGER - 1;
      const match = startMatch(readGame(text), 'normal', Array<number>(8).fill(far), 'computer');
      expect(takesFrom(match, far)).toHaveLength(1000);
      expect(takesFrom(match, far, { most: 2 ** 30 })).toHaveLength(2 ** 16);
      expect(() => afterMove(match, { heap: 1, take: far + 1 })).toThrow('choices');
      for (const chance of [0, 0.4, 1 - 2 ** -53]) {
        const move = chooseMove(match, [], 'random', () => chance);
        expect(afterMove(match, move).turns).toHaveLength(1);
      }
    },
  );
});
