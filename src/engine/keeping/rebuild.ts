/** Rebuilds the catalog of a store from its block files: reads and checks every file, counts, and proves periods again. */
import { refuse } from '../../common/errors.js';
import { parseGame } from '../../game/game.js';
import { BlockStore } from '../../store/block-store.js';
import { confined } from '../../store/files/confined.js';
import { StoreFolder } from '../../store/files/store-folder.js';
import { storedDefinitions } from '../../store/catalog/old-catalog.js';
import type { OpenStoreOptions, Environment } from '../series/options.js';
import { adoptFiles, type FoundFile } from './adopt.js';
import { provePeriods, type LostStates } from './prove-periods.js';
import { storedGame } from './stored-game.js';

/** Result of a rebuild. */
export interface Rebuilt {
  /** Number of series and blocks in the new catalog. */
  readonly series: number;
  readonly blocks: number;
  /** Files without a block in it. */
  readonly left: readonly FoundFile[];
  /** Unusable states of long periods, which must be found again. */
  readonly lostStates: readonly LostStates[];
  /** New path of the old catalog; null if there was none. */
  readonly oldCatalog: string | null;
}

export interface RebuildOptions extends Pick<OpenStoreOptions, 'cacheBytes'> {
  /**
   * Games of the store, as on the command line. Needed if a definition is too long for its key and the store is of a version of
   * takeaway that kept it in the catalog alone.
   */
  readonly games?: readonly string[];
}

/** Rebuilds the catalog of the store in a folder: see `rebuildStore`. */
export async function rebuildStoreIn(
  { fileSystem, random }: Environment,
  folder: string,
  { cacheBytes, games = [] }: RebuildOptions,
): Promise<Rebuilt> {
  if ((await new StoreFolder(confined(fileSystem, folder), folder).blockFiles()).length === 0)
    refuse('The store {store} has no block files to make a catalog from. Nothing was changed.', {
      store: folder,
    });
  const definitions = storedDefinitions(folder);
  for (const text of games) {
    const { key, definition } = parseGame(text, (path) => fileSystem.readText(path));
    definitions.set(key, definition);
  }
  const store = await BlockStore.openForRebuild(folder, { fileSystem, cacheBytes });
  try {
    const found = await adoptFiles(store, random, 'all', definitions);
    const left = found.filter(({ outcome }) => outcome !== 'adopted');
    const lostStates: LostStates[] = [];
    for (const { key, definition } of store.catalog.games()) {
      const game = storedGame(key, definition);
      if (game !== undefined) lostStates.push(...(await provePeriods(store, game, { full: false, random })));
    }
    const snapshot = store.catalog.snapshot();
    const oldCatalog = (await store.install()) ?? null;
    const blocks = snapshot.reduce((sum, series) => sum + series.blocks.length, 0);
    return { series: snapshot.length, blocks, left, lostStates, oldCatalog };
  } finally {
    store.close();
  }
}
