/** Records of games, series, blocks and periods: the rows of the catalog as other modules see them. */
import type { EncodingName } from '../columnar/encodings.js';
import type { SeriesName, Width } from '../columnar/layout.js';
import type { Range } from '../common/range.js';
import type { Periods } from '../game/periods.js';

export interface StoredGame {
  readonly key: string;
  readonly definition: string;
}

/** A stored series. Its frontier is the first position not stored. */
export interface StoredSeries {
  readonly id: number;
  readonly gameKey: string;
  readonly name: SeriesName;
  readonly frontier: number;
}

/** The series and periods of a game at one moment. Values never change, so it remains valid. */
export interface GameSnapshot {
  readonly series: readonly StoredSeries[];
  readonly periods: Periods;
}

/** A row with the digest in the catalog, which shows whether the row is as written. */
export type WithDigest<Row> = Row & { readonly digest: string };

/** A series and its blocks, increasing, at one moment, unchecked. */
export interface SeriesSnapshot extends WithDigest<StoredSeries> {
  readonly blocks: readonly WithDigest<BlockRecord>[];
}

export interface BlockRecord extends Range {
  readonly seriesId: number;
  /** File name inside the folder of the series. */
  readonly file: string;
  /** Size and SHA-256 of the file. */
  readonly bytes: number;
  readonly sha256: string;
  /** SHA-256 of the raw values. */
  readonly valuesSha256: string;
  /** Packing of the values in the file, and their offset. */
  readonly encoding: EncodingName;
  readonly valuesOffset: number;
  readonly width: Width;
  /** Number of cold positions in the block, and below it. */
  readonly coldCount: number;
  readonly coldBefore: number;
  readonly largest: number;
  /** The methods that solved it, without duplicates. */
  readonly methods: readonly string[];
}

/** The addition of one commit to a series: a block, and periods of its game. */
export interface Addition {
  /** The series. The commit creates it, with its game, if it is new. */
  readonly series: StoredSeries;
  readonly definition: string;
  readonly block: BlockRecord;
  /** The last block of the series, which the new one replaces. */
  readonly replaces?: BlockRecord | undefined;
  readonly periods?: Periods | undefined;
}

export function keyOfBlock({ seriesId, file }: Pick<BlockRecord, 'seriesId' | 'file'>): string {
  return `${seriesId}/${file}`;
}

/** The methods of a block that the catalog does not name. */
export const UNKNOWN_METHODS: readonly string[] = ['unknown'];
