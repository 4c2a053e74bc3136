/** Workers for tests: processes that can be killed and stopped, and workers in this process whose results can be changed. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { afterAll } from 'vitest';
import { work } from '../../../src/index.js';
import type { WorkerEvent } from '../../../src/cluster/events.js';
import { MAIN } from '../cli.js';

/** Waits for something to be so, however long it takes. */
export async function have(is: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await is())) await new Promise((resolve) => setTimeout(resolve, 20));
}

const stops: (() => Promise<void>)[] = [];

afterAll(async () => {
  for (const stop of stops.splice(0)) await stop().catch(() => undefined);
});

/** A worker process with one thread. */
export class WorkerChild {
  readonly #process: ChildProcess;
  /** What it has said so far, one event a line. */
  log = '';

  private constructor(process: ChildProcess) {
    this.#process = process;
    process.stdout?.setEncoding('utf8').on('data', (text: string) => (this.log += text));
    process.stderr?.setEncoding('utf8').on('data', (text: string) => (this.log += text));
  }

  static async start(
    redis: string,
    environment: Readonly<Record<string, string>> = {},
    more: readonly string[] = [],
  ): Promise<WorkerChild> {
    const words = [MAIN, 'worker', '--threads', '1', '--verbose', '--json', ...more];
    const env = { ...process.env, TAKEAWAY_REDIS: redis, ...environment };
    const child = new WorkerChild(spawn(process.execPath, words, { env, stdio: ['ignore', 'pipe', 'pipe'] }));
    await child.until(() => child.log.includes('"connected"'));
    return child;
  }

  async until(is: () => boolean): Promise<void> {
    while (!is()) {
      if (this.#process.exitCode !== null) throw new Error(`the worker ended: ${this.log}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  signal(signal: NodeJS.Signals): void {
    this.#process.kill(signal);
  }

  get pid(): number {
    return this.#process.pid ?? 0;
  }

  /** Kills it, or asks it to stop; returns its exit code once it has ended. */
  async end(signal: NodeJS.Signals = 'SIGKILL'): Promise<number | null> {
    if (this.#process.exitCode === null && this.#process.signalCode === null) {
      const ended = once(this.#process, 'exit');
      this.#process.kill(signal);
      await ended;
    }
    return this.#process.exitCode;
  }
}

/** Runs `use` with some worker processes, which are killed afterwards. */
export async function withWorkers<Result>(
  redis: string,
  count: number,
  use: (workers: WorkerChild[]) => Promise<Result>,
): Promise<Result> {
  const workers = await Promise.all(Array.from({ length: count }, () => WorkerChild.start(redis)));
  try {
    return await use(workers);
  } finally {
    await Promise.all(workers.map((worker) => worker.end()));
  }
}

/** A worker in this process, for the length of the tests of a file or until it is stopped. */
export function workHere(options: Omit<Parameters<typeof work>[0], 'signal'>): {
  events: WorkerEvent[];
  /** Waits for an event of the given name. */
  until: (name: WorkerEvent['event']) => Promise<void>;
  stop: () => Promise<void>;
} {
  const controller = new AbortController();
  const events: WorkerEvent[] = [];
  const onEvent = (event: WorkerEvent): void => void events.push(event);
  const working = work({ threads: 1, ...options, signal: controller.signal, onEvent });
  working.catch(() => undefined);
  const stop = async (): Promise<void> => {
    controller.abort();
    await working;
  };
  stops.push(stop);
  const until = (name: WorkerEvent['event']): Promise<void> =>
    have(() => events.some(({ event }) => event === name));
  return { events, until, stop };
}
