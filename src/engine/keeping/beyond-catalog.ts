/**
 * Block files newer than a reader's catalog: it was restored from a copy, or a writer was stopped before its commit. Readers only
 * report them; the next writer adopts them (adopt.ts).
 */
import { join } from 'node:path';
import { TakeawayError } from '../../common/errors.js';
import type { BlockStore } from '../../store/block-store.js';
import { SERIES_FOLDER } from '../../store/files/names.js';
import { seriesFileName } from '../../store/files/series-files.js';
import type { StoredSeries } from '../../store/records.js';

/** Maximum number of reported series: a store may be full of names. */
const MAX_REPORTED = 100;

/** Number of latest blocks. Their series include the one that was begun last, unless older ones have grown since. */
const LATEST = 256;

/** A series with block files beyond its frontier in the catalog. */
export interface BeyondCatalog {
  readonly game: string;
  readonly series: string;
  /** The end of the series in the catalog. */
  readonly frontier: number;
  /** The end of its files. */
  readonly reach: number;
}

/** Returns the requested series with files beyond the catalog, and the series that the catalog lacks, at most `MAX_REPORTED`. */
export async function filesBeyond(store: BlockStore): Promise<BeyondCatalog[]> {
  const found: BeyondCatalog[] = [];
  try {
    const { catalog, folder } = store;
    const latest = catalog.someSeries('latest', LATEST).map(seriesFileName);
    const unknown = folder.isAnyLatest(join(folder.root, SERIES_FOLDER), latest)
      ? []
      : await folder.unknownSeries(await folder.describedSeries(), catalog.filledSeries());
    const asked = new Map([...unknown.map((series) => [series.id, series] as const), ...catalog.requested]);
    for (const series of asked.values()) {
      const { gameKey: game, name, frontier } = series;
      const reach = await reachOfFiles(store, series);
      if (reach !== undefined) found.push({ game, series: name, frontier, reach });
      if (found.length === MAX_REPORTED) break;
    }
  } catch (error) {
    // Readers of damaged data report it.
    if (!(error instanceof TakeawayError)) throw error;
  }
  return found;
}

/**
 * Returns the end of the block files that continue a series from its frontier, or undefined. Cost: an lstat of the last block and
 * its folder; a listing if the folder changed after the block was written.
 */
async function reachOfFiles(
  store: BlockStore,
  { id, gameKey, name, frontier }: StoredSeries,
): Promise<number | undefined> {
  const { folder } = store;
  const last = frontier === 0 ? [] : [store.index(id).at(frontier - 1).file];
  if (folder.isAnyLatest(folder.ofSeries(id), last)) return undefined;
  const files = await folder.blockFilesOf(id);
  let reach = frontier;
  // A name proves nothing: each must be a file of a possible size, and continue the others.
  for (const file of files.sort((a, b) => a.start - b.start)) {
    if (file.start <= reach && reach < file.stop && folder.isPlausible(file)) reach = file.stop;
  }
  if (reach === frontier) return undefined;
  // A writer has adopted older files at its start. Between writing files and committing, it is ahead of the catalog.
  if (store.isBeingWritten()) return undefined;
  const now = store.catalog.soundSeries(gameKey).find((series) => series.name === name);
  return now !== undefined && now.frontier >= reach ? undefined : reach;
}
