/** The digest that names data: block files, what travels to other machines, long parameters of what is kept. */
import { createHash } from 'node:crypto';

/** SHA-256 in hexadecimal, of a text as UTF-8. */
export function sha256(data: Uint8Array | string): string {
  return createHash('sha256').update(data).digest('hex');
}
