/**
 * The least values that no far option of a position has. They are few bytes, where rows of marks are hundreds, so they can travel;
 * and near options, which are found later, nearly always leave one of them: then it is the position's nim-value.
 */
import { LANES } from '../../kernel/layout.js';
import type { Space } from '../../kernel/space.js';

/** Values that are listed of a position, at most. */
const MOST_LISTED = 8;
/** Stands in the place of a first value that is not known. */
const NONE = 0xffff;
/**
 * A gap that leads further than others can, to a value that is not listed. Squares near 2^22 have values above 300, and a
 * position may lack 4 and then none for more than 255: of the lists that ran out, those looked at had ended at such a gap.
 */
const SKIP = 0xff;
const MOST_GAP = SKIP - 1;

/** What the far options of consecutive positions lack. */
export interface Lacking {
  /** The least value that each lacks; NONE where that is not known. */
  readonly firsts: Uint16Array;
  /** How far the next ones are above it, each from the one before: MOST_LISTED - 1 for each position, 0 after the last. */
  readonly gaps: Uint8Array;
}

/** Bytes that travel for each position. */
export const LACKING_BYTES = 2 + (MOST_LISTED - 1);

/** Rows of groups of LANES positions. */
export interface Rows {
  readonly space: Space;
  /** Values that a group has rows for. */
  readonly width: number;
  /** Bits of a value: those of 6 or less are sets, others rows with a u16 for each value (MexJob). */
  readonly valueBits: number;
}

/** Lists of so many positions, of which nothing is known. */
export function nothingLacking(length: number): Lacking {
  const gaps = new Uint8Array(length * (MOST_LISTED - 1));
  return { firsts: new Uint16Array(length).fill(NONE), gaps };
}

/** The bytes that travel of some lists. */
export function packLacking({ firsts, gaps }: Lacking): Uint8Array {
  const bytes = new Uint8Array(LACKING_BYTES * firsts.length);
  bytes.set(new Uint8Array(firsts.buffer, firsts.byteOffset, firsts.byteLength));
  bytes.set(gaps, firsts.byteLength);
  return bytes;
}

/** The lists of so many positions. Raises for bytes of another length; whatever they are otherwise, they are lists. */
export function unpackLacking(bytes: Uint8Array, length: number): Lacking {
  if (bytes.length !== LACKING_BYTES * length)
    throw new TypeError(`${bytes.length} bytes are not ${length} lists`);
  // A copy of its own: a Buffer may begin anywhere in memory.
  const own = new Uint8Array(bytes);
  return { firsts: new Uint16Array(own.buffer, 0, length), gaps: own.subarray(2 * length) };
}

/** The values listed of a position, increasing. */
export function listOf({ firsts, gaps }: Lacking, index: number): number[] {
  let value = firsts[index];
  if (value === NONE) return [];
  const values = [value];
  const at = index * (MOST_LISTED - 1);
  for (const gap of gaps.subarray(at, at + MOST_LISTED - 1)) {
    if (gap === 0) break;
    value += Math.min(gap, MOST_GAP);
    if (gap !== SKIP) values.push(value);
  }
  return values;
}

/** Lists what `lanes` positions lack whose rows are filled; their lists begin at `index`, where nothing is known yet. */
export function listLacking(
  lists: Lacking,
  index: number,
  { space, width, valueBits }: Rows,
  lanes: number,
): void {
  const scan = new LaneScan(lists);
  const bound = Math.min(width, 2 ** valueBits);
  const { u8, u16 } = space;
  for (let lane = 0; lane < lanes; lane += LANES) {
    const count = Math.min(LANES, lanes - lane);
    scan.begin(index + lane, count);
    // A group has as many u16 as values, in either form.
    const own = (lane / LANES) * width;
    for (let value = 0; value < bound && scan.open !== 0; value++) {
      const has = valueBits <= 6 ? lanesWith(u8, 2 * own, value) : u16[own + value];
      scan.add(value, ~has);
    }
  }
}

/** Which of a group's positions have a value in their sets, a bit for each. */
function lanesWith(sets: Uint8Array, group: number, value: number): number {
  const octet = group + (value >> 3) * LANES;
  let lanes = 0;
  for (let i = 0; i < LANES; i++) lanes |= ((sets[octet + i] >> (value & 7)) & 1) << i;
  return lanes;
}

/** The lists of a group, as its values are gone through from 0 up. */
class LaneScan {
  readonly #lists: Lacking;
  readonly #latest = new Uint16Array(LANES);
  /** How much of each list is taken. */
  readonly #count = new Uint8Array(LANES);
  #index = 0;
  /** The lanes whose lists are not full yet, a bit for each. */
  open = 0;

  constructor(lists: Lacking) {
    this.#lists = lists;
  }

  begin(index: number, lanes: number): void {
    this.#index = index;
    this.#count.fill(0);
    this.open = 2 ** lanes - 1;
  }

  /** Takes note of which lanes lack a value. */
  add(value: number, lacking: number): void {
    const { firsts, gaps } = this.#lists;
    for (let left = lacking & this.open; left !== 0; left &= left - 1) {
      const lane = 31 - Math.clz32(left & -left);
      let count = this.#count[lane];
      if (count === 0) firsts[this.#index + lane] = value;
      else {
        const at = (this.#index + lane) * (MOST_LISTED - 1) - 1;
        let gap = value - this.#latest[lane];
        for (; gap > MOST_GAP && count < MOST_LISTED; gap -= MOST_GAP) gaps[at + count++] = SKIP;
        if (count < MOST_LISTED) gaps[at + count] = gap;
      }
      this.#count[lane] = ++count;
      if (count >= MOST_LISTED || value === NONE) this.open &= ~(1 << lane);
      this.#latest[lane] = value;
    }
  }
}

/** Marks in the rows of `lanes` positions all values but those that are listed of them. */
export function markAllBut(
  lists: Lacking,
  index: number,
  { space, width, valueBits }: Rows,
  lanes: number,
): void {
  const { firsts, gaps } = lists;
  const isSets = valueBits <= 6;
  const bound = Math.min(width, 2 ** valueBits);
  // The marks of a group: those that are listed are taken out, and put back for the next.
  const marks = new Uint8Array(2 * bound).fill(0xff);
  const rows = new Uint16Array(marks.buffer);
  const words = new Uint32Array(marks.buffer);
  const { u8, u32 } = space;
  for (let lane = 0; lane < lanes; lane += LANES) {
    const count = Math.min(LANES, lanes - lane);
    let first = bound;
    let last = 0;
    for (let i = 0; i < count; i++) {
      let value = firsts[index + lane + i];
      const at = (index + lane + i) * (MOST_LISTED - 1);
      if (value < first) first = value;
      for (let k = 0, gap = 1; value < bound && gap !== 0; k++) {
        if (gap !== SKIP) {
          if (isSets) marks[(value >> 3) * LANES + i] &= ~(1 << (value & 7));
          else rows[value] &= ~(1 << i);
          if (value > last) last = value;
        }
        gap = k < MOST_LISTED - 1 ? gaps[at + k] : 0;
        value += Math.min(gap, MOST_GAP);
      }
    }
    // Only the words of these octets have anything that is listed; there is none where nothing is.
    const from = (first >> 3) * 4;
    const to = first === bound ? from : ((last >> 3) + 1) * 4;
    const own = (lane / LANES) * (width / 2);
    u8.fill(0xff, 4 * own, 4 * (own + from));
    for (let i = from; i < to; i++) {
      u32[own + i] |= words[i];
      words[i] = 0xffffffff;
    }
    u8.fill(0xff, 4 * (own + to), 4 * own + marks.length);
  }
}
