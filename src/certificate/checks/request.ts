/** Requests and findings of checks of targets. */
import type { ColumnValues } from '../../columnar/layout.js';
import type { Range } from '../../common/range.js';
import type { Breathe } from '../../common/stoppable.js';
import type { Game } from '../../game/game.js';
import type { KernelContext } from '../../kernel/context.js';

/** Marks between yields to the event loop: a few hundredths of a second. */
export const SUMS_PER_TURN = 2 ** 23;
/** The first address of the kernels' memory in use. */
export const BASE = 64;

export type ReadValues = (range: Range) => Promise<ColumnValues>;

/** A target, and the increasing ranges in which all positions below its end are read. */
export interface Target extends Range {
  readonly lower: readonly Range[];
}

export interface CheckRequest {
  readonly game: Game;
  readonly target: Target;
  /** Modulus of the residue classes that save work. The result does not depend on it. */
  readonly modulus: number;
  readonly read: ReadValues;
  readonly breathe: Breathe;
  /** Kernels with a memory that nothing else uses during the check. */
  readonly context: KernelContext;
}

/** Findings about the cold positions of a target; positions are the first of their kind. */
export interface ColdFinding {
  readonly coldCount: number;
  readonly pair: number | null;
  /** A hot position that is not declared and has no cold option, if any. */
  readonly outsider: number | null;
}

export interface MexFinding {
  /** The first position whose nim-value is not the mex of those of its options. */
  readonly wrong: {
    readonly position: number;
    readonly value: number;
    /** A nim-value that no option has but one should, or that one has but none should. */
    readonly of: number;
  } | null;
  /** The bytes of marks that the target needs, if they are too many to check it. */
  readonly needed: number | null;
}

export interface Findings {
  readonly cold: ColdFinding;
  readonly mex: MexFinding;
}

export type CheckName = keyof Findings;

export type Check<Name extends CheckName> = (request: CheckRequest) => Promise<Findings[Name]>;
