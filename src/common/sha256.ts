/** The digest that names data: block files, blobs for other machines, long keys of caches. */
import { platform } from '../platform/platform.js';

/** Returns the SHA-256 in hexadecimal; text is hashed as UTF-8. */
export function sha256(data: Uint8Array | string): string {
  return platform.sha256(data);
}
