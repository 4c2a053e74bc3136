/** Parts of the page without a browser: questions of which the latest counts, pages, digits, the sieve, reasons in words. */
import { getEventListeners } from 'node:events';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { coldByDefinition, readGame } from '../../src/index.js';
import type { GameFacts, Why } from '../../src/explorer/contract.js';
import type { FromEngine, ToEngine, AnswerControl } from '../../src/explorer/edition.js';
import { positionsToPass } from '../../src/engine/series/declared.js';
import { mexWords, reasonOf } from '../../src/words/reasons.js';
import { withCommas } from '../../src/words/typeset.js';
import { sieveAt, sieveLength, stepWords } from '../../src/explorer/page/kit/sieve.js';
import { Pages } from '../../src/explorer/page/pages.js';
import { legendOf, paletteOf, spanOf } from '../../src/explorer/page/raster/colours.js';
import { OutcomesOfTwo, Sieved, ValuePages } from '../../src/explorer/page/raster/values.js';
import { Resource } from '../../src/explorer/page/resource.js';

vi.mock('../../src/explorer/page/theme.js', () => ({ isDark: () => false }));

/** A question that is answered, or fails, when the test says so. */
class Question {
  isAsked = false;
  isGivenUp = false;
  answer: (value: string) => void = () => undefined;
  fail: (error: Error) => void = () => undefined;
  readonly work = (until: AbortSignal): Promise<string> => {
    this.isAsked = true;
    until.addEventListener('abort', () => (this.isGivenUp = true));
    return new Promise((resolve, reject) => {
      this.answer = resolve;
      this.fail = reject;
    });
  };
}
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('colours of values', () => {
  it('are made of those that are shown, however large the largest is', () => {
    // More than a list can have.
    const legend = legendOf('remoteness', { least: 1, largest: 2 ** 40 }, []);
    expect(legend.map(([, words]) => Number(words.replaceAll(',', '')))).toEqual([
      ...[0, 1],
      ...[0.1, 0.25, 0.5, 0.75, 1].map((share) => Math.round(1 + share * (2 ** 40 - 1))),
    ]);
  });

  it('take the memory of their colours, and tell large values close to each other apart', () => {
    const span = spanOf([{ least: 4_026_531_000, largest: 4_026_531_840 }]);
    expect(span.least).toBeLessThanOrEqual(4_026_531_000);
    expect(span.largest).toBeGreaterThanOrEqual(4_026_531_840);
    expect(span.largest - span.least).toBeLessThan(2 * 840);
    const { wordOf } = paletteOf('nim', span);
    const colours = [4_026_531_000, 4_026_531_400, 4_026_531_840].map(wordOf);
    expect(new Set(colours).size).toBe(3);
    // Beyond the bounds, until these follow, values have the colours of the ends; cold positions have their own.
    expect(wordOf(7)).toBe(wordOf(span.least));
    expect([wordOf(span.least), wordOf(span.largest)]).not.toContain(wordOf(0));
  });

  it('keep their bounds while the largest value grows a little', () => {
    const of = (largest: number) => spanOf([{ least: 1, largest }]);
    expect(of(1000)).toEqual(of(1010));
    expect(spanOf([])).toEqual({ least: 1, largest: 1 });
    expect(spanOf([{ least: Infinity, largest: 0 }])).toEqual({ least: 1, largest: 1 });
  });

  it('are those of the legend, as words of image data', () => {
    for (const largest of [3, 1023]) {
      const span = { least: 1, largest };
      const { wordOf } = paletteOf('nim', span);
      for (const [colour, words] of legendOf('nim', span, [])) {
        const [, red, green, blue] = /^#(..)(..)(..)$/.exec(colour)!;
        const expected = Number(`0xff${blue}${green}${red}`);
        const value = Number(words.replaceAll(',', ''));
        expect(wordOf(value)).toBe(expected);
      }
    }
  });
});

describe('a resource', () => {
  it('asks the same question once, and shows its answer', async () => {
    const resource = new Resource<string>();
    const [first, again] = [new Question(), new Question()];
    resource.ask('a', first.work);
    resource.ask('a', again.work);
    expect(resource.state.value).toEqual({ answer: undefined, error: undefined, isBusy: true });
    first.answer('A');
    await settled();
    expect(resource.state.value).toEqual({ answer: 'A', error: undefined, isBusy: false });
    expect(again.isAsked).toBe(false);
  });

  it('never shows an older answer after a newer one', async () => {
    const resource = new Resource<string>();
    const [older, newer] = [new Question(), new Question()];
    resource.ask('a', older.work);
    resource.ask('b', newer.work);
    newer.answer('B');
    await settled();
    older.answer('A');
    await settled();
    expect(resource.state.value).toEqual({ answer: 'B', error: undefined, isBusy: false });
  });

  it('has two on their way at most, shows answers meanwhile, and asks the latest of the others', async () => {
    const resource = new Resource<string>();
    const questions = Array.from({ length: 5 }, () => new Question());
    for (const [i, { work }] of questions.entries()) resource.ask(String(i), work);
    expect(questions.map(({ isAsked }) => isAsked)).toEqual([true, true, false, false, false]);
    questions[0].answer('0');
    await settled();
    expect(resource.state.value).toEqual({ answer: '0', error: undefined, isBusy: true });
    expect(questions.map(({ isAsked }) => isAsked)).toEqual([true, true, false, false, true]);
    questions[4].answer('4');
    questions[1].fail(new Error('late'));
    await settled();
    expect(resource.state.value).toEqual({ answer: '4', error: undefined, isBusy: false });
  });

  it('keeps the answer beside the error of a later question, and asks that again', async () => {
    const resource = new Resource<string>();
    const [good, bad] = [new Question(), new Question()];
    resource.ask('a', good.work);
    good.answer('A');
    await settled();
    resource.ask('b', bad.work);
    const error = new Error('lost');
    bad.fail(error);
    await settled();
    expect(resource.state.value).toEqual({ answer: 'A', error, isBusy: false });
    resource.again();
    bad.answer('B');
    await settled();
    expect(resource.state.value).toEqual({ answer: 'B', error: undefined, isBusy: false });
  });

  it('gives up and forgets when it is closed', async () => {
    const resource = new Resource<string>();
    const question = new Question();
    resource.ask('a', question.work);
    resource.close();
    question.answer('A');
    await settled();
    expect(question.isGivenUp).toBe(true);
    expect(resource.state.value).toEqual({ answer: undefined, error: undefined, isBusy: false });
  });
});

describe('pages', () => {
  /** Pages of ten positions, which are answered when the test says so. */
  function made(reach: number): { pages: Pages<string>; asked: Map<number, Question> } {
    const asked = new Map<number, Question>();
    const load = async (start: number, stop: number, until: AbortSignal): Promise<string> => {
      const question = new Question();
      asked.set(start, question);
      return `${start} to ${stop} ${await question.work(until)}`;
    };
    return { pages: new Pages(reach, { length: 10, most: 5, load }), asked };
  }

  it('are asked for once, four at a time, and of those that wait only what is still in sight', async () => {
    const { pages, asked } = made(95);
    expect(pages.have(5, 95)).toBe(false);
    expect(pages.have(5, 95)).toBe(false);
    expect([...asked.keys()]).toEqual([0, 10, 20, 30]);
    pages.forgetWanted();
    pages.have(85, 200);
    asked.get(0)!.answer('A');
    asked.get(10)!.answer('B');
    await settled();
    expect([...asked.keys()]).toEqual([0, 10, 20, 30, 80, 90]);
    asked.get(90)!.answer('C');
    await settled();
    expect([pages.pageOf(9), pages.pageOf(94), pages.pageOf(25)]).toEqual([
      '0 to 10 A',
      '90 to 95 C',
      undefined,
    ]);
    expect(pages.have(0, 20)).toBe(true);
  });

  it('that failed are asked for again when someone wants to, and no sooner', async () => {
    const { pages, asked } = made(10);
    pages.have(0, 10);
    const error = new Error('lost');
    asked.get(0)!.fail(error);
    await settled();
    expect(pages.state.value.error).toBe(error);
    asked.clear();
    expect([pages.have(0, 10), asked.size]).toEqual([false, 0]);
    pages.again();
    expect(pages.state.value.error).toBeUndefined();
    pages.have(0, 10);
    asked.get(0)!.answer('A');
    await settled();
    expect(pages.have(0, 10)).toBe(true);
  });

  it('grow: the last one is asked for again, one on its way too, and the latest used stay', async () => {
    const { pages, asked } = made(15);
    pages.have(0, 15);
    asked.get(0)!.answer('A');
    await settled();
    pages.grow(15, 60);
    expect(asked.get(10)!.isGivenUp).toBe(true);
    asked.get(10)!.answer('late');
    await settled();
    expect([pages.pageOf(0), pages.pageOf(10)]).toEqual(['0 to 10 A', undefined]);
    for (let start = 10; start < 60; start += 10) {
      pages.have(start, start + 10);
      asked.get(start)!.answer('B');
      await settled();
      pages.have(0, 10);
    }
    // Five are kept: the first was used again and again, the second no more.
    expect([pages.pageOf(0), pages.pageOf(10), pages.pageOf(50)]).toEqual([
      '0 to 10 A',
      undefined,
      '50 to 60 B',
    ]);
  });
});

describe('values in the page', () => {
  it('of two games are told by which of them is cold', () => {
    const source = (cold: readonly number[]): ValuePages => {
      const pages = new ValuePages('x', 'cold', cold.length);
      pages.pageOf = () => Uint8Array.from(cold);
      return pages;
    };
    const both = new OutcomesOfTwo(source([1, 0, 1, 0, 1]), source([1, 1, 0, 0]));
    expect(both.reach).toBe(4);
    const [{ at, values }] = both.parts(0, 4);
    expect([at, ...values]).toEqual([0, 3, 2, 1, 0]);
  });
});

/** The facts that the sieve needs of a game. */
function factsOf(text: string, listed = 24): GameFacts {
  const game = readGame(text);
  const { set, hotspots, seed, isSink = false, pass } = game;
  const list = (of: typeof set): GameFacts['subtrahends'] => {
    const all = [...of.between(0, 1000)];
    return { first: all.slice(0, listed), isWhole: all.length <= listed && of.largest < 1000 };
  };
  const known = {
    subtrahends: list(set),
    hotspots: hotspots === undefined ? null : list(hotspots),
    seed: isSink ? null : (seed ?? null),
    isSink,
    passWins:
      pass === undefined
        ? null
        : { first: [...positionsToPass(game, { start: 0, stop: 256 })], isWhole: false },
  };
  return known as GameFacts;
}

describe('the sieve', () => {
  it.each(['squares', '{1,3,4}', 'primes', 'odd', 'all-but:2,3', '{50}', '1..30'])(
    'of %s finds the cold positions of the definition',
    (text) => {
      const facts = factsOf(text);
      const length = sieveLength(facts, 46);
      expect(length).toBeGreaterThan(20);
      const cold = [...coldByDefinition(readGame(text).set, length)].map(Number);
      expect(sieveAt(facts, length, length).marks.map((mark) => Number(mark === 'cold'))).toEqual(cold);
    },
  );

  it('in the raster has what is cold, marked now and not decided yet, and at the end all outcomes', () => {
    const facts = factsOf('squares', 256);
    const length = 1000;
    const valuesAt = (steps: number): number[] =>
      [...new Sieved(sieveAt(facts, length, steps)).parts(0, length)].flatMap(({ values }) => [...values]);
    // 0 and 2 are cold; 2 has marked 3, 6, 11, ... just now, and 0 has marked the squares.
    const after = valuesAt(3);
    expect([0, 1, 2, 3, 4, 5, 6, 9].map((n) => after[n])).toEqual([1, 0, 1, 3, 0, 2, 3, 0]);
    const cold = [...coldByDefinition(readGame('squares').set, length)].map(Number);
    expect(valuesAt(length).map((value) => Number(value === 1))).toEqual(cold);
  });

  it('of misere play by hotspots finds its cold positions, and says what is declared', () => {
    const facts = factsOf('squares hotspots {0}');
    const { marks } = sieveAt(facts, 46, 46);
    const cold = marks.flatMap((mark, n) => (mark === 'cold' ? [n] : []));
    // By hand: 1 must be taken to 0, where the other player wins; so 1 is cold, as is 3, which leads to 2 alone.
    expect(cold.slice(0, 2)).toEqual([1, 3]);
    expect(stepWords(sieveAt(facts, 46, 1))).toBe('0 is given as hot in advance.');
  });

  it('of the sink convention follows from moves of more than there is', () => {
    const facts = factsOf('{2,5,7} sink');
    const { marks } = sieveAt(facts, 24, 24);
    const cold = marks.flatMap((mark, n) => (mark === 'cold' ? [n] : []));
    // By hand: 0 takes 1 to 7, then 8 and 9 lead to 1 to 7 alone; of 10 to 16 each leads to one of these.
    expect(cold.slice(0, 3)).toEqual([0, 8, 9]);
    expect(stepWords(sieveAt(facts, 24, 4))).toBe(
      '3 is marked: taking 5 leaves 0, which is cold. So 3 is hot.',
    );
  });

  it('of a game with a pass passes to positions that are cold without it', () => {
    const facts = factsOf('{1,2,3} pass');
    const { marks } = sieveAt(facts, 14, 14);
    const cold = marks.flatMap((mark, n) => (mark === 'cold' ? [n] : []));
    // By hand: 0 is cold, 1 to 3 lead to it, 4 passes; 5 leads to 2, 3 and 4, and is 1 without the pass.
    expect(cold).toEqual([0, 5, 9, 13]);
    expect(stepWords(sieveAt(facts, 14, 5))).toBe(
      'The pass wins at 4, which is cold without it. So 4 is hot.',
    );
  });

  it('goes step by step: each position follows from those below it', () => {
    const facts = factsOf('squares');
    expect(stepWords(sieveAt(facts, 46, 0))).toContain('Nothing is known yet');
    expect(sieveAt(facts, 10, 1)).toMatchObject({ at: 0, hits: [1, 4, 9] });
    expect(stepWords(sieveAt(facts, 46, 2))).toBe(
      '1 is marked: taking 1 leaves 0, which is cold. So 1 is hot.',
    );
    expect(stepWords(sieveAt(facts, 10, 3))).toBe(
      '2 is not marked: no move from it leads to a cold position. So 2 is cold. Marked as hot: 3, 6.',
    );
    // More steps than there are positions are all of them.
    expect(sieveAt(facts, 10, 99).at).toBe(9);
  });
});

describe('a reason', () => {
  const why: Why = {
    ...{ position: 3, cold: false, nimValue: 1, declared: null, moveCount: 1, winningCount: 1 },
    ...{ moves: [{ take: 1, to: 2, cold: true, nimValue: 0 }], reached: [0] },
  };
  it('is told by the moves', () => {
    expect(reasonOf(why, withCommas)).toMatch(/^1 of 1 move leads to a cold position/);
    expect(reasonOf({ ...why, cold: true, moveCount: 0, winningCount: 0 }, withCommas)).toMatch(
      /^No move is left/,
    );
    expect(reasonOf({ ...why, cold: true, moveCount: 2, winningCount: 0 }, withCommas)).toMatch(
      /^Each of the 2 moves/,
    );
    expect(reasonOf({ ...why, cold: true, moveCount: 1e6, winningCount: null }, withCommas)).toMatch(
      /^There are about 1,000,000 moves\. Each of them leads to a hot position/,
    );
    expect(reasonOf({ ...why, moveCount: 1e6, winningCount: null }, withCommas)).toContain(
      'too many to look through',
    );
    expect(reasonOf({ ...why, declared: 'hot' }, withCommas)).toContain('declared hot');
  });
  it('for a nim-value is the mex written out', () => {
    expect(mexWords([0, 1, 3], 2, withCommas)).toBe('mex {0, 1, 3} = 2');
    expect(mexWords([], 0, withCommas)).toBe('mex {} = 0');
    const many = Array.from({ length: 450 }, (_, i) => i);
    expect(mexWords(many.slice(0, 12), 12, withCommas)).toBe(`mex {${many.slice(0, 12).join(', ')}} = 12`);
    expect(mexWords(many, 450, withCommas)).toBe('mex {0, 1, 2, …, 449} = 450');
    expect(
      mexWords(
        many.filter((n) => n !== 44),
        44,
        withCommas,
      ),
    ).toBe('mex {0, 1, 2, …, 43, 45, 46, 47, …, 449} = 44');
  });
});

/** A request that a worker was sent, which the test answers. */
class Heard {
  readonly wishes: AnswerControl[] = [];
  readonly #port: MessagePort;

  constructor(port: MessagePort) {
    this.#port = port;
    port.onmessage = ({ data }: MessageEvent<AnswerControl>) => this.wishes.push(data);
  }

  say(...said: readonly FromEngine[]): void {
    for (const each of said) this.#port.postMessage(each);
  }
}

/** A worker that says what the test has it say. */
class SaidWorker extends EventTarget {
  static readonly begun: SaidWorker[] = [];
  readonly heard: Heard[] = [];
  isEnded = false;

  constructor() {
    super();
    SaidWorker.begun.push(this);
  }

  postMessage(_: ToEngine, [port]: readonly MessagePort[]): void {
    this.heard.push(new Heard(port));
  }

  terminate(): void {
    this.isEnded = true;
  }
}

describe('the worker of the static edition', () => {
  afterEach(() => vi.unstubAllGlobals());

  /** What answers, and the worker of now. */
  async function begin(): Promise<{
    ask: (signal?: AbortSignal) => Promise<Response>;
    last: () => SaidWorker;
  }> {
    SaidWorker.begun.length = 0;
    vi.resetModules();
    vi.stubGlobal('Worker', SaidWorker);
    vi.stubGlobal('navigator', {});
    vi.stubGlobal('document', {
      baseURI: 'http://page/',
      documentElement: { dataset: { engine: 'engine.js' } },
      addEventListener: () => undefined,
    });
    const { fetchAnswer } = await import('../../src/explorer/page/edition.js');
    const ask = (signal?: AbortSignal): Promise<Response> =>
      fetchAnswer('api/game', signal === undefined ? {} : { signal });
    return { ask, last: () => SaidWorker.begun.at(-1)! };
  }
  const head = { status: 200, headers: [] };

  it('ends a request that is left, also after its head has come, and listens no longer', async () => {
    const { ask, last } = await begin();
    const leaving = new AbortController();
    const { signal } = leaving;
    const whole = ask(signal);
    last().heard[0].say({ head }, { bytes: new TextEncoder().encode('all') }, { isDone: true });
    expect(await (await whole).text()).toBe('all');
    expect(getEventListeners(signal, 'abort')).toEqual([]);
    const asked = [ask(signal), ask(signal)];
    last().heard[1].say({ head });
    const body = (await asked[0]).arrayBuffer();
    leaving.abort();
    await expect(body).rejects.toMatchObject({ name: 'AbortError' });
    await expect(asked[1]).rejects.toMatchObject({ name: 'AbortError' });
    await expect(ask(signal)).rejects.toMatchObject({ name: 'AbortError' });
    await expect
      .poll(() => last().heard.map(({ wishes }) => wishes.includes('abort')))
      .toEqual([false, true, true, true]);
  });

  it('is told that nobody reads the answer to a change', async () => {
    const { last } = await begin();
    const { send } = await import('../../src/explorer/page/api.js');
    const sent = send('POST', 'extension', {});
    last().heard[0].say({ head: { ...head, status: 202 } }, { bytes: new TextEncoder().encode('{}') });
    await sent;
    await expect.poll(() => last().heard[0].wishes).toContain('abort');
  });

  it('is replaced when it has ended, and what waited for it fails', async () => {
    const { ask, last } = await begin();
    const asked = [ask(), ask()];
    const first = last();
    first.heard[0].say({ head });
    const body = (await asked[0]).arrayBuffer();
    first.dispatchEvent(new Event('error'));
    await expect(body).rejects.toThrow('has ended');
    await expect(asked[1]).rejects.toThrow('has ended');
    expect(first.isEnded).toBe(true);
    const again = ask();
    expect(last()).not.toBe(first);
    last().heard[0].say({ head }, { isDone: true });
    expect((await again).status).toBe(200);
  });
});
