/** Prints values on one line. Memory: a run of values, however long the line is. */
import type { Period, SeriesName, Store } from '../../../index.js';
import { checkCost, MAX_STEPS } from '../../../common/cost.js';
import { writeData } from '../../terminal/output.js';
import { jsonLine } from '../../../words/visible.js';

/** The values to list. */
export interface ListedValues {
  readonly series: SeriesName;
  readonly misere: boolean;
  /** Outcomes as letters, of the series cold. */
  readonly letters: boolean;
}

/** P-positions are cold, N-positions hot. */
function letterOf(bit: number | bigint): 'P' | 'N' {
  return Number(bit) === 1 ? 'P' : 'N';
}

/** A range of positions of any size. */
export type AnyRange =
  { readonly from: number; readonly to: number } | { readonly from: bigint; readonly to: bigint };

/** Whether a range consists of numbers. */
export function isNear(range: AnyRange): range is { readonly from: number; readonly to: number } {
  return typeof range.from === 'number';
}

/** Returns the values of a range in runs; bigints for a range of bigints. */
export function runsOf(
  store: Store,
  game: string,
  { series, misere }: Pick<ListedValues, 'series' | 'misere'>,
  { from, to }: AnyRange,
): AsyncIterable<{ readonly start: number | bigint; readonly values: ReadonlyValues }> {
  return typeof from === 'number'
    ? store.values(game, { series, misere, from, to: Number(to) })
    : store.values(game, { series, misere, from, to: BigInt(to) });
}

type ReadonlyValues = Uint8Array | Uint16Array | Uint32Array | readonly bigint[];

/** A range to print, in parentheses if it is a period. */
type PrintedRange = AnyRange & { readonly isRepeated?: boolean };

/** Prints ranges of a series on one line, separated by spaces: `0 1 (2 3)`. Cold positions are 1. */
export async function printList(
  store: Store,
  game: string,
  { letters, ...reading }: ListedValues,
  ranges: readonly PrintedRange[],
  ending = '',
): Promise<void> {
  let isFirst = true;
  for (const range of ranges) {
    const { from, to, isRepeated = false } = range;
    if (from === to) continue;
    let before = `${isFirst ? '' : ' '}${isRepeated ? '(' : ''}`;
    for await (const { values } of runsOf(store, game, reading, range)) {
      await writeData(
        before + (letters ? Array.from<number | bigint, string>(values, letterOf) : values).join(' '),
      );
      before = ' ';
    }
    if (isRepeated) await writeData(')');
    isFirst = false;
  }
  await writeData(`${ending}\n`);
}

/** Notations of dots over values: combining characters, or LaTeX. */
export const DOTS = ['unicode', 'latex'] as const;
export type Dots = (typeof DOTS)[number];

const DOTTED: Readonly<
  Record<Dots, { readonly dot: (value: string) => string; readonly around: string; readonly between: string }>
> = {
  unicode: { dot: (value) => value.replace(/./g, '$&\u0307'), around: '', between: ' ' },
  latex: { dot: (value) => `\\dot{${value}}`, around: '$', between: '\\,' },
};

/** Prints preperiod and period on one line, with dots over the first and the last value of the period. */
export async function printDotted(
  store: Store,
  game: string,
  { series, misere }: ListedValues,
  { preperiod, period, saltus }: Period,
  dots: Dots,
): Promise<void> {
  const { dot, around, between } = DOTTED[dots];
  const last = preperiod + period - 1;
  let before = around;
  for await (const { start, values } of store.values(game, { series, misere, from: 0, to: last + 1 })) {
    const words = Array.from(values, (value, i) => {
      const word = String(value);
      return start + i === preperiod || start + i === last ? dot(word) : word;
    });
    await writeData(before + words.join(between));
    before = between;
  }
  await writeData(`${around}${saltus === 0 ? '' : ` +${saltus}`}\n`);
}

/** Writes a JSON object with lists of values, run by run; `before` and `after` are further fields. */
export async function writeJsonLists(
  store: Store,
  game: string,
  { series, misere }: ListedValues,
  lists: Readonly<Record<string, PrintedRange>>,
  { before = {}, after = {} }: { readonly before?: object; readonly after?: object } = {},
): Promise<void> {
  // Nothing is written before the first values, which may be missing.
  let waiting = jsonLine({ game, series, ...(misere ? { misere } : {}), ...before }).slice(0, -1);
  for (const [name, range] of Object.entries(lists)) {
    waiting += `,${jsonLine(name)}:[`;
    let isFirst = true;
    for await (const { values } of runsOf(store, game, { series, misere }, range)) {
      const written = isNear(range) ? values.join() : jsonLine(values).slice(1, -1);
      await writeData(`${waiting}${isFirst ? '' : ','}${written}`);
      waiting = '';
      isFirst = false;
    }
    waiting += ']';
  }
  const rest = jsonLine(after).slice(1, -1);
  await writeData(`${waiting}${rest === '' ? '' : `,${rest}`}}\n`);
}

/** Raises a usage error for more values than can be printed. */
export function checkPrinted(values: number): void {
  checkCost(
    values,
    '{values} values are too many to print. Ask for at most {most}, or write them to a file: takeaway export GAME -o FILE',
    { values, most: MAX_STEPS },
  );
}
