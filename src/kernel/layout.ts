/**
 * What lies where in a kernel memory: sizes and structs. Two compilers read this file, those of TypeScript and AssemblyScript, so it
 * holds only constants and enums. A struct is a row of u32; its enum gives each field's index, and WORDS after the last.
 *
 * Indices of values and positions are u32 in kernels. Each value takes a byte of the memory or more, so no index in use reaches
 * 2^32, and none wraps around.
 */

/** Positions that the nim-value kernels take together: as many as their rows have bits for each value. */
export const LANES = 16;
/** The spaces of a thread's scratch: staged values, and tables of 8-bit values. Both should fit the L2 cache. */
export const STAGED_BYTES = 262144;
export const TABLE_BYTES = 262144;
/** A table of groups that were decided: entries of two octets, by so many bits of a hash of the first. */
export const DECIDED_BITS = 12;
export const DECIDED_BYTES = (2 * LANES) << DECIDED_BITS;
/** Rows of up to so many values are filled by way of tables, if a value has 8 bits or more. */
export const TABLED_WIDTH = 2048;
/** The longest share of positions that a thread takes: a run of each group is staged at least. */
export const MOST_SHARE = 16384;

/** The zero bits that a class's bitset needs before quotient 0 and after the last, beyond a window's width. */
export const BITSET_MARGIN = 256;

/** Remainders of shifts by 8: shifts that leave the same one to a byte boundary are summed as they are. */
export const GROUPS = 8;
/** Bytes of a window that are summed at a time, so that the sums of all groups and a source stay in the L1 cache. */
export const SUM_BLOCK = 2048;
/** A sum is longer than its block by what moving it down by up to 7 bits reads; a target has one for each group. */
export const SUM_BYTES = SUM_BLOCK + 16;
export const SUMS_BYTES = GROUPS * SUM_BYTES;
/** Where a target is in its list of sources, and in each group of its shifts (u32). */
export const PLACES_BYTES = 4 * (GROUPS + 1);
/** Shifts below the next multiple of this are summed for all targets that are taken together: 512 KiB of a source. */
export const SHIFT_TILE = 4194304;

/** One residue class in the table of all: addresses of its bitset (0 for none) and of its list, increasing u32. */
export enum ClassRow {
  bitset,
  list,
  /** Where the list ends; past `roomEnd` when it had no room for all. Of no meaning where `roomEnd` is 0: no list. */
  end,
  roomEnd,
  /** Not an address: each bit of the bitset stands for 2^this quotients, and says that one of them may be in the list. */
  coarse,
  WORDS,
}

/** One class's lists of subtrahends (increasing u32) inside a chunk: those it probes, and those it marks. */
export enum NearRow {
  probes,
  probesEnd,
  marks,
  marksEnd,
  WORDS,
}

/** Where the shifts of one residue, or of one of its groups, begin and end, as indices or addresses. */
export enum ShiftRange {
  begin,
  end,
  WORDS,
}

/** The tables of an epoch's far stage, and the space of its threads. Fields without a comment are addresses. */
export enum FarLayout {
  /** Not an address: the modulus, and how many threads there are. */
  modulus,
  threads,
  /** The class table: a ClassRow for each residue. */
  classes,
  /** Where the list of each class ended when a chunk was given out (u32): more may be added while it is scattered. */
  ends,
  /** Quotients of the subtrahends (u32) by residue, and a ShiftRange for each residue. */
  shifts,
  ranges,
  /** The same with each residue's quotients grouped by their remainder by GROUPS, and a ShiftRange for each group. */
  groupedShifts,
  groupedRanges,
  /** All sources for shift-or (u16) in the order in which they are taken, and how many: not an address. */
  order,
  ordered,
  /** The targets in the order in which they are taken (u16). */
  targets,
  /** Sources of each target (u16), those for shift-or in that order, and where those of a target begin (u32, modulus + 1 of them), as indices. */
  shiftSources,
  shiftStarts,
  probeSources,
  probeStarts,
  gatherSources,
  gatherStarts,
  /** One byte for each source and residue: 1 where this pair is scattered, else 0. */
  scatterFlags,
  /** One byte for each source: 1 where all its pairs are scattered, else 0. */
  scattersAll,
  /** Not an address: how many parts each list is cut into, so that few classes have enough for all threads. */
  parts,
  /** All subtrahends (u64, increasing) and their residues (u16). */
  subtrahends,
  residues,
  /**
   * With modulus 1, where its class is scattered by close subtrahends, these as a NumberRun for each RUN numbers at most,
   * increasing, and where the runs end; elsewhere none. Where they are dense, as a bitset up to the end of all chunks; else 0.
   */
  runs,
  runsEnd,
  bits,
  /** The next class that no thread has taken (u32). */
  counter,
  /** Two bitmaps of a chunk for each thread, `stride` bytes apart: what is marked, and what is left open. */
  marks,
  open,
  stride,
  /**
   * Each thread's other space, `scratchStride` bytes apart: SUMS_BYTES for each of the `together` targets that are taken
   * together, and what follows as offsets: their windows, `windowStride` bytes apart, and PLACES_BYTES for each.
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

/** Close numbers: the first (u64), and bit i for that which is i larger (u64). */
export enum NumberRun {
  first,
  firstHigh,
  bits,
  bitsHigh,
  WORDS,
}

/** Numbers that a run tells apart: moved up by less than a byte, its bits are still in 64. */
export const RUN = 57;

/** A chunk as the far stage sees it. Bit 0 of its bitmaps is the position modulus * quotient. */
export enum FarChunk {
  quotient,
  /** Quotients of the chunk. */
  width,
  /** The first quotient of the sources that are scattered. */
  sources,
  /** Of the subtrahends that lead from the chunk to a source, the index of the first, and one past that of the last. */
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
 * Positions whose nim-values are looked for, `lanes` of them, in groups of LANES. The rows of a group say which values
 * below `width` (a multiple of 128) its positions' options have: for each value a u16, with a bit for each position. Where
 * values have 6 bits or less, they are sets in as many bytes: for each eight values a byte of each position, with a bit for
 * each value.
 */
export enum MexJob {
  /** 3, 4, 5, 6, 8 or 16: values lie at `values` as u8, or as u16 when they have 16 bits. */
  valueBits,
  /** A number above the values of all options that are looked at, at most 2^valueBits. */
  bound,
  values,
  /** The index of the first position; no subtrahend that is longer leads anywhere. */
  origin,
  lanes,
  /** Increasing u32. */
  subtrahends,
  count,
  width,
  rows,
  /** Lanes that a thread takes at a time: a multiple of LANES, at most MOST_SHARE, and with tables TABLE_BYTES / width. */
  share,
  /** Space of STAGED_BYTES and TABLE_BYTES for each thread. */
  scratch,
  /** DECIDED_BYTES of what the same subtrahends made of groups; all bits are set at first. */
  decided,
  WORDS,
}

/** Bits that the kernels for shifted sets, and for outcomes, keep in registers: a tile. */
export const TILE = 1024;

/**
 * The numbers M k + d of a set, for one d, as a bitset of the k, eight times: copy j has bit j + i at its bit i, and zeros for
 * TILE bits below bit 0 and beyond `largest`.
 */
export enum ShiftSet {
  /** The address of bit 0 of copy 0. */
  copies,
  /** The largest k; -1 where there is none. */
  largest,
  WORDS,
}

/** The positions M q + a of one value, for one a: addresses of their q, increasing u32, and of the end of their room. */
export enum ValueRow {
  first,
  end,
  roomEnd,
  WORDS,
}

/**
 * Positions whose values are looked for by a set as bitsets, shifted to each lower position of a value. Positions are indices
 * M q + a in the values that are kept. The row of a value and a residue a says which of the chunk's positions of that residue
 * have an option of that value; its first bit is the quotient of the chunk's first position. Fields without a comment are
 * addresses.
 */
export enum ShiftJob {
  /** Not an address: M. */
  modulus,
  /** A ShiftSet for each residue, and the bytes from copy to copy: not an address. */
  sets,
  stride,
  /** Values, one a byte; not addresses: the index of the chunk's first position, and how many it has. */
  values,
  origin,
  lanes,
  /** For each of `most` values a ValueRow for each residue, and for each of these where it ended when the chunk was begun (u32). */
  lists,
  begun,
  /** Not an address: values that have lists. */
  most,
  /** Not an address: 1 where a position that has none of them is given the value `most`. */
  isLastShared,
  /** For each value a row for each residue, `rowBytes` apart: whole tiles. */
  rows,
  rowBytes,
  WORDS,
}

/** Positions whose remoteness is looked for, `lanes` of them; the rank of each is found where its least one so far lies. */
export enum RankJob {
  /** Bytes of a rank: 1, 2 or 4. */
  bytes,
  ranks,
  /** The index of the first position; no subtrahend that is longer leads anywhere. */
  origin,
  lanes,
  /** Increasing u32. */
  subtrahends,
  count,
  /** The least number of the set: positions below it have no option. */
  smallest,
  /** Lanes that a thread takes at a time. */
  share,
  WORDS,
}

/** Bits of the hashes of four bytes that an LZ4 block's matches are found by, and the bytes of a table of them. */
export const LZ4_HASH_BITS = 14;
export const LZ4_HEAD_BYTES = 4 << LZ4_HASH_BITS;
/** How far back a match may be, and 1: an offset has 16 bits. */
export const LZ4_WINDOW = 65536;
/** What the compressor needs beside its source and target: the heads, and a chain (u16) of the window. */
export const LZ4_TABLE_BYTES = LZ4_HEAD_BYTES + 2 * LZ4_WINDOW;
/** Matches are at least so long. */
export const LZ4_MIN_MATCH = 4;
/** The last bytes of a block are literals, and its last match begins so far before its end. */
export const LZ4_LAST_LITERALS = 5;
export const LZ4_LAST_MATCH = 12;
/** Earlier positions that are looked at for each match: cold squares to 2^30 take 7.8, 7.2, 6.9 and 6.6 MB at 4, 8, 16, 32. */
export const LZ4_DEPTH = 8;
/**
 * Of a match that is longer than LZ4_LONG, so many of the first and the last positions are found again: entering all of them takes
 * three to eight times as long where values nearly repeat, and makes frames smaller by 0.7 % at most.
 */
export const LZ4_LONG = 64;
export const LZ4_LINKED_FIRST = 16;
export const LZ4_LINKED_LAST = 32;
/** After 2^this positions without a match every other position is passed over, then two of three, and so on. */
export const LZ4_SKIP_BITS = 6;
