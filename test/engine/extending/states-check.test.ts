/** Recorded states and the period that they prove: one equality fewer than proves it is too few. */
import { describe, expect, it } from 'vitest';
import { readGame } from '../../../src/index.js';
import { nimValuesByDefinition } from '../../../src/game/definition.js';
import type { Quantity } from '../../../src/game/periods.js';
import type { StatesRecord } from '../../../src/store/period-files.js';
import { statesBelow, statesProblem } from '../../../src/engine/extending/states-check.js';

const STOP = 400;
const CASES: readonly (readonly [string, Quantity])[] = [
  ['{2,5,7}', 'outcome'],
  ['{3,5,8}', 'outcome'],
  ['{3,5,8}', 'nim'],
];

/** What is wrong with the states of a game whose period is said to be this one, once `change` has been made to their record. */
async function problemOf(
  text: string,
  quantity: Quantity,
  preperiod: number,
  period: number,
  change: (record: StatesRecord) => Partial<StatesRecord> = () => ({}),
): Promise<string | undefined> {
  const game = readGame(text);
  const { kept, valuesSha256 } = await statesBelow(game, quantity, preperiod + period, undefined);
  const evidence = { examined: STOP, needed: game.set.largest, seen: game.set.largest, valuesSha256 };
  const claimed = { preperiod, period, saltus: 0, evidence };
  const right = { game: text, definition: text, quantity, period: claimed, ...kept };
  const record = { ...right, ...change(right) };
  return statesProblem(game, record, record.period, { full: true, random: () => 0.5, signal: undefined });
}

describe.each(CASES)('a period of %s (%s)', (text, quantity) => {
  const { set } = readGame(text);
  const nim = nimValuesByDefinition(set, STOP);
  const values = quantity === 'nim' ? nim : nim.map((value) => Number(value === 0));
  /** How many values from a position on are equal to those so much farther. */
  const equalities = (start: number, shift: number): number => {
    let count = 0;
    while (start + count + shift < STOP && values[start + count] === values[start + count + shift]) count++;
    return count;
  };
  const claims = Array.from({ length: 60 }, (_, start) =>
    Array.from({ length: 60 }, (__, i) => ({ start, shift: i + 1, equal: equalities(start, i + 1) })),
  ).flat();

  it('is refused where it repeats for one value less than the largest move', async () => {
    const near = claims.filter(({ equal }) => equal === set.largest - 1);
    // No such nim-values are: where these repeat so long, they go on.
    expect(near.length > 0).toBe(quantity === 'outcome');
    for (const { start, shift } of near) {
      expect(await problemOf(text, quantity, start, shift), `${start}, ${shift}`).toBe(
        'the values do not repeat so',
      );
    }
  });

  it('is taken where it is the least, and not where it begins below or is a divisor', async () => {
    const endless = claims.filter(({ start, shift, equal }) => equal === STOP - start - shift);
    const period = Math.min(...endless.map(({ shift }) => shift));
    const preperiod = Math.min(...endless.filter(({ shift }) => shift === period).map(({ start }) => start));
    expect(await problemOf(text, quantity, preperiod, period)).toBeUndefined();
    const wrongBy = (change: (record: StatesRecord) => Partial<StatesRecord>): Promise<string | undefined> =>
      problemOf(text, quantity, preperiod, period, change);
    const tooFew = 'its states do not reach as far as it does';
    expect(await wrongBy(() => ({ apart: period }))).toBe(tooFew);
    expect(await wrongBy(({ states }) => ({ states: [...states, new Uint8Array(8)] }))).toBe(tooFew);
    const otherValues = ({ period: { evidence, ...claimed } }: StatesRecord): Partial<StatesRecord> => ({
      period: { ...claimed, evidence: { ...evidence!, valuesSha256: '0'.repeat(64) } },
    });
    expect(await wrongBy(otherValues)).toBe('its states are not those that the values come to');
    expect(await problemOf(text, quantity, preperiod + 1, period)).toBe('the preperiod is smaller');
    expect(await problemOf(text, quantity, preperiod, 2 * period)).toBe(
      `the values repeat with ${period} already`,
    );
  });
});
