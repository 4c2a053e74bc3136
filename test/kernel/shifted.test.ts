/** The WebAssembly kernels for shifted sets against their plain siblings. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { finiteSet } from '../support/set-oracles.js';
import { Arena } from '../../src/kernel/arena.js';
import { ShiftJob, TILE, ValueRow } from '../../src/kernel/layout.js';
import { structBytes } from '../../src/kernel/struct.js';
import { PositionsByValue } from '../../src/solver/shifted-sets/positions-by-value.js';
import { layOutCopies } from '../../src/solver/shifted-sets/set-copies.js';
import {
  contents,
  emptySide,
  expectAlike,
  KINDS,
  putStruct,
  randomIncreasing,
  streamOf,
} from '../support/kernels/pair.js';
import type { Views } from '../support/kernels/views.js';
import { effort } from '../support/seed.js';

/** Where the test's memory begins to be handed out. */
const BASE = 64;

const shapes = fc.record({
  modulus: fc.constantFrom(1, 2, 5, 12),
  origin: fc.constantFrom(0, 1, 100, 1500),
  lanes: fc.constantFrom(1, 11, 200, 1300, 3000),
  most: fc.constantFrom(1, 3, 20),
  isLastShared: fc.boolean(),
  /** Numbers in the set, and the largest that it may have. */
  count: fc.constantFrom(1, 3, 40, 300),
  reach: fc.constantFrom(5, 130, 2000),
  /** Of the positions below the chunk, those that were found after it was begun. */
  late: fc.constantFrom(0, 1, 60),
  drawn: contents,
});

type Shape = typeof shapes extends fc.Arbitrary<infer T> ? T : never;

/** Writes a job with random values below the chunk, and lists that have `room` for so many more. Returns where things lie. */
function prepare(
  views: Views,
  shape: Shape,
  room = Infinity,
): { job: number; rows: readonly [number, number] } {
  const { modulus, origin, lanes, most, isLastShared, count, reach, late, drawn } = shape;
  const random = streamOf(drawn);
  const memory = { buffer: views.u8.buffer as SharedArrayBuffer, grow: () => 0 };
  const arena = new Arena(memory, BASE);
  const job = arena.take(structBytes(ShiftJob)).address;
  const set = finiteSet(randomIncreasing(count, reach, random).map((s) => s + 1));
  const values = arena.take(origin + lanes);
  for (let n = 0; n < origin; n++) values.u8[n] = Math.floor(random() * (most + (isLastShared ? 1 : 0)));
  const copies = layOutCopies(arena, set, modulus, reach + 1, lanes);
  const lists = new PositionsByValue(arena, most, modulus, origin + lanes);
  lists.sort(values.u8.subarray(0, Math.max(0, origin - late)));
  const begun = arena.take(4 * lists.count);
  lists.writeEnds(begun.u32);
  for (let n = Math.max(0, origin - late); n < origin; n++) {
    if (values.u8[n] === most) continue;
    const row = (values.u8[n] * modulus + (n % modulus)) * ValueRow.WORDS;
    views.u32[lists.rows.u32[row + ValueRow.end] / 4] = Math.floor(n / modulus);
    lists.rows.u32[row + ValueRow.end] += 4;
  }
  for (let row = 0; row < lists.count * ValueRow.WORDS; row += ValueRow.WORDS) {
    const { u32 } = lists.rows;
    u32[row + ValueRow.roomEnd] = Math.min(u32[row + ValueRow.roomEnd], u32[row + ValueRow.end] + 4 * room);
  }
  const rowBytes = Math.ceil((lanes / modulus + 2) / TILE) * (TILE / 8);
  const rows = arena.take(lists.count * rowBytes);
  putStruct(views, job, ShiftJob, {
    ...copies,
    values: values.address,
    origin,
    lanes,
    lists: lists.rows.address,
    begun: begun.address,
    most,
    isLastShared: isLastShared ? 1 : 0,
    rows: rows.address,
    rowBytes,
  });
  return { job, rows: [rows.address, rows.address + rows.bytes] };
}

/** The set {1} above positions of value 0: the last of them reaches the chunk by the largest number, over the end of a quotient. */
const largestAlone: Shape = {
  ...{ modulus: 1, origin: 100, lanes: 200, most: 1, isLastShared: true, count: 1, reach: 5, late: 0 },
  drawn: [],
};
const overQuotients = ([0, 60] as const).map((late): Shape => ({ ...largestAlone, modulus: 5, late }));

it('reachFar: what reaches each value from the positions so far', () => {
  fc.assert(
    fc.property(shapes, (shape) => {
      let job = 0;
      expectAlike(
        (views) => void ({ job } = prepare(views, shape)),
        (kernels) => {
          for (let share = 0; share < shape.most * shape.modulus; share++) kernels.reachFar(job, share);
        },
      );
    }),
    { numRuns: effort(25, 200), examples: [largestAlone, ...overQuotients].map((shape) => [shape]) },
  );
});

/** Shifts by all numbers up to 130: between cold positions are words of hot ones. */
const hotWords: Shape = {
  ...{ modulus: 1, origin: 100, lanes: 3000, most: 1, isLastShared: true, count: 300, reach: 130, late: 0 },
  drawn: [],
};

it('decideShifted: also where it stops for want of a list or of room', () => {
  fc.assert(
    fc.property(shapes, fc.constantFrom(0, 1, 30, Infinity), (shape, room) => {
      // What the rows hold afterwards is open, so only what is decided is compared.
      const sides = KINDS.map((kind) => {
        const { views, kernels } = emptySide(kind);
        const { job, rows } = prepare(views, shape, room);
        for (let share = 0; share < shape.most * shape.modulus; share++) kernels.reachFar(job, share);
        const decided = kernels.decideShifted(job);
        views.u8.fill(0, ...rows);
        return { decided, content: Buffer.from(views.u8.buffer) };
      });
      expect(sides[1].decided).toBe(sides[0].decided);
      expect(sides[1].content.equals(sides[0].content), 'memory content').toBe(true);
    }),
    {
      numRuns: effort(25, 200),
      examples: [hotWords, largestAlone, ...overQuotients].map((shape) => [shape, Infinity]),
    },
  );
});
