/** How the far part of chunks is found elsewhere. */
import type { Range } from '../../common/range.js';
import type { Integers, ReadLower } from '../task/task.js';

/** What others find of the chunks of a range, in its order. */
export interface FarChunks<Far> {
  /** No chunk that begins at a position should go beyond this. */
  endFor(position: number): number;
  /** What is found of a chunk, once it is. All values below the chunk are decided by then. */
  of(chunk: Range): Promise<Far>;
  /** Told of every chunk once it is decided, in order. The values are only lent for the length of the call. */
  learn(chunk: Range, values: Integers): void;
}

/** Makes what others find of the ranges that end above a position. */
export interface MakeFarChunks<Far> {
  readonly from: number;
  /** `readLower` gives the final values below the range. */
  make(range: Range, readLower: ReadLower<Integers>): FarChunks<Far>;
}
