/** Sums of heaps against a search of all plays, and counts against counting one by one. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nimValuesByDefinition } from '../../src/game/definition.js';
import {
  countPreviousWins,
  nimSumOf,
  solveSum,
  winnerOf,
  type HeapMove,
  type Play,
} from '../../src/game/heaps.js';
import type { SubtractionSet } from '../../src/game/sets/subtraction-set.js';
import { finiteSet } from '../support/set-oracles.js';

const LARGEST = 7;

/** Whether who moves next wins, found by playing everything: knows no nim-values. */
function search(set: SubtractionSet, play: Play): (heaps: readonly number[]) => boolean {
  const known = new Map<string, boolean>();
  const wins = (heaps: readonly number[]): boolean => {
    const key = [...heaps].sort((a, b) => a - b).join();
    let found = known.get(key);
    if (found === undefined) {
      const after = movesOf(set, heaps).map((move) => played(heaps, move));
      found = after.length === 0 ? play === 'misere' : after.some((next) => !wins(next));
      known.set(key, found);
    }
    return found;
  };
  return wins;
}

function movesOf(set: SubtractionSet, heaps: readonly number[]): HeapMove[] {
  return heaps.flatMap((size, i) => Array.from(set.between(1, size + 1), (take) => ({ heap: i + 1, take })));
}

function played(heaps: readonly number[], { heap, take }: HeapMove): number[] {
  return heaps.map((size, i) => (i === heap - 1 ? size - take : size));
}

/** The sum as the solver is given it. */
function solved(set: SubtractionSet, heaps: readonly number[], play: Play): ReturnType<typeof solveSum> {
  const nim = nimValuesByDefinition(set, LARGEST + 1);
  const asked = heaps.map((size) => {
    const takes = set.between(1, size + 1);
    return { nimValue: nim[size], takes, leaves: takes.map((take) => nim[size - take]) };
  });
  return solveSum(asked, play);
}

const sets = fc
  .uniqueArray(fc.integer({ min: 1, max: LARGEST }), { minLength: 1, maxLength: 5 })
  .map((elements) => finiteSet(elements));
const sums = fc.array(fc.integer({ min: 0, max: LARGEST }), { minLength: 1, maxLength: 4 });

describe.each(['normal', 'misere'] as const)('%s play', (play) => {
  it('has the winner and exactly the winning moves that a search of all plays finds', () => {
    fc.assert(
      fc.property(sets, sums, (set, heaps) => {
        const wins = search(set, play);
        const { winner, moves } = solved(set, heaps, play);
        expect(winner).toBe(wins(heaps) ? 'next' : 'previous');
        expect(moves).toEqual(movesOf(set, heaps).filter((move) => !wins(played(heaps, move))));
      }),
      { numRuns: 300 },
    );
  });

  it('counts the sums that a search of all plays finds', () => {
    fc.assert(
      fc.property(sets, fc.integer({ min: 1, max: 3 }), (set, heaps) => {
        const wins = search(set, play);
        let expected = 0n;
        const walk = (sizes: readonly number[]): void => {
          if (sizes.length === heaps) expected += wins(sizes) ? 0n : 1n;
          else for (let size = sizes.at(-1) ?? 0; size <= LARGEST; size++) walk([...sizes, size]);
        };
        walk([]);
        const counts = new Map<number, number>();
        for (const value of nimValuesByDefinition(set, LARGEST + 1)) {
          counts.set(value, (counts.get(value) ?? 0) + 1);
        }
        expect(countPreviousWins(counts, heaps, play)).toBe(expected);
      }),
      { numRuns: 100 },
    );
  });
});

describe('sums', () => {
  it('have nim-sums up to 53 bits', () => {
    expect(nimSumOf([2 ** 52 + 2 ** 33 + 5, 2 ** 33 + 4])).toBe(2 ** 52 + 1);
    expect(nimSumOf([0xffff_ffff, 1])).toBe(0xffff_fffe);
    expect(winnerOf([0x8000_0000, 0x8000_0000], 'normal')).toBe('previous');
  });

  it('without heaps are won by the previous player, in misere play by the next', () => {
    const counts = new Map([[0, 5]]);
    expect(winnerOf([], 'normal')).toBe('previous');
    expect(winnerOf([], 'misere')).toBe('next');
    expect(countPreviousWins(counts, 0, 'normal')).toBe(1n);
    expect(countPreviousWins(counts, 0, 'misere')).toBe(0n);
  });

  it('of many heaps are counted exactly', () => {
    // Multisets of 100 of 50 empty heaps: all of them, C(149, 100).
    expect(countPreviousWins(new Map([[0, 50]]), 100, 'normal')).toBe(
      6709553636577310764746744793643105249380n,
    );
  });

  it.each([
    [-1, new Map([[0, 1]])],
    [1001, new Map([[0, 1]])],
    [1.5, new Map([[0, 1]])],
    [3, new Map([[2 ** 24, 1]])],
  ])('of %i heaps are refused', (heaps, counts) => {
    expect(() => countPreviousWins(counts, heaps, 'normal')).toThrow(
      expect.objectContaining({ code: 'usage' }) as Error,
    );
  });
});
