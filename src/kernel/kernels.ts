/**
 * The interface of the numeric kernels, which are written in AssemblyScript (assembly/). They work on one memory that
 * threads share, so every argument is a number: an address in bytes, a count, or a bit index. Structs and sizes are
 * declared in layout.ts.
 *
 * Numbers i are written M q + a with a modulus M, a quotient q and a residue a; the numbers of one residue
 * are a class. A class's bitset has bit q for quotient q. Addresses of bitsets are multiples of 8.
 */

/** Memory that kernels work on; `grow` adds pages of 64 KiB. It never moves, and old buffers show the part they had. */
export interface KernelMemory {
  readonly buffer: SharedArrayBuffer;
  grow(pages: number): number;
}

/**
 * The far stage of one chunk, class by class. `layout` and `chunk` are the addresses of a FarLayout and a FarChunk;
 * a thread writes only to its own space, but for what `settle` reads of all threads' marks.
 */
export interface FarKernels {
  /**
   * Marks what a part of a list leads to by the subtrahends that its class's scatter flags name: the parts of class 0 come first,
   * then those of class 1.
   */
  scatter(layout: number, chunk: number, part: number, thread: number): void;

  /**
   * Fills the thread's windows of `together` targets, those from the `first` on in their order, a multiple of that, with
   * what each is reached in from its sources for shift-or, up to a multiple of 128 bits. No source has a one above the
   * chunk's first quotient.
   */
  shiftOr(layout: number, chunk: number, first: number, thread: number): void;

  /** Adds to the thread's window of the `turn`-th target what it is reached in from the lists of its sources for gathering. */
  gather(layout: number, chunk: number, turn: number, thread: number): void;

  /**
   * Sets in the thread's `open` bitmap what is left of the `turn`-th target: the zeros of its window that no thread has
   * marked, and that reach no one of the target's sources for probing.
   */
  settle(layout: number, chunk: number, turn: number, thread: number): void;
}

/** Kernels on bitsets and lists split by residue class. */
export interface ClassKernels extends FarKernels {
  /**
   * Copies the subtrahends (u32) whose residue (u16) has a flag (u8, 0 or 1). Returns how many. There must be room
   * for one more.
   */
  selectNear(subtrahends: number, residues: number, count: number, flags: number, selected: number): number;

  /**
   * Decides the bits [from, to) that are ones of `open`, in increasing order: such a bit becomes a one of
   * `cold` unless it has a mark or one of its class's probe list leads down to a one of `cold`; each new one
   * marks what its class's mark list leads up to, below `limit`. `chunk` is a NearChunk.
   */
  decideNear(chunk: number, from: number, to: number): void;

  /**
   * Adds the ones [from, to) of `bits` to the class table; bit 0 is the number `first`. A full list loses them, and
   * only its end moves on past its room.
   */
  addToClasses(classes: number, modulus: number, bits: number, first: number, from: number, to: number): void;

  /**
   * Sets bit M (q - from) + a of `bits` for the ones q in [from, to) of every class a, from its bitset, or from its
   * list where it has no bitset.
   */
  readClasses(classes: number, modulus: number, from: number, to: number, bits: number): void;

  /** ORs `bytes` (a multiple of 16) of `source` into `target`. */
  orBytes(target: number, source: number, bytes: number): void;
}

/** Kernels for nim-values. `job` is the address of a MexJob. */
export interface MexKernels {
  /**
   * Fills the rows of the share-th `share` lanes from the job's subtrahends, in the thread's scratch. All of these
   * lead to values that are there.
   */
  excludeFar(job: number, share: number, thread: number): void;

  /**
   * Adds the job's subtrahends to the rows and stores each position's mex. Returns `lanes`, or the first position
   * whose mex the width or the value's size has no room for; the rows from there on are then of no use. Uses the
   * scratch of thread 0, and for values of 4 bits or less the groups decided before.
   */
  decideNim(job: number): number;
}

/**
 * Kernels for remoteness. The mover prefers a cold option of small remoteness, then one of large remoteness, then a hot
 * option of large remoteness, then one of small. Cold positions have even and hot ones odd remoteness, so with K the
 * greatest number that a rank's bytes hold, the rank of v is v / 2 when v is even and K - (v - 1) / 2 when it is odd: one to
 * one on [0, K], and the best option is the one of least rank. K itself is the rank of 1, the worst.
 * `job` is the address of a RankJob.
 */
export interface RankKernels {
  /**
   * Sets the ranks of the share-th `share` lanes to the least of the options by the job's subtrahends, and to K where
   * there are none. All of these lead to ranks that are there.
   */
  rankFar(job: number, share: number): void;

  /**
   * Lowers the ranks of all lanes to those of the options by the job's subtrahends, and stores in their place the rank
   * of each position, in increasing order. Returns `lanes`, or the first position whose remoteness a rank has no room
   * for; what lies from there on is then of no use.
   */
  decideRemoteness(job: number): number;
}

/** Kernels for nim-values and cold positions of dense sets. `job` is the address of a ShiftJob. */
export interface ShiftKernels {
  /**
   * Fills the share-th row, in the order of values and then of residues, from the positions that its value had when the chunk
   * was begun. Looks no further where all of a tile is reached.
   */
  reachFar(job: number, share: number): void;

  /**
   * Adds to the rows the positions that have been found since the chunk was begun, decides the chunk in increasing order and
   * adds each position to the list of its value. Returns `lanes`, or the first position whose value has no list or no room;
   * the rows from there on are then of no use.
   */
  decideShifted(job: number): number;
}

/** Kernels for finite sets, whose values follow from the last ones: states. Each is given the address of its struct. */
export interface StateKernels {
  /** Decides the words of an OutcomeJob: a position is cold unless it is hot beforehand or a move leads to a cold one. */
  decideOutcomes(job: number): void;

  /** Stores the nim-values of a ValueJob: the mex of those that the moves lead to. */
  decideValues(job: number): void;

  /** Stores the hash (u64) of a state of `count` words at the address `hash`: equal states have equal hashes. */
  hashState(words: number, count: number, hash: number): void;

  /** The index of the first word of a SeekJob at whose end a state has one of the hashes; `length` where none does. */
  seekState(job: number): number;
}

/** Sums of two sets of numbers, and the values they lead to, for certificates. */
export interface SumKernels {
  /**
   * Sets bit a + b - from of `marks` for each a of `left` and b of `right` with from <= a + b < from + length. Both are
   * lists of increasing u32; no sum, and not from + length, reaches 2^32.
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
   * Sets bit i of `marks` for each of the `positions` i for which bit i + length - b of `bits`, of its first `length`, is one
   * for some b of `right`, and writes the other positions to `left`, which may be `positions` itself. Both are lists of
   * increasing u32; no i + length reaches 2^31. Returns how many others there are.
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
   * Sets the bit of the value i + length - b, of the `length` at `values`, in row i for each i below `count` and each b of
   * `right` for which there is that value. A value has 1, 2 or 4 bytes, a row `rowBytes`; larger values are passed over. `right`
   * is a list of u32 below 2^31.
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

/** LZ4 blocks, each compressed by itself (lz4_Block_format.md of the LZ4 project). */
export interface Lz4Kernels {
  /**
   * Compresses `length` bytes, at most 2^22 and at least one, into `target`, which has room for `lz4Bound(length)`.
   * `tables` has LZ4_TABLE_BYTES, whose content is lost. Returns the bytes written.
   */
  compressBlock(source: number, length: number, target: number, tables: number): number;

  /**
   * Expands the `bytes` bytes of a block, whatever they are, into at most `room` bytes at `target`, and reads and
   * writes nothing else. Returns the bytes written; -1 for what is no block, or one that is longer.
   */
  expandBlock(source: number, bytes: number, target: number, room: number): number;
}

/** Looking through `count` integers of 1, 2 or 4 bytes, unsigned. What they return is to be taken as unsigned, too. */
export interface CountKernels {
  /** The largest; 0 where there are none. */
  largestIn(values: number, bytes: number, count: number): number;

  /** How many have none of `bits`. */
  countWithout(values: number, bytes: number, count: number, bits: number): number;
}

/** All families. */
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
