/**
 * `series/<id>.json`: the series of the blocks in a folder, and the full definition of its game. The catalog says the same; these
 * files make a store readable whose catalog is lost.
 */
import { SERIES_NAMES, type SeriesName } from '../../columnar/layout.js';

/** Maximum size: a set file has at most a few million characters. */
export const MAX_SERIES_FILE_BYTES = 1 << 26;

/** A series' description. */
export interface SeriesFile {
  /** The key of the game, and a definition that needs no file. */
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

/** Parses a description. Returns null for unusable content. */
export function parseSeriesFile(text: string): SeriesFile | null {
  const { game, series, definition } = JSON.parse(text) as Partial<Record<string, unknown>>;
  const name = SERIES_NAMES.find((known) => known === series);
  if (typeof game !== 'string' || typeof definition !== 'string' || name === undefined) return null;
  return { game, definition, series: name };
}
