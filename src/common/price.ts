/** The price of work that a message advises. A low price is left out; work of more than a week is not advised. */

/** The estimated time and disk space of an extension. */
export interface Price {
  readonly seconds: number;
  /** Bytes of the store; undefined if nothing is stored or it is not known. */
  readonly bytes?: number | undefined;
}

/** Minimum price that a message names. */
const MIN_TOLD_SECONDS = 10;
const MIN_TOLD_BYTES = 1e8;
/** Maximum work that a message advises: a week. */
export const MAX_ADVISED_SECONDS = 7 * 86_400;

const TIMES: readonly (readonly [seconds: number, noun: string])[] = [
  [365.25 * 86_400, 'year'],
  [86_400, 'day'],
  [3600, 'hour'],
  [60, 'minute'],
  [1, 'second'],
];
const SIZES: readonly (readonly [bytes: number, unit: string])[] = [
  [1e12, 'TB'],
  [1e9, 'GB'],
  [1e6, 'MB'],
  [1e3, 'kB'],
  [1, 'bytes'],
];

/** Returns the price, rounded up, if a message should name it. */
export function highPrice(price: Price | undefined): Price | undefined {
  const isHigh =
    price !== undefined && (price.seconds > MIN_TOLD_SECONDS || (price.bytes ?? 0) > MIN_TOLD_BYTES);
  return isHigh
    ? { ...price, seconds: Math.ceil(price.seconds), bytes: price.bytes && Math.ceil(price.bytes) }
    : undefined;
}

/** Returns `about 40 minutes and 9 MB`: two digits, as estimates have no more. */
export function priceWords({ seconds, bytes }: Price): string {
  const [length, noun] = TIMES.find(([each]) => seconds >= 1.5 * each) ?? TIMES[TIMES.length - 1];
  const amount = roughly(Math.max(1, seconds / length));
  const time = `${amount} ${noun}${amount === 1 ? '' : 's'}`;
  if (bytes === undefined) return `about ${time}`;
  const [size, unit] = SIZES.find(([each]) => bytes >= each) ?? SIZES[SIZES.length - 1];
  return `about ${time} and ${roughly(bytes / size)} ${unit}`;
}

/** Rounds to two digits. */
function roughly(value: number): number {
  return Number(value.toPrecision(2)) < 10 ? Math.round(value) : Number(value.toPrecision(2));
}
