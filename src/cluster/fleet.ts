/** The workers of a run: the run announces itself, counts its workers, and reports the ones that cannot take part. */
import { shortened } from '../common/shown.js';
import type { RunEvent } from './events.js';
import { announced, type Notice } from './protocol.js';
import type { Transport } from './transport.js';

/** Characters of a title before the note that it is shortened; readers accept at most 200. */
const MAX_TITLE_CHARACTERS = 100;
/** Polls, one per 3 s, after which the lack of workers is reported again. */
const POLLS_PER_REPORT = 20;

export interface Announcer {
  readonly id: string;
  readonly version: string;
  readonly host: string;
  readonly pid: number;
  readonly onEvent: (event: RunEvent) => void;
}

interface WorkerCounts {
  /** Workers that can take part, and the threads of all of them. */
  readonly workers: number;
  readonly threads: number;
  /** Connected workers that are excluded. */
  readonly shutOut: number;
}

export class Fleet {
  readonly #transport: Transport;
  readonly #run: Announcer;
  readonly #refused = new Set<string>();
  readonly #otherVersions = new Set<string>();
  readonly stats = { title: '', share: 0, done: 0, failed: 0 };
  /** Result of the last poll. */
  seen: WorkerCounts = { workers: 0, threads: 0, shutOut: 0 };
  /** Polls since the last report; the first poll reports. */
  #polls = POLLS_PER_REPORT;

  constructor(transport: Transport, run: Announcer) {
    this.#transport = transport;
    this.#run = run;
  }

  /** Announces the run. Returns the bytes that Redis holds of it; undefined if it is not new, and has disappeared. */
  announce(seconds: number, isNew = false): Promise<number | undefined> {
    const { id, version, host, pid } = this.#run;
    const { title, ...stats } = this.stats;
    const notice: Notice<'runs'> = {
      ...{ version, title: shortened(title, MAX_TITLE_CHARACTERS), refused: [...this.#refused] },
      ...{ host, pid, ...stats, seconds: Math.round(seconds) },
    };
    return this.#transport.announce('runs', id, JSON.stringify(notice), isNew);
  }

  /** Counts the workers. */
  async poll(): Promise<void> {
    const { onEvent, version } = this.#run;
    let [workers, threads, shutOut] = [0, 0, 0];
    for (const worker of await announced(this.#transport, 'workers')) {
      if (this.#refused.has(worker.id)) shutOut++;
      else if (worker.version === version) {
        workers++;
        threads += worker.threads;
      } else if (!this.#otherVersions.has(worker.id)) {
        this.#otherVersions.add(worker.id);
        onEvent({ about: 'version', worker: worker.id, version: worker.version });
      }
    }
    const isDue = workers === 0 && ++this.#polls >= POLLS_PER_REPORT;
    if (workers !== this.seen.workers || isDue) {
      this.#polls = 0;
      onEvent({ about: 'workers', workers, threads, shutOut });
    }
    this.seen = { workers, threads, shutOut };
  }

  hasRefused(worker: string): boolean {
    return this.#refused.has(worker);
  }

  /** Excludes a worker, which learns it from the next announcement. False if it is excluded already. */
  refuse(worker: string, reason: string): boolean {
    if (this.#refused.has(worker)) return false;
    this.#refused.add(worker);
    this.#run.onEvent({ about: 'refused', worker, reason });
    return true;
  }
}
