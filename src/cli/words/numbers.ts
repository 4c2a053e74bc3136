/**
 * Numbers as people write them on a command line, read without rounding. Separate because the parser library
 * would turn digits into floating point, which loses the last ones near 2^53.
 */
import { usageError } from '../../common/errors.js';

/** Powers above this are beyond any position, whatever their base; keeps the arithmetic small. */
const LARGEST_EXPONENT = 64;

/** Reads `16777216`, `16_777_216`, `2^24` or `1e7`: a whole number from 0 to 2^53 - 1, exactly. */
export function parseNumber(text: string, subject: string): number {
  const value = exactValue(text.trim());
  if (value !== undefined && value <= BigInt(Number.MAX_SAFE_INTEGER)) return Number(value);
  throw usageError({
    subject,
    expected: 'a whole number from 0 to 2^53 - 1',
    found: text.trim() === '' ? 'nothing' : text,
    help: 'Write it as 16777216, 16_777_216, 2^24 or 1e7.',
  });
}

/** The number a text stands for; undefined when it is no whole number or far too large. */
function exactValue(text: string): bigint | undefined {
  const digits = /^\d+(_\d+)*$/.test(text) ? text.replaceAll('_', '') : undefined;
  if (digits !== undefined) return digits.length > 400 ? undefined : BigInt(digits);
  const power = /^(\d{1,16})\^(\d{1,16})$/.exec(text);
  if (power !== null) return boundedPower(BigInt(power[1]), Number(power[2]));
  const scientific = /^(\d{1,16})(?:\.(\d{1,16}))?e\+?(\d{1,16})$/i.exec(text);
  if (scientific === null) return undefined;
  const [, whole, fraction = '', exponent] = scientific;
  const scale = Number(exponent) - fraction.length;
  if (scale >= 0) {
    const factor = boundedPower(10n, scale);
    return factor === undefined ? undefined : BigInt(whole + fraction) * factor;
  }
  const divisor = 10n ** BigInt(-scale);
  const scaled = BigInt(whole + fraction);
  return scaled % divisor === 0n ? scaled / divisor : undefined;
}

function boundedPower(base: bigint, exponent: number): bigint | undefined {
  if (base <= 1n) return exponent === 0 ? 1n : base;
  return exponent > LARGEST_EXPONENT ? undefined : base ** BigInt(exponent);
}

const UNITS = ['', 'k', 'm', 'g', 't'];

/** Reads an amount of memory: `500MB`, `2GB`, `2 GiB`, or a number of bytes. Units are powers of 1024. */
export function parseBytes(text: string, subject: string): number {
  const match = /^\s*(\d+(?:\.\d+)?)\s*([kmgt]?)(?:i?b)?\s*$/i.exec(text);
  const bytes =
    match === null ? NaN : Math.round(Number(match[1]) * 1024 ** UNITS.indexOf(match[2].toLowerCase()));
  if (Number.isSafeInteger(bytes)) return bytes;
  throw usageError({ subject, expected: 'an amount of memory, such as 500MB or 2GB', found: text });
}
