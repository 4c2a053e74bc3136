/** The raster in words: the cell under the pointer, and the visible positions. */
import { withCommas } from '../format.js';
import type { Colouring } from './colours.js';
import type { Tiles } from './tiles.js';

/** The visible positions [start, stop) in rows of some columns, and the counts of each raster if they are known. */
export interface InSight {
  readonly start: number;
  readonly stop: number;
  readonly columns: number;
  readonly counted: readonly ReturnType<Tiles['count']>[];
}

interface SightProps extends InSight {
  /** The column that is shown alone. */
  readonly only: number | undefined;
  readonly names: readonly string[];
  readonly isDifference: boolean;
}

/** Counts of visible cold or differing positions, in words. */
export function SightWords({ start, stop, columns, counted, only, names, isDifference }: SightProps) {
  const words = counted.map((each, i) => {
    if (each === undefined) return 'Some are on their way …';
    const subject = counted.length === 1 ? 'of them' : `of ${names[i]}`;
    if (only !== undefined)
      return `${withCommas(each.columns[only])} ${subject} that leave ${only} after division by ${withCommas(columns)} are ${isDifference ? 'cold in one game alone' : 'cold'}.`;
    const cold = `${withCommas(each.cold)} ${subject} are cold`;
    const empty = each.columns.reduce((count, sum) => count - Number(sum > 0), columns);
    return isDifference
      ? `${withCommas(each.cold)} of them are cold in one of ${names.slice(0, 2).join(' and ')} alone.`
      : `${cold}, and ${empty === 0 ? 'every column has one' : `${withCommas(empty)} of the ${withCommas(columns)} columns have no cold position`}.`;
  });
  return (
    <>
      Rows in sight: positions {withCommas(start)} to {withCommas(stop - 1)}. {words.join(' ')}
    </>
  );
}

/** Describes a value; one that is on its way is unknown. */
export function valueWords(by: Colouring, value: number | undefined): string {
  if (value === undefined) return '…';
  return by === 'nim'
    ? `nim-value ${value}`
    : by === 'remoteness'
      ? `remoteness ${value}`
      : value === 1
        ? 'cold'
        : 'hot';
}

/** Describes a position and its value in each raster. */
export function cellWords(
  position: number,
  width: number,
  reach: number,
  names: readonly string[],
  valuesOf: (position: number) => readonly string[],
): string {
  const found = position >= reach ? ['not known'] : valuesOf(position);
  const what = found.length === 1 ? found : found.map((words, i) => `${words} in ${names[i]}`);
  return `n = ${withCommas(position)} · ${what.join(', ')} · ${withCommas(position % width)} mod ${width}`;
}
