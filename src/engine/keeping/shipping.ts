/** Ships the blocks of a store to a program without a catalog: rows as plain data, and unchanged block files. */
import { refuse } from '../../common/errors.js';
import { BlockStore } from '../../store/block-store.js';
import { requireSound } from '../../store/catalog/relations.js';
import { keyOfBlock } from '../../store/records.js';
import { rowsIn, type SeriesRows } from '../../store/series-rows.js';

/**
 * Returns the rows of a store's series, of one game or of all, and passes each checked block file to `write` with its path in the
 * store. Raises a usage error if nothing is stored, `corrupt` for invalid rows before writing anything, and `corrupt` for a block
 * that is damaged or was folded into a longer one meanwhile. Cost: reading every block.
 */
export async function shipBlocks(
  folder: string,
  gameKey: string | undefined,
  write: (path: string, file: Uint8Array) => Promise<void>,
): Promise<SeriesRows[]> {
  const store = await BlockStore.open(folder, { readOnly: true, cacheBytes: 0 });
  try {
    const rows = rowsIn(store.catalog, gameKey);
    if (rows.length === 0)
      refuse(
        `The store {store} has no ${gameKey === undefined ? 'game' : 'values of {game}'}. Extend one first.`,
        { store: folder, game: gameKey },
      );
    store.catalog.requireRelated();
    for (const { series } of rows) requireSound(series);
    for (const { series } of rows)
      for (const block of series.blocks)
        await write(keyOfBlock(block), await store.checkedFile(series, block));
    return rows;
  } finally {
    store.close();
  }
}
