/** Every way to name a game, through the shell: families, all but a set, files, hotspots and seeds. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { coldByDefinition, nimValuesByDefinition } from '../../src/game/definition.js';
import { gamesGiven } from '../../src/cli/games.js';
import { parseGame } from '../../src/game/game.js';
import { bash, fileFolder, json, takeaway } from '../support/cli.js';

const folder = fileFolder();
const store = join(folder, 'store');
const at = ['--store', store];
const setOf = (text: string): ReturnType<typeof parseGame>['set'] => parseGame(text, () => '').set;

describe('a game', () => {
  it.each([
    ['powers-of:3', 'powers-of:3'],
    ['polynomial:1,0,1', 'polynomial:1,0,1'],
    ['arithmetic:1,3', 'arithmetic:1,3'],
    ['all-but:2,3,7', 'all-but{2,3,7}'],
    ['1..3,9', '{1,2,3,9}'],
  ])('%s needs no quotes in a shell', async (text, key) => {
    const line = `$T extend ${text} --to 400 --store ${store} --json && $T values --format lines ${text} --to 400 --store ${store}`;
    const { stdout, stderr, code } = await bash(line);
    expect(code, stderr).toBe(0);
    const [report, ...rows] = stdout.trimEnd().split('\n');
    expect(JSON.parse(report)).toMatchObject({ game: key });
    expect(rows).toEqual(nimValuesByDefinition(setOf(key), 400).map((value, n) => `${n} ${value}`));
  });

  it('is the same stored game however it is written', async () => {
    const file = join(folder, 'set.txt');
    writeFileSync(file, '# from a file\r\n9\r\n3\r\n1\r\n2\r\n');
    for (const text of ['{9,1..3}', `file:${file}`, '1,2,3,9 seed [0,1]']) {
      expect(await json(['info', text, ...at])).toMatchObject({ games: [{ game: '{1,2,3,9}' }] });
    }
  });
});

describe('hotspots', () => {
  const game = 'squares hotspots 0,5..7,100';

  it('declares positions hot: a game of its own with cold positions only', async () => {
    const extend = await takeaway(['extend', game, '--to', '300', ...at]);
    expect(extend.code).toBe(0);
    expect(extend.stderr).toContain('A game with hotspots has cold positions only.');
    expect(extend.stdout).toMatch(/^squares hotspots 0,5\.\.7,100 cold +stored 0 to 300/);
    const declared = [0, 5, 6, 7, 100];
    const cold = coldByDefinition(setOf('squares'), 300, (n) => declared.includes(n));
    const rows = cold.map((isCold, n) => `${n} ${isCold}`);
    const { stdout } = await takeaway(['values', '--format', 'lines', game, '--to', '300', ...at]);
    expect(stdout.trimEnd().split('\n')).toEqual(rows);
    const written = await takeaway([
      'values',
      '--format',
      'lines',
      'squares hotspots {0,5,6,7,100}',
      '--to',
      '300',
      ...at,
    ]);
    expect(written.stdout).toBe(stdout);
    const query = await takeaway(['query', game, '0', '1', ...at]);
    expect(query.stdout).toBe('0: hot, declared hot\n1: cold\n');
    const { code, stdout: verified } = await takeaway(['verify', game, '--full', ...at]);
    expect(code).toBe(0);
    expect(verified).toMatch(/^Checked 1 block: all is well\.\nAll 300 values were checked against/);
  });

  it('and nim-values do not go together', async () => {
    for (const command of [
      ['extend', '--to', '9'],
      ['values', '--format', 'lines', '--to', '9'],
      ['export', '--format', 'csv'],
    ]) {
      const args = [command[0], game, ...command.slice(1), '--series', 'nim', ...at];
      const { code, stderr } = await takeaway(args);
      expect(code).toBe(2);
      expect(stderr).toMatch(
        /squares hotspots \{0,5,6,7,100\} has no series nim, as it has hotspots\. Choose one of cold\./,
      );
    }
  });
});

describe('a seed', () => {
  it('gives the first nim-values', async () => {
    const game = 'squares seed 0,1,5';
    await json(['extend', game, '--to', '200', ...at]);
    const { stdout } = await takeaway(['values', '--format', 'lines', game, '--to', '6', ...at]);
    expect(stdout).toBe('0 0\n1 1\n2 5\n3 0\n4 1\n5 0\n');
    expect(await json(['query', 'squares seed [0,1,5]', '2', '3', ...at])).toMatchObject([
      { position: 2, cold: false, nimValue: 5, winningMoves: [] },
      { position: 3, cold: true, nimValue: 0, winningMoves: [] },
    ]);
    const { code } = await takeaway(['verify', '--full', game, ...at]);
    expect(code).toBe(0);
  });

  it.each([
    [
      ['extend', 'squares seed 0,0', '--to', '9'],
      /gives position 1 the nim-value 0, which its option 0 has too/,
    ],
    [
      ['extend', 'squares seed 0,5 hotspots 3', '--to', '9'],
      /Give hotspots, a seed, sink or pass, and that once/,
    ],
    [['extend', 'squares seed x', '--to', '9'], /The seed has "x"/],
  ])('refuses %j', async (args, message) => {
    const { code, stdout, stderr } = await takeaway([...args, ...at]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(message);
  });
});

describe('games', () => {
  it('come from stdin once', async () => {
    await expect(gamesGiven(['-', 'squares', '-'], undefined, store)).rejects.toMatchObject({
      code: 'usage',
      message: 'The argument - reads games from stdin. Give it once.',
    });
  });

  it('lists families, their members in the OEIS, and what is stored of them', async () => {
    const { games } = await json<{ games: { game: string }[] }>(['games', ...at]);
    const listed = (name: string): unknown => games.find(({ game }) => game === name);
    expect(listed('practical')).toMatchObject({ oeis: { set: 'A005153', cold: 'A275432' } });
    expect(listed('powers-of:B')).toEqual({
      game: 'powers-of:B',
      description: 'the powers 1, B, B^2, ... of a base B',
      oeis: {},
      stored: {},
    });
    expect(listed('powers-of:3')).toEqual({
      game: 'powers-of:3',
      description: 'one of powers-of:B',
      oeis: { set: 'A000244', nim: 'A000035', cold: 'A005843' },
      stored: { cold: 400, nim: 400 },
    });
    expect(listed('squares hotspots {0,5,6,7,100}')).toMatchObject({
      description: null,
      stored: { cold: 300 },
    });
    expect(new Set(games.map(({ game }) => game)).size).toBe(games.length);
    const { stdout } = await takeaway(['games', ...at]);
    expect(stdout).toMatch(/^all-but\{2,3,7\} +a game of its own +cold to 400, nim to 400$/m);
  });
});
