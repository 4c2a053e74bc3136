/** Definitions that somebody else stored. */
import { expect, it } from 'vitest';
import { storedGame } from '../../../src/engine/keeping/stored-game.js';

it('a stored definition is read at the cost of its length: it is written out, without ranges', () => {
  expect(storedGame('{1,3,4}', '{1,3,4}')?.key).toBe('{1,3,4}');
  expect(storedGame('{1,3,4}', '{1,3..4}')).toBeUndefined();
  expect(storedGame('squares hotspots {0,1,2}', 'squares hotspots {0,1,2}')).toBeDefined();
  expect(storedGame('squares hotspots {0,1,2}', 'squares hotspots 0..2')).toBeUndefined();
});
