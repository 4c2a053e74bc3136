/** A hash of nim-values as the store makes them, without its code. */
import { createHash } from 'node:crypto';

/** SHA-256 of values as little-endian 16-bit integers. */
export function hash16(values: ArrayLike<number>): string {
  const bytes = Buffer.alloc(2 * values.length);
  for (let i = 0; i < values.length; i++) bytes.writeUInt16LE(values[i], 2 * i);
  return createHash('sha256').update(bytes).digest('hex');
}
