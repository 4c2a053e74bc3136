/**
 * Bytes that travel through Redis: bounded, expiring, and checked against their SHA-256 wherever they arrive. What jobs are
 * given is found by its hash, which is its name; what they have made is found by its job. Kinds of jobs pack what is worth it.
 */
import { messageOf } from '../../common/errors.js';
import { sha256 } from '../../common/sha256.js';
import type { Connection } from './connection.js';

/** Bytes of a blob, at most. */
const MOST_BLOB_BYTES = 2 ** 26;

/** Bytes that a worker keeps, at most: a part of what a worker needs for its work anyway. */
const MOST_KEPT_BYTES = 2 ** 26;

/** Bytes that are not what their hash says. */
export class WrongBytes extends Error {}

/** Whether Redis has refused a write as it has no room. */
export function isFull(error: unknown): boolean {
  return /\bOOM\b/.test(messageOf(error));
}

/** KEYS: what runs say of themselves, the key. ARGV: the run, the bytes, seconds. A run that is over gets nothing more. */
const PUT = `
if redis.call('HEXISTS', KEYS[1], ARGV[1]) == 0 then return 0 end
redis.call('SET', KEYS[2], ARGV[2], 'EX', ARGV[3])
return 1`;

/** Writes a blob of a run to a key, where it stays as long as anything does that nobody renews; false when the run is over. */
export async function putBlob(
  connection: Connection,
  run: string,
  key: string,
  bytes: Uint8Array,
): Promise<boolean> {
  if (bytes.length > MOST_BLOB_BYTES) throw new RangeError(`a blob of ${bytes.length} bytes`);
  const { redis, patience } = connection;
  const value = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  return (await redis.eval(PUT, 2, connection.key('runs'), key, run, value, patience.keptSeconds)) === 1;
}

/**
 * The bytes at a key, at most `most`; undefined where there are none. Raises `WrongBytes` when they do not have the hash.
 * No more than so many are ever transferred, whatever somebody has put there.
 */
export async function getBlob(
  { redis }: Connection,
  key: string,
  hash: string,
  most = MOST_BLOB_BYTES,
): Promise<Uint8Array | undefined> {
  const bytes = await redis.getrangeBuffer(key, 0, most);
  if (bytes.length === 0 && (await redis.exists(key)) === 0) return undefined;
  if (bytes.length > most) throw new WrongBytes(`more than ${most} bytes`);
  const found = sha256(bytes);
  if (found !== hash) throw new WrongBytes(`bytes with SHA-256 ${found}, not ${hash}`);
  return bytes;
}

/** Blobs that a worker has had already: the latest, in memory. */
export class BlobCache {
  readonly #kept = new Map<string, Uint8Array>();
  #bytes = 0;

  /** The blob of a hash: from here, or from `fetch`. Undefined where that has none. */
  async get(hash: string, fetch: () => Promise<Uint8Array | undefined>): Promise<Uint8Array | undefined> {
    const bytes = this.#kept.get(hash) ?? (await fetch());
    if (bytes !== undefined) this.#keep(hash, bytes);
    return bytes;
  }

  #keep(hash: string, bytes: Uint8Array): void {
    this.#bytes += bytes.length - (this.#kept.get(hash)?.length ?? 0);
    // The latest is the last.
    this.#kept.delete(hash);
    this.#kept.set(hash, bytes);
    for (const [oldest, { length }] of this.#kept) {
      if (this.#bytes <= MOST_KEPT_BYTES || oldest === hash) break;
      this.#kept.delete(oldest);
      this.#bytes -= length;
    }
  }
}
