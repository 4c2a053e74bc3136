/** Short ways to fill and compare stores in tests. */
import {
  columnOfBits,
  columnOfIntegers,
  type ColumnValues,
  type SeriesName,
} from '../../src/columnar/layout.js';
import { openStore, type ExtendOptions, type OpenStoreOptions, type Store } from '../../src/index.js';
import { rebuildStoreIn, type Rebuilt } from '../../src/engine/keeping/rebuild.js';
import { openStoreIn } from '../../src/engine/store.js';
import { nodeFileSystem, type FileSystem } from '../../src/store/files/file-system.js';
import type { CommittedBlock } from '../../src/engine/extending/extend.js';
import { countsOf } from '../../src/engine/series/columns.js';
import { DESCRIPTIONS } from '../../src/engine/series/descriptions.js';
import { createBitset, setBit } from '../../src/kernel/bitset.js';
import { narrowest } from '../../src/solver/task/integers.js';
import { BlockStore } from '../../src/store/block-store.js';

/** Opens a store whose files lie on another file system than the machine's. */
export function openOn(
  fileSystem: FileSystem,
  folder: string,
  options: OpenStoreOptions = {},
): Promise<Store> {
  return openStoreIn({ fileSystem, random: Math.random }, folder, options);
}

/** As `openOn`, but makes the catalog again. */
export function rebuildOn(fileSystem: FileSystem, folder: string): Promise<Rebuilt> {
  return rebuildStoreIn({ fileSystem, random: Math.random }, folder, {});
}

/** Extends a game in a store of its own process and closes it; returns the announced blocks. */
export async function extendOnce(
  folder: string,
  game: string,
  options: ExtendOptions,
  { fileSystem = nodeFileSystem, ...open }: OpenStoreOptions & { readonly fileSystem?: FileSystem } = {},
): Promise<CommittedBlock[]> {
  const store = await openOn(fileSystem, folder, open);
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

/**
 * Stores any values of a series from position 0 on in blocks, the last as long as it is: files, hashes and counts are right,
 * whatever the values are.
 */
export async function storeForged(
  folder: string,
  game: string,
  series: SeriesName,
  values: readonly number[],
  blockLength: number,
): Promise<void> {
  const store = await BlockStore.open(folder, { readOnly: false });
  const stored = store.seriesToExtend(game, game, series);
  let coldBefore = 0;
  for (let start = 0; start < values.length; start += blockLength) {
    const column = columnFor(series, values.slice(start, start + blockLength));
    const counts = countsOf(column, DESCRIPTIONS[series].rule);
    const stop = start + column.length;
    const block = { start, stop, values: column, ...counts, coldBefore, methods: ['sieve'] };
    await store.append([{ series: stored, block }]);
    coldBefore += counts.coldCount;
  }
  store.close();
}

/** Values as a series keeps them: bits for cold positions, else the narrowest integers. */
export function columnFor(series: SeriesName, values: readonly number[]): ColumnValues {
  if (series !== 'cold') return columnOfIntegers(narrowest(Uint32Array.from(values)));
  const bits = createBitset(values.length);
  values.forEach((value, i) => {
    if (value === 1) setBit(bits, i);
  });
  return columnOfBits(bits, values.length);
}
