/** The kernels for shifted sets in plain TypeScript: the siblings of assembly/shifted.ts. Contracts: kernels.ts. Written for clarity. */
import type { ShiftKernels } from '../../../src/kernel/kernels.js';
import { ShiftJob, ShiftSet, TILE, ValueRow } from '../../../src/kernel/layout.js';
import type { Views } from './views.js';

/** The kernels on the memory that `views` shows. */
export function createPlainShiftKernels(views: () => Views): ShiftKernels {
  return {
    reachFar(job, share) {
      const chunk = new Chunk(views(), job);
      const a = share % chunk.modulus;
      const value = (share - a) / chunk.modulus;
      chunk.clear(value, a);
      for (let b = 0; b < chunk.modulus; b++) {
        for (const q of chunk.begunBefore(value, b)) chunk.reach(value, a, b, q, chunk.tiles * TILE);
      }
    },

    decideShifted(job) {
      const chunk = new Chunk(views(), job);
      for (let value = 0; value < chunk.most; value++) {
        for (let b = 0; b < chunk.modulus; b++) {
          for (const q of chunk.foundSince(value, b)) chunk.reachAll(value, b, q);
        }
      }
      for (let lane = 0; lane < chunk.lanes; lane++) {
        const a = (chunk.origin + lane) % chunk.modulus;
        const q = (chunk.origin + lane - a) / chunk.modulus;
        let value = 0;
        while (value < chunk.most && chunk.isReached(value, a, q)) value++;
        if (value < chunk.most) {
          if (!chunk.add(value, a, q)) return lane;
          chunk.reachAll(value, a, q);
        } else if (!chunk.isLastShared) return lane;
        chunk.store(lane, value);
      }
      return chunk.lanes;
    },
  };
}

/** The chunk of a ShiftJob. Its fields are read once: a call changes none of them, and asks for them millions of times. */
class Chunk {
  readonly modulus: number;
  readonly origin: number;
  readonly lanes: number;
  readonly most: number;
  readonly isLastShared: boolean;
  /** Tiles that the chunk has quotients in. */
  readonly tiles: number;
  readonly #views: Views;
  readonly #fields: Uint32Array;
  /** The quotient of the first position. */
  readonly #quotient: number;

  constructor(views: Views, job: number) {
    this.#views = views;
    this.#fields = views.u32.subarray(job / 4, job / 4 + ShiftJob.WORDS);
    this.modulus = this.#fields[ShiftJob.modulus];
    this.origin = this.#fields[ShiftJob.origin];
    this.lanes = this.#fields[ShiftJob.lanes];
    this.most = this.#fields[ShiftJob.most];
    this.isLastShared = this.#fields[ShiftJob.isLastShared] === 1;
    this.#quotient = Math.floor(this.origin / this.modulus);
    const last = Math.floor((this.origin + this.lanes - 1) / this.modulus);
    this.tiles = Math.ceil((last - this.#quotient + 1) / TILE);
  }

  clear(value: number, residue: number): void {
    const start = this.#row(value, residue);
    this.#views.u8.fill(0, start, start + this.#fields[ShiftJob.rowBytes]);
  }

  begunBefore(value: number, residue: number): Uint32Array {
    const list = value * this.modulus + residue;
    return this.#quotients(this.#list(list)[ValueRow.first], this.#begun(list));
  }

  foundSince(value: number, residue: number): Uint32Array {
    const list = value * this.modulus + residue;
    return this.#quotients(this.#begun(list), this.#list(list)[ValueRow.end]);
  }

  /** Sets what the position M q + b reaches among those of all residues. */
  reachAll(value: number, b: number, q: number): void {
    for (let a = 0; a < this.modulus; a++) this.reach(value, a, b, q, this.tiles * TILE);
  }

  /** Sets what the position M q + b reaches in the first `bits` bits of a row. */
  reach(value: number, a: number, b: number, q: number, bits: number): void {
    const set = this.#fields[ShiftJob.sets] / 4 + ((a - b + this.modulus) % this.modulus) * ShiftSet.WORDS;
    const largest = this.#views.u32[set + ShiftSet.largest] | 0;
    const copy = this.#views.u32[set + ShiftSet.copies];
    const row = this.#row(value, a);
    const first = this.#quotient - q - (a < b ? 1 : 0);
    for (let k = Math.max(0, first); k < first + bits && k <= largest; k++) {
      const bit = k - first;
      if (this.#bit(copy, k)) this.#views.u8[row + (bit >>> 3)] |= 1 << (bit & 7);
    }
  }

  isReached(value: number, residue: number, q: number): boolean {
    return this.#bit(this.#row(value, residue), q - this.#quotient);
  }

  /** Adds a position to its list; false where that has no room. */
  add(value: number, residue: number, q: number): boolean {
    const list = this.#list(value * this.modulus + residue);
    if (list[ValueRow.end] === list[ValueRow.roomEnd]) return false;
    this.#views.u32[list[ValueRow.end] / 4] = q;
    list[ValueRow.end] += 4;
    return true;
  }

  store(lane: number, value: number): void {
    this.#views.u8[this.#fields[ShiftJob.values] + this.origin + lane] = value;
  }

  #row(value: number, residue: number): number {
    return this.#fields[ShiftJob.rows] + (value * this.modulus + residue) * this.#fields[ShiftJob.rowBytes];
  }

  #list(list: number): Uint32Array {
    const start = this.#fields[ShiftJob.lists] / 4 + list * ValueRow.WORDS;
    return this.#views.u32.subarray(start, start + ValueRow.WORDS);
  }

  #begun(list: number): number {
    return this.#views.u32[this.#fields[ShiftJob.begun] / 4 + list];
  }

  #quotients(start: number, stop: number): Uint32Array {
    return this.#views.u32.slice(start / 4, stop / 4);
  }

  #bit(bits: number, i: number): boolean {
    return ((this.#views.u8[bits + (i >>> 3)] >> (i & 7)) & 1) === 1;
  }
}
