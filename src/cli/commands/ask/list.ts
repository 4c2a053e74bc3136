/** Values on one line, as `values` and `range` print them. Memory: a run of values, however long the line is. */
import { checkCost, MOST_STEPS, STEPS_OF_KEPT_ROW } from '../../../common/cost.js';
import type { SeriesName, Store } from '../../../index.js';
import { writeData } from '../../terminal/output.js';

/** Values from one position to before another; in parentheses where they repeat. */
interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly isRepeated?: boolean;
}

/** Prints stretches of a series on one line, with spaces between: `0 1 (2 3)`. Cold positions are 1. */
export async function printList(
  store: Store,
  game: string,
  series: SeriesName,
  stretches: readonly Stretch[],
  ending = '',
): Promise<void> {
  for (const stretch of stretches) checkStretch(store, game, series, stretch);
  let isFirst = true;
  for (const { from, to, isRepeated = false } of stretches) {
    if (from === to) continue;
    let before = `${isFirst ? '' : ' '}${isRepeated ? '(' : ''}`;
    for await (const { values } of store.values(game, { series, from, to })) {
      await writeData(before + values.join(' '));
      before = ' ';
    }
    if (isRepeated) await writeData(')');
    isFirst = false;
  }
  await writeData(`${ending}\n`);
}

/** Raises a usage error for more positions that are not stored than may be looked at. */
function checkStretch(store: Store, game: string, series: SeriesName, { from, to }: Stretch): void {
  const derived = to - Math.max(from, store.coverage(game, series).frontier);
  checkCost(derived, {
    subject: `The values of ${game}`,
    expected: `at most ${MOST_STEPS} positions that are not stored`,
    found: String(derived),
    remedy: { do: 'lower', option: 'to' },
  });
}

/** The values of a stretch, all in memory. Raises a usage error for too many. */
export async function valuesIn(
  store: Store,
  game: string,
  series: SeriesName,
  { from, to }: Stretch,
): Promise<number[]> {
  checkCost((to - from) * STEPS_OF_KEPT_ROW, {
    subject: 'The values of one object',
    expected: `at most ${MOST_STEPS / STEPS_OF_KEPT_ROW} of them`,
    found: String(to - from),
    remedy: { do: 'lower', option: 'to' },
  });
  const all: number[] = [];
  for await (const { values } of store.values(game, { series, from, to }))
    for (const value of values) all.push(value);
  return all;
}
