/** The digest that names data: block files, jobs for other machines, long parameters of kept results. */
import { platform } from '../platform/platform.js';

/** Returns the SHA-256 in hexadecimal, of a text as UTF-8. */
export function sha256(data: Uint8Array | string): string {
  return platform.sha256(data);
}
