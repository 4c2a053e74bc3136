/** Short ways to fill and compare stores in tests. */
import { openStore, type ExtendOptions, type OpenStoreOptions } from '../../src/index.js';
import type { CommittedBlock } from '../../src/engine/extending/extend.js';

/** Extends a game in a store of its own process and closes it; returns the announced blocks. */
export async function extendOnce(
  folder: string,
  game: string,
  options: ExtendOptions,
  open: OpenStoreOptions = {},
): Promise<CommittedBlock[]> {
  const store = await openStore(folder, open);
  try {
    const blocks: CommittedBlock[] = [];
    for await (const block of store.extend(game, options)) blocks.push(block);
    return blocks;
  } finally {
    store.close();
  }
}

/** The value hashes of a game's two series, undefined where nothing is stored. */
export async function hashes(
  folder: string,
  game: string,
  to?: number,
): Promise<{ cold: string | undefined; nim: string | undefined }> {
  const store = await openStore(folder, { readOnly: true });
  try {
    const stored = store.info(game)[0]?.series ?? {};
    const range = to === undefined ? {} : { to };
    return {
      cold: stored.cold === undefined ? undefined : await store.valueHash(game, 'cold', range),
      nim: stored.nim === undefined ? undefined : await store.valueHash(game, 'nim', range),
    };
  } finally {
    store.close();
  }
}

/** Runs an iteration to its end for its effects. */
export async function drain(items: AsyncIterable<unknown>): Promise<void> {
  const iterator = items[Symbol.asyncIterator]();
  while ((await iterator.next()).done !== true);
}
