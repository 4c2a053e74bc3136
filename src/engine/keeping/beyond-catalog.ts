/**
 * Block files that a reader's catalog does not know: it is older than they are, as one put back from a copy, or a writer
 * was stopped before its commit. Readers only tell of them; the next writer takes them over (adopt.ts).
 */
import { join } from 'node:path';
import { TakeawayError } from '../../common/errors.js';
import type { BlockStore } from '../../store/block-store.js';
import { SERIES_FOLDER } from '../../store/files/names.js';
import { seriesFileName } from '../../store/files/series-files.js';
import type { StoredSeries } from '../../store/records.js';

/** Series that are told of, at most: a store may be full of names. */
const MAX_REPORTED = 100;

/** Blocks that were added last, among whose series is the one that was begun last, unless older ones have grown since. */
const LATEST = 256;

/** A series with block files that go on where the catalog knows no more. */
export interface BeyondCatalog {
  /** The key of the game. */
  readonly game: string;
  readonly series: string;
  /** As far as the catalog knows the series. */
  readonly frontier: number;
  /** As far as files reach. */
  readonly reach: number;
}

/** What there is of the series that were asked for, and of those that the catalog does not know at all; at most `MAX_REPORTED` of them. */
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
    // Whoever reads what is damaged is told of that.
    if (!(error instanceof TakeawayError)) throw error;
  }
  return found;
}

/**
 * How far the block files of a series reach that go on from its frontier; undefined where there are none. Cost: looks at
 * the last block and its folder; where something happened to that after the block was written, its names are listed.
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
  // A name alone says nothing: each must be a file that can have the positions, and go on where the others end.
  for (const file of files.sort((a, b) => a.start - b.start)) {
    if (file.start <= reach && reach < file.stop && folder.isPlausible(file)) reach = file.stop;
  }
  if (reach === frontier) return undefined;
  // A writer has taken over what there was when it began; between its files and its commits it is ahead of the catalog.
  if (store.isBeingWritten()) return undefined;
  const now = store.catalog.soundSeries(gameKey).find((series) => series.name === name);
  return now !== undefined && now.frontier >= reach ? undefined : reach;
}
