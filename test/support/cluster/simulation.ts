/**
 * A cluster in virtual time: a queue, commands and workers whose calls are late, come twice or out of order, and which are killed,
 * frozen, filled and emptied as a seed says. The same seed gives the same schedule.
 */
import { nextTick } from 'node:process';
import { InvalidResult, type JobKind, type JobRunner, type Made } from '../../../src/jobs/job.js';
import { BlobSource } from '../../../src/jobs/blob-source.js';
import { FIELD, MAX_FAILURES } from '../../../src/cluster/protocol.js';
import { Run } from '../../../src/cluster/run.js';
import {
  NoRoom,
  type Clock,
  type Found,
  type JobEvent,
  type Kind,
  type Lease,
  type LeaseEnd,
  type Listed,
  type Put,
  type Transport,
} from '../../../src/cluster/transport.js';
import { Worker } from '../../../src/cluster/worker.js';

const LEASE_MS = 12_000;
const MAX_STALLED = 3;
/** Results that a command has in memory at once. */
const MAX_FETCHED = 4;
/** The longest wait for a job: about the time after which BullMQ looks for leases that have run out. */
const TAKE_MS = 4_000;
const GONE_MS = { runs: 90_000, workers: 15_000 };
/** Virtual time in which every run has to end. */
const MAX_MS = 3 * 3600 * 1000;
const VERSION = '1-simulated';
const ENCODER = new TextEncoder();

/** A generator of random numbers from a seed (mulberry32). */
export class Draw {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** A number in [0, 1). */
  unit(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let t = this.#state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  }

  /** An integer from 0 to n - 1. */
  below(n: number): number {
    return Math.floor(this.unit() * n);
  }

  chance(p: number): boolean {
    return this.unit() < p;
  }

  of<Value>(values: readonly Value[]): Value {
    return values[this.below(values.length)];
  }
}

/** Virtual time, as a heap of events. */
export class Time {
  now = 0;
  /** Events so far. */
  #next = 0;
  readonly #heap: { readonly at: number; readonly order: number; readonly run: () => void }[] = [];

  after(milliseconds: number, run: () => void): void {
    const event = { at: this.now + Math.max(0, milliseconds), order: this.#next++, run };
    const heap = this.#heap;
    let i = heap.push(event) - 1;
    for (let up; i > 0 && isBefore(event, heap[(up = (i - 1) >> 1)]); i = up) heap[i] = heap[up];
    heap[i] = event;
  }

  /** Runs events until `isDone`. Raises where nothing is left to happen, or it takes too long. */
  async run(isDone: () => boolean): Promise<void> {
    await settled();
    while (!isDone()) {
      this.#step();
      await settled();
    }
  }

  #step(): void {
    const event = this.#pop();
    if (event === null) throw new Error('nothing more happens, and the run has not ended');
    this.now = event.at;
    if (this.now > MAX_MS) throw new Error('the run has not ended within hours');
    event.run();
  }

  #pop() {
    const heap = this.#heap;
    if (heap.length === 0) return null;
    const [first] = heap;
    const last = heap.pop()!;
    if (heap.length === 0) return first;
    let i = 0;
    for (;;) {
      let down = 2 * i + 1;
      if (down >= heap.length) break;
      if (down + 1 < heap.length && isBefore(heap[down + 1], heap[down])) down++;
      if (!isBefore(heap[down], last)) break;
      heap[i] = heap[down];
      i = down;
    }
    heap[i] = last;
    return first;
  }
}

function isBefore(a: { at: number; order: number }, b: { at: number; order: number }): boolean {
  return a.at < b.at || (a.at === b.at && a.order < b.order);
}

/** Waits until all promises that can settle have: a tick is run when no callback of a promise waits. */
function settled(): Promise<void> {
  return new Promise((resolve) => {
    void Promise.resolve().then(() => nextTick(resolve));
  });
}

/** A process: its timers stop while it is frozen, and for good when it is killed. */
class Process implements Clock {
  isKilled = false;
  frozenUntil = 0;
  readonly #time: Time;

  constructor(time: Time) {
    this.#time = time;
  }

  now(): number {
    return this.#time.now;
  }

  /** Calls `then` after a while, once the process is not frozen; never if it is killed by then. */
  after(milliseconds: number, then: () => void): void {
    this.#time.after(milliseconds, () => this.whenAlive(then));
  }

  /** Calls `then` once the process is not frozen; never if it is killed. */
  whenAlive(then: () => void): void {
    if (this.isKilled) return;
    if (this.#time.now < this.frozenUntil) this.after(this.frozenUntil - this.#time.now, then);
    else then();
  }

  sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      if (signal?.aborted === true) {
        resolve();
        return;
      }
      const wake = (): void => this.whenAlive(end);
      const end = (): void => {
        signal?.removeEventListener('abort', wake);
        resolve();
      };
      signal?.addEventListener('abort', wake);
      this.after(milliseconds, end);
    });
  }
}

interface Announced {
  notice: string;
  at: number;
  until: number;
  used: number;
  readonly fields: Map<string, Uint8Array>;
}

interface Queued {
  readonly priority: number;
  readonly order: number;
  state: 'waiting' | 'active';
  from: number;
  leaseUntil: number;
  token: number;
  failures: number;
  stalled: number;
  givenUp: string | undefined;
}

/** The faults of a schedule. */
interface Faults {
  readonly latency: number;
  readonly twice: number;
  readonly lostEvents: number;
  /** Bytes that a run may have. */
  readonly room: number;
  damages: number;
}

/** The state between commands and workers. */
class Server {
  readonly announced: Record<Kind, Map<string, Announced>> = { runs: new Map(), workers: new Map() };
  readonly queue = new Map<string, Queued>();
  readonly listeners: { readonly process: Process; readonly tell: (event: JobEvent) => void }[] = [];
  isFull = false;
  mostUsed = 0;
  /** A process that holds more at once than it may. */
  excess: string | undefined;
  waiting: (() => void)[] = [];
  #order = 0;
  #tokens = 0;
  readonly time: Time;
  readonly faults: Faults;

  constructor(time: Time, faults: Faults) {
    this.time = time;
    this.faults = faults;
  }

  write(): void {
    if (this.isFull) throw new NoRoom('OOM');
  }

  found(kind: Kind, id: string): Announced | undefined {
    const one = this.announced[kind].get(id);
    if (one !== undefined && one.until > this.time.now) return one;
    this.announced[kind].delete(id);
    return undefined;
  }

  add(job: string, priority: number): void {
    this.write();
    if (this.queue.has(job)) return;
    this.queue.set(job, {
      ...{ priority, order: this.#order++, state: 'waiting', from: 0, leaseUntil: 0, token: 0 },
      ...{ failures: 0, stalled: 0, givenUp: undefined },
    });
    this.wake();
  }

  wake(): void {
    for (const wake of this.waiting.splice(0)) wake();
  }

  /** Milliseconds until the first of the jobs that wait for a time of their own. */
  untilDue(): number {
    let first = Infinity;
    for (const { state, from } of this.queue.values())
      if (state === 'waiting' && from > this.time.now) first = Math.min(first, from);
    return first - this.time.now;
  }

  /** The next job by priority, after those whose leases ran out are put back. */
  next(): { readonly job: string; readonly queued: Queued } | undefined {
    this.write();
    const { now } = this.time;
    let best: { readonly job: string; readonly queued: Queued } | undefined;
    for (const [job, queued] of this.queue) {
      if (queued.state === 'active' && queued.leaseUntil < now) {
        queued.state = 'waiting';
        if (++queued.stalled > MAX_STALLED) queued.givenUp = 'job stalled more than allowable limit';
      }
      if (queued.state !== 'waiting' || queued.from > now) continue;
      const isFirst =
        best === undefined ||
        queued.priority < best.queued.priority ||
        (queued.priority === best.queued.priority && queued.order < best.queued.order);
      if (isFirst) best = { job, queued };
    }
    if (best === undefined) return undefined;
    const { queued } = best;
    Object.assign(queued, { state: 'active', leaseUntil: now + LEASE_MS, token: ++this.#tokens });
    return best;
  }

  /** What a crash takes back, and an appended file keeps. */
  snapshot(): () => void {
    const announced = structuredClone(this.announced);
    const queue = structuredClone(this.queue);
    return () => {
      for (const kind of ['runs', 'workers'] as const) this.announced[kind] = announced[kind];
      this.queue.clear();
      for (const [job, queued] of queue) this.queue.set(job, queued);
    };
  }

  flush(): void {
    this.announced.runs.clear();
    this.announced.workers.clear();
    this.queue.clear();
  }
}

interface SimulatedLease extends Lease {
  readonly token: number;
}

class SimulatedTransport implements Transport {
  readonly #server: Server;
  readonly #process: Process;
  readonly #draw: Draw;
  /** The jobs that it may have at once. */
  readonly #threads: number;
  readonly #leases = new Set<Lease>();
  #fetching = 0;

  constructor(server: Server, process: Process, draw: Draw, threads = 0) {
    this.#server = server;
    this.#process = process;
    this.#draw = draw;
    this.#threads = threads;
  }

  /** A call that takes its time, and may take effect twice, or although its process is dead. */
  async #call<Answer>(effect: () => Answer, isOrdered = false): Promise<Answer> {
    const { time, faults } = this.#server;
    const latency = (): number => this.#draw.unit() * faults.latency;
    if (!isOrdered && this.#draw.chance(faults.twice))
      time.after(latency() + latency(), () => {
        quietly(effect);
      });
    await this.#process.sleep(latency());
    return effect();
  }

  announce(kind: Kind, id: string, text: string, isNew: boolean): Promise<number | undefined> {
    const server = this.#server;
    return this.#call(() => {
      const { now } = server.time;
      const there = server.found(kind, id);
      if (there === undefined && !isNew) return undefined;
      const one = there ?? { notice: '', at: 0, until: 0, used: 0, fields: new Map<string, Uint8Array>() };
      Object.assign(one, { notice: text, at: now, until: now + GONE_MS[kind] });
      server.announced[kind].set(id, one);
      return one.used;
    });
  }

  list(kind: Kind): Promise<Listed[]> {
    const server = this.#server;
    return this.#call(() =>
      [...server.announced[kind].keys()].flatMap((id) => {
        const one = server.found(kind, id);
        return one === undefined ? [] : [{ id, text: one.notice, age: (server.time.now - one.at) / 1000 }];
      }),
    );
  }

  remove(kind: Kind, id: string): Promise<void> {
    return this.#call(() => void this.#server.announced[kind].delete(id));
  }

  add(job: string, priority: number): Promise<void> {
    return this.#call(() => this.#server.add(job, priority));
  }

  cancel(jobs: readonly string[]): Promise<void> {
    return this.#call(() => {
      for (const job of jobs)
        if (this.#server.queue.get(job)?.state === 'waiting') this.#server.queue.delete(job);
    });
  }

  async take(): Promise<Lease | undefined> {
    const server = this.#server;
    const taken = async (): Promise<SimulatedLease | undefined> => {
      await this.#process.sleep(this.#draw.unit() * server.faults.latency);
      const next = server.next();
      if (next === undefined) return undefined;
      const { failures, givenUp, token } = next.queued;
      const lease = { job: next.job, failures, givenUp, token };
      this.#leases.add(lease);
      if (this.#leases.size > this.#threads) server.excess = `${this.#leases.size} jobs of a worker`;
      return lease;
    };
    const first = await taken();
    if (first !== undefined) return first;
    const isWoken = await new Promise<boolean>((resolve) => {
      this.#process.after(Math.min(TAKE_MS, server.untilDue()), () => resolve(false));
      server.waiting.push(() => this.#process.whenAlive(() => resolve(true)));
    });
    return isWoken ? taken() : undefined;
  }

  renew(lease: Lease): Promise<void> {
    return this.#call(() => {
      this.#server.write();
      const queued = this.#leased(lease);
      if (queued !== undefined) queued.leaseUntil = this.#server.time.now + LEASE_MS;
    });
  }

  end(lease: Lease, how: LeaseEnd): Promise<void> {
    const server = this.#server;
    return this.#call(() => {
      server.write();
      this.#leases.delete(lease);
      const queued = this.#leased(lease);
      if (queued === undefined) return;
      if (how === 'done') {
        server.queue.delete(lease.job);
        this.#tell({ job: lease.job });
        return;
      }
      queued.state = 'waiting';
      queued.token = 0;
      if (how === 'back') {
        server.wake();
        return;
      }
      queued.from = server.time.now + 250 * 2 ** queued.failures;
      if (++queued.failures >= MAX_FAILURES) server.queue.delete(lease.job);
      this.#tell({ job: lease.job, failed: how });
    });
  }

  put(run: string, field: string, bytes: Uint8Array, share: number, needs?: string): Promise<Put> {
    const server = this.#server;
    // Calls of a client that are sent again come before its next ones: it has not dropped these bytes by then.
    const isOrdered = needs === undefined;
    return this.#call((): Put => {
      const one = server.found('runs', run);
      if (one === undefined || (needs !== undefined && !one.fields.has(needs))) return 'over';
      const room = server.faults.room * share;
      if (bytes.length > room / 2) return 'large';
      const used = one.used - (one.fields.get(field)?.length ?? 0) + bytes.length;
      if (used > room || server.isFull) throw new NoRoom('OOM');
      one.fields.set(field, this.#damaged(bytes));
      one.used = used;
      server.mostUsed = Math.max(server.mostUsed, used);
      return 'put';
    }, isOrdered);
  }

  async get(run: string, fields: readonly string[], most: number): Promise<readonly Found[]> {
    const isResult = most > 0 && fields[0].startsWith(FIELD.outcome(''));
    if (isResult && ++this.#fetching > MAX_FETCHED) this.#server.excess = `${this.#fetching} results`;
    const found = await this.#call(() => {
      const one = this.#server.found('runs', run);
      return fields.map((field) => {
        const bytes = field === FIELD.notice && one ? ENCODER.encode(one.notice) : one?.fields.get(field);
        return bytes !== undefined && bytes.length > most ? 'large' : bytes;
      });
    });
    if (isResult) this.#fetching--;
    return found;
  }

  drop(run: string, fields: readonly string[]): Promise<void> {
    return this.#call(() => {
      const one = this.#server.found('runs', run);
      for (const field of fields) {
        if (one === undefined) return;
        one.used -= one.fields.get(field)?.length ?? 0;
        one.fields.delete(field);
      }
    });
  }

  listen(tell: (event: JobEvent) => void): Promise<void> {
    return this.#call(() => void this.#server.listeners.push({ process: this.#process, tell }));
  }

  #leased(lease: Lease): Queued | undefined {
    const queued = this.#server.queue.get(lease.job);
    return queued?.state === 'active' && queued.token === (lease as SimulatedLease).token
      ? queued
      : undefined;
  }

  #tell(event: JobEvent): void {
    const { time, faults, listeners } = this.#server;
    for (const { process, tell } of listeners) {
      for (let times = this.#draw.chance(faults.twice) ? 2 : 1; times > 0; times--) {
        if (this.#draw.chance(faults.lostEvents)) continue;
        time.after(this.#draw.unit() * faults.latency, () => process.isKilled || tell(event));
      }
    }
  }

  /** The bytes of an outcome or an input, or others in a few cases. */
  #damaged(bytes: Uint8Array): Uint8Array {
    const { faults } = this.#server;
    if (faults.damages === 0 || !this.#draw.chance(0.2)) return bytes;
    faults.damages--;
    const changed = Uint8Array.from(bytes);
    changed[this.#draw.below(changed.length)] ^= 1 << this.#draw.below(8);
    return changed;
  }
}

function quietly(run: () => unknown): void {
  try {
    run();
  } catch (error) {
    if (!(error instanceof NoRoom)) throw error;
  }
}

/** The input of a job here: its result is a number that follows from it, as so many bytes. */
export interface Task {
  readonly n: number;
  readonly bytes: number;
}

export function expectedOf({ n }: Task): number {
  return (n * n + 7) % 251;
}

function made(task: Task, value = expectedOf(task)): Made {
  return { data: { value }, blobs: [new Uint8Array(task.bytes).fill(value)] };
}

export const TASK: JobKind<Task, number> = {
  name: 'task',
  readInput: (json) => json as Task,
  compute: (task) => Promise.resolve(made(task)),
  most: ({ bytes }) => bytes,
  deadline: () => 10,
  confirm: { again: (task) => task, hashOf: String },
  readResult: ({ bytes }, { data, blobs }) => {
    const { value } = data as { readonly value: number };
    if (blobs.length !== 1 || blobs[0].length !== bytes || blobs[0].some((byte) => byte !== value))
      return Promise.reject(new InvalidResult('other bytes'));
    return Promise.resolve(value);
  },
};

/** The way a worker works. */
type Habit = 'right' | 'lies' | 'sends others' | 'hangs';

/** What has become of a schedule. */
export interface Outcome {
  readonly tasks: readonly Task[];
  readonly results: readonly (number | undefined)[] | undefined;
  readonly error: unknown;
  /** Whether the run may have lost all of its data, or met a job that hangs everywhere. */
  readonly mayFail: boolean;
  readonly refused: readonly string[];
  readonly liars: readonly string[];
  /** The jobs that the run counts as done. */
  readonly counted: number;
  readonly mostUsed: number;
  readonly room: number;
  readonly excess: string | undefined;
  /** Runs and jobs that stay in the queue after the end. */
  readonly left: readonly string[];
  readonly milliseconds: number;
  readonly trace: readonly string[];
}

class Lost extends Error {}

/** Plays the schedule of a seed. */
export async function play(seed: number): Promise<Outcome> {
  const draw = new Draw(seed);
  const time = new Time();
  const trace: string[] = [];
  const log = (text: string): void => void trace.push(`${Math.round(time.now)} ${text}`);
  const count = 1 + draw.below(draw.chance(0.1) ? 9 : 4);
  const tasks = Array.from({ length: count }, (_, n): Task => ({
    n,
    bytes: 1 + draw.below(2000),
  }));
  const faults: Faults = {
    latency: draw.of([2, 2, 20, 300]),
    twice: draw.of([0, 0, 0.1]),
    lostEvents: draw.of([0, 0, 0, 0.3]),
    room: draw.of([1e6, 1e6, 6000, 2500]),
    damages: draw.of([0, 0, 0, 1, 3]),
  };
  const server = new Server(time, faults);
  const confirmedOf = draw.of([1, 2, 50]);
  const refused: string[] = [];
  const liars: string[] = [];
  let mayFail = false;
  let hasHanging = false;

  const runnerHere = (process: Process) => (): JobRunner => ({
    ...{ jobSeconds: 60, atOnce: 1, blobSource: new BlobSource() },
    do: async (kind, input) => {
      await process.sleep(50);
      const own = await kind.compute(kind.readInput(input), {
        blob: () => Promise.reject(new Error()),
      });
      return { result: await kind.readResult(input, own), worker: 'here' };
    },
    refuse: () => undefined,
    close: () => Promise.resolve(),
  });

  // Workers.
  let workers = 0;
  const begin = (habit: Habit): Process => {
    const process = new Process(time);
    const id = `worker ${workers++} (${habit})`;
    const threads = 1 + draw.below(2);
    if (habit === 'lies' || habit === 'sends others') liars.push(id);
    const worker = new Worker({
      ...{ transport: new SimulatedTransport(server, process, draw, threads), clock: process, id },
      ...{
        version: VERSION,
        host: 'here',
        pid: 1,
        threads,
        counts: { active: 0, done: 0, failed: 0, seconds: 0 },
      },
      onEvent: (event) => log(`${id}: ${JSON.stringify(event)}`),
      signal: new AbortController().signal,
      isLost: () => false,
      onError: (error) => {
        throw error;
      },
      compute: async ({ input }, _, { end }) => {
        const task = input as Task;
        await process.sleep(draw.unit() * 400, end);
        if (end.aborted) throw new Error('ended');
        if (habit === 'hangs') return new Promise<never>(() => undefined);
        if (failures > 0 && draw.chance(0.2)) {
          failures--;
          mayFail ||= hasHanging;
          throw new Error('it failed');
        }
        if (habit === 'lies') return made(task, (expectedOf(task) + 1) % 251);
        if (habit === 'sends others') return { ...made(task), blobs: [new Uint8Array(task.bytes + 1)] };
        return made(task);
      },
    });
    worker.serve().catch((error: unknown) => log(`${id}: ${String(error)}`));
    return process;
  };
  let failures = draw.of([0, 0, 0, 2]);
  const honest = Array.from({ length: 1 + draw.below(2) }, () => begin('right'));
  // Lies that no check of their kind finds are found where all results are confirmed.
  if (draw.chance(0.15)) begin(draw.of(confirmedOf === 1 ? ['lies', 'sends others'] : ['sends others']));
  // A job that meets this one twice fails after two more failures, whatever their cause.
  hasHanging = draw.chance(0.05);
  if (hasHanging) begin('hangs');

  // Kills and freezes: few enough that no job is taken for their cause.
  for (let faulty = draw.of([0, 0, 0, 1, 2, 3]); faulty > 0; faulty--) {
    const at = draw.below(honest.length);
    const [isKill, wait, length] = [draw.chance(0.6), draw.unit() * 1500, 1000 + draw.unit() * 15_000];
    time.after(wait, () => {
      log(isKill ? 'a worker is killed' : 'a worker is frozen');
      if (!isKill) {
        mayFail ||= hasHanging;
        honest[at].frozenUntil = time.now + length;
      } else {
        honest[at].isKilled = true;
        time.after(length / 10, () => (honest[at] = begin('right')));
      }
    });
  }
  if (draw.chance(0.1)) {
    const [wait, length] = [draw.unit() * 1000, draw.unit() * 8000];
    time.after(wait, () => (log('full'), (server.isFull = true)));
    time.after(wait + length, () => (log('room'), (server.isFull = false)));
  }
  if (draw.chance(0.08)) {
    const wait = draw.unit() * 1500;
    time.after(wait, () => {
      const back = server.snapshot();
      const runs = [...server.announced.runs.keys()];
      time.after(draw.unit() * 1000, () => {
        log('restarted with the data of a moment ago');
        // A run that had just begun is lost.
        mayFail ||= [...server.announced.runs.keys()].some((id) => !runs.includes(id));
        back();
      });
    });
  }
  if (draw.chance(0.04)) {
    time.after(draw.unit() * 1500, () => {
      log('flushed');
      mayFail = true;
      server.flush();
    });
  }

  // Commands, the last of which is not killed.
  let results: (number | undefined)[] | undefined;
  let error: unknown;
  let isOver = false;
  let counted = 0;
  const killed = new Set<string>();
  const command = async (process: Process, id: string): Promise<void> => {
    const transport = new SimulatedTransport(server, process, draw);
    const run = await Run.begin({
      ...{ transport, clock: process, id, version: VERSION, host: 'here', pid: 1, confirmedOf },
      runnerHere: runnerHere(process),
      lostError: () => new Lost('the run is lost'),
      onError: (problem) => (problem instanceof Error ? problem : new Error(String(problem))),
      onEvent: (event) => {
        log(`${id}: ${JSON.stringify(event)}`);
        if (event.about === 'refused') refused.push(event.worker);
      },
    });
    const found: (number | undefined)[] = [];
    try {
      await Promise.all(
        tasks.map(async (task, i) => {
          const { result } = await run.do(TASK, task);
          if (found[i] !== undefined) throw new Error(`job ${i} ended twice`);
          found[i] = result;
        }),
      );
      results = found;
      counted = run.fleet.stats.done;
    } finally {
      await run.close();
    }
  };
  const start = (id: string): void => {
    const process = new Process(time);
    const isKilled = id === 'run0' && draw.chance(0.1);
    const wait = draw.unit() * 1500;
    const running = command(process, id).catch((problem: unknown) => {
      error = problem;
    });
    void running.then(() => (isOver = true));
    if (!isKilled) return;
    time.after(wait, () => {
      if (isOver) return;
      log('the command is killed, and starts again');
      process.isKilled = true;
      killed.add(id);
      start('run1');
    });
  };
  start('run0');
  let left: readonly string[] = [];
  try {
    await time.run(() => isOver);
    left = [...server.announced.runs.keys()].filter((id) => !killed.has(id));
    // A job that nobody needs goes at the latest when a worker takes it.
    await time.run(() => server.queue.size === 0);
  } catch (problem) {
    error = problem;
    mayFail = false;
  }
  return {
    ...{ tasks, results, counted, error, mayFail, refused, liars, left, trace },
    ...{ mostUsed: server.mostUsed, room: faults.room, excess: server.excess, milliseconds: time.now },
  };
}
