/**
 * Where tests get randomness: one seed for each run, which vitest.config.ts draws and TAKEAWAY_TEST_SEED replays. A failing
 * property prints it by itself; a test that draws without fast-check names it in its assertions. And how much a test draws
 * and tries: a part, or all in `npm run test:long`.
 */
import fc from 'fast-check';

const given = process.env['TAKEAWAY_TEST_SEED'];

/** The seed of this run: a 32-bit integer. */
export const SEED = Number(given);
if (!Number.isInteger(SEED)) {
  throw new Error(`TAKEAWAY_TEST_SEED: expected an integer, found ${JSON.stringify(given)}`);
}

/** What to say with a failure that a seed replays. */
export const REPLAY = `TAKEAWAY_TEST_SEED=${SEED} replays it`;

/** The first integers that fast-check draws from the seed, min <= n <= max. */
export function drawIntegers(count: number, min: number, max: number): number[] {
  return fc.sample(fc.integer({ min, max }), { seed: SEED, numRuns: count });
}

/** Whether this is `npm run test:long`. */
export const IS_LONG = process.env['TAKEAWAY_TEST_EFFORT'] === 'long';

/** How many of something a test tries: `few`, or in the long suite `many`. */
export function effort(few: number, many: number): number {
  return IS_LONG ? many : few;
}

// A list may be as long as its test says: by default fast-check draws no more than ten elements, whatever `maxLength` is.
fc.configureGlobal({
  ...fc.readConfigureGlobal(),
  seed: SEED,
  defaultSizeToMaxWhenMaxSpecified: true,
});
