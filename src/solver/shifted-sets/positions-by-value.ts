/** The positions of each value and residue within reach, for the kernels for shifted sets. */
import type { Arena } from '../../kernel/arena.js';
import { ValueRow } from '../../kernel/layout.js';
import type { Space } from '../../kernel/space.js';
import { structBytes } from '../../kernel/struct.js';
import type { Integers } from '../task/task.js';

/** Minimum room of a list beyond twice its first positions. */
const MIN_ROOM = 128;

/** For each value below `most` a list for each residue: the increasing quotients (u32) of its indices. */
export class PositionsByValue {
  /** A ValueRow for each list. */
  readonly rows: Space;
  readonly count: number;
  readonly #modulus: number;
  readonly #lists: Space;

  /** Allocates room for twice `capacity` positions. */
  constructor(arena: Arena, most: number, modulus: number, capacity: number) {
    this.count = most * modulus;
    this.#modulus = modulus;
    this.rows = arena.take(this.count * structBytes(ValueRow));
    this.#lists = arena.take(4 * (2 * capacity + this.count * MIN_ROOM));
  }

  /** Sorts these values anew and gives each list room for as many again. Values that are too large have no list. */
  sort(values: Integers): void {
    const modulus = this.#modulus;
    const counts = new Uint32Array(this.count);
    for (
      let i = 0, residue = 0;
      i < values.length;
      i++, residue = residue === modulus - 1 ? 0 : residue + 1
    ) {
      counts[values[i] * modulus + residue]++;
    }
    const places = new Uint32Array(this.count);
    const { address, u32 } = this.#lists;
    let place = 0;
    for (let list = 0; list < this.count; list++) {
      places[list] = place;
      const row = this.rows.u32.subarray(list * ValueRow.WORDS, (list + 1) * ValueRow.WORDS);
      row[ValueRow.first] = address + 4 * place;
      row[ValueRow.end] = row[ValueRow.first] + 4 * counts[list];
      row[ValueRow.roomEnd] = row[ValueRow.end] + 4 * (counts[list] + MIN_ROOM);
      place += 2 * counts[list] + MIN_ROOM;
    }
    for (
      let i = 0, residue = 0;
      i < values.length;
      i++, residue = residue === modulus - 1 ? 0 : residue + 1
    ) {
      const list = values[i] * modulus + residue;
      if (list < this.count) u32[places[list]++] = (i - residue) / modulus;
    }
  }

  get size(): number {
    const { u32 } = this.rows;
    let bytes = 0;
    for (let row = 0; row < u32.length; row += ValueRow.WORDS) {
      bytes += u32[row + ValueRow.end] - u32[row + ValueRow.first];
    }
    return bytes / 4;
  }

  /** Whether a list lacks room for one more position. */
  get isFull(): boolean {
    const { u32 } = this.rows;
    for (let row = 0; row < u32.length; row += ValueRow.WORDS) {
      if (u32[row + ValueRow.end] === u32[row + ValueRow.roomEnd]) return true;
    }
    return false;
  }

  writeEnds(ends: Uint32Array): void {
    const { u32 } = this.rows;
    for (let list = 0; list < this.count; list++) ends[list] = u32[list * ValueRow.WORDS + ValueRow.end];
  }
}
