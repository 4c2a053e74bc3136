/**
 * Where tests get randomness: one seed for each run, which TAKEAWAY_TEST_SEED replays. A failing property prints it
 * by itself; a test that draws without fast-check names it in its assertions.
 */
import fc from 'fast-check';

const given = process.env['TAKEAWAY_TEST_SEED'];

/** The seed of this run: a 32-bit integer. */
export const SEED = given === undefined || given === '' ? Math.floor(Math.random() * 2 ** 31) : Number(given);
if (!Number.isInteger(SEED)) {
  throw new Error(`TAKEAWAY_TEST_SEED: expected an integer, found ${JSON.stringify(given)}`);
}

/** What to say with a failure that a seed replays. */
export const REPLAY = `TAKEAWAY_TEST_SEED=${SEED} replays it`;

/** The first integers that fast-check draws from the seed, min <= n <= max. */
export function drawIntegers(count: number, min: number, max: number): number[] {
  return fc.sample(fc.integer({ min, max }), { seed: SEED, numRuns: count });
}

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: SEED });
