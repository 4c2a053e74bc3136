/** The bracket formula of additive sets against the definition: every set up to 200, and 10,000 larger ones by chance. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { bracketForm } from '../../src/game/additive-sets.js';

/** Nim-values of {a, b, a + b} by the definition. */
function nimValues(a: number, b: number, stop: number): Uint8Array {
  const values = new Uint8Array(stop);
  for (let n = a; n < stop; n++) {
    let reached = 1 << values[n - a];
    if (n >= b) reached |= 1 << values[n - b];
    if (n >= a + b) reached |= 1 << values[n - a - b];
    values[n] = 31 - Math.clz32(~reached & (reached + 1));
  }
  return values;
}

function differsAt(a: number, b: number, stop: number): number {
  const form = bracketForm(a, b);
  return nimValues(a, b, stop).findIndex((value, n) => form.nimValue(n) !== value);
}

it('holds for every set up to 200, over a period', () => {
  for (let b = 2; b < 200; b++) {
    for (let a = 1; a < Math.min(b, 201 - b); a++)
      expect(differsAt(a, b, bracketForm(a, b).period.period + a + b), `{${a},${b},${a + b}}`).toBe(-1);
  }
});

it('holds for 10,000 random larger sets', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5000 }), fc.integer({ min: 1, max: 10_000 }), (a, more) => {
      expect(differsAt(a, a + more, 2 * (2 * a + more)), `{${a},${a + more}}`).toBe(-1);
    }),
    { numRuns: 10_000 },
  );
});
