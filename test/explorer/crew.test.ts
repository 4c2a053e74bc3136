/** Whose turn it is among requests, with threads that do what a test tells them. */
import { describe, expect, it } from 'vitest';
import { Crew } from '../../src/explorer/threads/crew.js';
import type { AnswerTalk, Head } from '../../src/explorer/threads/talk.js';

type Result = AnswerTalk['result'];

/** A thread that answers when it is told to. */
class Hand {
  readonly ready = Promise.resolve();
  hasFailed = false;
  url = '';
  signal = new AbortController().signal;
  ask: (bytes: Uint8Array) => Promise<boolean> = () => Promise.resolve(false);
  /** Says how many bytes it has. */
  tell: (held: number) => Promise<boolean> = () => Promise.resolve(false);
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
    this.tell = (held) => take({ held });
    return new Promise((resolve, reject) => (this.#settle = { resolve, reject }));
  }

  get isBusy(): boolean {
    return this.#settle !== undefined;
  }

  finish(result: Result = { status: 200, headers: [], bytes: Buffer.from(this.url) }): void {
    this.#settle?.resolve(result);
    this.#settle = undefined;
  }

  fail(error: Error): void {
    this.hasFailed = true;
    this.#settle?.reject(error);
    this.#settle = undefined;
  }

  end(): Promise<void> {
    this.fail(new Error('it ended with code 1'));
    return Promise.resolve();
  }
}

/** A crew, its threads, and the memory that it sees. */
function crewOfHands(): {
  crew: Crew;
  hands: Hand[];
  memory: { bytes: number };
  ask: (game: string, options?: { isLong?: boolean; signal?: AbortSignal }) => Promise<string>;
  busy: () => string[];
} {
  const hands: Hand[] = [];
  const memory = { bytes: 0 };
  const crew = new Crew(
    () => {
      const hand = new Hand();
      hands.push(hand);
      return hand;
    },
    () => memory.bytes,
  );
  const shown = { folder: '', givenStore: undefined, canWrite: false };
  return {
    ...{ crew, hands, memory },
    ask: async (game, { isLong = false, signal = new AbortController().signal } = {}) => {
      const asking = { shown, url: `http://127.0.0.1/api/game?game=${game}`, seed: 0 };
      const answer = await crew.answer({ asking, isLong, signal, cut: () => undefined });
      return answer.text();
    },
    busy: () => hands.filter(({ isBusy }) => isBusy).map(({ url }) => url),
  };
}

const until = async (isSo: () => boolean): Promise<void> => {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 5));
};
const statusOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 200,
    (error: unknown) => (error as { readonly status?: number }).status ?? error,
  );

describe('requests', () => {
  it('start no thread before the first, and are answered by one each', async () => {
    const { hands, ask } = crewOfHands();
    expect(hands).toEqual([]);
    const answer = ask('squares');
    await until(() => hands.some(({ isBusy }) => isBusy));
    hands[0].finish();
    expect(await answer).toBe('squares');
    const next = ask('cubes');
    await until(() => hands.some(({ isBusy }) => isBusy));
    for (const hand of hands) hand.finish();
    expect(await next).toBe('cubes');
    // One more is kept ready.
    expect(hands).toHaveLength(2);
  });

  it('that take long leave the places of the others', async () => {
    const { ask, busy, hands } = crewOfHands();
    const long = ['a', 'b', 'c', 'd', 'e', 'f'].map((game) => ask(game));
    // Two go on as long ones; the others are put off and wait, and their threads are told to stop.
    await until(() => hands.some(({ signal }) => signal.aborted));
    const light = ask('squares');
    await until(() => busy().includes('squares'));
    hands.find(({ url, isBusy }) => isBusy && url === 'squares')!.finish();
    expect(await light).toBe('squares');
    const answering = setInterval(() => {
      for (const hand of hands) hand.finish();
    }, 5);
    expect(await Promise.all(long)).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
    clearInterval(answering);
  });

  it('that wait are tried one at a time, the latest first, beside those known to be short', async () => {
    const { ask, busy, hands } = crewOfHands();
    const finish = async (game: string): Promise<void> => {
      await until(() => busy().includes(game));
      hands.find(({ url, isBusy }) => isBusy && url === game)!.finish();
      await until(() => !busy().includes(game));
    };
    const known = ask('squares');
    await finish('squares');
    await known;
    const all = ['a', 'b', 'c', 'squares'].map((game) => ask(game));
    await until(() => busy().length === 2);
    expect(busy().sort()).toEqual(['a', 'squares']);
    await finish('a');
    await until(() => busy().length === 2);
    expect(busy().sort()).toEqual(['c', 'squares']);
    await finish('squares');
    await finish('c');
    await finish('b');
    await Promise.all(all);
  });

  it('above sixty-four that wait are refused, the one that has waited longest first', async () => {
    const { ask, crew, busy } = crewOfHands();
    const first = ['a', 'b'].map((game) => statusOf(ask(game, { isLong: true })));
    await until(() => busy().length === 2);
    first.push(statusOf(ask('c')));
    await until(() => busy().length === 3);
    const waiting = Array.from({ length: 65 }, (_, i) => statusOf(ask(`w${i}`)));
    expect(await waiting[0]).toBe(503);
    await crew.end();
    await Promise.all([...first, ...waiting]);
  });

  it('whose client goes end, and their thread too when it does not heed', async () => {
    const { ask, busy, crew, hands } = crewOfHands();
    const client = new AbortController();
    const left = statusOf(ask('a', { signal: client.signal }));
    await until(() => busy().length === 1);
    client.abort();
    expect(await left).toBe(503);
    expect(hands[0].signal.aborted).toBe(true);
    await until(() => hands[0].hasFailed);
    // The one that is kept ready.
    await until(() => crew.census.threads === 1);
    expect(crew.census).toEqual({ threads: 1, working: 0, waiting: 0, cut: 0 });
  });

  it('of a client that has gone do not begin', async () => {
    const { ask, busy, crew, hands } = crewOfHands();
    const first = ['a', 'b'].map((game) => ask(game, { isLong: true }));
    first.push(ask('d'));
    await until(() => busy().length === 3);
    const client = new AbortController();
    const left = statusOf(ask('c', { signal: client.signal }));
    client.abort();
    expect(await left).toBe(503);
    expect(crew.census.waiting).toBe(0);
    for (const hand of hands) hand.finish();
    await Promise.all(first);
    expect(hands.some(({ url }) => url === 'c')).toBe(false);
  });

  it('are answered with 507 when their thread runs out of memory, and nobody else is', async () => {
    const { ask, hands, busy } = crewOfHands();
    const [greedy, other] = ['a', 'b'].map((game) => statusOf(ask(game, { isLong: true })));
    await until(() => busy().length === 2);
    const handOf = (game: string): Hand => hands.find(({ url }) => url === game)!;
    handOf('a').fail(Object.assign(new Error('out of memory'), { code: 'ERR_WORKER_OUT_OF_MEMORY' }));
    expect(await greedy).toBe(507);
    handOf('b').finish();
    expect(await other).toBe(200);
  });

  it('that are old are not passed over for ever, however many new ones come', async () => {
    const { ask, hands, busy } = crewOfHands();
    let news = 0;
    const askNew = (): Promise<unknown> => statusOf(ask(`new${news++}`));
    const asked = [askNew()];
    await until(() => busy().length === 1);
    const old = statusOf(ask('old'));
    asked.push(...Array.from({ length: 10 }, askNew));
    while (!busy().includes('old')) {
      expect(news).toBeLessThan(20);
      const [doing] = busy();
      asked.push(askNew(), askNew());
      hands.find(({ url, isBusy }) => isBusy && url === doing)!.finish();
      await until(() => busy().length > 0 && busy()[0] !== doing);
    }
    for (const hand of hands) hand.finish();
    expect(await old).toBe(200);
    await until(() => {
      for (const hand of hands) hand.finish();
      return busy().length === 0;
    });
    expect(asked.length).toBe(news);
  });

  it('that take the memory of the process are ended with 507, and those that wait go on', async () => {
    const { ask, hands, busy, memory } = crewOfHands();
    const [greedy, steady] = ['a', 'b'].map((game) => statusOf(ask(game, { isLong: true })));
    await until(() => busy().length === 2);
    const handOf = (game: string): Hand => hands.find(({ url }) => url === game)!;
    await handOf('a').tell(200 * 2 ** 20);
    await handOf('b').tell(190 * 2 ** 20);
    memory.bytes = 450 * 2 ** 20;
    expect(await greedy).toBe(507);
    memory.bytes = 0;
    handOf('b').finish();
    expect(await steady).toBe(200);
  });
});

describe('a thread that is ended for its memory', () => {
  it('gets no work while it ends', async () => {
    const { ask, hands, busy, memory } = crewOfHands();
    const first = statusOf(ask('a', { isLong: true }));
    await until(() => busy().length === 1);
    const greedy = hands.find(({ isBusy }) => isBusy)!;
    greedy.end = () => Promise.resolve();
    await greedy.tell(200 * 2 ** 20);
    memory.bytes = 450 * 2 ** 20;
    expect(await first).toBe(507);
    memory.bytes = 0;
    greedy.finish();
    let isOver = false;
    const next = Promise.all(['b', 'c', 'd'].map((game) => statusOf(ask(game))));
    void next.then(() => (isOver = true));
    await until(() => {
      expect(greedy.isBusy).toBe(false);
      for (const hand of hands) hand.finish();
      return isOver;
    });
    expect(await next).toEqual([200, 200, 200]);
  });

  it('fails no work that took none of it: that begins again elsewhere', async () => {
    const { ask, hands, busy, memory } = crewOfHands();
    // Two threads are there after the first, and the one that is used last is used again.
    let used: Hand | undefined;
    for (const game of ['a', 'b']) {
      const answer = ask(game);
      await until(() => busy().length === 1);
      used = hands.find(({ isBusy }) => isBusy)!;
      await used.tell(200 * 2 ** 20);
      used.finish();
      expect(await answer).toBe(game);
    }
    const next = statusOf(ask('c'));
    await until(() => busy().length === 1);
    expect(used!.isBusy).toBe(true);
    memory.bytes = 450 * 2 ** 20;
    await until(() => hands.some((hand) => hand !== used && hand.isBusy));
    memory.bytes = 0;
    hands.find(({ isBusy }) => isBusy)!.finish();
    expect(await next).toBe(200);
  });
});

describe('an answer in pieces', () => {
  it('is sent as its client takes it', async () => {
    const { ask, hands, busy } = crewOfHands();
    const text = ask('a', { isLong: true });
    await until(() => busy().length === 1);
    expect(await hands[0].ask(Buffer.from('one '))).toBe(true);
    expect(await hands[0].ask(Buffer.from('two'))).toBe(true);
    hands[0].finish(null);
    expect(await text).toBe('one two');
  });
});
