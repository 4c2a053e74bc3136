/** First positions of the nim-values, and new maxima (Eppstein 2018, section 3.1, Figure 1). */
import { integersOf } from '../../columnar/layout.js';
import { lengthOf } from '../../common/range.js';
import type { ReadableStore } from '../../engine/reading/readable-store.js';
import type { Aggregate } from '../../engine/views/aggregating.js';
import { noteFirst } from '../../game/first-positions.js';
import type { Game } from '../../game/game.js';
import { fitOfGame, type Fit } from '../counting/fit.js';
import { maximaAmong } from '../counting/maxima.js';
import { checkRows } from '../counting/rows.js';
import { headOf, type AnalysisOptions, type Common } from '../result.js';

/** The first position of a nim-value in the range. */
export interface ValueRecord {
  readonly value: number;
  readonly position: number;
  /** Whether no lower position of the range has a larger or equal value. Always true if the range starts at 0. */
  readonly isMaximum: boolean;
}

/** The first position of each nim-value (Eppstein 2018, Figure 1: the new maxima). */
export interface RecordsResult extends Common<'records'> {
  /** By increasing value; values that do not occur are left out. */
  readonly records: readonly ValueRecord[];
  /** Through the new maxima with position and value at least 1; null if there are fewer than 2. */
  readonly fit: Fit | null;
}

const firstPositions: Aggregate<[value: number, position: number][]> = {
  name: 'first positions',
  version: 1,
  async compute(runs) {
    const first = new Map<number, number>();
    for await (const { start, values } of runs) noteFirst(first, integersOf(values), start);
    return [...first];
  },
};

/**
 * Finds the first position of each nim-value in a range, and fits the new maxima. Raises `not-stored` if nim-values are not
 * stored, and a usage error if too many nim-values occur. Cost: reading the range once, and a repeating part above the stored
 * blocks only once; then the aggregates.
 */
export async function analyzeRecords(
  store: ReadableStore,
  game: string | Game,
  options: AnalysisOptions = {},
): Promise<RecordsResult> {
  const source = await store.source(game, 'nim', options);
  const first = new Map<number, number>();
  for await (const part of source.aggregates(() => firstPositions)) {
    // With a saltus, each repetition has new values; otherwise the first has all.
    const periods = part.rise > 0 ? part.times : 1;
    checkRows(first.size + periods * part.value.length, 'The nim-values of the range');
    for (let period = 0; period < periods; period++) {
      await source.breathe();
      for (const [value, position] of part.value) {
        const risen = value + period * part.rise;
        if (!first.has(risen)) first.set(risen, position + period * lengthOf(part));
      }
    }
  }
  const values = Float64Array.from(first.keys()).sort();
  const positions = values.map((value) => first.get(value)!);
  const maxima = maximaAmong(positions);
  const records = Array.from(values, (value, i): ValueRecord => {
    return { value, position: positions[i], isMaximum: maxima[i] };
  });
  const fit = await fitOfGame(source, () =>
    records.filter(({ isMaximum }) => isMaximum).map(({ position, value }) => ({ x: position, y: value })),
  );
  return { ...headOf('records', 'nim', source), records, fit };
}
