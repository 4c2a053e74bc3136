/** Whose turn it is among requests, with processes that do what a test tells them. */
import { describe, expect, it } from 'vitest';
import { Crew } from '../../src/explorer/crew/crew.js';
import { TooMuchMemoryError } from '../../src/processes/beside.js';
import type { AnswerTalk, Head } from '../../src/explorer/crew/talk.js';

type Result = AnswerTalk['result'];

/** A process that answers when it is told to. */
class Hand {
  readonly ready = Promise.resolve();
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
    const whole = { status: 200, headers: [], bytes: Buffer.from(this.url) };
    this.#settle?.resolve({ whole, hasGrown });
    this.#settle = undefined;
  }

  /** Answers with the pieces that were sent. */
  finishPieces(): void {
    this.#settle?.resolve({ whole: null, hasGrown: false });
    this.#settle = undefined;
  }

  fail(error: Error): void {
    this.hasFailed = true;
    this.#settle?.reject(error);
    this.#settle = undefined;
  }

  end(): Promise<void> {
    this.fail(new Error('it ended with SIGKILL'));
    return Promise.resolve();
  }
}

/** A crew and its processes. */
function crewOfHands(): {
  crew: Crew;
  hands: Hand[];
  ask: (game: string, options?: { isLong?: boolean; signal?: AbortSignal }) => Promise<string>;
  busy: () => string[];
  handOf: (game: string) => Hand;
} {
  const hands: Hand[] = [];
  const crew = new Crew(() => {
    const hand = new Hand();
    hands.push(hand);
    return hand;
  });
  const shown = { folder: '', givenStore: undefined, canWrite: false };
  return {
    ...{ crew, hands },
    ask: async (game, { isLong = false, signal = new AbortController().signal } = {}) => {
      const asking = { shown, url: `http://127.0.0.1/api/game?game=${game}`, hadCatalog: false, seed: 0 };
      const answer = await crew.answer({ asking, isLong, signal, cut: () => undefined });
      return answer.text();
    },
    busy: () => hands.filter(({ isBusy }) => isBusy).map(({ url }) => url),
    handOf: (game) => hands.find(({ url, isBusy }) => isBusy && url === game)!,
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
  it('start no process before the first, and are answered by one each', async () => {
    const { hands, ask, busy, handOf } = crewOfHands();
    expect(hands).toEqual([]);
    const answer = ask('squares');
    await until(() => busy().includes('squares'));
    handOf('squares').finish();
    expect(await answer).toBe('squares');
    // One is kept ready for those that are known to be short.
    expect(hands).toHaveLength(2);
    const next = ask('squares');
    await until(() => busy().includes('squares'));
    handOf('squares').finish();
    expect(await next).toBe('squares');
    expect(hands).toHaveLength(2);
  });

  it('that take long leave the places of the others', async () => {
    const { ask, busy, hands, handOf } = crewOfHands();
    const long = ['a', 'b', 'c', 'd', 'e', 'f'].map((game) => ask(game));
    // Two go on in later lanes; the others are put off and wait, and their processes are told to stop.
    await until(() => hands.some(({ signal }) => signal.aborted));
    const light = ask('squares');
    await until(() => busy().includes('squares'));
    handOf('squares').finish();
    expect(await light).toBe('squares');
    const answering = setInterval(() => {
      for (const hand of hands) hand.finish();
    }, 5);
    expect(await Promise.all(long)).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
    clearInterval(answering);
    expect(hands.filter(({ hasFailed }) => !hasFailed).length).toBeLessThanOrEqual(4);
  });

  it('that were put off are not taken for short', async () => {
    const { ask, busy, hands, handOf } = crewOfHands();
    // The lanes after the first are taken.
    const others = [ask('long', { isLong: true }), ask('middling')];
    const put = ask('dear');
    await until(() => busy().includes('dear'));
    others.push(ask('light'));
    await until(() => handOf('dear').signal.aborted);
    handOf('dear').finish();
    await until(() => busy().includes('light'));
    // Neither it nor another one like it has begun again: the first waits for a later lane, the second for its turn as a new one.
    const like = ask('dear');
    expect(busy().sort()).toEqual(['light', 'long', 'middling']);
    const answering = setInterval(() => {
      for (const hand of hands) hand.finish();
    }, 5);
    expect(await Promise.all([...others, put, like])).toEqual(['long', 'middling', 'light', 'dear', 'dear']);
    clearInterval(answering);
  });

  it('that wait are tried one at a time, the latest first, beside those known to be short', async () => {
    const { ask, busy, handOf } = crewOfHands();
    const finish = async (game: string): Promise<void> => {
      await until(() => busy().includes(game));
      handOf(game).finish();
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
    // The turn goes on from the one before: old, latest.
    expect(busy().sort()).toEqual(['c', 'squares']);
    await finish('squares');
    await finish('c');
    await finish('b');
    await Promise.all(all);
  });

  it('above sixty-four that wait are refused, the one that has waited longest first', async () => {
    const { ask, crew, busy } = crewOfHands();
    const first = statusOf(ask('a'));
    await until(() => busy().length === 1);
    const waiting = Array.from({ length: 65 }, (_, i) => statusOf(ask(`w${i}`)));
    expect(await waiting[0]).toBe(503);
    await crew.end();
    await Promise.all([first, ...waiting]);
  });

  it('whose client goes end, and their process too when it does not heed', async () => {
    const { ask, busy, crew, handOf } = crewOfHands();
    const client = new AbortController();
    const left = statusOf(ask('a', { signal: client.signal }));
    await until(() => busy().length === 1);
    const hand = handOf('a');
    client.abort();
    expect(await left).toBe(503);
    expect(hand.signal.aborted).toBe(true);
    await until(() => hand.hasFailed);
    // The one that is kept ready.
    await until(() => crew.census.processes === 1);
    expect(crew.census).toEqual({ processes: 1, working: 0, waiting: 0, cut: 0 });
  });

  it('of a client that has gone do not begin', async () => {
    const { ask, busy, crew, hands } = crewOfHands();
    const first = ask('a', { isLong: true });
    await until(() => busy().length === 1);
    const client = new AbortController();
    const left = statusOf(ask('c', { isLong: true, signal: client.signal }));
    client.abort();
    expect(await left).toBe(503);
    expect(crew.census.waiting).toBe(0);
    for (const hand of hands) hand.finish();
    await first;
    expect(hands.some(({ url }) => url === 'c')).toBe(false);
  });

  it('are answered with 507 when their process takes too much memory, and nobody else is', async () => {
    const { ask, busy, handOf } = crewOfHands();
    const [greedy, other] = [statusOf(ask('a')), statusOf(ask('b', { isLong: true }))];
    await until(() => busy().length === 2);
    handOf('a').fail(new TooMuchMemoryError());
    expect(await greedy).toBe(507);
    handOf('b').finish();
    expect(await other).toBe(200);
  });

  it('are answered with 500 when their process ends by itself, and the next by another', async () => {
    const { ask, busy, handOf } = crewOfHands();
    const first = ask('a');
    await until(() => busy().length === 1);
    handOf('a').fail(new Error('it ended with code 1'));
    await expect(first).rejects.toMatchObject({ code: 'internal', found: 'it ended with code 1' });
    const second = ask('a');
    await until(() => busy().length === 1);
    handOf('a').finish();
    expect(await second).toBe('a');
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
});

describe('a process that has grown', () => {
  it('is replaced when it has answered, and those that wait are done by another', async () => {
    const { ask, hands, busy, crew, handOf } = crewOfHands();
    const [first, second] = [ask('a'), ask('b')];
    await until(() => busy().length === 1);
    const grown = handOf('a');
    grown.finish(true);
    expect(await first).toBe('a');
    await until(() => busy().includes('b'));
    expect(handOf('b')).not.toBe(grown);
    expect(grown.hasFailed).toBe(true);
    handOf('b').finish();
    expect(await second).toBe('b');
    expect([hands.length, crew.census.processes]).toEqual([3, 2]);
  });
});

describe('an answer in pieces', () => {
  it('is sent as its client takes it', async () => {
    const { ask, busy, handOf } = crewOfHands();
    const text = ask('a', { isLong: true });
    await until(() => busy().length === 1);
    const hand = handOf('a');
    expect(await hand.ask(Buffer.from('one '))).toBe(true);
    expect(await hand.ask(Buffer.from('two'))).toBe(true);
    hand.finishPieces();
    expect(await text).toBe('one two');
  });

  it('is cut, and counted, where its process takes too much memory', async () => {
    const { crew, hands, busy } = crewOfHands();
    let isCut = false;
    const asking = {
      shown: { folder: '', givenStore: undefined, canWrite: false },
      url: 'http://x/?game=a',
      hadCatalog: false,
      seed: 0,
    };
    const { signal } = new AbortController();
    const answer = crew.answer({ asking, isLong: true, signal, cut: () => (isCut = true) });
    await until(() => busy().length === 1);
    const hand = hands.find(({ isBusy }) => isBusy)!;
    void hand.ask(Buffer.from('one '));
    expect((await answer).status).toBe(200);
    hand.fail(new TooMuchMemoryError());
    await until(() => isCut);
    expect(crew.census.cut).toBe(1);
  });
});
