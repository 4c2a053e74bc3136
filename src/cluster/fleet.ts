/** The workers of a run: the run announces itself, counts them, and names those that cannot take part. */
import { shortened } from '../common/shown.js';
import type { RunEvent } from './events.js';
import { workersOf } from './announced.js';
import type { RunNotice } from './protocol.js';
import type { Transport } from './transport.js';

/** Characters of a title, before it says how many it has: readers take at most 200. */
const MAX_TITLE = 100;
/** Looks, one each 3 s, after which it is reported again that there is no worker. */
const REPORTED_AGAIN_AFTER = 20;

/** The run that announces itself. */
export interface Announced {
  readonly id: string;
  readonly version: string;
  readonly host: string;
  readonly pid: number;
  readonly onEvent: (event: RunEvent) => void;
}

/** The workers of a run. */
interface Seen {
  /** Those that can take part, and the threads of all of them. */
  readonly workers: number;
  readonly threads: number;
  /** Those that are there and shut out. */
  readonly shutOut: number;
}

export class Fleet {
  readonly #transport: Transport;
  readonly #run: Announced;
  readonly #refused = new Set<string>();
  readonly #otherVersions = new Set<string>();
  readonly stats = { title: '', share: 0, done: 0, failed: 0 };
  /** As of the last look. */
  seen: Seen = { workers: 0, threads: 0, shutOut: 0 };
  /** Looks since the last report; the first look reports. */
  #looks = REPORTED_AGAIN_AFTER;

  constructor(transport: Transport, run: Announced) {
    this.#transport = transport;
    this.#run = run;
  }

  /** Announces the run. Returns the bytes that are kept of it; undefined if it is not new, and not there any more. */
  announce(seconds: number, isNew = false): Promise<number | undefined> {
    const { id, version, host, pid } = this.#run;
    const { title, ...stats } = this.stats;
    const notice: RunNotice = {
      ...{ version, title: shortened(title, MAX_TITLE), refused: [...this.#refused] },
      ...{ host, pid, ...stats, seconds: Math.round(seconds) },
    };
    return this.#transport.announce('runs', id, JSON.stringify(notice), isNew);
  }

  /** Counts the workers. */
  async look(): Promise<void> {
    const { onEvent, version } = this.#run;
    let [workers, threads, shutOut] = [0, 0, 0];
    for (const worker of await workersOf(this.#transport)) {
      if (this.#refused.has(worker.id)) shutOut++;
      else if (worker.version === version) {
        workers++;
        threads += worker.threads;
      } else if (!this.#otherVersions.has(worker.id)) {
        this.#otherVersions.add(worker.id);
        onEvent({ about: 'version', worker: worker.id, version: worker.version });
      }
    }
    const isDue = workers === 0 && ++this.#looks >= REPORTED_AGAIN_AFTER;
    if (workers !== this.seen.workers || isDue) {
      this.#looks = 0;
      onEvent({ about: 'workers', workers, threads, shutOut });
    }
    this.seen = { workers, threads, shutOut };
  }

  hasRefused(worker: string): boolean {
    return this.#refused.has(worker);
  }

  /** Shuts a worker out; the next announcement tells it. False if it is shut out already. */
  refuse(worker: string, reason: string): boolean {
    if (this.#refused.has(worker)) return false;
    this.#refused.add(worker);
    this.#run.onEvent({ about: 'refused', worker, reason });
    return true;
  }
}
