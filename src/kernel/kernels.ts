/**
 * The interface of the numeric kernels that exist twice: in AssemblyScript (assembly/) and in plain
 * TypeScript (classes-plain.ts, mex-plain.ts). Both work on one memory that threads share, so every argument is
 * a number: an address in bytes, a count, or a bit index. Separate because callers know only this.
 *
 * Numbers i are written M q + a with a modulus M, a quotient q and a residue a; the numbers of one residue
 * are a class. A class's bitset has bit q for quotient q. Addresses of bitsets are multiples of 8.
 */

/** Memory that kernels work on; `grow` adds pages of 64 KiB. Views of `buffer` must be renewed after growth. */
export interface KernelMemory {
  readonly buffer: ArrayBufferLike;
  grow(pages: number): number;
}

/** One row of the class table, four u32: address of the bitset (0 for none), begin, end and room's end of the list. */
export const CLASS_ROW_BYTES = 16;
/** One row of the table of near lists, four u32: begin and end of the probe list, then of the mark list. */
export const NEAR_ROW_BYTES = 16;
/** Positions that `excludeFar` and `decideNim` take together. */
export const LANES = 16;
/** The zero bits that a class's bitset needs before quotient 0 and after the last, beyond a window's width. */
export const BITSET_MARGIN = 256;

/** Space that `shiftOr` sums in. */
export const SUMS_BYTES = 8 * (2048 + 16);

/** Kernels on bitsets and lists split by residue class. */
export interface ClassKernels {
  /**
   * Fills the window, `bytes` long (a multiple of 16): the union, over every class in `sources` (u16) and every
   * shift of the subtrahend class that leads from it to class `target`, of the source's quotients from
   * quotient - borrow - shift on. `ranges` has eight pairs of u32 a residue, one for each remainder of a
   * shift by 8: where in `shifts` (u32) these begin and end. `sums` is SUMS_BYTES of space. No source has a one
   * above `quotient`.
   */
  shiftOr(
    window: number,
    bytes: number,
    sums: number,
    target: number,
    modulus: number,
    quotient: number,
    sources: number,
    count: number,
    classes: number,
    ranges: number,
    shifts: number,
  ): void;

  /**
   * Lists (u32) the zeros i < width of the window whose number M i + target is a zero in each of the
   * `threads` mark bitsets, `stride` bytes apart. Returns how many; has room for one more u32.
   */
  dropMarked(
    window: number,
    width: number,
    target: number,
    modulus: number,
    marks: number,
    stride: number,
    threads: number,
    candidates: number,
  ): number;

  /**
   * Keeps the `open` candidates (increasing) that reach a one of no source; none has a one above `quotient`. `ranges` has one pair of u32 a residue: where in
   * `shifts` its shifts begin and end. Returns how many are left.
   */
  probe(
    candidates: number,
    open: number,
    target: number,
    modulus: number,
    quotient: number,
    sources: number,
    count: number,
    classes: number,
    ranges: number,
    shifts: number,
  ): number;

  /**
   * Copies the subtrahends (u64, increasing) whose residue (u16) has a flag (u8, 0 or 1), and 2^63 - 1 after
   * them. Returns how many.
   */
  selectSubtrahends(
    subtrahends: number,
    residues: number,
    count: number,
    flags: number,
    selected: number,
  ): number;

  /** The same for subtrahends of u32, with nothing after them; has room for one more u32. */
  selectNear(subtrahends: number, residues: number, count: number, flags: number, selected: number): number;

  /**
   * Sets the marks in [0, limit) of origin + M q + s for the listed quotients q (u32, increasing) and the
   * selected subtrahends s.
   */
  markFromList(
    list: number,
    count: number,
    modulus: number,
    origin: number,
    selected: number,
    selectedCount: number,
    marks: number,
    limit: number,
  ): void;

  /**
   * Decides the bits [from, to) that are ones of `open`, in increasing order: such a bit becomes a one of
   * `cold` unless it has a mark or one of its class's probe list leads down to a one of `cold`; each new one
   * marks what its class's mark list leads up to, below `limit`. Bit 0 has residue 0; lists are increasing.
   */
  decideNear(
    open: number,
    marks: number,
    cold: number,
    from: number,
    to: number,
    limit: number,
    modulus: number,
    lists: number,
  ): void;

  /**
   * Adds the ones [from, to) of `bits` to their classes' bitsets and lists; bit 0 is M quotient + residue. A
   * full list loses them, and only its end moves on past its room.
   */
  addToClasses(
    bits: number,
    from: number,
    to: number,
    residue: number,
    quotient: number,
    modulus: number,
    classes: number,
  ): void;

  /** Sets bit M (q - from) + residue of `target` for the ones q in [from, to) of a class's bitset. */
  spreadBits(bits: number, from: number, to: number, residue: number, modulus: number, target: number): void;

  /** The same for a class's list (u32, increasing). */
  spreadList(
    list: number,
    count: number,
    from: number,
    to: number,
    residue: number,
    modulus: number,
    target: number,
  ): void;

  /** ORs `bytes` (a multiple of 16) of `source` into `target`. */
  orBytes(target: number, source: number, bytes: number): void;
}

/**
 * Kernels for nim-values. Values have 4, 8 or 16 bits and lie at `values`, as u8 or u16; index `origin` is the first to decide and
 * index 0 has `before` values below it that are no longer kept. A row holds, packed in `width` bits (a multiple
 * of 128), the values that one position's options have; there is a row for each of `lanes` positions, rounded up
 * to LANES. Subtrahends are u32, increasing.
 */
export interface MexKernels {
  /**
   * Fills the rows from the given subtrahends. `tables` is space for `width` bytes a row, and should fit the L2
   * cache.
   */
  excludeFar(
    valueBits: number,
    values: number,
    origin: number,
    lanes: number,
    before: number,
    subtrahends: number,
    count: number,
    tables: number,
    width: number,
    rows: number,
  ): void;

  /**
   * Adds the given subtrahends to the rows and stores each position's mex. Returns `lanes`, or the first
   * position whose mex the width or the value's size has no room for; the rows from there on are then of no
   * use. `table` is space for LANES * `width` bytes.
   */
  decideNim(
    valueBits: number,
    values: number,
    origin: number,
    lanes: number,
    before: number,
    subtrahends: number,
    count: number,
    table: number,
    width: number,
    rows: number,
  ): number;
}

/** Both families, and which of the siblings they are. */
export interface Kernels extends ClassKernels, MexKernels {
  readonly kind: KernelKind;
}

export type KernelKind = 'wasm' | 'plain';
