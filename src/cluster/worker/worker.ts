/**
 * A worker: it finds the runs that are announced in a Redis, works for one at a time with all its threads, and turns to the
 * next after a while when there are several.
 */
import { randomBytes } from 'node:crypto';
import { availableParallelism, hostname } from 'node:os';
import { pause, unlessAborted } from '../../common/stoppable.js';
import { checkThreads } from '../../common/threads.js';
import { redisAddress } from '../connection/address.js';
import { BlobCache } from '../connection/cache.js';
import { Connection, type ConnectionOptions } from '../connection/connection.js';
import type { Patience } from '../connection/patience.js';
import { removeRun, removeStrays } from '../connection/removal.js';
import { HEARTBEAT_MS, Registry } from '../connection/registry.js';
import type { ThreadAnswer } from '../../jobs/messages.js';
import { JobThreads } from '../../jobs/threads.js';
import { LOOK_MS, ownVersion, readRunNotice, type RunNotice, type WorkerNotice } from '../protocol.js';
import type { WorkerEvent } from './events.js';
import { serveMetrics, type MetricsAddress, type WorkerFigures } from './metrics.js';
import { Stay, type Equipment, type Leave } from './stay.js';
import { Tally } from './tally.js';

/** How long a worker stays with a run while there are others. */
const TURN_MS = 5_000;

/** How to work. */
export interface WorkerOptions {
  /** The URL of the Redis. */
  readonly redis: string;
  /** Default as many as the machine has cores. */
  readonly threads?: number | undefined;
  /** Where to tell of the work as `serveMetrics` does; nowhere by default. */
  readonly metrics?: MetricsAddress | undefined;
  /** Stops the worker when aborted, after the jobs at hand. */
  readonly signal: AbortSignal;
  /** Called with what happens, for logs. */
  readonly onEvent?: ((event: WorkerEvent) => void) | undefined;
  /** How long things may take. */
  readonly patience?: Partial<Patience> | undefined;
  /** Ours unless a test says otherwise. */
  readonly version?: string | undefined;
  /** What becomes of results before they are sent; for tests. */
  readonly tamper?: ((answer: ThreadAnswer) => ThreadAnswer) | undefined;
}

/**
 * Works until the signal is aborted. A Redis that is not there yet is waited for; raises `io` or `incompatible` when it
 * cannot be used.
 */
export async function work(options: WorkerOptions): Promise<void> {
  const { patience, signal, onEvent } = options;
  const threads = checkThreads(options.threads ?? availableParallelism());
  const address = redisAddress(options.redis);
  const watching: ConnectionOptions = {
    patience,
    onError: (reason) => onEvent?.({ event: 'redis-error', reason }),
    onChange: (isThere, reason) =>
      onEvent?.(isThere ? { event: 'redis-back' } : { event: 'redis-lost', reason }),
  };
  let connection: Connection | undefined;
  const tally = new Tally((event) => onEvent?.(event));
  const figures = (): WorkerFigures => {
    const { active, done, failed, seconds: jobSeconds } = tally;
    return { isConnected: connection?.lostFor === 0, threads, active, done, failed, jobSeconds };
  };
  const server = options.metrics && (await serveMetrics(options.metrics, figures));
  try {
    connection = await Connection.await(address, watching, signal, (reason) =>
      onEvent?.({ event: 'waiting', redis: address.shown, reason }),
    );
    if (connection === undefined) return;
    const worker = new WorkerProcess(connection, threads, tally, options);
    try {
      await worker.serve();
    } finally {
      await worker.close();
      connection.close();
    }
  } finally {
    server?.close();
    server?.closeAllConnections();
  }
}

/** The runs that are announced: all by id, and the notices of those that the worker may work for. */
interface RunsSeen {
  readonly all: ReadonlySet<string>;
  readonly open: ReadonlyMap<string, RunNotice>;
}

class WorkerProcess {
  readonly #connection: Connection;
  readonly #equipment: Equipment;
  readonly #runs: Registry;
  readonly #workers: Registry;
  readonly #version: string;
  readonly #toldOf = new Set<string>();
  readonly #begunAt = performance.now();
  #run: string | null = null;
  #timer: NodeJS.Timeout | undefined;
  #stay: Stay | undefined;
  #saying: Promise<void> = Promise.resolve();
  #next: Promise<void> | undefined;

  constructor(connection: Connection, threads: number, tally: Tally, options: WorkerOptions) {
    const { signal, tamper } = options;
    this.#connection = connection;
    this.#equipment = {
      worker: `${hostname()}-${randomBytes(4).toString('hex')}`.slice(-100),
      connection,
      threads: new JobThreads(threads),
      cache: new BlobCache(),
      tally,
      sayTally: () => this.#say(),
      ...{ signal, tamper },
    };
    this.#runs = new Registry(connection, 'runs');
    this.#workers = new Registry(connection, 'workers');
    this.#version = options.version ?? ownVersion();
  }

  async serve(): Promise<void> {
    const { signal, worker, threads } = this.#equipment;
    await removeStrays(this.#connection);
    await this.#announce();
    this.#timer = setInterval(() => {
      void this.#say();
      this.#stay?.renew().catch((error: unknown) => this.#connection.tell(error));
    }, HEARTBEAT_MS);
    const { shown } = this.#connection.address;
    this.#tell({ event: 'connected', worker, redis: shown, threads: threads.count });
    let last: string | undefined;
    while (!signal.aborted) {
      const open = (await this.#look())?.open ?? new Map<string, RunNotice>();
      const ids = [...open.keys()].sort();
      // The next one after the last, so that all have their turns.
      const next = ids.find((id) => last !== undefined && id > last) ?? ids.at(0);
      if (next === undefined) await pause(LOOK_MS, signal);
      else await this.#attend(next, open.get(next)!);
      last = next;
    }
  }

  async close(): Promise<void> {
    const { worker, threads, tally } = this.#equipment;
    clearInterval(this.#timer);
    await threads.end();
    await this.#connection.lastly(() => this.#workers.remove([worker]));
    this.#tell({ event: 'stopped', jobs: tally.done });
  }

  /** The runs that there are; undefined when the Redis answers with errors, or the worker is to stop before it answers. */
  #look(): Promise<RunsSeen | undefined> {
    const found = this.#findRuns().catch((error: unknown) => {
      this.#connection.tell(error);
      return undefined;
    });
    return unlessAborted(found, this.#equipment.signal);
  }

  /** Finds the runs that there are. Those that have fallen silent are removed. */
  async #findRuns(): Promise<RunsSeen> {
    const { there, gone } = await this.#runs.list();
    for (const id of gone) await removeRun(this.#connection, id);
    const open = new Map<string, RunNotice>();
    for (const [id, text] of there) {
      const notice = readRunNotice(text);
      if (notice === undefined) continue;
      if (notice.version !== this.#version) {
        const { version } = notice;
        this.#tellOnce(id, { event: 'version-refused', run: id, version, own: this.#version });
      } else if (notice.refused.includes(this.#equipment.worker)) {
        this.#tellOnce(id, { event: 'shut-out', run: id });
      } else open.set(id, notice);
    }
    return { all: new Set(there.keys()), open };
  }

  /** Works for a run until it is over, or until it is the turn of another. */
  async #attend(run: string, { title, isWide }: RunNotice): Promise<void> {
    const { tally } = this.#equipment;
    const before = tally.done;
    this.#run = run;
    void this.#say();
    this.#tellOnce(run, { event: 'run-begun', run, title });
    const stay = await Stay.begin(this.#equipment, run, isWide);
    this.#stay = stay;
    const why = await this.#untilLeave(run);
    this.#stay = undefined;
    await stay.leave(why);
    if (why !== 'turn') this.#tell({ event: 'run-left', run, jobs: tally.done - before });
    this.#run = null;
    void this.#say();
  }

  async #untilLeave(run: string): Promise<Leave> {
    const { signal } = this.#equipment;
    const begun = performance.now();
    for (;;) {
      await pause(LOOK_MS, signal);
      if (signal.aborted) return 'turn';
      const seen = await this.#look();
      if (seen === undefined) continue;
      if (!seen.all.has(run)) return 'over';
      if (!seen.open.has(run)) return 'shut out';
      if (seen.open.size > 1 && performance.now() - begun > TURN_MS) return 'turn';
    }
  }

  /** Has what is true now announced, once what is under way is; all who ask meanwhile share the next time. */
  #say(): Promise<void> {
    this.#next ??= this.#saying.then(() => {
      this.#next = undefined;
      this.#saying = this.#announce().catch((error: unknown) => this.#connection.tell(error));
      return this.#saying;
    });
    return this.#next;
  }

  async #announce(): Promise<void> {
    const { worker, threads, tally } = this.#equipment;
    const { active, done, failed, lastMinute } = tally;
    const notice: WorkerNotice = {
      version: this.#version,
      host: hostname().slice(-100),
      pid: process.pid,
      threads: threads.count,
      run: this.#run,
      ...{ active, done, failed, lastMinute },
      seconds: Math.round((performance.now() - this.#begunAt) / 1000),
    };
    await this.#workers.announce(worker, JSON.stringify(notice));
  }

  /** Tells what lasts of a run the first time. */
  #tellOnce(run: string, event: WorkerEvent): void {
    const told = `${run} ${event.event}`;
    if (!this.#toldOf.has(told)) this.#tell(event);
    this.#toldOf.add(told);
  }

  #tell(event: WorkerEvent): void {
    this.#equipment.tally.tell(event);
  }
}
