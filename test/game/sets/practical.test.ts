/** The practical numbers are found in two ways: long ranges are multiplied together, short ones far up are factored. */
import { expect, it } from 'vitest';
import { practicalSet } from '../../../src/game/sets/practical.js';

it.each([
  [1, 200_000],
  [2, 65_537],
  [50_001, 150_000],
  [120_000, 160_000],
])('multiplied together from %i to %i they are those that factoring finds', (start, stop) => {
  const factored: number[] = [];
  // Ranges of less than a quarter of their end are factored; below 8 all are listed by hand.
  for (let from = 8; from < stop;) {
    const to = Math.min(stop, from + Math.ceil(from / 8));
    factored.push(...practicalSet.between(from, to));
    from = to;
  }
  const expected = [1, 2, 4, 6, ...factored].filter((n) => n >= start);
  expect([...practicalSet.between(start, stop)]).toEqual(expected);
});

it.each([
  [0, 0],
  [-5, 0],
  [0, 1],
])('there are none from %i to %i', (start, stop) => {
  expect(practicalSet.between(start, stop)).toHaveLength(0);
});
