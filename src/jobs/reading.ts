/** Readers of JSON from the network: each returns a value of its type, or raises. */
import type { Range } from '../common/range.js';

export function objectOf(json: unknown): Readonly<Record<string, unknown>> {
  if (typeof json !== 'object' || json === null || Array.isArray(json))
    throw new TypeError('expected an object');
  return json as Readonly<Record<string, unknown>>;
}

/** Reads an integer with least <= n <= most. */
export function integerOf(json: unknown, least = 0, most = Number.MAX_SAFE_INTEGER): number {
  if (Number.isSafeInteger(json) && Number(json) >= least && Number(json) <= most) return Number(json);
  throw new TypeError(`expected an integer from ${least} to ${most}`);
}

/** Reads a non-empty range of at most `longest` positions. */
export function rangeOf(json: unknown, longest = Number.MAX_SAFE_INTEGER): Range {
  const { start, stop } = objectOf(json);
  const from = integerOf(start);
  return { start: from, stop: integerOf(stop, from + 1, Math.min(Number.MAX_SAFE_INTEGER, from + longest)) };
}

/** Longer than any job. */
export const ENDLESS_SECONDS = 1e9;

export function secondsOf(json: unknown): number {
  if (typeof json === 'number' && json >= 0) return json;
  throw new TypeError('expected a number of seconds');
}

/** Reads a text of at most `most` characters. */
export function textOf(json: unknown, most = 1 << 20): string {
  if (typeof json === 'string' && json.length <= most) return json;
  throw new TypeError(`expected a text of at most ${most} characters`);
}

export function hashIn(json: unknown): string {
  const text = textOf(json, 64);
  if (/^[0-9a-f]{64}$/.test(text)) return text;
  throw new TypeError('expected a SHA-256');
}

export function listOf<Value>(json: unknown, most: number, read: (element: unknown) => Value): Value[] {
  if (!Array.isArray(json) || json.length > most) throw new TypeError(`expected a list of at most ${most}`);
  return json.map(read);
}
