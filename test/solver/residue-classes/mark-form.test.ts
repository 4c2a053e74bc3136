/** How subtrahends are taken together: which form they take, by counts made here. */
import { expect, it } from 'vitest';
import { CATALOGUE } from '../../../src/game/sets/catalogue.js';
import { countRuns, markFormOf } from '../../../src/solver/residue-classes/mark-form.js';

function elements(game: string, stop: number): Float64Array {
  return CATALOGUE.find(({ name }) => name === game)!.set.between(1, stop);
}

it.each([
  ['squares', 2 ** 24, 'numbers'],
  ['fibonacci', 2 ** 30, 'numbers'],
  ['moser-de-bruijn', 2 ** 28, 'runs'],
  ['practical', 2 ** 20, 'bits'],
  ['odd', 2 ** 16, 'bits'],
])('%s below %i are marked as %s', (game, stop, form) => {
  expect(markFormOf(1, elements(game, stop), stop, 2 ** 20).form).toBe(form);
  expect(markFormOf(2, elements(game, stop), stop, 2 ** 20).form).toBe('numbers');
});

it('bitsets end where bits can be counted', { tags: 'slow' }, () => {
  const spread = Float64Array.from({ length: 2 ** 24 }, (_, i) => 128 * i + 1);
  expect(markFormOf(1, spread, 2 ** 31, 2 ** 20).form).toBe('bits');
  expect(markFormOf(1, spread, 2 ** 31 + 1, 2 ** 20).form).toBe('numbers');
});

it('runs begin with the first number that is not in the one before', () => {
  expect(countRuns(new Float64Array())).toBe(0);
  expect(countRuns(Float64Array.of(5, 61, 62, 118, 119))).toBe(3);
  expect(countRuns(Float64Array.of(5, 61, 62, 118, 119), 2)).toBe(2);
});
