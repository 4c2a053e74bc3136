/**
 * `series/<id>.json`: what series the blocks in a folder are of, and the full definition of its game. The catalog
 * says the same; these files make a store whose catalog is lost readable again.
 */
import { join } from 'node:path';
import { SERIES_NAMES, type SeriesName } from '../../columnar/layout.js';
import { isErrno, type FileSystem } from './file-system.js';
import { SERIES_FOLDER } from './names.js';

/** A set file has at most a few million characters. */
const LONGEST = 1 << 26;

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

/** What the file of a series says; undefined where it is missing, and null where it cannot be used. */
export async function readSeriesFile(
  fs: FileSystem,
  root: string,
  seriesId: number,
): Promise<SeriesFile | null | undefined> {
  const path = join(root, SERIES_FOLDER, seriesFileName(seriesId));
  try {
    const { kind, size } = fs.look(path);
    if (kind === 'missing') return undefined;
    if (size > LONGEST) return null;
    return parseSeriesFile(Buffer.from(await fs.read(path)).toString('utf8'));
  } catch (error) {
    return isErrno(error, 'ENOENT') ? undefined : null;
  }
}

function parseSeriesFile(text: string): SeriesFile | null {
  const { game, series, definition } = JSON.parse(text) as Partial<Record<string, unknown>>;
  const name = SERIES_NAMES.find((known) => known === series);
  if (typeof game !== 'string' || typeof definition !== 'string' || name === undefined) return null;
  return { game, definition, series: name };
}
