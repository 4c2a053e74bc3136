/** Stores whose files, hashes and counts are right, and whose values are whatever a test says. */
import {
  columnOfBits,
  columnOfIntegers,
  type ColumnValues,
  type SeriesName,
} from '../../src/columnar/layout.js';
import { countsOf } from '../../src/engine/series/columns.js';
import { DESCRIPTIONS } from '../../src/engine/series/descriptions.js';
import { createBitset, setBit } from '../../src/kernel/bitset.js';
import { narrowest } from '../../src/solver/task/integers.js';
import { BlockStore } from '../../src/store/block-store.js';

/** Stores values of a series from position 0 on in blocks; the last may be shorter. */
export async function storeForged(
  folder: string,
  game: string,
  series: SeriesName,
  values: readonly number[],
  blockLength: number,
): Promise<void> {
  const store = await BlockStore.open(folder, { readOnly: false });
  const stored = store.ensureSeries(game, game, series);
  let coldBefore = 0;
  for (let start = 0; start < values.length; start += blockLength) {
    const column = columnFor(series, values.slice(start, start + blockLength));
    const counts = countsOf(column, DESCRIPTIONS[series].rule);
    const stop = start + column.length;
    await store.append(stored, { start, stop, values: column, ...counts, coldBefore, methods: ['sieve'] });
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
