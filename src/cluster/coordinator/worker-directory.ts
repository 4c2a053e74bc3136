/**
 * Who takes part in a run: it says that it is there, sees which workers there are, and names those that cannot take part,
 * as they have another version or have sent what is wrong.
 */
import { hostname } from 'node:os';
import { shortened } from '../../common/shown.js';
import type { Connection } from '../connection/connection.js';
import { removedKey } from '../connection/names.js';
import { Registry, removeRun } from '../connection/registry.js';
import { ownVersion, readWorkerNotice, type RunNotice } from '../protocol.js';
import type { RunOptions } from './options.js';

/** Characters of a title that is announced, before it says how many it has: no reader takes one of more than 200. */
const MOST_TITLE = 100;

/** Looks, one each 3 s, after which it is said again that no worker is there: a run may wait for days. */
const SAID_AGAIN_AFTER = 20;

/** A run and its workers, as Redis knows them. */
export class WorkerDirectory {
  readonly #connection: Connection;
  readonly #run: string;
  readonly #options: RunOptions;
  /** Of which workers have to be. */
  readonly version = ownVersion();
  readonly #runs: Registry;
  readonly #workers: Registry;
  readonly #refused = new Set<string>();
  readonly #otherVersions = new Set<string>();
  readonly #begunAt = performance.now();
  /** What the run says of how far it is. */
  readonly stats = { share: 0, done: 0, failed: 0 };
  #seen: { readonly workers: number; readonly jobs: number } | undefined;
  /** Looks since it was last said how many there are. */
  #looks = 0;

  constructor(connection: Connection, run: string, options: RunOptions) {
    this.#connection = connection;
    this.#run = run;
    this.#options = options;
    this.#runs = new Registry(connection, 'runs');
    this.#workers = new Registry(connection, 'workers');
  }

  /** Workers that work for the run or could. */
  get workers(): number {
    return this.#seen?.workers ?? 0;
  }

  /** Jobs that they can do at the same time. */
  get jobs(): number {
    return this.#seen?.jobs ?? 0;
  }

  /** Says that the run is there. */
  async announce(): Promise<void> {
    const title = shortened(this.#options.title, MOST_TITLE);
    const notice: RunNotice = {
      ...{ version: this.version, title, refused: [...this.#refused] },
      ...{ host: hostname().slice(-100), pid: process.pid, ...this.stats },
      seconds: Math.round((performance.now() - this.#begunAt) / 1000),
    };
    await this.#runs.announce(this.#run, JSON.stringify(notice));
  }

  /** Sees who is there, and removes what runs have left that have fallen silent. */
  async look(): Promise<void> {
    const { there } = await this.#workers.list();
    const { onNews } = this.#options;
    let [workers, threads, shutOut] = [0, 0, 0];
    for (const [id, { text }] of there) {
      const worker = readWorkerNotice(text);
      if (worker === undefined) continue;
      if (this.#refused.has(id)) shutOut++;
      else if (worker.version === this.version) {
        workers++;
        threads += worker.threads;
      } else if (!this.#otherVersions.has(id)) {
        this.#otherVersions.add(id);
        onNews?.({ about: 'version', worker: id, version: worker.version });
      }
    }
    const isDue = workers === 0 && ++this.#looks >= SAID_AGAIN_AFTER;
    if (workers !== this.#seen?.workers || isDue) {
      this.#looks = 0;
      onNews?.({ about: 'workers', workers, threads, shutOut });
    }
    this.#seen = { workers, jobs: threads };
    const { gone } = await this.#runs.list();
    for (const id of gone) if (id !== this.#run) await removeRun(this.#connection, id);
  }

  /** Whether somebody has removed the run from the Redis. */
  async isRemoved(): Promise<boolean> {
    return (await this.#connection.redis.exists(removedKey(this.#connection, this.#run))) === 1;
  }

  /** Whether Redis knows of the run: it may have lost its data. */
  async isThere(): Promise<boolean> {
    return (await this.#runs.get(this.#run)) !== undefined;
  }

  hasRefused(worker: string): boolean {
    return this.#refused.has(worker);
  }

  /** Shuts a worker out, and has it told so at once. */
  refuse(worker: string, reason: string): void {
    if (this.#refused.has(worker)) return;
    this.#refused.add(worker);
    this.#options.onNews?.({ about: 'refused', worker, reason });
    // Where this fails, the next announcement says it.
    this.announce().catch(() => undefined);
  }

  /** Says that the run is over. */
  async end(): Promise<void> {
    await this.#runs.withdraw(this.#run);
    await this.#connection.redis.unlink(removedKey(this.#connection, this.#run));
  }
}
