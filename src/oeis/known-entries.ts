/**
 * How the entries of the OEIS that the tables of sets name are counted: an entry may begin with another index, or leave out
 * a first term that is there. Each was read in the entry itself; a number that is not here is not to be named.
 */

export interface OeisCounting {
  readonly offset: number;
  readonly begins: readonly number[];
  /** Which of the terms of a game, counted from 0, is its first; absent: the first. */
  readonly first?: number;
}

/** By number. */
export const OEIS_ENTRIES: Readonly<Record<string, OeisCounting | undefined>> = {
  A000027: { offset: 1, begins: [1, 2, 3, 4] },
  A000032: { offset: 0, begins: [2, 1, 3, 4, 7] },
  A000035: { offset: 0, begins: [0, 1, 0, 1] },
  A000040: { offset: 1, begins: [2, 3, 5, 7] },
  A000045: { offset: 0, begins: [0, 1, 1, 2, 3, 5] },
  A000079: { offset: 0, begins: [1, 2, 4, 8] },
  A000142: { offset: 0, begins: [1, 1, 2, 6, 24] },
  A000217: { offset: 0, begins: [0, 1, 3, 6, 10] },
  A000244: { offset: 0, begins: [1, 3, 9, 27] },
  A000290: { offset: 0, begins: [0, 1, 4, 9] },
  A000326: { offset: 0, begins: [0, 1, 5, 12, 22] },
  A000578: { offset: 0, begins: [0, 1, 8, 27] },
  A000583: { offset: 0, begins: [0, 1, 16, 81] },
  A000584: { offset: 0, begins: [0, 1, 32, 243] },
  A000695: { offset: 0, begins: [0, 1, 4, 5, 16] },
  A001105: { offset: 0, begins: [0, 2, 8, 18] },
  A001477: { offset: 0, begins: [0, 1, 2, 3] },
  A001481: { offset: 1, begins: [0, 1, 2, 4, 5, 8] },
  // Leaves out the position 0, which is cold.
  A001581: { offset: 1, begins: [4, 10, 14, 20], first: 1 },
  A002378: { offset: 0, begins: [0, 2, 6, 12] },
  A005153: { offset: 1, begins: [1, 2, 4, 6, 8] },
  A005408: { offset: 0, begins: [1, 3, 5, 7] },
  A005843: { offset: 0, begins: [0, 2, 4, 6] },
  A006093: { offset: 1, begins: [1, 2, 4, 6, 10, 12] },
  A008578: { offset: 1, begins: [1, 2, 3, 5, 7] },
  A008585: { offset: 0, begins: [0, 3, 6, 9] },
  A008586: { offset: 0, begins: [0, 4, 8, 12] },
  A008587: { offset: 0, begins: [0, 5, 10, 15] },
  A008864: { offset: 1, begins: [3, 4, 6, 8, 12] },
  A010872: { offset: 0, begins: [0, 1, 2, 0] },
  A010873: { offset: 0, begins: [0, 1, 2, 3, 0] },
  A010874: { offset: 0, begins: [0, 1, 2, 3, 4, 0] },
  A011557: { offset: 0, begins: [1, 10, 100] },
  A014586: { offset: 0, begins: [0, 1, 0, 1, 2] },
  A014587: { offset: 0, begins: [0, 1, 2, 0, 1, 2] },
  A014588: { offset: 0, begins: [0, 1, 2, 3, 0, 1, 2, 3, 4, 5] },
  A014589: { offset: 0, begins: [0, 0, 1, 1, 2, 2] },
  A016777: { offset: 0, begins: [1, 4, 7, 10] },
  A016813: { offset: 0, begins: [1, 5, 9, 13] },
  A019509: { offset: 0, begins: [0, 1, 0, 1, 0, 1, 2, 3, 2, 0] },
  A025043: { offset: 1, begins: [0, 1, 9, 10, 25] },
  A030193: { offset: 0, begins: [0, 2, 5, 7] },
  A059905: { offset: 0, begins: [0, 1, 0, 1, 2, 3, 2, 3] },
  A062880: { offset: 0, begins: [0, 2, 8, 10, 32] },
  A100484: { offset: 1, begins: [4, 6, 10, 14, 22] },
  A275432: { offset: 0, begins: [0, 3, 10, 13, 44] },
  A297963: { offset: 0, begins: [0, 1, 4, 25, 28, 29] },
  A338027: { offset: 0, begins: [0, 1, 2, 3, 1] },
};
