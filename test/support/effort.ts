/** How much a test does: a part of it in `npm test`, which has ten minutes, and all of it in `npm run test:long`. */

/** Whether this is `npm run test:long`. */
export const IS_LONG = process.env['TAKEAWAY_TEST_EFFORT'] === 'long';

/** How many of something a test tries: `few`, or in the long suite `many`. */
export function effort(few: number, many: number): number {
  return IS_LONG ? many : few;
}
