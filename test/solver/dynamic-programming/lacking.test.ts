/** Lists of what positions lack: every value that a list reaches is one that is missing, also beyond long gaps. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Arena } from '../../../src/kernel/arena.js';
import { createKernelContext } from '../../../src/kernel/context.js';
import { LANES } from '../../../src/kernel/layout.js';
import { BASE } from '../../../src/solver/chunks/chunks.js';
import {
  listLacking,
  listOf,
  markAllBut,
  nothingLacking,
  packLacking,
  unpackLacking,
} from '../../../src/solver/dynamic-programming/lacking.js';

const WIDTH = 2048;

describe('what positions lack', () => {
  const context = createKernelContext();
  const space = new Arena(context.memory, BASE).take((LANES * WIDTH) / 8);
  const rows = { space, width: WIDTH, valueBits: 16 };
  const markedOf = (lane: number): number[] =>
    [...Array(WIDTH).keys()].filter((value) => ((space.u16[value] >> lane) & 1) === 0);

  /** Values that a position lacks, some of them further apart than a byte tells. */
  const lacked = fc
    .array(fc.oneof(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 250, max: 520 })), { maxLength: 12 })
    .map((gaps) => {
      let value = -1;
      return gaps.map((gap) => (value += gap)).filter((one) => one < WIDTH);
    });

  it('lists the least values, however far apart, and marks all others', () => {
    fc.assert(
      fc.property(fc.array(lacked, { minLength: LANES, maxLength: LANES }), (lanes) => {
        space.u8.fill(0xff);
        for (const [lane, values] of lanes.entries())
          for (const value of values) space.u16[value] &= ~(1 << lane);
        const lists = nothingLacking(LANES);
        listLacking(lists, 0, rows, LANES);
        const read = unpackLacking(packLacking(lists), LANES);
        for (const [lane, values] of lanes.entries()) {
          const listed = listOf(read, lane);
          expect(listed).toEqual(values.slice(0, listed.length));
          // A gap of up to 520 takes three of the eight places, at most.
          expect(listed.length).toBeGreaterThanOrEqual(Math.min(values.length, 3));
        }
        space.clear();
        markAllBut(read, 0, rows, LANES);
        for (const lane of lanes.keys()) expect(markedOf(lane)).toEqual(listOf(read, lane));
      }),
    );
  });

  it('lists a value beyond one gap, and those after it', () => {
    space.u8.fill(0xff);
    const values = [4, 4 + 254, 4 + 254 + 255, 4 + 254 + 255 + 508, 1022];
    for (const value of values) space.u16[value] &= ~1;
    const lists = nothingLacking(1);
    listLacking(lists, 0, rows, 1);
    expect(listOf(lists, 0)).toEqual(values);
  });
});
