/** Layout, as layout.ts, for the kernels of finite sets (assembly/states.ts): outcomes, nim-values and recurring states. */

/**
 * Outcomes by a list of moves, in words of 64 positions (u64) with a one for each cold one. Below the words to decide lie those
 * of as many positions as the largest move, with zeros for positions that do not exist, and one more word of any content.
 */
export enum OutcomeJob {
  /** Address of the first word to decide, and their number. */
  words,
  length,
  /** Increasing u32. */
  moves,
  count,
  /** More moves, from MIN_LONG_MOVE on, which cost less: a ShiftRange of addresses by remainder modulo GROUPS; 0 for none. */
  long,
  /** Address of as many words (u64) with a one for each position that is declared hot; 0 if there is none. */
  hot,
  /** OUTCOME_SCRATCH bytes, whose content is lost. */
  scratch,
  WORDS,
}
/** Minimum move that leads from no position of a tile, or of the bits loaded with it, to another. */
export const MIN_LONG_MOVE = 1152;
/** Minimum number of words for which tables of all byte values pay off. */
export const MIN_TABLED_WORDS = 512;
export const BYTES = 256;
/** A tile, its sum before the shift, and the tables: nine bytes for each value of a byte. */
export const OUTCOME_SCRATCH = 128 + 160 + 9 * BYTES;

/**
 * Nim-values of a finite set of at most MAX_MOVES moves, one a byte. Below the first to decide lie as many as the largest move,
 * with `NO_VALUE` for positions that do not exist; above the last is room for 16 bytes, whose content is lost.
 */
export enum ValueJob {
  /** Address of the first value to decide, and their number. */
  values,
  length,
  /** Increasing u32. */
  moves,
  count,
  WORDS,
}

/** Maximum number of moves whose marks fit one word, and a value that no position has. */
export const MAX_MOVES = 62;
export const NO_VALUE = 63;

/** A search for states, rows of words whose end moves on word by word, by their hashes. */
export enum SeekJob {
  /** Address of the first word to examine, and their number. The words of a state lie below it. */
  words,
  length,
  /** Words of a state. */
  state,
  /** Address of the hash (u64) of the state that ends where these words begin; afterwards, of the last state examined. */
  hash,
  /** Wanted hashes (u64), their number, and FILTER_BYTES with a one for the highest 16 bits of each. */
  hashes,
  phases,
  filter,
  WORDS,
}
export const FILTER_BYTES = 8192;
