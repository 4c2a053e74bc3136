/**
 * LZ4 blocks in plain TypeScript: the siblings of assembly/lz4.ts.
 * Contracts: kernels.ts. Written for clarity; the bytes are the same, so the choices are too.
 */
import type { Lz4Kernels } from '../../../src/kernel/kernels.js';
import {
  LZ4_DEPTH,
  LZ4_HASH_BITS,
  LZ4_HEAD_BYTES,
  LZ4_LAST_LITERALS,
  LZ4_LAST_MATCH,
  LZ4_LINKED_FIRST,
  LZ4_LINKED_LAST,
  LZ4_LONG,
  LZ4_MIN_MATCH,
  LZ4_SKIP_BITS,
  LZ4_WINDOW,
} from '../../../src/kernel/layout.js';
import type { Views } from './views.js';

/** The kernels on the memory that `views` shows. */
export function createPlainLz4Kernels(views: () => Views): Lz4Kernels {
  return {
    compressBlock: (source, length, target, tables) =>
      new Compressor(views(), source, length, target, tables).run(),
    expandBlock: (source, bytes, target, room) => expand(views().u8, source, bytes, target, room),
  };
}

/** A match: its length, and how far back it is. */
interface Match {
  readonly length: number;
  readonly distance: number;
}

/** One block on its way. Positions are addresses. */
class Compressor {
  readonly #u8: Uint8Array;
  readonly #source: number;
  readonly #end: number;
  readonly #start: number;
  /** By hash: the last position entered, as its index in the block and 1; 0 for none. */
  readonly #heads: Uint32Array;
  /** By index modulo the window: the distance to the position entered before; 0 for none. */
  readonly #chain: Uint16Array;
  #target: number;

  constructor({ u8 }: Views, source: number, length: number, target: number, tables: number) {
    this.#u8 = u8;
    this.#source = source;
    this.#end = source + length;
    this.#start = target;
    this.#target = target;
    this.#heads = new Uint32Array(u8.buffer, tables, LZ4_HEAD_BYTES / 4).fill(0);
    this.#chain = new Uint16Array(u8.buffer, tables + LZ4_HEAD_BYTES, LZ4_WINDOW);
  }

  run(): number {
    let literals = this.#source;
    if (this.#end - this.#source > LZ4_LAST_MATCH) {
      const lastStart = this.#end - LZ4_LAST_MATCH;
      let misses = 0;
      this.#heads[this.#hashAt(this.#source)] = 1;
      this.#chain[0] = 0;
      for (let at = this.#source + 1; at <= lastStart;) {
        const match = this.#longestAt(at);
        if (match.length < LZ4_MIN_MATCH) {
          this.#link(at);
          at += 1 + (misses++ >>> LZ4_SKIP_BITS);
          continue;
        }
        misses = 0;
        this.#put(literals, at, match);
        literals = at + match.length;
        const isInside = (each: number): boolean =>
          match.length > LZ4_LONG && each >= at + LZ4_LINKED_FIRST && each < literals - LZ4_LINKED_LAST;
        for (let each = at; each < Math.min(literals, lastStart); each++) {
          if (!isInside(each)) this.#link(each);
        }
        at = literals;
      }
    }
    this.#put(literals, this.#end, undefined);
    return this.#target - this.#start;
  }

  #fourAt(at: number): number {
    const u8 = this.#u8;
    return u8[at] | (u8[at + 1] << 8) | (u8[at + 2] << 16) | (u8[at + 3] << 24);
  }

  #hashAt(at: number): number {
    return Math.imul(this.#fourAt(at), 2654435761) >>> (32 - LZ4_HASH_BITS);
  }

  /** Enters a position, other than one inside a run, into the chain of its hash. */
  #link(at: number): void {
    if (this.#fourAt(at - 1) === this.#fourAt(at)) return;
    const index = at - this.#source;
    const hash = this.#hashAt(at);
    const step = this.#heads[hash] === 0 ? 0 : index + 1 - this.#heads[hash];
    this.#chain[index % LZ4_WINDOW] = step < LZ4_WINDOW ? step : 0;
    this.#heads[hash] = index + 1;
  }

  /** The longest match of a position among the run it is in and the last LZ4_DEPTH in its chain; of length 0 for none. */
  #longestAt(at: number): Match {
    const limit = this.#end - LZ4_LAST_LITERALS;
    const four = this.#fourAt(at);
    const index = at - this.#source;
    let best = { length: this.#fourAt(at - 1) === four ? this.#alike(at, at - 1, limit) : 0, distance: 1 };
    let previous = this.#heads[this.#hashAt(at)];
    for (let tries = 0; previous > 0 && tries < LZ4_DEPTH; tries++) {
      const distance = index + 1 - previous;
      if (distance >= LZ4_WINDOW) break;
      if (this.#fourAt(at - distance) === four) {
        const length = this.#alike(at, at - distance, limit);
        if (length > best.length) best = { length, distance };
        if (at + best.length >= limit) break;
      }
      const step = this.#chain[(previous - 1) % LZ4_WINDOW];
      if (step === 0) break;
      previous -= step;
    }
    return best;
  }

  #alike(at: number, other: number, limit: number): number {
    let length = 0;
    while (at + length < limit && this.#u8[at + length] === this.#u8[other + length]) length++;
    return length;
  }

  /** Writes a sequence: the literals [from, to), and the match that follows them but at the end of the block. */
  #put(from: number, to: number, match: Match | undefined): void {
    const u8 = this.#u8;
    const extra = match === undefined ? 0 : match.length - LZ4_MIN_MATCH;
    u8[this.#target++] = (Math.min(to - from, 15) << 4) | Math.min(extra, 15);
    this.#putLength(to - from);
    u8.copyWithin(this.#target, from, to);
    this.#target += to - from;
    if (match === undefined) return;
    u8[this.#target++] = match.distance & 255;
    u8[this.#target++] = match.distance >>> 8;
    this.#putLength(extra);
  }

  /** Writes what a length has above the 15 that its half of a token holds. */
  #putLength(length: number): void {
    if (length < 15) return;
    let rest = length - 15;
    for (; rest >= 255; rest -= 255) this.#u8[this.#target++] = 255;
    this.#u8[this.#target++] = rest;
  }
}

function expand(u8: Uint8Array, source: number, bytes: number, target: number, room: number): number {
  const end = source + bytes;
  const start = target;
  const stop = target + room;
  /** Where the latest match ends. */
  let matchedTo: number | undefined;
  /** A length whose half of a token is given; negative where the block ends inside it. */
  const lengthOf = (half: number): number => {
    if (half < 15) return half;
    let length = half;
    for (;;) {
      if (source >= end) return -1;
      const next = u8[source++];
      length += next;
      if (next < 255) return length;
    }
  };
  while (source < end) {
    const token = u8[source++];
    const count = lengthOf(token >>> 4);
    if (count < 0 || count > end - source || count > stop - target) return -1;
    u8.copyWithin(target, source, source + count);
    source += count;
    target += count;
    // The format wants literals after the last match.
    if (source === end)
      return matchedTo !== undefined && target - matchedTo < LZ4_LAST_LITERALS ? -1 : target - start;
    if (end - source < 2) return -1;
    const distance = u8[source] | (u8[source + 1] << 8);
    source += 2;
    const extra = lengthOf(token & 15);
    const matched = extra + LZ4_MIN_MATCH;
    if (extra < 0 || distance === 0 || distance > target - start || matched > stop - target) return -1;
    for (let i = 0; i < matched; i++, target++) u8[target] = u8[target - distance];
    matchedTo = target;
  }
  return -1;
}
