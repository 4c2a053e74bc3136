/** The digest that names bytes: of block files, of what travels to other machines. */
import { createHash } from 'node:crypto';

/** SHA-256 in hexadecimal. */
export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
