/** The first position of each nim-value: the only definition of a record, for sequences, analyses and entries. */
import { checkCost, MAX_STEPS, STEPS_OF_KEPT_ROW } from '../common/cost.js';

/** Notes the first position of each new value from `least` on. Raises a usage error if there are too many. */
export function noteFirst(
  first: Map<number, number>,
  values: ArrayLike<number>,
  start: number,
  least = 0,
): void {
  const before = first.size;
  for (let i = 0; i < values.length; i++) {
    if (values[i] >= least && !first.has(values[i])) first.set(values[i], start + i);
  }
  if (first.size === before) return;
  checkCost(
    first.size * STEPS_OF_KEPT_ROW,
    'These positions have more than {most} different nim-values. Ask about a shorter range.',
    { most: MAX_STEPS / STEPS_OF_KEPT_ROW },
  );
}
