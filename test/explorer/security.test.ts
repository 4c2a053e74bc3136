/** Who may ask the explorer for what, by raw requests. */
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { describe, expect, it } from 'vitest';
import type { ExtensionAnswer } from '../../src/explorer/contract.js';
import { ask, askJson, errorOf, runningExplorer } from './running.js';

const reader = runningExplorer();
const JSON_TYPE = { 'content-type': 'application/json' };

describe('the explorer listens', () => {
  it('on 127.0.0.1 alone', async () => {
    const others = Object.values(networkInterfaces())
      .flat()
      .filter((each) => each?.family === 'IPv4' && each.address !== '127.0.0.1')
      .map((each) => each!.address);
    for (const host of [...others, '127.0.0.2']) {
      const reached = await new Promise((resolve) => {
        const socket = connect({ host, port: reader.port, timeout: 1000 });
        socket.on('connect', () => resolve(true));
        for (const event of ['error', 'timeout']) socket.on(event, () => resolve(false));
      });
      expect(reached, host).toBe(false);
    }
  });
});

describe('every answer', () => {
  it.each(['/', '/api/games', '/api/game?game=nonsense', '/nowhere', '/api/values?game=squares&to=9'])(
    '%s forbids scripts and pages from elsewhere',
    async (path) => {
      const { headers } = await ask(reader.url + path);
      const policy = String(headers['content-security-policy']);
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("script-src 'self'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toMatch(/unsafe|\*|https?:/);
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['cross-origin-resource-policy']).toBe('same-origin');
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    },
  );
});

it('a person at an address that is not there is shown the way back, a program what was expected', async () => {
  const headers = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
  const page = await ask(`${reader.url}/foo`, { headers });
  expect(page.status).toBe(404);
  expect(page.headers['content-type']).toMatch(/^text\/html/);
  expect(page.body.toString()).toContain('<a href="/">');
  for (const answer of [await ask(`${reader.url}/foo`), await ask(`${reader.url}/api/foo`, { headers })]) {
    expect(answer.status).toBe(404);
    expect(errorOf(answer)).toMatchObject({
      code: 'usage',
      message: expect.stringMatching(/^There is nothing at /) as string,
    });
  }
});

describe('a request is refused', () => {
  it.each([
    'evil.example',
    'evil.example:80',
    '127.0.0.1',
    '127.0.0.1:1',
    '0.0.0.0',
    '[::1]:80',
    '127.0.0.1.evil.example',
    'evil.127.0.0.1:PORT',
  ])('for the host %s', async (text) => {
    const host = text.replace('PORT', String(reader.port));
    const answer = await ask(`${reader.url}/api/games`, { headers: { host } });
    expect(answer.status).toBe(403);
    expect(errorOf(answer)).toMatchObject({
      code: 'usage',
      message: expect.stringMatching(/^The Host /) as string,
      facts: { hosts: expect.stringContaining(String(reader.port)) as string },
    });
  });

  it.each([
    ...['http://evil.example', 'null', 'https://127.0.0.1', 'http://localhost:1'],
    ...['http://localhost:PORT0', 'http://127.0.0.1:PORT.evil.example', 'http://127.0.0.1:PORT@evil.example'],
    ...['http://evil.127.0.0.1:PORT', 'https://127.0.0.1:PORT', 'http://127.0.0.1'],
  ])('from the origin %s', async (text) => {
    const origin = text.replace('PORT', String(reader.port));
    const answer = await ask(`${reader.url}/api/games`, { headers: { origin } });
    expect(answer.status).toBe(403);
    expect(errorOf(answer).message).toMatch(/^The Origin /);
  });

  it.each(['cross-site', 'same-site'])('that a browser calls %s', async (site) => {
    const headers = { 'sec-fetch-site': site, 'sec-fetch-mode': 'no-cors' };
    expect((await ask(`${reader.url}/api/games`, { headers })).status).toBe(403);
    // A link to the page may be followed from anywhere, one to data may not.
    const visit = { ...headers, 'sec-fetch-mode': 'navigate' };
    expect((await ask(`${reader.url}/`, { headers: visit })).status).toBe(200);
    expect((await ask(`${reader.url}/api/games`, { headers: visit })).status).toBe(403);
  });

  it('with another method, and CORS is not spoken', async () => {
    for (const method of ['PUT', 'PATCH', 'OPTIONS', 'TRACE']) {
      expect((await ask(`${reader.url}/api/games`, { method })).status, method).toBe(405);
    }
  });

  it('with an address of more than 8192 characters', async () => {
    const beginning = `${reader.url}/api/game?game=`;
    for (const [length, status] of [
      [8192, 400],
      [8193, 414],
    ])
      expect((await ask(beginning.padEnd(length, 'x'))).status).toBe(status);
  });

  it.each([
    '/../package.json',
    '/%2e%2e/package.json',
    '/assets/../../../package.json',
    '/assets/%2e%2e%2f%2e%2e%2fapp.js',
    '/app.js',
    '//etc/passwd',
  ])('for the file %s', async (path) => {
    const status = await rawStatus(path);
    expect([400, 404]).toContain(status);
  });

  it('for a game in a file, which is not read', async () => {
    for (const game of ['file:/etc/passwd', 'FILE:/etc/passwd', 'squares hotspots file:/etc/hosts']) {
      const answer = await ask(`${reader.url}/api/game?game=${encodeURIComponent(game)}`);
      expect(answer.status).toBe(400);
      expect(answer.body.toString()).not.toMatch(/root|localhost/);
    }
  });

  it.each([
    ['/api/values?game=squares&from=5&to=1048582', 'at most 1_048_576 at a time'],
    ['/api/positions?game=squares&count=501', 'a whole number from 1 to 500'],
    ['/api/positions?game=squares&count=0', 'a whole number from 1 to 500'],
    ['/api/analysis/gaps?game=squares&with=odd;odd;odd;odd', 'Give at most 3.'],
    ['/api/export?game=squares&series=cold&format=csv&to=16777217', 'at most 16_777_216 at a time'],
    [`/api/match?game=squares&heaps=${'9,'.repeat(20)}9`, 'at most 20'],
    [`/api/match?game=squares&heaps=2000&moves=${'1:1,'.repeat(1001)}`, 'at most 1000'],
    ['/api/analysis/residues?game=squares&modulus=65537', 'a whole number from 1 to 65536'],
    ['/api/analysis/residues/table?game=squares&modulus=2^20&format=csv', 'a whole number from 1 to 65536'],
    ['/api/games?callback=evil', 'Leave it out.'],
    ['/api/positions?game=squares&from=1&from=2', 'Give it once.'],
  ])('where it asks for too much: %s', async (path, expected) => {
    const answer = await ask(reader.url + path);
    expect(answer.status).toBe(400);
    expect(errorOf(answer).message).toContain(expected);
  });

  it.each([
    ['/api/analysis/gaps?game=squares&with=odd;odd;odd&to=1000', 2000],
    ['/api/plane?third=5&max=12', 760],
  ])('for a figure of more pixels, which is drawn narrower: %s', async (path, most) => {
    const { figure } = await askJson<{ figure: { svg: string } }>(`${reader.url}${path}&pixels=1e5`);
    expect(Number(/ width="([\d.]+)"/.exec(figure.svg)![1])).toBeLessThanOrEqual(1.1 * most);
  });

  /** The status of a path that no client would mend first. */
  function rawStatus(path: string): Promise<number> {
    return new Promise((resolve, reject) => {
      const socket = connect(reader.port, '127.0.0.1');
      let text = '';
      socket.on('data', (chunk) => (text += chunk.toString()));
      socket.on('end', () => resolve(Number(text.split(' ')[1])));
      socket.on('error', reject);
      socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${reader.port}\r\nConnection: close\r\n\r\n`);
    });
  }
});

describe('without --write', () => {
  it.each(['POST', 'DELETE'])('%s changes nothing', async (method) => {
    const answer = await ask(`${reader.url}/api/extension`, {
      method,
      headers: JSON_TYPE,
      ...(method === 'POST' ? { body: JSON.stringify({ game: 'cubes', to: 1000 }) } : {}),
    });
    expect(answer.status).toBe(403);
    expect(errorOf(answer).message).toContain('--write');
    expect(await askJson<ExtensionAnswer>(`${reader.url}/api/extension`)).toEqual({
      canWrite: false,
      extensions: [],
    });
  });
});

describe('with --write', () => {
  const writer = runningExplorer({ canWrite: true });
  const begin = (headers: Readonly<Record<string, string>>, body: string): ReturnType<typeof ask> =>
    ask(`${writer.url}/api/extension`, { method: 'POST', headers, body });
  const WANTED = JSON.stringify({ game: 'cubes', series: 'cold', to: 1000 });

  it('a page of another site can change nothing', async () => {
    expect((await begin({ ...JSON_TYPE, origin: 'http://evil.example' }, WANTED)).status).toBe(403);
    expect((await begin({ ...JSON_TYPE, 'sec-fetch-site': 'cross-site' }, WANTED)).status).toBe(403);
    // What a form of another site could send.
    expect((await begin({ 'content-type': 'text/plain' }, WANTED)).status).toBe(415);
    expect((await begin({ 'content-type': 'application/x-www-form-urlencoded' }, WANTED)).status).toBe(415);
    expect(await askJson<ExtensionAnswer>(`${writer.url}/api/extension`)).toMatchObject({ extensions: [] });
  });

  it.each([
    ['no JSON', '{', 400],
    ['no game', '{}', 400],
    ['an unknown key', '{"game":"squares","to":"9","store":"/tmp"}', 400],
    ['a bad number', '{"game":"squares","to":"-1"}', 400],
    ['a series that it has not', '{"game":"squares hotspots {3}","series":"nim","to":"9"}', 400],
    ['too much', JSON.stringify({ game: 'x'.repeat(70_000), to: 9 }), 413],
  ])('%s is refused', async (_, body, status) => {
    expect((await begin(JSON_TYPE, body)).status).toBe(status);
  });
});
