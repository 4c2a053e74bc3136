/**
 * The kernels of WebAssembly beside their plain siblings, which are the oracles of their tests, and two memories with the
 * same content to run both on.
 */
import fc from 'fast-check';
import { expect } from 'vitest';
import { createKernelMemory, createKernels } from '../../../src/kernel/kernels-wasm.js';
import type { KernelMemory, Kernels } from '../../../src/kernel/kernels.js';
import { Space } from '../../../src/kernel/space.js';
import { structBytes, writeStruct, type Struct } from '../../../src/kernel/struct.js';
import { createPlainClassKernels } from './classes.js';
import { createPlainCountKernels } from './counting.js';
import { createPlainLz4Kernels } from './lz4.js';
import { createPlainMexKernels } from './mex.js';
import { createPlainRankKernels } from './ranks.js';
import { createPlainShiftKernels } from './shifted.js';
import { createPlainStateKernels } from './states.js';
import { createPlainSumKernels } from './sums.js';
import { viewsOf, type Views } from './views.js';

/** Both kinds of kernels. */
export const KINDS = ['plain', 'wasm'] as const;

/** The kernels of a kind on `memory`. */
export function kernelsOf(kind: (typeof KINDS)[number], memory: KernelMemory): Kernels {
  if (kind === 'wasm') return createKernels(memory);
  const views = viewsOf(memory);
  return {
    ...createPlainClassKernels(views),
    ...createPlainMexKernels(views),
    ...createPlainRankKernels(views),
    ...createPlainShiftKernels(views),
    ...createPlainStateKernels(views),
    ...createPlainSumKernels(views),
    ...createPlainLz4Kernels(views),
    ...createPlainCountKernels(views),
  };
}

/** Bytes of each memory; the lowest 64 are left zero, so that address 0 means none. */
export const MEMORY_BYTES = 2 ** 20;

/** Fills a memory with a byte, eight times at once: V8 fills shared memory element by element. */
export function fillMemory({ u8 }: Views, byte: number): void {
  new BigUint64Array(u8.buffer).fill(0x0101010101010101n * BigInt(byte));
}

/** The views of a memory of zeros, and kernels on it. */
interface Side {
  readonly views: Views;
  readonly kernels: Kernels;
}

/** One for each kind, which is used over and over: a new memory for each of thousands of cases takes half of the time. */
const sides = new Map<string, Side>();

/** The side of a kind, emptied, until it is asked for again. */
export function emptySide(kind: (typeof KINDS)[number]): Side {
  const used = sides.get(kind);
  if (used !== undefined) {
    fillMemory(used.views, 0);
    return used;
  }
  const memory = createKernelMemory(1 + MEMORY_BYTES / 2 ** 16);
  const side = { views: viewsOf(memory)(), kernels: kernelsOf(kind, memory) };
  sides.set(kind, side);
  return side;
}

/** What memories are filled with: numbers in [0, 1) to draw from, which shrink to few and to zero. */
export const contents = fc.array(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), {
  maxLength: 500,
});

/** A repeatable stream of numbers in [0, 1): those given, over and over; zeros where none are. */
export function streamOf(numbers: readonly number[]): () => number {
  let next = 0;
  return () => numbers[next++ % numbers.length] ?? 0;
}

/**
 * Prepares both memories alike, calls a kernel on each, and expects the same result and the same content of
 * both memories outside `spare`, the byte ranges whose content a contract leaves open.
 */
export function expectAlike(
  prepare: (views: Views) => void,
  call: (kernels: Kernels) => unknown,
  spare: readonly (readonly [number, number])[] = [],
): void {
  const [plain, wasm] = KINDS.map((kind) => {
    const { views, kernels } = emptySide(kind);
    prepare(views);
    const result = call(kernels);
    for (const [start, stop] of spare) views.u8.fill(0, start, stop);
    return { result, content: Buffer.from(views.u8.buffer) };
  });
  expect(wasm.result).toEqual(plain.result);
  expect(wasm.content.equals(plain.content), 'memory content').toBe(true);
}

/** Sets bits [0, length) at an address, each with the given probability. */
export function randomBits(
  { u8 }: Views,
  address: number,
  length: number,
  density: number,
  random: () => number,
): void {
  for (let i = 0; i < length; i++) if (random() < density) u8[address + (i >>> 3)] |= 1 << (i & 7);
}

/** `count` different increasing integers in [0, limit), or all of these: those drawn, or the next that are free. */
export function randomIncreasing(count: number, limit: number, random: () => number): number[] {
  const chosen = new Set<number>();
  const end = Math.floor(limit);
  while (chosen.size < Math.min(count, end)) {
    let drawn = Math.floor(random() * end);
    while (chosen.has(drawn)) drawn = (drawn + 1) % end;
    chosen.add(drawn);
  }
  return [...chosen].sort((a, b) => a - b);
}

/** Writes a struct of layout.ts at an address of a test's memory. */
export function putStruct<Fields extends { readonly WORDS: number }>(
  { u8 }: Views,
  address: number,
  fields: Fields,
  values: Struct<Fields>,
): void {
  const memory = { buffer: u8.buffer as SharedArrayBuffer, grow: () => 0 };
  writeStruct(new Space(memory, address, structBytes(fields)), fields, values);
}
