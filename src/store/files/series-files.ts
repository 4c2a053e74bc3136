/**
 * `series/<id>.json`: what series the blocks in a folder are of, and the full definition of its game. The catalog
 * says the same; these files make a store whose catalog is lost readable again.
 */
import { SERIES_NAMES, type SeriesName } from '../../columnar/layout.js';

/** Bytes of such a file at most: a set file has at most a few million characters. */
export const MAX_SERIES_FILE_BYTES = 1 << 26;

/** What a series is of. */
export interface SeriesFile {
  /** The key of the game, and text that names the game again without reading any file. */
  readonly game: string;
  readonly definition: string;
  readonly series: SeriesName;
}

export function seriesFileName(seriesId: number): string {
  return `${seriesId}.json`;
}

export function encodeSeriesFile({ game, definition, series }: SeriesFile): Uint8Array {
  return Buffer.from(`${JSON.stringify({ game, series, definition }, undefined, 2)}\n`);
}

/** Parses the text of such a file; null if it is not usable. */
export function parseSeriesFile(text: string): SeriesFile | null {
  const { game, series, definition } = JSON.parse(text) as Partial<Record<string, unknown>>;
  const name = SERIES_NAMES.find((known) => known === series);
  if (typeof game !== 'string' || typeof definition !== 'string' || name === undefined) return null;
  return { game, definition, series: name };
}
