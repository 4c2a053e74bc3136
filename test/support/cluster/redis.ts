/**
 * A redis-server of the tests' own on a free port of this machine. Where none is installed, the tests that need one are
 * skipped with the reason.
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { Redis } from 'ioredis';
import { afterAll, describe } from 'vitest';
import { temporaryFolder } from '../temporary.js';

const IS_HERE = spawnSync('redis-server', ['--version']).status === 0;

/** Announcements of workers, the list of runs, and what BullMQ keeps of a queue without jobs. */
const OF_WORKERS = /^takeaway:(workers|runs$|jobs-[^:]+:(meta|id|events|marker|pc|stalled-check)$)/;

/** Runs `use` with a server of its own. */
export async function withRedis<Result>(
  use: (redis: TestRedis) => Promise<Result>,
  options: ServerOptions = {},
): Promise<Result> {
  const redis = await TestRedis.start(options);
  try {
    return await use(redis);
  } finally {
    await redis.stop();
  }
}

/** A group of tests that need a redis-server. */
export function describeWithRedis(name: string, tests: () => void): void {
  if (IS_HERE) describe(name, tests);
  else describe.skip(`${name} (skipped: no redis-server is installed)`, tests);
}

/** How a server is started. */
interface ServerOptions {
  /** More words for its command line; PORT stands for another free port. */
  readonly words?: readonly string[];
  /** Whether its data outlive a restart. */
  readonly isDurable?: boolean;
}

/** A server that can be restarted. */
export class TestRedis {
  readonly port: number;
  /** Where it speaks TLS, when its words name a TLS port. */
  readonly tlsPort: number;
  readonly #words: readonly string[];
  #process: ChildProcess | undefined;

  private constructor(port: number, tlsPort: number, words: readonly string[]) {
    this.port = port;
    this.tlsPort = tlsPort;
    this.#words = words;
  }

  /** Starts a server that lives as long as the tests of the file, or until it is stopped. */
  static async start({ words = [], isDurable = false }: ServerOptions = {}): Promise<TestRedis> {
    const kept = isDurable
      ? ['--dir', temporaryFolder(), '--appendonly', 'yes', '--appendfsync', 'always']
      : ['--appendonly', 'no'];
    for (;;) {
      const [port, tlsPort] = [await freePort(), await freePort()];
      const own = words.map((word) => (word === 'PORT' ? String(tlsPort) : word));
      const base = ['--port', String(port), '--bind', '127.0.0.1', '--save', ''];
      const server = new TestRedis(port, tlsPort, [...base, ...kept, ...own]);
      // Somebody else may have taken a port since it was free.
      if (await server.#isStarted()) return server;
    }
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  async start(): Promise<void> {
    if (!(await this.#isStarted())) throw new Error('the redis-server did not start');
  }

  /** Starts it and waits until it can be asked; false where it ends before, as its port is taken. */
  async #isStarted(): Promise<boolean> {
    const child = spawn('redis-server', this.#words, { stdio: ['ignore', 'pipe', 'ignore'] });
    this.#process = child;
    let log = '';
    return new Promise((resolve) => {
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        log += text;
        if (log.includes('Ready to accept connections')) resolve(true);
      });
      child.on('exit', () => resolve(false));
    });
  }

  /** Kills it: what it has not written is lost. */
  async stop(): Promise<void> {
    const process = this.#process;
    this.#process = undefined;
    if (process === undefined || process.exitCode !== null) return;
    const ended = once(process, 'exit');
    process.kill('SIGKILL');
    await ended;
  }

  /** Uses a connection of its own. */
  async with<Result>(use: (redis: Redis) => Promise<Result>): Promise<Result> {
    const redis = new Redis({ port: this.port, host: '127.0.0.1' });
    try {
      return await use(redis);
    } finally {
      redis.disconnect();
    }
  }

  /** Leaves it so much room, in bytes. */
  fill(room: number): Promise<unknown> {
    return this.with(async (redis) => {
      const used = Number(/used_memory:(\d+)/.exec(await redis.info('memory'))?.[1]);
      await redis.config('SET', 'maxmemory', String(room === 0 ? 1 : used + room));
    });
  }

  keys(): Promise<string[]> {
    return this.with((redis) => redis.keys('*'));
  }

  /**
   * The keys that are left once workers have taken note of the end of all runs: none of a run may be, nor any job in the queue.
   * Waits for as long as they go; those that are left after a minute stay.
   */
  async keysOfRuns(): Promise<string[]> {
    const until = performance.now() + 60_000;
    for (;;) {
      const found = (await this.keys()).filter((key) => !OF_WORKERS.test(key));
      if (found.length === 0 || performance.now() > until) return found;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

/** A server for the tests of a file. */
export function redisForFile(options: ServerOptions = {}): () => Promise<TestRedis> {
  let server: Promise<TestRedis> | undefined;
  afterAll(async () => (await server)?.stop());
  return () => (server ??= TestRedis.start(options));
}

/** A port that is free, or was a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}
