/** What checks of targets are given, and what they find. */
import type { ColumnValues } from '../../columnar/layout.js';
import type { Range } from '../../common/range.js';
import type { Breathe } from '../../common/stoppable.js';
import type { Game } from '../../game/game.js';
import type { KernelContext } from '../../kernel/context.js';

/** Marks that are made before others have a turn: a few hundredths of a second. */
export const SPELL = 2 ** 23;
/** Where the kernels' memory begins to be used. */
export const BASE = 64;

/** Gives the values of some positions of the series that is checked. */
export type ReadValues = (range: Range) => Promise<ColumnValues>;

/** A target, and the ranges that all positions below its end are read in, increasing. */
export interface Target extends Range {
  readonly lower: readonly Range[];
}

/** What to check, and what a check may use. */
export interface CheckRequest {
  readonly game: Game;
  readonly target: Target;
  /** Residue classes modulo this number are told apart, to save work. Any makes a check right. */
  readonly modulus: number;
  readonly read: ReadValues;
  readonly breathe: Breathe;
  /** Kernels on a memory that nobody else uses until the check is over. */
  readonly context: KernelContext;
}

/** What was found of the cold positions of a target. The positions are the first of their kind. */
export interface ColdFinding {
  readonly coldCount: number;
  /** A cold position that has a cold option; null where none has. */
  readonly pair: number | null;
  /** A position that is hot, not declared, and has no cold option. */
  readonly outsider: number | null;
}

export interface MexFinding {
  /** The first position whose nim-value is not the mex of those of its options. */
  readonly wrong: {
    readonly position: number;
    readonly value: number;
    /** The nim-value that no option has and one should, or that one has and none should. */
    readonly of: number;
  } | null;
  /** The bytes that the marks of the target take, where these are too many for anything to be checked. */
  readonly needed: number | null;
}

export interface Findings {
  readonly cold: ColdFinding;
  readonly mex: MexFinding;
}

export type CheckName = keyof Findings;

export type Check<Name extends CheckName> = (request: CheckRequest) => Promise<Findings[Name]>;
