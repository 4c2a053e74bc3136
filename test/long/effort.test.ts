/** That `npm run test:long` tries all there is to try, with the time that it takes: otherwise its tests are the short ones. */
import { expect, it } from 'vitest';
import { IS_LONG } from '../support/seed.js';

it('the long tests make their whole effort, and may take an hour each', ({ task }) => {
  expect(IS_LONG).toBe(true);
  expect(task.timeout).toBe(3_600_000);
});
