/**
 * Layout of a kernel memory: sizes and structs. The compilers of TypeScript and AssemblyScript both read this file, so it holds only
 * constants and enums. A struct is a row of u32; its enum gives each field's index, and WORDS after the last.
 *
 * Kernels index values and positions by u32. A value takes at least a byte of the memory, so no index in use reaches 2^32 or wraps.
 */

/** Positions that the nim-value kernels decide together: their rows have as many bits for each value. */
export const LANES = 16;
/** Sizes of a thread's scratch: staged values, and tables of 8-bit values. Both should fit the L2 cache. */
export const STAGED_BYTES = 262144;
export const TABLE_BYTES = 262144;
/** A table of decided groups: entries of two octets, indexed by so many bits of a hash of the first. */
export const DECIDED_BITS = 12;
export const DECIDED_BYTES = (2 * LANES) << DECIDED_BITS;
/** Maximum width of rows that are filled through tables, if a value has 8 bits or more. */
export const TABLED_WIDTH = 2048;
/** Maximum number of positions in a thread's share: at least one run of each group is staged. */
export const MAX_SHARE_LANES = 16384;

/** Zero bits that a class's bitset needs before quotient 0 and after the last, in addition to a window's width. */
export const BITSET_MARGIN = 256;

/** Remainders of shifts modulo 8: shifts with the same distance to a byte boundary are summed unshifted. */
export const GROUPS = 8;
/** Bytes of a window summed at a time, so that the sums of all groups and a source stay in the L1 cache. */
export const SUM_BLOCK = 2048;
/** A sum exceeds its block by the bytes that a shift by up to 7 bits reads; a target has one for each group. */
export const SUM_BYTES = SUM_BLOCK + 16;
export const SUMS_BYTES = GROUPS * SUM_BYTES;
/** Places of a target in its list of sources, and in each group of its shifts (u32). */
export const PLACES_BYTES = 4 * (GROUPS + 1);
/** Shifts below the next multiple of this are summed for all targets taken together: 512 KiB of a source. */
export const SHIFT_TILE = 4194304;

/** A row of the class table: addresses of a class's bitset (0 for none) and of its list, increasing u32. */
export enum ClassRow {
  bitset,
  list,
  /** End of the list; past `roomEnd` if it has overflowed. Meaningless if `roomEnd` is 0: no list. */
  end,
  roomEnd,
  /** Not an address: each bit of the bitset stands for 2^coarse quotients; a one says that one of them may be in the list. */
  coarse,
  WORDS,
}

/** A class's lists of subtrahends (increasing u32) inside a chunk: those it probes, and those it marks. */
export enum NearRow {
  probes,
  probesEnd,
  marks,
  marksEnd,
  WORDS,
}

/** Begin and end of the shifts of one residue, or of one of its groups, as indices or addresses. */
export enum ShiftRange {
  begin,
  end,
  WORDS,
}

/** Tables of an epoch's far stage, and the space of its threads. Fields without a comment are addresses. */
export enum FarLayout {
  /** Not addresses: the modulus, and the number of threads. */
  modulus,
  threads,
  /** The class table: a ClassRow for each residue. */
  classes,
  /** End of each class's list when the chunk was given out (u32); the list may grow while it is scattered. */
  ends,
  /** Quotients of the subtrahends (u32) by residue, and a ShiftRange for each residue. */
  shifts,
  ranges,
  /** The same, with each residue's quotients grouped by their remainder modulo GROUPS, and a ShiftRange for each group. */
  groupedShifts,
  groupedRanges,
  /** All shift-or sources (u16) in processing order, and their number, not an address. */
  order,
  ordered,
  /** The targets in processing order (u16). */
  targets,
  /** Sources of each target (u16), for shift-or in processing order, and the index of each target's first (u32, modulus + 1). */
  shiftSources,
  shiftStarts,
  probeSources,
  probeStarts,
  gatherSources,
  gatherStarts,
  /** One byte for each source and residue: 1 if this pair is scattered, else 0. */
  scatterFlags,
  /** One byte for each source: 1 if all its pairs are scattered, else 0. */
  scattersAll,
  /** Not an address: parts of each list, so that even few classes give work to all threads. */
  parts,
  /** All subtrahends (u64, increasing) and their residues (u16). */
  subtrahends,
  residues,
  /**
   * With modulus 1, if its class is scattered by close subtrahends: a NumberRun for at most RUN numbers each, increasing, and
   * the end of the runs; otherwise none. If subtrahends are dense: a bitset up to the end of all chunks; otherwise 0.
   */
  runs,
  runsEnd,
  bits,
  /** The next class that no thread has taken (u32). */
  counter,
  /** Two bitmaps of a chunk for each thread, `stride` bytes apart: marked positions, and open ones. */
  marks,
  open,
  stride,
  /**
   * Each thread's other space, `scratchStride` bytes apart: SUMS_BYTES for each of the `together` targets that are taken
   * together, then, as offsets, their windows, `windowStride` bytes apart, and PLACES_BYTES for each.
   */
  scratch,
  scratchStride,
  together,
  windows,
  windowStride,
  places,
  /** Indices of candidates in a window (u32), one more than it has bits. */
  candidates,
  /** Subtrahends (u64), one more than there are. */
  selected,
  WORDS,
}

/** Close numbers: the first (u64), and a bit i for the number first + i (u64). */
export enum NumberRun {
  first,
  firstHigh,
  bits,
  bitsHigh,
  WORDS,
}

/** Width of a run: shifted up by less than a byte, its bits still fit 64. */
export const RUN = 57;

/** A chunk as the far stage sees it. Bit 0 of its bitmaps is the position modulus * quotient. */
export enum FarChunk {
  quotient,
  /** Quotients of the chunk. */
  width,
  /** The first quotient of the sources that are scattered. */
  sources,
  /** Index of the first subtrahend that leads from the chunk to a source, and one past the last. */
  least,
  reachable,
  WORDS,
}

/** A chunk as the near stage sees it: the modulus, the table of NearRow by residue, and three bitmaps. */
export enum NearChunk {
  modulus,
  lists,
  open,
  marks,
  cold,
  /** Bits up to the end of the chunk. */
  limit,
  WORDS,
}

/**
 * Nim-values of `lanes` positions, in groups of LANES. The rows of a group have the values below `width` (a multiple of 128) of
 * its positions' options: a u16 for each value, with a bit for each position. Values of at most 6 bits are sets in as many
 * bytes: for each eight values a byte of each position, with a bit for each value.
 */
export enum MexJob {
  /** 3, 4, 5, 6, 8 or 16: values lie at `values` as u8, or as u16 if they have 16 bits. */
  valueBits,
  /** A number above the values of all options read, at most 2^valueBits. */
  bound,
  values,
  /** Index of the first position: longer subtrahends lead nowhere. */
  origin,
  lanes,
  /** Increasing u32. */
  subtrahends,
  count,
  width,
  rows,
  /** Lanes of a thread's share: a multiple of LANES, at most MAX_SHARE_LANES, and with tables TABLE_BYTES / width. */
  share,
  /** STAGED_BYTES and TABLE_BYTES for each thread. */
  scratch,
  /** DECIDED_BYTES of groups decided by the same subtrahends; all bits are set at first. */
  decided,
  WORDS,
}

/** Bits of a tile, which the kernels for shifted sets and for outcomes keep in registers. */
export const TILE = 1024;

/**
 * The numbers M k + d of a set, for one d, as a bitset of the k, eight times: bit i of copy j is bit j + i, with zeros for TILE
 * bits below bit 0 and beyond `largest`.
 */
export enum ShiftSet {
  /** Address of bit 0 of copy 0. */
  copies,
  /** The largest k; -1 if there is none. */
  largest,
  WORDS,
}

/** The positions M q + a of one value, for one a: addresses of their q (increasing u32), and of the end of their room. */
export enum ValueRow {
  first,
  end,
  roomEnd,
  WORDS,
}

/**
 * Values decided by a set as bitsets, shifted to each lower position of a value. Positions are indices M q + a in the kept
 * values. The row of a value and a residue a has the chunk's positions of that residue with an option of that value; its first
 * bit is the quotient of the chunk's first position. Fields without a comment are addresses.
 */
export enum ShiftJob {
  /** Not an address: M. */
  modulus,
  /** A ShiftSet for each residue, and the bytes from copy to copy, not an address. */
  sets,
  stride,
  /** Values, one a byte. Not addresses: the index of the chunk's first position, and the chunk's length. */
  values,
  origin,
  lanes,
  /** For each of `most` values a ValueRow for each residue, and the end of each when the chunk was begun (u32). */
  lists,
  begun,
  /** Not an address: number of values with lists. */
  most,
  /** Not an address: 1 if a position with none of these values gets the value `most`. */
  isLastShared,
  /** For each value a row for each residue, `rowBytes` apart: whole tiles. */
  rows,
  rowBytes,
  WORDS,
}

/** Remoteness of `lanes` positions; the rank of each replaces the least rank of its options. */
export enum RankJob {
  /** Bytes of a rank: 1, 2 or 4. */
  bytes,
  ranks,
  /** Index of the first position: longer subtrahends lead nowhere. */
  origin,
  lanes,
  /** Increasing u32. */
  subtrahends,
  count,
  /** The least number of the set; positions below it have no option. */
  smallest,
  /** Lanes of a thread's share. */
  share,
  WORDS,
}

/** Bits of the hash of four bytes by which matches are found, and the bytes of a table of heads. */
export const LZ4_HASH_BITS = 14;
export const LZ4_HEAD_BYTES = 4 << LZ4_HASH_BITS;
/** Maximum distance of a match plus 1: an offset has 16 bits. */
export const LZ4_WINDOW = 65536;
/** Work space of the compressor: the heads, and a chain (u16) of the window. */
export const LZ4_TABLE_BYTES = LZ4_HEAD_BYTES + 2 * LZ4_WINDOW;
export const LZ4_MIN_MATCH = 4;
/** The last bytes of a block are literals, and its last match begins this far before its end. */
export const LZ4_LAST_LITERALS = 5;
export const LZ4_LAST_MATCH = 12;
/** Earlier positions tried for each match: cold squares to 2^30 take 7.8, 7.2, 6.9 and 6.6 MB at 4, 8, 16, 32. */
export const LZ4_DEPTH = 8;
/**
 * Numbers of first and last positions of a match longer than LZ4_LONG that enter the chains. Entering all takes three to eight
 * times as long if values nearly repeat, and makes frames at most 0.7 % smaller.
 */
export const LZ4_LONG = 64;
export const LZ4_LINKED_FIRST = 16;
export const LZ4_LINKED_LAST = 32;
/** After 2^LZ4_SKIP_BITS positions without a match every other position is skipped, then two of three, and so on. */
export const LZ4_SKIP_BITS = 6;
