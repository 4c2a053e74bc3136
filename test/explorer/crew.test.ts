/** Whose turn it is among requests, with processes that do what a test tells them. */
import { afterEach, describe, expect, it, vi } from 'vitest';
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
  /** What it gets of the processor. */
  share = 1;
  #worked = 0;
  #telling: NodeJS.Timeout | undefined;
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
    this.#worked = 0;
    this.#telling = setInterval(() => {
      this.#worked += 10 * this.share;
      if (this.share > 0) void take({ worked: this.#worked });
    }, 10);
    return new Promise((resolve, reject) => (this.#settle = { resolve, reject }));
  }

  get isBusy(): boolean {
    return this.#settle !== undefined;
  }

  finish(hasGrown = false): void {
    const whole = { status: 200, headers: [], bytes: Buffer.from(this.url) };
    this.#end()?.resolve({ whole, worked: this.#worked, hasGrown });
  }

  /** Answers with the pieces that were sent. */
  finishPieces(): void {
    this.#end()?.resolve({ whole: null, worked: this.#worked, hasGrown: false });
  }

  fail(error: Error): void {
    this.hasFailed = true;
    this.#end()?.reject(error);
  }

  #end(): { resolve: (result: Result) => void; reject: (error: Error) => void } | undefined {
    const settle = this.#settle;
    this.#settle = undefined;
    clearInterval(this.#telling);
    return settle;
  }

  end(): Promise<void> {
    this.fail(new Error('it ended with SIGKILL'));
    return Promise.resolve();
  }
}

afterEach(() => vi.useRealTimers());

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
    expect(hands.filter(({ hasFailed }) => !hasFailed).length).toBeLessThanOrEqual(5);
  });

  it('that were put off are not taken for short', async () => {
    const { ask, busy, hands, handOf } = crewOfHands();
    // The lanes after the first are taken.
    const others = [ask('long', { isLong: true }), ask('longer', { isLong: true }), ask('middling')];
    const put = ask('dear');
    await until(() => busy().includes('dear'));
    others.push(ask('light'));
    await until(() => handOf('dear').signal.aborted);
    handOf('dear').finish();
    await until(() => busy().includes('light'));
    // Neither it nor another one like it has begun again: the first waits for a later lane, the second for its turn as a new one.
    const like = ask('dear');
    expect(busy().sort()).toEqual(['light', 'long', 'longer', 'middling']);
    const answering = setInterval(() => {
      for (const hand of hands) hand.finish();
    }, 5);
    expect(await Promise.all([...others, put, like])).toEqual([
      ...['long', 'longer', 'middling', 'light'],
      ...['dear', 'dear'],
    ]);
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

  it('take as long as the processor works for them, however long that takes on a busy machine', async () => {
    vi.useFakeTimers();
    const { ask, busy, handOf, hands } = crewOfHands();
    const known = ask('squares');
    await vi.advanceTimersByTimeAsync(0);
    handOf('squares').finish();
    await known;
    // The later lanes are taken, so that whoever counts as long waits and is refused.
    const others = [ask('long', { isLong: true }), ask('longer', { isLong: true }), ask('middling')];
    await vi.advanceTimersByTimeAsync(1000);
    for (const hand of hands) hand.share = 1 / 7;
    others.push(ask('new'));
    const starved = ask('squares');
    const next = ask('squares');
    await vi.advanceTimersByTimeAsync(1400);
    // Of 0.25 and 0.3 s the processor has worked 0.2.
    for (const game of ['squares', 'new']) {
      expect(handOf(game).signal.aborted).toBe(false);
      handOf(game).finish();
    }
    expect([await starved, await others[3]]).toEqual(['squares', 'new']);
    // What it had took no time of those that are short: the next of its kind begins among those.
    await vi.advanceTimersByTimeAsync(0);
    expect(busy().sort()).toEqual(['long', 'longer', 'middling', 'squares']);
    for (const game of busy()) handOf(game).finish();
    await Promise.all([...others, next]);
  });

  it('that tell nothing are held to eight times as long by the clock', async () => {
    vi.useFakeTimers();
    const { ask, hands, handOf } = crewOfHands();
    const silent = ask('silent');
    await vi.advanceTimersByTimeAsync(0);
    handOf('silent').share = 0;
    // It keeps the others waiting, and each of the later lanes has a place.
    const waiting = ask('waiting');
    await vi.advanceTimersByTimeAsync(8 * 250 - 1);
    expect(hands.filter(({ isBusy }) => isBusy)).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(hands.filter(({ isBusy }) => isBusy)).toHaveLength(2);
    for (const game of ['silent', 'waiting']) handOf(game).finish();
    expect(await Promise.all([silent, waiting])).toEqual(['silent', 'waiting']);
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
    const first = ['a', 'b'].map((game) => ask(game, { isLong: true }));
    await until(() => busy().length === 2);
    const client = new AbortController();
    const left = statusOf(ask('c', { isLong: true, signal: client.signal }));
    client.abort();
    expect(await left).toBe(503);
    expect(crew.census.waiting).toBe(0);
    for (const hand of hands) hand.finish();
    await Promise.all(first);
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

describe('requests that are known to take long', () => {
  /** Lets so much time pass. */
  const pass = (milliseconds: number): Promise<unknown> => vi.advanceTimersByTimeAsync(milliseconds);

  it('are done two at a time, and a third is refused after two seconds', async () => {
    vi.useFakeTimers();
    const { ask, busy, handOf, crew } = crewOfHands();
    const first = ['a', 'b'].map((game) => ask(game, { isLong: true }));
    const third = statusOf(ask('c', { isLong: true }));
    await pass(1999);
    expect([busy(), crew.census.waiting]).toEqual([['a', 'b'], 1]);
    await pass(1);
    expect([await third, crew.census.waiting]).toEqual([503, 0]);
    handOf('a').finish();
    await pass(0);
    const next = ask('d', { isLong: true });
    await pass(0);
    expect(busy().sort()).toEqual(['b', 'd']);
    for (const game of ['b', 'd']) handOf(game).finish();
    expect(await Promise.all([...first, next])).toEqual(['a', 'b', 'd']);
  });

  it('that wait for one of unknown length are refused after two seconds too', async () => {
    vi.useFakeTimers();
    const { ask, busy } = crewOfHands();
    const long = ['a', 'b', 'c', 'd', 'e', 'f'].map((game) => statusOf(ask(game)));
    await pass(20_000);
    expect(busy()).toHaveLength(3);
    const refused = (await Promise.all(long.map((each) => Promise.race([each, Promise.resolve(0)])))).filter(
      Boolean,
    );
    expect(refused).toEqual([503, 503, 503]);
  });

  it('give their place to another where their client takes them slowly, and not where it takes them fast', async () => {
    vi.useFakeTimers();
    const { crew, hands, busy, handOf } = crewOfHands();
    const cut: string[] = [];
    const ask = (game: string): Promise<Response> =>
      crew.answer({
        asking: {
          ...{ shown: { folder: '', givenStore: undefined, canWrite: false }, hadCatalog: false, seed: 0 },
          url: `http://x/api/export?game=${game}`,
        },
        isLong: true,
        signal: new AbortController().signal,
        cut: () => cut.push(game),
      });
    const answers = [ask('fast'), ask('slow')];
    await pass(0);
    const piece = new Uint8Array(1024);
    const pieces = ['fast', 'slow'].map((game) => handOf(game).ask(piece));
    const [fast, slow] = await Promise.all(answers);
    const reader = fast.body!.getReader();
    expect(slow.status).toBe(200);
    // The slow one takes nothing; the fast one takes what it is given whenever it is given something.
    for (let i = 0; i < 8; i++) {
      await pass(200);
      await reader.read();
      expect(await pieces[0]).toBe(true);
      pieces[0] = handOf('fast').ask(piece);
    }
    expect(cut).toEqual([]);
    const other = ask('other');
    other.catch(() => undefined);
    for (let i = 0; i < 11; i++) {
      await pass(200);
      await reader.read();
      pieces[0] = handOf('fast').ask(piece);
    }
    expect([cut, await pieces[1]]).toEqual([['slow'], false]);
    hands.find(({ url }) => url === 'slow')?.finishPieces();
    await pass(0);
    expect(busy()).toContain('other');
    handOf('other').finish();
    expect((await other).status).toBe(200);
  });
});
