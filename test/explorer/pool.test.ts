/** The pool of processes that answer requests, with processes that do what a test tells them. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Pool } from '../../src/explorer/pool/pool.js';
import { TooMuchMemoryError } from '../../src/processes/beside.js';
import type { AnswerTalk, Head } from '../../src/explorer/pool/talk.js';

type Result = AnswerTalk['result'];

/** A process that answers when it is told to. */
class TestProcess {
  hasFailed = false;
  url = '';
  signal = new AbortController().signal;
  ask: (bytes: Uint8Array) => Promise<boolean> = () => Promise.resolve(false);
  #settle: { resolve: (result: Result) => void; reject: (error: Error) => void } | undefined;

  run(
    { url }: AnswerTalk['request'],
    take: (piece: AnswerTalk['question']) => Promise<boolean>,
    signal?: AbortSignal,
  ): Promise<Result> {
    this.url = new URL(url).search.replace('?game=', '');
    this.signal = signal!;
    let head: Head | undefined = { status: 200, headers: [] };
    this.ask = (bytes) => {
      const piece = head === undefined ? { bytes } : { head, bytes };
      head = undefined;
      return take(piece);
    };
    return new Promise((resolve, reject) => (this.#settle = { resolve, reject }));
  }

  get isBusy(): boolean {
    return this.#settle !== undefined;
  }

  finish(hasGrown = false): void {
    this.#end()?.resolve({ whole: { status: 200, headers: [], bytes: Buffer.from(this.url) }, hasGrown });
  }

  /** Answers with the pieces that were sent. */
  finishPieces(): void {
    this.#end()?.resolve({ whole: null, hasGrown: false });
  }

  fail(error: Error): void {
    this.hasFailed = true;
    this.#end()?.reject(error);
  }

  #end(): { resolve: (result: Result) => void; reject: (error: Error) => void } | undefined {
    const settle = this.#settle;
    this.#settle = undefined;
    return settle;
  }

  end(): Promise<void> {
    this.fail(new Error('it ended with SIGKILL'));
    return Promise.resolve();
  }
}

afterEach(() => vi.useRealTimers());

interface AskOptions {
  readonly isLong?: boolean;
  readonly signal?: AbortSignal;
  readonly cut?: () => void;
}

/** A pool and its processes. */
function poolOfProcesses(): {
  pool: Pool;
  processes: TestProcess[];
  answer: (game: string, options?: AskOptions) => Promise<Response>;
  ask: (game: string, options?: AskOptions) => Promise<string>;
  busy: () => string[];
  processOf: (game: string) => TestProcess;
} {
  const processes: TestProcess[] = [];
  const pool = new Pool(() => {
    const process = new TestProcess();
    processes.push(process);
    return process;
  });
  const shown = { folder: '', givenStore: undefined, canWrite: false };
  const answer = (
    game: string,
    { isLong = false, signal = new AbortController().signal, cut = () => undefined }: AskOptions = {},
  ): Promise<Response> => {
    const request = { shown, url: `http://127.0.0.1/api/game?game=${game}`, hadCatalog: false, seed: 0 };
    return pool.answer({ request, isLong, signal, cut });
  };
  return {
    ...{ pool, processes, answer },
    ask: async (game, options) => (await answer(game, options)).text(),
    busy: () => processes.filter(({ isBusy }) => isBusy).map(({ url }) => url),
    processOf: (game) => processes.find(({ url, isBusy }) => isBusy && url === game)!,
  };
}

/** Lets what has been settled have its effects. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const statusOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 200,
    (error: unknown) => (error as { readonly status?: number }).status ?? error,
  );

describe('requests', () => {
  it('start no process before the first, and use it again', async () => {
    const { processes, ask, processOf } = poolOfProcesses();
    expect(processes).toEqual([]);
    for (const game of ['squares', 'cubes']) {
      const answer = ask(game);
      processOf(game).finish();
      expect(await answer).toBe(game);
      await settled();
    }
    expect(processes).toHaveLength(1);
  });

  it('are done four at a time, in the order in which they came', async () => {
    const { ask, busy, processOf, pool } = poolOfProcesses();
    const games = ['a', 'b', 'c', 'd', 'e', 'f'];
    const answers = games.map((game) => ask(game));
    expect([busy(), pool.census.waiting]).toEqual([['a', 'b', 'c', 'd'], 2]);
    processOf('c').finish();
    await settled();
    expect(busy().sort()).toEqual(['a', 'b', 'd', 'e']);
    for (const game of ['a', 'b', 'd', 'e']) processOf(game).finish();
    await settled();
    processOf('f').finish();
    expect(await Promise.all(answers)).toEqual(games);
  });

  it('that take as long as their clients leave two processes to the others', async () => {
    const { ask, busy, processOf } = poolOfProcesses();
    const long = ['a', 'b', 'c'].map((game) => ask(game, { isLong: true }));
    const short = ask('squares');
    expect(busy()).toEqual(['a', 'b', 'squares']);
    processOf('squares').finish();
    expect(await short).toBe('squares');
    processOf('a').finish();
    await settled();
    expect(busy().sort()).toEqual(['b', 'c']);
    for (const game of ['b', 'c']) processOf(game).finish();
    expect(await Promise.all(long)).toEqual(['a', 'b', 'c']);
  });

  it('are refused when more than sixty-four wait', async () => {
    const { ask, pool } = poolOfProcesses();
    const all = Array.from({ length: 4 + 64 }, (_, i) => statusOf(ask(`w${i}`)));
    expect(await statusOf(ask('more'))).toBe(503);
    expect(pool.census).toEqual({ processes: 4, working: 4, waiting: 64, cut: 0 });
    await pool.end();
    await Promise.all(all);
  });

  it('are answered with 507 when no answer has begun within 120 seconds', async () => {
    vi.useFakeTimers();
    const { ask, answer, processOf } = poolOfProcesses();
    const [silent, begun] = [statusOf(ask('a')), answer('b', { isLong: true })];
    void processOf('b').ask(Buffer.from('one '));
    const text = (await begun).text();
    await vi.advanceTimersByTimeAsync(119_999);
    const { signal } = processOf('a');
    expect(signal.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect([await silent, signal.aborted]).toEqual([507, true]);
    processOf('b').finishPieces();
    expect(await text).toBe('one ');
  });

  it('whose client goes end, and their process too when it does not heed', async () => {
    vi.useFakeTimers();
    const { ask, pool, processOf } = poolOfProcesses();
    const client = new AbortController();
    const left = statusOf(ask('a', { signal: client.signal }));
    const process = processOf('a');
    client.abort();
    expect([await left, process.signal.aborted, process.hasFailed]).toEqual([503, true, false]);
    await vi.advanceTimersByTimeAsync(200);
    expect(process.hasFailed).toBe(true);
    expect(pool.census).toEqual({ processes: 0, working: 0, waiting: 0, cut: 0 });
  });

  it('of a client that has gone do not begin', async () => {
    const { ask, pool, processes } = poolOfProcesses();
    const first = ['a', 'b', 'c', 'd'].map((game) => ask(game));
    const client = new AbortController();
    const left = statusOf(ask('e', { signal: client.signal }));
    client.abort();
    expect([await left, pool.census.waiting]).toEqual([503, 0]);
    for (const process of processes) process.finish();
    await Promise.all(first);
    await settled();
    expect(processes.some(({ url }) => url === 'e')).toBe(false);
  });

  it('are answered with 507 when their process takes too much memory, and nobody else is', async () => {
    const { ask, processOf } = poolOfProcesses();
    const [greedy, other] = [statusOf(ask('a')), statusOf(ask('b'))];
    processOf('a').fail(new TooMuchMemoryError());
    expect(await greedy).toBe(507);
    processOf('b').finish();
    expect(await other).toBe(200);
  });

  it('are answered with 500 when their process ends by itself, and the next by another', async () => {
    const { ask, processOf } = poolOfProcesses();
    const first = ask('a');
    processOf('a').fail(new Error('it ended with code 1'));
    await expect(first).rejects.toMatchObject({
      code: 'internal',
      facts: { reason: 'it ended with code 1' },
    });
    const second = ask('a');
    processOf('a').finish();
    expect(await second).toBe('a');
  });

  it('fail with the end of the explorer, and later ones do not begin', async () => {
    const { ask, pool, processes } = poolOfProcesses();
    const all = Array.from({ length: 6 }, (_, i) => ask(`g${i}`));
    const ends = Promise.allSettled(all);
    await pool.end();
    for (const { reason } of (await ends) as PromiseRejectedResult[])
      expect(reason).toMatchObject({
        status: 503,
        error: { message: 'The explorer has ended. Start it again.' },
      });
    expect(await statusOf(ask('late'))).toBe(503);
    expect([processes.length, processes.every(({ hasFailed }) => hasFailed)]).toEqual([4, true]);
  });
});

describe('a process', () => {
  it('that has grown is replaced when it has answered', async () => {
    const { ask, processes, pool, processOf } = poolOfProcesses();
    const first = ask('a');
    processOf('a').finish(true);
    expect(await first).toBe('a');
    await settled();
    expect([processes[0].hasFailed, pool.census.processes]).toEqual([true, 0]);
    const second = ask('b');
    processOf('b').finish();
    expect([await second, processes.length]).toEqual(['b', 2]);
  });

  it('ends after a minute without work', async () => {
    vi.useFakeTimers();
    const { ask, pool, processOf } = poolOfProcesses();
    const answer = ask('a');
    processOf('a').finish();
    await answer;
    await vi.advanceTimersByTimeAsync(59_999);
    expect(pool.census.processes).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(pool.census.processes).toBe(0);
  });
});

describe('an answer in pieces', () => {
  it('is sent as its client takes it', async () => {
    const { ask, processOf } = poolOfProcesses();
    const text = ask('a', { isLong: true });
    const process = processOf('a');
    expect(await process.ask(Buffer.from('one '))).toBe(true);
    expect(await process.ask(Buffer.from('two'))).toBe(true);
    process.finishPieces();
    expect(await text).toBe('one two');
  });

  it('is cut, and counted, where its process takes too much memory', async () => {
    const { pool, answer, processOf } = poolOfProcesses();
    let isCut = false;
    const begun = answer('a', { isLong: true, cut: () => (isCut = true) });
    const process = processOf('a');
    void process.ask(Buffer.from('one '));
    expect((await begun).status).toBe(200);
    process.fail(new TooMuchMemoryError());
    await settled();
    expect([isCut, pool.census.cut]).toEqual([true, 1]);
  });

  it('is given up when its client takes nothing for ten seconds', async () => {
    vi.useFakeTimers();
    const { pool, answer, processOf } = poolOfProcesses();
    let isCut = false;
    const begun = answer('a', { isLong: true, cut: () => (isCut = true) });
    const process = processOf('a');
    const next = process.ask(new Uint8Array(1024));
    expect((await begun).status).toBe(200);
    await vi.advanceTimersByTimeAsync(10_000);
    expect([isCut, await next]).toEqual([true, false]);
    await vi.advanceTimersByTimeAsync(200);
    expect(pool.census.processes).toBe(0);
  });
});
