/** How a far stage that is done elsewhere is made. */
import type { Range } from '../../../common/range.js';
import type { Bitmap } from '../class-storage.js';
import type { Epoch } from '../epoch.js';
import type { FarStage, ThreadedFarStage } from './stage.js';

/** What a far stage is made for. Positions are counted from `origin`; the memory of an epoch is gone when the next begins. */
export interface FarStageRequest {
  readonly epoch: Epoch;
  /** The chunks in the order in which they will be asked for; an epoch may be left before the last. */
  readonly chunks: readonly Range[];
  readonly origin: number;
  /** The stage that threads here do. */
  readonly own: ThreadedFarStage;
  /** The cold bits of a range below the first chunk that was decided. */
  readLower(range: Range): Promise<Uint8Array>;
}

/** Makes the far stages of the epochs that end above a position. */
export interface MakeFarStage {
  readonly from: number;
  /** Told of every chunk once it is decided, in order, of all epochs. The bitmap is only lent for the length of the call. */
  learn(chunk: Range, bitmap: Bitmap): void;
  make(request: FarStageRequest): FarStage;
}
