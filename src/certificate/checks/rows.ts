/**
 * A stretch of a target as rows, one for each residue class of the offsets from its start: a bit for each position that is known to
 * have a cold option, and a list of the others once they are few.
 */
import { lengthOf, type Range } from '../../common/range.js';
import type { Arena } from '../../kernel/arena.js';
import { countOnes, forEachOne } from '../../kernel/bitset.js';
import type { Space } from '../../kernel/space.js';

/** The open positions of a row are listed when they are at most this share of it. */
const LISTED_SHARE = 1 / 16;

/** Positions of one class, by their quotients. */
export interface Row {
  readonly length: number;
  /** How many of them are cold. */
  readonly cold: number;
  readonly marks: Space;
  /** Where the open ones are listed. */
  readonly list: Space;
  isListed: boolean;
  /** How many were open when they were last counted, and the sums that were marked since. */
  open: number;
  sums: number;
}

/** Positions of a target with a row for each class. */
export interface Stretch extends Range {
  readonly rows: readonly Row[];
}

/** A stretch of which no position is marked. `cold` has a bit for each that is cold. */
export function stretchOf(part: Range, cold: Uint8Array, modulus: number, arena: Arena): Stretch {
  const counts = new Uint32Array(modulus);
  forEachOne(cold, (i) => counts[i % modulus]++);
  const rows = Array.from({ length: modulus }, (_, residue) => {
    const length = Math.max(0, Math.ceil((lengthOf(part) - residue) / modulus));
    return {
      length,
      cold: counts[residue],
      marks: arena.take(4 * Math.ceil(length / 32)).clear(),
      list: arena.take(4 * Math.floor(LISTED_SHARE * length)),
      isListed: false,
      open: length,
      sums: 0,
    };
  });
  return { ...part, rows };
}

/** Counts the open positions of a row anew, and lists them where they are few. */
export function look(row: Row): void {
  const { length, marks, list } = row;
  row.sums = 0;
  if (!row.isListed) {
    row.open = length - countOnes(marks.u8, 0, length);
    row.isListed = 4 * row.open <= list.bytes;
    let count = 0;
    if (row.isListed)
      for (let i = nextOpen(row, 0); i < length; i = nextOpen(row, i + 1)) list.u32[count++] = i;
    return;
  }
  const listed = list.u32.subarray(0, row.open);
  row.open = 0;
  for (let k = 0; k < listed.length; k++) if (!isMarked(row, listed[k])) listed[row.open++] = listed[k];
}

export function isMarked({ marks }: Row, i: number): boolean {
  return ((marks.u32[i >>> 5] >>> (i & 31)) & 1) === 1;
}

/** The first position of a row from `i` on that is not marked; its length where there is none. */
export function nextOpen({ marks, length }: Row, i: number): number {
  const words = marks.u32;
  let w = i >>> 5;
  let open = w < words.length ? ~words[w] & (-1 << (i & 31)) : 0;
  while (open === 0 && ++w < words.length) open = ~words[w];
  return open === 0 ? length : Math.min(length, 32 * w + 31 - Math.clz32(open & -open));
}
