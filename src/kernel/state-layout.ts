/**
 * As layout.ts, for the kernels that compute values from the last ones alone (assembly/states.ts): outcomes by a list of moves,
 * nim-values of a finite set, and the search for a state that comes again.
 */

/**
 * Outcomes by a list of moves, in words of 64 positions (u64) with a one for each cold one. Below the words that are decided lie
 * those of as many positions as the largest move, and one more, whatever stands in it; ones for what leads nowhere are not there.
 */
export enum OutcomeJob {
  /** The address of the first word to decide, and how many. */
  words,
  length,
  /** Increasing u32. */
  moves,
  count,
  /** More of them, of LEAST_LONG and more, which take less: a ShiftRange of addresses for each remainder by GROUPS; 0 for none. */
  long,
  /** The address of as many words (u64) with a one for each position that is hot whatever its options; 0 where there is none. */
  hot,
  /** OUTCOME_SCRATCH bytes, whose content is lost. */
  scratch,
  WORDS,
}
/** Moves that lead from no position of a tile to another, and what else of a tile is loaded with it. */
export const LEAST_LONG = 1152;
/** From as many words on, tables by all values of a byte pay for laying them out. */
export const LEAST_TABLED = 512;
export const BYTES = 256;
/** A tile, what it takes before its bits are moved, and the tables: eight bytes and one for each value of a byte. */
export const OUTCOME_SCRATCH = 128 + 160 + 9 * BYTES;

/**
 * Nim-values of a finite set of at most 62 moves, one a byte. Below those that are decided lie as many as the largest move is,
 * with `NO_VALUE` where there is no position, and above them there is room for 16 bytes, whose content is lost.
 */
export enum ValueJob {
  /** The address of the first value to decide, and how many. */
  values,
  length,
  /** Increasing u32. */
  moves,
  count,
  WORDS,
}

/** The most moves of a set whose marks fit one word, and a value that no position has. */
export const MOST_MOVES = 62;
export const NO_VALUE = 63;

/** A state is a row of words. Where its end moves on word by word, which state has the hash of one of those looked for? */
export enum SeekJob {
  /** The address of the first word that is looked at, and how many. Those of a state lie below it. */
  words,
  length,
  /** Words of a state. */
  state,
  /** The address of the hash (u64) of the state that ends where these words begin; afterwards of the last one looked at. */
  hash,
  /** Hashes that are looked for (u64), how many, and FILTER_BYTES with a one for the highest 16 bits of each. */
  hashes,
  phases,
  filter,
  WORDS,
}
export const FILTER_BYTES = 8192;
