/**
 * The blobs of a run in Redis: those that jobs are given, which are kept there as long as they are offered, and those of
 * results, of which no more is fetched than their kind of job may give back.
 */
import { getBlob, putBlob, WrongBytes } from '../connection/blobs.js';
import type { Connection } from '../connection/connection.js';
import { blobKey, resultKey } from '../connection/names.js';
import { InvalidResult, type Most } from '../../jobs/job.js';
import type { BlobSource } from '../../jobs/blob-source.js';
import type { BlobName } from '../protocol.js';

/** Keys are renewed so many times in the time for which they stay. */
export const RENEWALS = 4;

/** What jobs are given. */
export class BlobsInUse {
  readonly #connection: Connection;
  readonly #run: string;
  readonly #blobSource: BlobSource;
  /** The hashes of those that are to be there. */
  readonly #hashes = new Set<string>();
  #renewedAt = performance.now();

  constructor(connection: Connection, run: string, blobSource: BlobSource) {
    this.#connection = connection;
    this.#run = run;
    this.#blobSource = blobSource;
  }

  /** Puts a blob where workers find it. */
  async put(hash: string, bytes: Uint8Array): Promise<void> {
    this.#hashes.add(hash);
    await putBlob(this.#connection, this.#run, this.#key(hash), bytes);
  }

  /** As `put`, of a blob that was offered and is gone, as others may be; false when it was not offered. */
  async supply(hash: string): Promise<boolean> {
    this.#renewedAt = -Infinity;
    const bytes = await this.#blobSource.supply(hash);
    if (bytes !== undefined) await this.put(hash, bytes);
    return bytes !== undefined;
  }

  /** Whether it is time to renew them. */
  get isDue(): boolean {
    return performance.now() - this.#renewedAt > (1000 * this.#connection.patience.keptSeconds) / RENEWALS;
  }

  /** Has all stay that are still offered, and puts those there again that are gone. */
  async renew(): Promise<void> {
    for (const hash of this.#hashes) if (!this.#blobSource.has(hash)) this.#hashes.delete(hash);
    const hashes = [...this.#hashes];
    const { redis, patience } = this.#connection;
    const pipeline = redis.pipeline();
    for (const hash of hashes) pipeline.expire(this.#key(hash), patience.keptSeconds);
    const answers = (await pipeline.exec()) ?? [];
    for (const [i, hash] of hashes.entries()) if (answers[i]?.[1] === 0) await this.supply(hash);
    this.#renewedAt = performance.now();
  }

  #key(hash: string): string {
    return blobKey(this.#connection, this.#run, hash);
  }
}

/**
 * The blobs of a result. Raises `InvalidResult` for more or larger ones than there may be, before any is fetched, and `WrongBytes`
 * for those that are not what they are named: then they were changed or lost on the way.
 */
export async function fetchResult(
  connection: Connection,
  job: string,
  names: readonly BlobName[],
  most: Most,
): Promise<Uint8Array[]> {
  const total = names.reduce((sum, { bytes }) => sum + bytes, 0);
  if (names.length > most.blobs || total > most.bytes) {
    throw new InvalidResult(
      `${total} bytes in ${names.length} blobs, not at most ${most.bytes} in ${most.blobs}`,
    );
  }
  const blobs: Uint8Array[] = [];
  for (const { hash, bytes } of names) {
    const found = await getBlob(connection, resultKey(connection, job, hash), hash, bytes);
    if (found === undefined) throw new WrongBytes('no bytes of a result');
    blobs.push(found);
  }
  return blobs;
}

/** Removes the blobs of a result from Redis. */
export async function removeResult(
  connection: Connection,
  job: string,
  names: readonly BlobName[],
): Promise<void> {
  const keys = names.map(({ hash }) => resultKey(connection, job, hash));
  if (keys.length > 0) await connection.redis.unlink(...keys);
}
