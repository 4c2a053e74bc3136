/** The workers of a run: the run announces itself, counts them, and names those that cannot take part. */
import { shortened } from '../common/shown.js';
import type { RunEvent } from './events.js';
import { readWorkerNotice, type RunNotice } from './protocol.js';
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

export class Fleet {
  readonly #transport: Transport;
  readonly #run: Announced;
  readonly #refused = new Set<string>();
  readonly #otherVersions = new Set<string>();
  readonly stats = { title: '', share: 0, done: 0, failed: 0 };
  #seen: { readonly workers: number; readonly threads: number; readonly shutOut: number } | undefined;
  #looks = 0;

  constructor(transport: Transport, run: Announced) {
    this.#transport = transport;
    this.#run = run;
  }

  /** Threads of all workers that can take part. */
  get threads(): number {
    return this.#seen?.threads ?? 0;
  }

  get workers(): number {
    return this.#seen?.workers ?? 0;
  }

  /** Workers that are shut out, of those that are there. */
  get shutOut(): number {
    return this.#seen?.shutOut ?? 0;
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
    for (const { id, text } of await this.#transport.list('workers')) {
      const worker = readWorkerNotice(text);
      if (worker === undefined) continue;
      if (this.#refused.has(id)) shutOut++;
      else if (worker.version === version) {
        workers++;
        threads += worker.threads;
      } else if (!this.#otherVersions.has(id)) {
        this.#otherVersions.add(id);
        onEvent({ about: 'version', worker: id, version: worker.version });
      }
    }
    const isDue = workers === 0 && ++this.#looks >= REPORTED_AGAIN_AFTER;
    if (workers !== this.#seen?.workers || isDue) {
      this.#looks = 0;
      onEvent({ about: 'workers', workers, threads, shutOut });
    }
    this.#seen = { workers, threads, shutOut };
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
