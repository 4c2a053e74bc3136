/** Work in steps: the same result whether steps are done one at a time or at once, and none twice. */
import { expect, it } from 'vitest';
import { Steps } from '../../../src/solver/task/steps.js';

it.each([0, 1, 3, 10])('does what is left after %i steps', (before) => {
  const done: number[] = [];
  const steps = new Steps(
    (function* () {
      for (let i = 0; i < 3; i++) {
        done.push(i);
        yield;
      }
      return 'all';
    })(),
  );
  for (let i = 0; i < before; i++) steps.step();
  expect(done).toEqual([0, 1, 2].slice(0, before));
  expect(steps.finish()).toBe('all');
  expect(steps.finish()).toBe('all');
  expect(done).toEqual([0, 1, 2]);
});
