/**
 * The interface of the numeric kernels, written in AssemblyScript (assembly/). They work on one memory that threads share, so
 * every argument is a number: an address in bytes, a count, or a bit index. layout.ts declares structs and sizes.
 *
 * Numbers i are written M q + a with modulus M, quotient q and residue a; the numbers of one residue are a class. A class's
 * bitset has bit q for quotient q. Addresses of bitsets are multiples of 8.
 */

/** A memory for kernels; `grow` adds pages of 64 KiB. It never moves, and buffers read before it grows keep their size. */
export interface KernelMemory {
  readonly buffer: SharedArrayBuffer;
  grow(pages: number): number;
}

/** The far stage of one chunk, by a FarLayout and a FarChunk. Threads write only to their own space; `settle` reads all marks. */
export interface FarKernels {
  /** Marks positions from a part of a list by the subtrahends that its class's scatter flags name. Parts go class by class. */
  scatter(layout: number, chunk: number, part: number, thread: number): void;

  /**
   * Fills the thread's windows of `together` targets, from the `first`-th on (a multiple of `together`), with the positions
   * that their shift-or sources reach, up to a multiple of 128 bits. No source has a one above the chunk's first quotient.
   */
  shiftOr(layout: number, chunk: number, first: number, thread: number): void;

  /** Adds to the thread's window of the `turn`-th target the positions that the lists of its gather sources reach. */
  gather(layout: number, chunk: number, turn: number, thread: number): void;

  /** Sets in `open` the zeros of the `turn`-th window that no thread marked and that have no cold option in its probe sources. */
  settle(layout: number, chunk: number, turn: number, thread: number): void;
}

export interface ClassKernels extends FarKernels {
  /** Copies the subtrahends (u32) whose residue (u16) is flagged (u8, 0 or 1); returns how many. `selected` holds one more. */
  selectNear(subtrahends: number, residues: number, count: number, flags: number, selected: number): number;

  /**
   * Decides the ones of `open` among the bits [from, to) of a NearChunk in increasing order. A bit becomes a one of `cold` unless it
   * is marked or its class's probes lead to a one of `cold`. Each new one marks the bits its class's marks lead to, below `limit`.
   */
  decideNear(chunk: number, from: number, to: number): void;

  /** Adds the ones [from, to) of `bits` to the classes; bit 0 is the number `first`. A full list only counts further ones. */
  addToClasses(classes: number, modulus: number, bits: number, first: number, from: number, to: number): void;

  /** Sets bit M (q - from) + a of `bits` for the ones q in [from, to) of every class a, by exact bitset or else list. */
  readClasses(classes: number, modulus: number, from: number, to: number, bits: number): void;

  /** ORs `bytes` (a multiple of 16) of `source` into `target`. */
  orBytes(target: number, source: number, bytes: number): void;
}

/** Kernels for nim-values. `job` is the address of a MexJob. */
export interface MexKernels {
  /**
   * Fills the rows of share number `share` of the lanes, with the thread's scratch. All subtrahends must lead to existing values.
   */
  excludeFar(job: number, share: number, thread: number): void;

  /**
   * Adds the job's subtrahends to the rows and stores each position's mex. Returns `lanes`, or the first position whose mex
   * exceeds the width or the value's size; the rows from there on are then undefined. Uses the scratch of thread 0 and, for
   * values of at most 4 bits, the table of decided groups.
   */
  decideNim(job: number): number;
}

/**
 * Kernels for remoteness. `job` is the address of a RankJob. The mover prefers a cold option of small remoteness, then one of
 * large remoteness, then a hot option of large remoteness, then one of small. Cold positions have even and hot ones odd
 * remoteness. So with K the greatest number that a rank's bytes hold, the rank of v is v / 2 if v is even and K - (v - 1) / 2
 * if it is odd: one to one on [0, K], and the best option has the least rank. K itself is the rank of 1, the worst.
 */
export interface RankKernels {
  /**
   * Sets the ranks of share number `share` of the lanes to their options' least, or K. All subtrahends must lead to existing ranks.
   */
  rankFar(job: number, share: number): void;

  /**
   * Lowers the ranks of all lanes to those of the options by the job's subtrahends, and replaces them by each position's rank, in
   * increasing order. Returns `lanes`, or the first position whose remoteness exceeds a rank; from there on ranks are undefined.
   */
  decideRemoteness(job: number): number;
}

/** Kernels for nim-values and cold positions of dense sets. `job` is the address of a ShiftJob. */
export interface ShiftKernels {
  /** Fills row number `share` (values, then residues) from its value's positions when the chunk was begun; stops at a full tile. */
  reachFar(job: number, share: number): void;

  /**
   * Adds to the rows the positions found since the chunk was begun, decides it in increasing order and adds each position to
   * its value's list. Returns `lanes`, or the first position whose value has no list or room; rows from there on are undefined.
   */
  decideShifted(job: number): number;
}

/** Kernels for finite sets, whose values follow from the last ones: states. `job` is the address of a struct. */
export interface StateKernels {
  /** Decides the words of an OutcomeJob: a position is cold unless it is declared hot or a move leads to a cold one. */
  decideOutcomes(job: number): void;

  /** Stores the nim-values of a ValueJob: the mex of the values that the moves lead to. */
  decideValues(job: number): void;

  /** Stores the hash (u64) of a state of `count` words at the address `hash`: equal states have equal hashes. */
  hashState(words: number, count: number, hash: number): void;

  /** Returns the index of the first word of a SeekJob at which a state with one of the hashes ends, or `length`. */
  seekState(job: number): number;
}

/** Sums of two sets of numbers, and the values that they lead to, for certificates. */
export interface SumKernels {
  /**
   * Sets bit a + b - from of `marks` for each a of `left` and b of `right` with from <= a + b < from + length. Both are lists
   * of increasing u32; neither a sum nor from + length reaches 2^32.
   */
  markSums(
    left: number,
    leftCount: number,
    right: number,
    rightCount: number,
    from: number,
    length: number,
    marks: number,
  ): void;

  /**
   * Sets bit i of `marks` for each of the `positions` i for which bit i + length - b of the `length` in `bits` is one for some
   * b of `right`. Writes the other positions to `left`, which may be `positions`, and returns their number. Both are lists of
   * increasing u32; no i + length reaches 2^31.
   */
  probeSums(
    positions: number,
    count: number,
    right: number,
    rightCount: number,
    length: number,
    bits: number,
    marks: number,
    left: number,
  ): number;

  /**
   * Sets in row i, for each i below `count` and each b of `right`, the bit of the value with index i + length - b of the
   * `length` at `values`, if there is one. A value has 1, 2 or 4 bytes, a row `rowBytes`; values beyond a row are ignored.
   * `right` is a list of u32 below 2^31.
   */
  markValues(
    values: number,
    bytes: number,
    length: number,
    right: number,
    rightCount: number,
    count: number,
    rows: number,
    rowBytes: number,
  ): void;
}

/** LZ4 blocks, each compressed independently (lz4_Block_format.md of the LZ4 project). */
export interface Lz4Kernels {
  /**
   * Compresses 1 to 2^22 bytes into `target`, which has room for `lz4Bound(length)`, and returns the bytes written. The content
   * of `tables`, LZ4_TABLE_BYTES, is lost.
   */
  compressBlock(source: number, length: number, target: number, tables: number): number;

  /**
   * Expands the `bytes` bytes of an untrusted block into at most `room` bytes at `target`, and reads and writes nothing else.
   * Returns the bytes written; -1 if the block is invalid or longer.
   */
  expandBlock(source: number, bytes: number, target: number, room: number): number;
}

/** Scans of `count` unsigned integers of 1, 2 or 4 bytes. Callers read the results as unsigned, too. */
export interface CountKernels {
  /** The largest; 0 if there are none. */
  largestIn(values: number, bytes: number, count: number): number;

  /** The number of integers without any of `bits`. */
  countWithout(values: number, bytes: number, count: number, bits: number): number;
}

export interface Kernels
  extends
    ClassKernels,
    MexKernels,
    RankKernels,
    ShiftKernels,
    StateKernels,
    SumKernels,
    Lz4Kernels,
    CountKernels {}
