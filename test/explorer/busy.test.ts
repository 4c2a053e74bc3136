/** The explorer while some ask for much, leave, or say nothing: others are answered, and nothing stays behind. */
import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { ask, runningExplorer, type Answer } from './running.js';
import { longAnswer } from '../../src/explorer/routes/context.js';
import type { GameFacts } from '../../src/explorer/contract.js';

const explorer = runningExplorer();
const DEAR = [
  '/api/analysis/density?game=%7B1,3,4%7D&to=9007199254740991',
  '/api/analysis/gaps?game=%7B1,3,4%7D&to=9007199254740991',
  '/api/game?game=1..16777216',
  '/api/analysis/residues?game=squares&modulus=1048576',
];

const until = async (isSo: () => boolean): Promise<void> => {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 10));
};

/** Asks as a client should: where the server is too busy for it now, again after the time that is said. */
async function askAgain(path: string): Promise<Answer> {
  const answer = await ask(explorer.url + path);
  if (answer.status !== 503) return answer;
  expect(answer.headers['retry-after']).toBe('1');
  await new Promise((resolve) => setTimeout(resolve, 1000));
  return askAgain(path);
}

/** Begins a request; returns how to leave. */
function begin(path: string): () => void {
  const sent = request(explorer.url + path, { agent: false }, (response) => {
    // Nothing is read until it leaves.
    response.on('error', () => undefined);
  });
  sent.on('error', () => undefined);
  sent.end();
  return () => sent.destroy();
}

describe('while some ask for much', () => {
  it(
    'the page, facts and stored values are answered, and the work ends when its clients go',
    { tags: 'slow' },
    async () => {
      const leave = [...DEAR, ...DEAR].map(begin);
      for (let i = 0; i < 5; i++) {
        expect((await ask(`${explorer.url}/`)).status).toBe(200);
        const facts = await askAgain('/api/game?game=squares');
        expect((JSON.parse(facts.body.toString()) as GameFacts).firstCold.slice(0, 4)).toEqual([0, 2, 5, 7]);
        expect((await askAgain('/api/values?game=squares&to=4096')).status).toBe(200);
      }
      for (const each of leave) each();
      await until(() => {
        const { working, waiting } = explorer.census();
        return working === 0 && waiting === 0;
      });
    },
  );

  it(
    'exports that nobody reads hold nobody up, another export neither, and end with their clients',
    { tags: 'slow' },
    async () => {
      const path = '/api/export?game=%7B1,6,9%7D&series=cold&format=csv&to=2^24';
      // One more than may go on at a time: each is cut after ten seconds in which nothing of it was read.
      const leave = Array.from({ length: 3 }, () => begin(path));
      await until(() => explorer.census().working === 2);
      expect((await askAgain('/api/game?game=squares')).status).toBe(200);
      const answer = await askAgain('/api/export?game=squares&series=cold&format=csv&to=10');
      expect([answer.status, answer.body.toString().split('\n')[1]]).toEqual([200, '0,true']);
      for (const each of leave) each();
      await until(() => explorer.census().working === 0 && explorer.census().waiting === 0);
    },
  );
});

it('a long answer is JSON as of one text, in pieces that are made when they are taken', async () => {
  const items = Array.from({ length: 20_000 }, (_, i) => ({ n: i ** 3, at: i % 3 === 0 ? null : 1 / i }));
  let taken = 0;
  const watched = new Proxy(items, {
    get: (list, key) => (key === '19999' && (taken = 1), Reflect.get(list, key) as unknown),
  });
  const odd = { none: undefined, empty: {}, list: [], long: [undefined, NaN, '\u2028"', [1, [2]]], zero: -0 };
  const { body } = longAnswer({ ...odd, deep: { items: watched }, after: 'é' });
  const pieces: Uint8Array[] = [];
  for await (const piece of body as unknown as AsyncIterable<Uint8Array>) {
    if (pieces.length === 0) expect(taken).toBe(0);
    pieces.push(piece);
  }
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(2 ** 18);
  expect(Buffer.concat(pieces).toString()).toBe(JSON.stringify({ ...odd, deep: { items }, after: 'é' }));
  for (const small of [{}, { a: [] }, { a: null }]) expect(await longAnswer(small).json()).toEqual(small);
});

describe('connections', () => {
  it('that say nothing shut nobody out', async () => {
    const open: Socket[] = [];
    for (let i = 0; i < 300; i++) {
      const socket = connect(explorer.port, '127.0.0.1');
      socket.on('error', () => undefined);
      open.push(socket);
    }
    await Promise.all(open.map((socket) => new Promise((resolve) => socket.once('connect', resolve))));
    for (let i = 0; i < 3; i++) expect((await ask(`${explorer.url}/api/games`)).status).toBe(200);
    for (const socket of open) socket.destroy();
  });

  it('that say half of a request are cut', { tags: 'slow' }, async () => {
    const socket = connect(explorer.port, '127.0.0.1');
    let text = '';
    socket.on('data', (chunk) => (text += chunk.toString()));
    socket.on('error', () => undefined);
    socket.write('GET /api/games HTTP/1.1\r\nHost: 127');
    await new Promise((resolve) => socket.on('close', resolve));
    expect(text).toMatch(/^(HTTP\/1\.1 408 |$)/);
  });
});
