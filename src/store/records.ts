/** What a store knows of its games, series, blocks and periods: the rows of its catalog, as everything else sees them. */
import type { EncodingName } from '../columnar/encodings.js';
import type { SeriesName, Width } from '../columnar/layout.js';
import type { Range } from '../common/range.js';
import type { Periods } from '../game/periods.js';

/** A game as stored. */
export interface StoredGame {
  readonly key: string;
  readonly definition: string;
}

/** A series as stored; its frontier is the first position not stored. */
export interface StoredSeries {
  readonly id: number;
  readonly gameKey: string;
  readonly name: SeriesName;
  readonly frontier: number;
}

/** The series and the recorded periods of a game at one moment. Values never change, so it stays right. */
export interface GameSnapshot {
  readonly series: readonly StoredSeries[];
  readonly periods: Periods;
}

/** A row as it stands in the catalog, with the digest that tells whether it is what was written. */
export type WithDigest<Row> = Row & { readonly digest: string };

/** A series and its blocks, increasing, at one moment, as their rows stand. */
export interface SeriesSnapshot extends WithDigest<StoredSeries> {
  readonly blocks: readonly WithDigest<BlockRecord>[];
}

/** What the catalog knows of a block. */
export interface BlockRecord extends Range {
  readonly seriesId: number;
  /** File name inside the folder of the series. */
  readonly file: string;
  /** Size and SHA-256 of the file. */
  readonly bytes: number;
  readonly sha256: string;
  /** SHA-256 of the raw values. */
  readonly valuesSha256: string;
  /** How the values are packed in the file, and where they lie there. */
  readonly encoding: EncodingName;
  readonly valuesOffset: number;
  readonly width: Width;
  /** Cold positions in the block, and below it. */
  readonly coldCount: number;
  readonly coldBefore: number;
  /** The largest value in the block. */
  readonly largest: number;
  /** The names of the methods that solved it, each once. */
  readonly methods: readonly string[];
}

/** What one commit adds to a series: a block, and periods of its game. */
export interface Addition {
  /** The series, which is created with its game where the catalog does not have it. */
  readonly series: StoredSeries;
  readonly definition: string;
  readonly block: BlockRecord;
  /** The last block of the series, in the place of which the new one comes. */
  readonly replaces?: BlockRecord | undefined;
  readonly periods?: Periods | undefined;
}

/** Names a block within a store. */
export function keyOfBlock({ seriesId, file }: Pick<BlockRecord, 'seriesId' | 'file'>): string {
  return `${seriesId}/${file}`;
}

/** The methods of a block of which the catalog does not say them. */
export const UNKNOWN_METHODS: readonly string[] = ['unknown'];
