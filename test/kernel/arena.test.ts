/** Space handed out in a kernel memory, views of it while the memory grows, and what is said where it ends. */
import { describe, expect, it } from 'vitest';
import { TakeawayError } from '../../src/common/errors.js';
import { Arena } from '../../src/kernel/arena.js';
import { borrowContext, createKernelContext, returnContext } from '../../src/kernel/context.js';
import { createKernelMemory } from '../../src/kernel/kernels-wasm.js';
import { ClassRow } from '../../src/kernel/layout.js';
import { Space } from '../../src/kernel/space.js';
import { structBytes, writeStruct } from '../../src/kernel/struct.js';

describe('an arena', () => {
  it('hands out aligned space', () => {
    const arena = new Arena(createKernelMemory(), 1);
    expect([arena.take(1).address, arena.take(65).address, arena.next]).toEqual([64, 128, 256]);
  });

  it('says what helps when 32 bits cannot address more', () => {
    const arena = new Arena(createKernelMemory(), 64);
    expect(() => arena.take(2 ** 32)).toThrow(TakeawayError);
    expect(() => arena.take(2 ** 32)).toThrow(/choose another method/);
  });
});

describe('a struct', () => {
  it.each([-1, 2 ** 32, 0.5, NaN])('has no field of %d, which kernels would wrap around or cut', (value) => {
    const space = new Arena(createKernelMemory(), 64).take(structBytes(ClassRow));
    const row = { bitset: 0, list: 0, end: 0, roomEnd: 0, coarse: 0 };
    expect(() => writeStruct(space, ClassRow, { ...row, end: value })).toThrow(RangeError);
    writeStruct(space, ClassRow, { ...row, end: 2 ** 32 - 1 });
    expect(space.u32[ClassRow.end]).toBe(2 ** 32 - 1);
  });
});

describe('a space', () => {
  it('keeps every write, whichever of two views was made before the memory grew', () => {
    const { memory, kernels, space } = createKernelContext();
    const arena = new Arena(memory, 64);
    const early = arena.take(64);
    const views = [early.u8, early.u16, early.u32] as const;
    const before = memory.buffer.byteLength;
    const late = arena.take(4 * before);
    expect(memory.buffer.byteLength).toBeGreaterThan(before);
    views[0][0] = 1;
    views[1][1] = 0x302;
    views[2][1] = 0x07060504;
    late.u8[late.bytes - 1] = 9;
    expect([...space(early.address, 8).u8]).toEqual([1, 0, 2, 3, 4, 5, 6, 7]);
    expect([...space(late.address + late.bytes - 1, 1).u8]).toEqual([9]);
    // What a kernel writes through the memory as it is now shows in the view that was made before it grew.
    late.u8.fill(0xff, 0, 16);
    kernels.orBytes(early.address, late.address, 16);
    expect([...views[0].subarray(0, 16)]).toEqual(Array(16).fill(0xff));
  });

  it('is cleared from any byte on, and nothing else is', () => {
    const { memory, space } = createKernelContext();
    const around = new Arena(memory, 64).take(64);
    for (const bytes of [0, 1, 7, 8, 9, 16, 21]) {
      for (let from = 0; from <= bytes; from++) {
        around.u8.fill(7);
        space(around.address + 8, bytes).clear(from);
        const expected = Array.from({ length: 64 }, (_, i) => (i >= 8 + from && i < 8 + bytes ? 0 : 7));
        expect([...around.u8], `${bytes} bytes from ${from} on`).toEqual(expected);
      }
    }
    expect(() => space(around.address + 4, 8).clear()).toThrow(RangeError);
  });

  it('is never one that the memory does not have yet', () => {
    const memory = createKernelMemory();
    const { byteLength } = memory.buffer;
    expect(() => new Space(memory, byteLength - 8, 16)).toThrow(RangeError);
    memory.grow(1);
    const across = new Space(memory, byteLength - 8, 16);
    across.u8.fill(7);
    expect([...new Uint8Array(memory.buffer, byteLength - 8, 16)]).toEqual(Array(16).fill(7));
  });
});

describe('a struct', () => {
  it('is written with each field where its enum has it', () => {
    const space = new Arena(createKernelMemory(), 64).take(structBytes(ClassRow));
    const row = { bitset: 5, list: 6, end: 7, roomEnd: 2 ** 32 - 1, coarse: 8 };
    writeStruct(space, ClassRow, row);
    expect(space.u32[ClassRow.end]).toBe(7);
    expect(Array.from(space.u32)).toEqual([5, 6, 7, 2 ** 32 - 1, 8]);
  });
});

describe('a borrowed context', () => {
  it('is that of the last one who returned it, with zeros where space was handed out', () => {
    const context = borrowContext();
    const space = new Arena(context.memory, 64).take(1000);
    space.u8.fill(7);
    returnContext(context);
    const again = borrowContext();
    expect(again).toBe(context);
    expect(new Space(again.memory, 0, 4096).u8.every((byte) => byte === 0)).toBe(true);
    expect(borrowContext()).not.toBe(again);
  });

  it('is not lent again once its memory has grown', () => {
    const context = borrowContext();
    new Arena(context.memory, 64).take(context.memory.buffer.byteLength);
    returnContext(context);
    expect(borrowContext()).not.toBe(context);
  });
});
