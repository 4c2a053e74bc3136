/**
 * Whole numbers: parsed without rounding from digits, scientific notation and small sums, and written as ASCII digits into bytes
 * without a string for each.
 */

/** Maximum decimal digits of a number; keeps the arithmetic small. */
export const MAX_DIGITS = 4000;
const END = 10n ** BigInt(MAX_DIGITS);

const SUFFIXES: Readonly<Record<string, bigint>> = {
  k: 10n ** 3n,
  M: 10n ** 6n,
  G: 10n ** 9n,
  T: 10n ** 12n,
};

/** The ways to write a number, as advice. */
export const NUMBER_ADVICE = 'Write it as 16777216, 16_777_216, 2^24, 1e7, 1M, 3*10^6 or 2^22-1.';

/**
 * Parses `16777216`, `16_777_216`, `1e7`, `1.5e6`, `1M`, `2^24`, `3*10^6` or `2^22-1`; undefined for any other text. A sum has terms
 * with + and -, a term has factors with *, a factor may have a power; the value may be negative. Suffixes are k, M, G and T, powers
 * of 1000.
 */
export function wholeNumber(text: string): bigint | undefined {
  const compact = text.trim();
  if (compact.length > MAX_DIGITS) return undefined;
  // A sign inside a sum follows a digit or a suffix; `1e+7` is one number.
  const terms = compact.split(/(?<=[\dkMGT])\s*([+-])\s*(?=\d)/).map((part) => part.trim());
  let sum = 0n;
  for (let i = 0; i < terms.length; i += 2) {
    const value = productOf(terms[i]);
    if (value === undefined) return undefined;
    sum = i > 0 && terms[i - 1] === '-' ? sum - value : sum + value;
  }
  return sum;
}

function productOf(text: string): bigint | undefined {
  let product = 1n;
  for (const factor of text.split('*')) {
    const value = powerOf(factor.trim());
    if (value === undefined) return undefined;
    product *= value;
    if (product >= END) return undefined;
  }
  return product;
}

function powerOf(text: string): bigint | undefined {
  const [base, exponent, ...more] = text.split('^').map((part) => part.trim()) as [
    string,
    string?,
    ...string[],
  ];
  if (more.length > 0) return undefined;
  const value = literal(base);
  if (exponent === undefined || value === undefined) return value;
  const times = literal(exponent);
  return times === undefined ? undefined : boundedPower(value, times);
}

/** Parses digits, possibly in groups or with a suffix, or scientific notation. */
function literal(text: string): bigint | undefined {
  const digits = /^(\d+(?:_\d+)*)([kMGT]?)$/.exec(text);
  if (digits !== null) return BigInt(digits[1].replaceAll('_', '')) * (SUFFIXES[digits[2]] ?? 1n);
  const scientific = /^(\d{1,16})(?:\.(\d{1,16}))?(?:e\+?(\d{1,16})|([kMGT]))$/i.exec(text);
  if (scientific === null) return undefined;
  const [, whole, fraction = '', exponent] = scientific;
  const suffix = scientific.at(4);
  const scale = suffix === undefined ? BigInt(exponent) : exponentOf(suffix);
  if (scale === undefined) return undefined;
  const scaled = BigInt(whole + fraction);
  const places = scale - BigInt(fraction.length);
  if (places >= 0n) {
    const factor = boundedPower(10n, places);
    return factor === undefined || scaled * factor >= END ? undefined : scaled * factor;
  }
  const divisor = 10n ** -places;
  return scaled % divisor === 0n ? scaled / divisor : undefined;
}

function exponentOf(suffix: string): bigint | undefined {
  return suffix in SUFFIXES ? BigInt(String(SUFFIXES[suffix]).length - 1) : undefined;
}

function boundedPower(base: bigint, exponent: bigint): bigint | undefined {
  if (base <= 1n) return exponent === 0n ? 1n : base;
  // A base of k bits is at least 2^(k - 1).
  const bits = BigInt(base.toString(2).length - 1) * exponent;
  if (bits > 4 * MAX_DIGITS) return undefined;
  const power = base ** exponent;
  return power < END ? power : undefined;
}

const MINUS = 45;

/** Writes a whole number between -(2^53 - 1) and 2^53 - 1; returns the index after its last digit. */
export function putNumber(bytes: Uint8Array, at: number, value: number): number {
  if (value >= 0 && value < 1e9) return putShort(bytes, at, value | 0);
  if (value < 0) {
    bytes[at] = MINUS;
    return putNumber(bytes, at + 1, -value);
  }
  // The lowest nine digits and the digits above them each fit 32 bits.
  const high = Math.floor(value / 1e9);
  const low = (value - high * 1e9) | 0;
  const millions = (low / 1e6) | 0;
  const end = putDigits(bytes, putShort(bytes, at, high), millions);
  return putThousands(bytes, end, low - millions * 1e6);
}

/** Writes a number below 10^9. */
function putShort(bytes: Uint8Array, at: number, value: number): number {
  if (value < 1000) return putFirst(bytes, at, value);
  const thousands = (value / 1000) | 0;
  if (thousands < 1000) return putDigits(bytes, putFirst(bytes, at, thousands), value - thousands * 1000);
  const millions = (thousands / 1000) | 0;
  return putThousands(bytes, putFirst(bytes, at, millions), value - millions * 1e6);
}

/** The three digits of each number below 1000: half as many divisions as with one digit at a time. */
const DIGITS = new TextEncoder().encode(
  Array.from({ length: 1000 }, (_, i) => String(i).padStart(3, '0')).join(''),
);

/** Writes a number below 1000 without leading zeros. */
function putFirst(bytes: Uint8Array, at: number, value: number): number {
  let end = at;
  if (value >= 100) bytes[end++] = DIGITS[3 * value];
  if (value >= 10) bytes[end++] = DIGITS[3 * value + 1];
  bytes[end++] = DIGITS[3 * value + 2];
  return end;
}

/** Writes the six digits of a number below 10^6. */
function putThousands(bytes: Uint8Array, at: number, value: number): number {
  const thousands = (value / 1000) | 0;
  return putDigits(bytes, putDigits(bytes, at, thousands), value - thousands * 1000);
}

/** Writes the three digits of a number below 1000. */
function putDigits(bytes: Uint8Array, at: number, value: number): number {
  bytes[at] = DIGITS[3 * value];
  bytes[at + 1] = DIGITS[3 * value + 1];
  bytes[at + 2] = DIGITS[3 * value + 2];
  return at + 3;
}
