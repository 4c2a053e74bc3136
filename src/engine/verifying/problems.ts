/** Requests and results of verifying, for the whole store and each series. */
import type { Remedy } from '../../common/remedies.js';
import type { StoredSeries } from '../../store/records.js';
import type { Random } from '../extending/samples.js';
import type { Stoppable } from '../series/options.js';

/** Remedies for damage: from the values, or from the block files alone. */
export const REPAIR: Remedy = { do: 'verify', repair: true };
export const REBUILD: Remedy = { do: 'rebuild' };

export interface Problem {
  readonly game?: string;
  readonly series?: string;
  readonly start?: number;
  readonly stop?: number;
  readonly problem: string;
  readonly repaired: boolean;
  /** The command that repairs it, if there is one and it is not repaired. */
  readonly remedy?: Remedy;
}

/** Result of verifying. `ok` if there are no problems, or all are repaired. */
export interface Verification {
  readonly ok: boolean;
  /** Number of blocks checked. */
  readonly blocks: number;
  /** Number of values in these blocks by their rows. */
  readonly values: number;
  /**
   * Number of sampled values that the definition decides from stored lower ones. The others were not compared with it: a
   * certificate proves all cold positions, and with the mex rule all nim-values.
   */
  readonly sampled: number;
  readonly problems: readonly Problem[];
}

export interface VerifyOptions extends Stoppable {
  readonly gameKey?: string | undefined;
  /** Computes every block again by a second method. */
  readonly full: boolean;
  /** Computes damaged blocks again and stores them. */
  readonly repair: boolean;
  readonly random: Random;
  /** Number of threads for solving blocks again. */
  readonly threads: number;
  /** Called before each look at a block, with the number of looks done and in total: with `full` two a block. */
  readonly onBlock?: ((series: StoredSeries, looks: number, total: number) => void) | undefined;
}
