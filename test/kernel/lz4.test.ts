/** LZ4 blocks: both siblings give the same bytes, what is compressed is expanded, and hostile blocks do no harm. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createKernelMemory, createKernels } from '../../src/kernel/kernels-wasm.js';
import { viewsOf } from '../support/kernels/views.js';
import { expectAlike, fillMemory, MEMORY_BYTES, kernelsOf, KINDS } from '../support/kernels/pair.js';

const SOURCE = 64;
const TARGET = 2 ** 17;
const TABLES = 2 ** 18;

/** Bytes with runs, repeats and noise, as bitsets and nim-values have them. */
const contents: fc.Arbitrary<Uint8Array> = fc
  .array(
    fc.oneof(
      fc.record({ run: fc.nat(255), length: fc.integer({ min: 1, max: 600 }) }).map(({ run, length }) => {
        return new Uint8Array(length).fill(run);
      }),
      fc.uint8Array({ maxLength: 80 }),
      fc
        .tuple(fc.uint8Array({ minLength: 1, maxLength: 40 }), fc.integer({ min: 1, max: 60 }))
        .map(([unit, times]) =>
          Uint8Array.from({ length: unit.length * times }, (_, i) => unit[i % unit.length]),
        ),
    ),
    { minLength: 1, maxLength: 40 },
  )
  .map((parts) => new Uint8Array(Buffer.concat(parts)))
  .filter(({ length }) => length > 0);

describe('an LZ4 block', () => {
  it('has the same bytes from both siblings, and both expand it', () => {
    fc.assert(
      fc.property(contents, (bytes) => {
        let compressed = 0;
        expectAlike(
          ({ u8 }) => u8.set(bytes, SOURCE),
          (kernels) => (compressed = kernels.compressBlock(SOURCE, bytes.length, TARGET, TABLES)),
        );
        expect(compressed).toBeLessThanOrEqual(bytes.length + Math.ceil(bytes.length / 255) + 16);
        const memory = createKernelMemory(1 + MEMORY_BYTES / 2 ** 16);
        const { u8 } = viewsOf(memory)();
        u8.set(bytes, SOURCE);
        createKernels(memory).compressBlock(SOURCE, bytes.length, TARGET, TABLES);
        const block = u8.slice(TARGET, TARGET + compressed);
        expectAlike(
          (views) => views.u8.set(block, TARGET),
          (kernels) => {
            expect(kernels.expandBlock(TARGET, compressed, SOURCE, bytes.length)).toBe(bytes.length);
            expect(kernels.expandBlock(TARGET, compressed, SOURCE, bytes.length - 1)).toBe(-1);
            return kernels.expandBlock(TARGET, compressed, SOURCE, bytes.length);
          },
        );
      }),
      { numRuns: 150 },
    );
  });

  it('that ends with a match, or with fewer literals than the format wants, is none', () => {
    // A zero, 63 more as a match, and then no literals; or four, or five.
    const beginning = [0x1f, 0, 1, 0, 44];
    for (const [literals, expected] of [
      [0, -1],
      [4, -1],
      [5, 69],
    ]) {
      const block = [...beginning, literals << 4, ...new Array<number>(literals).fill(7)];
      expectAlike(
        ({ u8 }) => u8.set(block, SOURCE),
        (kernels) => {
          expect(kernels.expandBlock(SOURCE, block.length, TARGET, 69)).toBe(expected);
        },
      );
    }
  });

  it('of matches further back than an offset reaches is right', () => {
    const bytes = new Uint8Array(200_000);
    for (let i = 0; i < bytes.length; i++)
      bytes[i] = i % 70_001 < 400 ? (i % 70_001) * 37 : (i * 2654435761) >>> 24;
    const memory = createKernelMemory(33);
    const { u8 } = viewsOf(memory)();
    for (const kind of KINDS) {
      const kernels = kernelsOf(kind, memory);
      u8.set(bytes, SOURCE);
      const length = kernels.compressBlock(SOURCE, bytes.length, 2 ** 19, 2 ** 20);
      u8.fill(0, SOURCE, SOURCE + bytes.length);
      expect(kernels.expandBlock(2 ** 19, length, SOURCE, bytes.length)).toBe(bytes.length);
      expect(Buffer.compare(u8.slice(SOURCE, SOURCE + bytes.length), bytes)).toBe(0);
    }
  });

  it.each([65_535, 65_536])('of a match %i bytes back is right', (distance) => {
    // A run enters no chain, so that the first bytes are found again however far up.
    const word = Array.from({ length: 16 }, (_, i) => 17 * i + 3);
    const bytes = new Uint8Array(distance + 40).fill(7);
    for (const at of [0, distance]) bytes.set(word, at);
    const [compressed, tables] = [2 ** 18, 2 ** 19];
    expectAlike(
      ({ u8 }) => u8.set(bytes, SOURCE),
      (kernels) => {
        const length = kernels.compressBlock(SOURCE, bytes.length, compressed, tables);
        expect(kernels.expandBlock(compressed, length, SOURCE, bytes.length)).toBe(bytes.length);
        return length;
      },
    );
  });

  it.each([
    { why: 'a match begins before the values', block: [0x10, 9, 2, 0, 0x50, 1, 2, 3, 4, 5], room: 100 },
    { why: 'a match is of itself', block: [0x10, 9, 0, 0, 0x50, 1, 2, 3, 4, 5], room: 100 },
    { why: 'a match passes the room', block: [0x1f, 9, 1, 0, 200, 0x50, 1, 2, 3, 4, 5], room: 40 },
    { why: 'literals pass the room', block: [0xf0, 5, ...new Array<number>(20).fill(9)], room: 18 },
    { why: 'literals pass the end of the memory', block: [0xf0, 255, 255, 0, 1, 2, 3], room: 1000 },
  ])('is refused where $why, and nothing outside its room is written', ({ block, room }) => {
    expectAlike(
      (views) => {
        fillMemory(views, 7);
        views.u8.set(block, views.u8.length - block.length);
      },
      (kernels) => {
        const at = MEMORY_BYTES + 2 ** 16 - block.length;
        expect(kernels.expandBlock(at, block.length, SOURCE, room)).toBe(-1);
      },
      [[SOURCE, SOURCE + room]],
    );
  });

  it('as the format describes it is expanded', () => {
    // Four literals; a match of 8 at distance 4; one literal and a match of 4 + 15 + 1 at distance 1; the last literals.
    const block = [0x44, 1, 2, 3, 4, 4, 0, 0x1f, 9, 1, 0, 1, 0x50, 5, 6, 7, 8, 9];
    const expected = [1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 3, 4, ...new Array<number>(21).fill(9), 5, 6, 7, 8, 9];
    expectAlike(
      ({ u8 }) => u8.set(block, TARGET),
      (kernels) => kernels.expandBlock(TARGET, block.length, SOURCE, expected.length),
    );
    const memory = createKernelMemory(9);
    const { u8 } = viewsOf(memory)();
    u8.set(block, TARGET);
    expect(createKernels(memory).expandBlock(TARGET, block.length, SOURCE, 1000)).toBe(expected.length);
    expect(Array.from(u8.subarray(SOURCE, SOURCE + expected.length))).toEqual(expected);
  });

  it('that is hostile is refused alike, and nothing outside its room is written', () => {
    const hostile = fc.tuple(fc.uint8Array({ minLength: 1, maxLength: 300 }), fc.nat(500));
    fc.assert(
      fc.property(hostile, ([block, room]) => {
        expectAlike(
          (views) => {
            fillMemory(views, 7);
            views.u8.set(block, TARGET);
          },
          (kernels) => {
            const found = kernels.expandBlock(TARGET, block.length, SOURCE, room);
            expect(found).toBeLessThanOrEqual(room);
            return found;
          },
          [[SOURCE, SOURCE + room]],
        );
      }),
      { numRuns: 300 },
    );
  });
});
