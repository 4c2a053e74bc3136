/**
 * Remoteness within reach as ranks (kernel/kernels.ts) in the kernels' memory: a window that slides upwards, and that
 * takes more bytes a rank when these do not suffice.
 */
import { Arena } from '../../kernel/arena.js';
import type { KernelMemory } from '../../kernel/kernels.js';
import type { Space } from '../../kernel/space.js';
import type { Range } from '../../common/range.js';
import { capacityOf, createIntegers, largestOf } from '../task/integers.js';
import { Sliding } from '../task/sliding.js';
import type { Integers } from '../task/task.js';

/** Ranks that are appended before the window slides, at least. */
const SLIDE = 2 ** 20;

/** The ranks of [base, base + length). */
export class RankWindow {
  readonly #memory: KernelMemory;
  readonly #address: number;
  readonly #place: Sliding;
  #space: Space;
  #bytes: 1 | 2 | 4 = 1;

  /** Takes room from `address` on, all that follows, for the `reach` ranks before any position of `range` and a chunk beyond. */
  constructor(memory: KernelMemory, address: number, reach: number, range: Range, chunkLength: number) {
    this.#memory = memory;
    this.#place = new Sliding(reach, range, SLIDE, chunkLength);
    this.#space = new Arena(memory, address).take(this.#place.capacity);
    this.#address = this.#space.address;
  }

  /** The address of the ranks. */
  get address(): number {
    return this.#address;
  }

  /** The position of the first rank. */
  get base(): number {
    return this.#place.base;
  }

  /** Bytes of a rank. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Appends finished remoteness. */
  append(lower: Integers): void {
    this.reserve(lower.length);
    while (largestOf(lower) > this.#worst) this.widen();
    const ranks = this.#all().subarray(this.#place.length);
    const worst = this.#worst;
    for (let i = 0; i < lower.length; i++) ranks[i] = rankOf(lower[i], worst);
    this.#place.extend(lower.length);
  }

  /** Takes over `count` ranks that were written behind the others. */
  extend(count: number): void {
    this.#place.extend(count);
  }

  /** Makes room for `count` more ranks by dropping those out of reach. True when any were dropped. */
  reserve(count: number): boolean {
    return this.#place.reserve(count, this.#all());
  }

  /** Goes over to more bytes a rank. */
  widen(): void {
    const narrow = this.#all().slice(0, this.#place.length);
    const before = this.#worst;
    this.#bytes = this.#bytes === 1 ? 2 : 4;
    this.#space = new Arena(this.#memory, this.#address).take(this.#bytes * this.#place.capacity);
    const ranks = this.#all();
    for (let i = 0; i < narrow.length; i++) ranks[i] = rankOf(valueOf(narrow[i], before), this.#worst);
  }

  /** The remoteness of a range in the window. */
  valuesOf({ start, stop }: Range): Integers {
    const ranks = this.#all().subarray(start - this.#place.base, stop - this.#place.base);
    const values = createIntegers(ranks.length, this.#worst);
    for (let i = 0; i < ranks.length; i++) values[i] = valueOf(ranks[i], this.#worst);
    return values;
  }

  /** The rank of remoteness 1. */
  get #worst(): number {
    return capacityOf(this.#all());
  }

  #all(): Integers {
    const { u8, u16, u32 } = this.#space;
    return this.#bytes === 1 ? u8 : this.#bytes === 2 ? u16 : u32;
  }
}

/** The rank of a remoteness. */
function rankOf(value: number, worst: number): number {
  return value % 2 === 0 ? value / 2 : worst - (value - 1) / 2;
}

/** The remoteness of a rank. */
function valueOf(rank: number, worst: number): number {
  return rank <= worst / 2 ? 2 * rank : 2 * (worst - rank) + 1;
}
