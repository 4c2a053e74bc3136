/** The program as a whole: help, version, and what a query does not load. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { packageVersion } from '../../src/platform/package-root.js';
import { COMMAND_GROUPS, COMMANDS } from '../../src/cli/commands.js';
import { readGame } from '../../src/index.js';
import { json, takeaway } from '../support/cli.js';
import { temporaryFolder } from '../support/temporary.js';

const NAMES = COMMANDS.map(({ name }) => name);

describe('the version', () => {
  it.each([
    ['--version', '--json'],
    ['--json', '--version'],
    ['version', '--json'],
  ])('is JSON with %s %s', async (...words) => {
    const { stdout } = await takeaway(words);
    expect(JSON.parse(stdout)).toEqual({ version: packageVersion() });
  });
});

describe('help', () => {
  it('comes without a command, and lists them all', async () => {
    const bare = await takeaway([]);
    expect(bare).toMatchObject({ code: 0, stderr: '' });
    for (const { heading, commands } of COMMAND_GROUPS) {
      const loaded = await Promise.all(commands.map(({ load }) => load()));
      const lines = loaded.map(({ signature }) => `  ${signature} .*(\\n {5,}.*)*\\n`);
      const text = `\n${heading}:\n${lines.join('')}\n`
        .replaceAll(/[[\]<>]/g, '\\$&')
        .replaceAll('..', '\\.\\.');
      expect(bare.stdout).toMatch(new RegExp(text));
    }
    expect((await takeaway(['--help'])).stdout).toBe(bare.stdout);
  });

  it.each(NAMES)('of %s has examples before options', async (name) => {
    const { stdout, code } = await takeaway([...name.split(' '), '--help']);
    expect(code).toBe(0);
    expect(stdout).toMatch(new RegExp(`^takeaway ${name}.*\\n\\n.*\\n\\nExamples:\\n {2}takeaway ${name}`));
    const common = stdout.indexOf('Every command takes');
    expect(stdout.indexOf('Examples:')).toBeLessThan(common);
    expect(stdout.indexOf('Options:')).toBeLessThan(common);
    expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([]);
    for (const option of ['--store', '--json', '--quiet', '--help']) expect(stdout).toContain(option);
  });
});

it('help games has the grammar, in games that can be read', async () => {
  const { stdout, code } = await takeaway(['help', 'games']);
  expect(code).toBe(0);
  const [written, refused] = stdout.split('Not subtraction games');
  const examplesIn = (text: string): string[] =>
    [...text.matchAll(/^ {2}(\S.*?)(?: {2,}.*)?$/gm)].flatMap(([, each]) =>
      each.split(/, (?=[a-z])/).map((game) => game.replaceAll('"', '')),
    );
  const games = examplesIn(written).filter((game) => !game.startsWith('file:'));
  expect(games.length).toBeGreaterThan(12);
  for (const game of games) expect(() => readGame(game), game).not.toThrow();
  for (const game of examplesIn(refused)) expect(() => readGame(game), game).toThrow();
  expect((await takeaway(['games', '--help'])).stdout).toContain('takeaway games --json');
});

describe('version', () => {
  it('is that of the package', async () => {
    const path = join(import.meta.dirname, '../../package.json');
    const { version } = JSON.parse(readFileSync(path, 'utf8')) as { version: string };
    expect(await takeaway(['--version'])).toEqual({
      code: 0,
      signal: null,
      stdout: `${version}\n`,
      stderr: '',
    });
  });
});

describe('starting', () => {
  const preload = pathToFileURL(join(import.meta.dirname, '../support/processes/refuse-imports.mjs'));
  const env = { NODE_OPTIONS: `--import=${preload.href}` };

  it('a query, info or games loads neither Arrow nor the progress bar', { tags: 'slow' }, async () => {
    const at = ['--store', temporaryFolder()];
    await json(['extend', 'squares', '--to', '100', ...at]);
    for (const args of [['query', 'squares', '5'], ['info'], ['games']]) {
      expect(await takeaway([...args, ...at], { env })).toMatchObject({ code: 0, stderr: '' });
    }
    const arrow = await takeaway(['export', 'squares', '--format', 'arrow', ...at], { env });
    expect(arrow).toMatchObject({ code: 1 });
    expect(arrow.stderr).toMatch(
      /^takeaway: loaded apache-arrow\. This is a fault of takeaway: .* TAKEAWAY_DEBUG=1/,
    );
  });
});

describe('a signal before a command has begun', () => {
  it.each([
    ['SIGINT', ['games']],
    ['SIGTERM', ['query', 'squares', '5']],
    ['SIGINT', ['extend', 'squares', '--to', '100']],
  ] as const)('%s ends the program with 130', async (signal, args) => {
    const folder = temporaryFolder();
    const preload = join(folder, 'signal.mjs');
    // As soon as anything listens, before the rest of the program is loaded: one that is sent may arrive after it.
    writeFileSync(
      preload,
      `process.on('newListener', (name) => {
        if (name === '${signal}') queueMicrotask(() => process.emit(name, name));
      });`,
    );
    const store = join(folder, 'store');
    const env = { NODE_OPTIONS: `--import=${pathToFileURL(preload).href}` };
    expect(await takeaway([...args, '--store', store], { env })).toEqual({
      code: 130,
      signal: null,
      stdout: '',
      stderr: '',
    });
    expect(existsSync(store)).toBe(false);
  });
});
