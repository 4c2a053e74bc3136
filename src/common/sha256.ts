/** The digest that names data: block files, what travels to other machines, long parameters of what is kept. */
import { platform } from '../platform/platform.js';

/** SHA-256 in hexadecimal, of a text as UTF-8. */
export function sha256(data: Uint8Array | string): string {
  return platform.sha256(data);
}
