/**
 * Bytes that travel through Redis: compressed where that is of use, bounded, expiring, and checked against their SHA-256 wherever they arrive.
 * What jobs are given is found by its hash, which is its name; what they have made is found by its job.
 */
import { promisify } from 'node:util';
import { deflateRaw, deflateRawSync, inflateRaw } from 'node:zlib';
import { messageOf } from '../../common/errors.js';
import { sha256 } from '../../common/sha256.js';
import type { Connection } from './connection.js';

/** Bytes of a blob, at most. */
const MOST_BLOB_BYTES = 2 ** 26;
/** Values shrink as much at the fastest level as at any other, or hardly at all. */
const LEVEL = 1;
/** Bytes in the middle that tell whether compressing is of use: it is where they shrink to less than this share. */
const SAMPLE = 2 ** 14;
const WORTH = 0.75;
/** What the first byte of a packed blob says of the others. */
const AS_IS = 0;
const DEFLATED = 1;

const deflate = promisify(deflateRaw);
const inflate = promisify(inflateRaw);

/** Bytes that are not what their hash says. */
export class WrongBytes extends Error {}

/** Whether Redis has refused a write as it has no room. */
export function isFull(error: unknown): boolean {
  return /\bOOM\b/.test(messageOf(error));
}

/** KEYS: when runs were seen, the key. ARGV: the run, the bytes, seconds. A run that is over gets nothing more. */
const PUT = `
if not redis.call('ZSCORE', KEYS[1], ARGV[1]) then return 0 end
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
  const packed = await pack(bytes);
  const seen = connection.key('runs', 'seen');
  return (await connection.redis.eval(PUT, 2, seen, key, run, packed, connection.patience.keptSeconds)) === 1;
}

/**
 * The bytes at a key, at most `most`; undefined where there are none. Raises `WrongBytes` when they do not have the hash.
 * No more than so many are ever transferred or unpacked, whatever somebody has put there.
 */
export async function getBlob(
  { redis }: Connection,
  key: string,
  hash: string,
  most = MOST_BLOB_BYTES,
): Promise<Uint8Array | undefined> {
  const packed = await redis.getrangeBuffer(key, 0, most + 1);
  if (packed.length === 0) return undefined;
  let bytes: Uint8Array;
  try {
    bytes = await unpack(packed, most);
  } catch (error) {
    throw new WrongBytes('bytes that cannot be unpacked', { cause: error });
  }
  const found = sha256(bytes);
  if (found !== hash) throw new WrongBytes(`bytes with SHA-256 ${found}, not ${hash}`);
  return bytes;
}

async function pack(bytes: Uint8Array): Promise<Buffer> {
  const middle = Math.max(0, Math.floor((bytes.length - SAMPLE) / 2));
  const sample = bytes.subarray(middle, middle + SAMPLE);
  const isWorthIt = deflateRawSync(sample, { level: LEVEL }).length < WORTH * sample.length;
  if (!isWorthIt) return Buffer.concat([Uint8Array.of(AS_IS), bytes]);
  return Buffer.concat([Uint8Array.of(DEFLATED), await deflate(bytes, { level: LEVEL })]);
}

/** Raises for what no blob packs to. */
async function unpack(packed: Buffer, most: number): Promise<Uint8Array> {
  const rest = packed.subarray(1);
  if (rest.length > most) throw new RangeError(`more than ${most} bytes`);
  if (packed[0] === AS_IS) return rest;
  if (packed[0] !== DEFLATED) throw new TypeError('neither packed nor as it is');
  return inflate(rest, { maxOutputLength: Math.max(1, most) });
}
