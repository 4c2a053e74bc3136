/** What verifying looks for, how it is asked, and what it finds: shared by the store as a whole and by each series. */
import type { Remedy } from '../../common/remedies.js';
import type { StoredSeries } from '../../store/records.js';
import type { Random } from '../extending/samples.js';
import type { Stoppable } from '../series/options.js';

/** What mends damage: the values tell what is right, or the block files alone. */
export const REPAIR: Remedy = { do: 'verify', repair: true };
export const REBUILD: Remedy = { do: 'rebuild' };

/** Something that is not as it should be. */
export interface Problem {
  readonly game?: string;
  readonly series?: string;
  readonly start?: number;
  readonly stop?: number;
  readonly problem: string;
  readonly repaired: boolean;
  /** What mends it, where it is not repaired and a command does. */
  readonly remedy?: Remedy;
}

/** What verifying found. `ok` when nothing is wrong, or all that was is repaired. */
export interface Verification {
  readonly ok: boolean;
  /** Blocks checked. */
  readonly blocks: number;
  /** Values in these blocks by their rows. */
  readonly values: number;
  /**
   * Values that were sampled and that the definition decides from stored lower ones. The others were not held against it: a
   * certificate proves all cold positions, and with the mex rule all nim-values.
   */
  readonly sampled: number;
  readonly problems: readonly Problem[];
}

export interface VerifyOptions extends Stoppable {
  readonly gameKey?: string | undefined;
  /** Compute every block again by a second method. */
  readonly full: boolean;
  /** Compute damaged blocks again and store them. */
  readonly repair: boolean;
  readonly random: Random;
  /** Threads to solve blocks again with. */
  readonly threads: number;
  /** Called before each look at a block with how many are over, and how many there are: with `full` two a block. */
  readonly onBlock?: ((series: StoredSeries, looks: number, total: number) => void) | undefined;
}
