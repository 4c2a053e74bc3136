/** Commands that read: what they print for people, and the JSON that scripts may rely on. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { tableFromIPC } from 'apache-arrow';
import { beforeAll, describe, expect, it } from 'vitest';
import { CATALOGUE } from '../../../src/game/sets/catalogue.js';
import { nimValuesByDefinition } from '../../../src/game/definition.js';
import { bash, fileFolder, json, takeaway } from '../../support/cli.js';

const folder = fileFolder();
const store = join(folder, 'store');
const at = ['--store', store];
const [{ set: squares }] = CATALOGUE;

beforeAll(async () => {
  await json(['extend', 'squares', '--to', '20_000', ...at]);
  await json(['extend', '{4,1,3}', '--to', '1e3', '--series', 'cold', ...at]);
  await json(['extend', 'odd', '--to', '200', ...at]);
});

describe('query', () => {
  it('prints a line a position', async () => {
    const { stdout, stderr, code } = await takeaway(['query', 'squares', '34', '35', '1e4', ...at]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout.split('\n').slice(0, 2)).toEqual([
      '34: cold, nim-value 0',
      '35: hot, nim-value 1, winning moves 1, 25',
    ]);
    expect(stdout).toMatch(/^10000: hot, nim-value \d+, winning moves? \d/m);
  });

  it('gives all winning moves as JSON, and nim-values also where only cold positions are stored', async () => {
    expect(await json(['query', 'squares', '35', '2^2', ...at])).toEqual([
      { position: 35, cold: false, nimValue: 1, winningMoves: [1, 25], source: 'stored' },
      { position: 4, cold: false, nimValue: 2, winningMoves: [4], source: 'stored' },
    ]);
    expect(await json(['query', '1,3,4', '7', '8', ...at])).toEqual([
      { position: 7, cold: true, nimValue: 0, winningMoves: [], source: 'period' },
      { position: 8, cold: false, nimValue: 1, winningMoves: [1], source: 'period' },
    ]);
  });

  it('shortens long lists for people only', async () => {
    const { stdout } = await takeaway(['query', 'odd', '101', ...at]);
    expect(stdout).toBe(
      '101: hot, nim-value 1, winning moves 1, 3, 5, 7, 9, 11, 13, 15, 17, 19 and 41 more\n',
    );
    const [{ winningMoves }] = await json<{ winningMoves: number[] }[]>(['query', 'odd', '101', ...at]);
    expect(winningMoves).toHaveLength(51);
  });

  it('takes the store from TAKEAWAY_STORE, else ./storage', async () => {
    const { stdout } = await takeaway(['query', 'squares', '2'], { env: { TAKEAWAY_STORE: store } });
    expect(stdout).toBe('2: cold, nim-value 0\n');
    const { stdout: elsewhere, stderr } = await takeaway(['query', 'squares', '2'], { cwd: folder });
    expect(elsewhere).toBe('2: cold, nim-value 0\n');
    expect(stderr).toBe('Not stored: computing squares below 3 in memory.\n');
    expect(existsSync(join(folder, 'storage'))).toBe(false);
  });
});

describe('values', () => {
  it('prints a position per line with --format lines, also where only cold positions are stored', async () => {
    const nim = await takeaway(['values', 'squares', '--from', '3', '--to', '6', '--format', 'lines', ...at]);
    expect(nim.stdout).toBe('3 1\n4 2\n5 0\n');
    const ofCold = await takeaway(['values', '{1,3,4}', '--to', '3', '--format', 'lines', ...at]);
    expect(ofCold.stdout).toBe('0 0\n1 1\n2 0\n');
    const cold = await takeaway([
      'values',
      '{1,3,4}',
      '--to',
      '3',
      '--series',
      'cold',
      '--format',
      'lines',
      ...at,
    ]);
    expect(cold.stdout).toBe('0 true\n1 false\n2 true\n');
    // No period, as nothing marks it.
    const usual = await takeaway(['values', '{1,3,4}', '--format', 'lines', ...at]);
    expect(usual.stdout.trimEnd().split('\n')).toHaveLength(100);
  });

  it('prints every position once, also where text is cut into chunks', async () => {
    const words = ['values', 'squares', '--to', '20000', '--series', 'cold', '--format', 'lines', ...at];
    const lines = (await takeaway(words)).stdout.trimEnd().split('\n');
    expect(lines.map((line) => Number(line.split(' ')[0]))).toEqual([...Array(20_000).keys()]);
  });

  it('prints P for cold and N for hot with --format letters', async () => {
    const said = async (...words: readonly string[]): Promise<string> =>
      (await takeaway(['values', ...words, '--format', 'letters', ...at])).stdout;
    expect(await said('{1,3,4}')).toBe('(P N P N N N N)\n');
    expect(await said('squares', '--to', '6', '--series', 'cold')).toBe('P N P N N P\n');
    expect(await said('{2,3,7}', '--misere', '--to', '3')).toBe('N N P\n');
    expect(await said('squares hotspots {0}', '--to', '3')).toBe('N P N\n');
  });

  it.each([
    ['--format', 'lines', '--json'],
    ['--format', 'letters', '--json'],
    ['--format', 'latex', '--json'],
    ['--format', 'letters', '--series', 'nim'],
  ])('refuses %s with %s', async (...words) => {
    const { code, stdout, stderr } = await takeaway(['values', '{1,3,4}', ...words, ...at]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(words[0]);
  });
});

describe('why', () => {
  it('says which moves make a position hot or cold, with the mex written out', async () => {
    const said = async (...words: readonly string[]): Promise<string> =>
      (await takeaway(['why', ...words, ...at])).stdout;
    expect(await said('{1,3,4}', '6')).toBe(
      '6 is hot. 1 of 3 moves leads to a cold position, from which the other player loses. So the player to move wins.\n' +
        'Its nim-value is the least number that no move leads to: mex {0, 1, 3} = 2.\n' +
        'take 1  leaves 5  hot   nim-value 3\n' +
        'take 3  leaves 3  hot   nim-value 1\n' +
        'take 4  leaves 2  cold  nim-value 0\n',
    );
    expect(await said('{1,3,4}', '0')).toMatch(/^0 is cold\. No move is left, so .* mex \{\} = 0\.\n$/s);
    expect(await said('{1,3,4}', '7e14')).toMatch(/^700000000000000 is cold\. Each of the 3 moves leads/);
    expect(await said('squares hotspots {4}', '4')).toMatch(/^4 is hot\. It is declared hot/);
    expect(await said('odd', '2^40')).toMatch(/^1099511627776 is cold\. There are about .* more$/ms);
    // No nim-value is told where none is known.
    expect(await said('squares hotspots {0}', '5')).not.toContain('nim-value');
    expect(await json(['why', '{1,3,4}', '2', ...at])).toMatchObject({
      ...{ game: '{1,3,4}', position: 2, cold: true, nimValue: 0, moveCount: 1, reached: [1] },
      moves: [{ take: 1, to: 1, cold: false, nimValue: 1 }],
    });
    expect((await takeaway(['why', 'squares', '6e10', '--quiet', ...at])).code).toBe(3);
  });
});

describe('export', () => {
  it('writes the OEIS b-file of nim-values', async () => {
    const args = ['--series', 'nim', '--format', 'bfile', '--from', '0', '--to', '10001'];
    const { stdout } = await takeaway(['export', 'squares', ...args, ...at]);
    expect(createHash('sha256').update(stdout).digest('hex')).toBe(
      '931eb17bcf07d057955b4b21f68683a5d7741a507e2f2a19c693a1f59b1e19c5',
    );
  });

  it.each(['out.arrow', 'out.arrows'])('writes %s, which Arrow reads', async (name) => {
    const output = join(folder, name);
    const args = ['--series', 'nim', '--to', '100', '--output', output];
    const { stdout, stderr, code } = await takeaway(['export', 'squares', ...args, ...at]);
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
    expect(stderr).toMatch(/^Wrote .*: nim as arrow/);
    const table = tableFromIPC(readFileSync(output));
    expect(table.numRows).toBe(100);
    expect(table.schema.fields.map((field) => field.name)).toEqual(['n', 'nim_value']);
  });

  it('writes CSV and b-files by the ending of the output, and reports as JSON', async () => {
    const csv = join(folder, 'out.csv');
    const report = await json(['export', 'squares', '--series', 'cold', '--to', '3', '--output', csv, ...at]);
    expect(report).toEqual({ output: csv, series: 'cold', format: 'csv', bytes: 29 });
    expect(readFileSync(csv, 'utf8')).toBe('n,cold\n0,true\n1,false\n2,true\n');
    const text = join(folder, 'out.txt');
    await takeaway(['export', 'squares', '--series', 'cold', '--to', '11', '--output', text, ...at]);
    expect(readFileSync(text, 'utf8')).toBe('0 0\n1 2\n2 5\n3 7\n4 10\n');
  });

  it('streams Arrow to a pipe', async () => {
    const line = `$T export squares --format arrow --store ${store} | head -c 6`;
    expect((await bash(line)).stdout).toBe('ARROW1');
  });

  it('ends quietly when the reader goes away', async () => {
    const line = `$T export squares --format csv --store ${store} | head -1; echo \${PIPESTATUS[0]}`;
    const { stdout, stderr } = await bash(line);
    expect({ stdout, stderr }).toEqual({ stdout: 'n,nim_value\n0\n', stderr: '' });
  });
});

describe('info', () => {
  it('is as the contract says', async () => {
    const anyNumber = expect.any(Number) as unknown;
    const nimValues = nimValuesByDefinition(squares, 20_000);
    const coldCount = nimValues.filter((value) => value === 0).length;
    const common = { frontier: 20_000, blocks: 1, bytes: anyNumber, coldCount };
    expect(await json(['info', 'squares', ...at])).toEqual({
      store,
      games: [
        {
          game: 'squares',
          series: {
            cold: { ...common, methods: ['shifted-positions'] },
            nim: { ...common, methods: ['dynamic-programming'], largestNimValue: Math.max(...nimValues) },
          },
        },
      ],
    });
  });

  it('hashes values on request', async () => {
    const { games } = await json<{ games: { game: string; series: { cold: { valueHash: string } } }[] }>([
      'info',
      '--full',
      ...at,
    ]);
    expect(games).toHaveLength(3);
    for (const { series } of games) expect(series.cold.valueHash).toMatch(/^[0-9a-f]{64}$/);
  });

  it('prints a table', async () => {
    const { stdout } = await takeaway(['info', ...at]);
    expect(stdout).toMatch(/^game +series +frontier +blocks/m);
    expect(stdout).toMatch(/^squares +cold +20_000 +1 /m);
    expect(stdout).toMatch(/^\{1,3,4\} +cold +1000 /m);
  });

  it('says how to start where nothing is stored', async () => {
    const nowhere = join(folder, 'nowhere');
    const { stdout, stderr, code } = await takeaway(['info', '--store', nowhere]);
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
    expect(stderr).toContain(`Run 'takeaway extend squares --to 2^20 --store ${nowhere}' to start.`);
    expect(await json(['info', '--store', nowhere])).toMatchObject({ store: nowhere, games: [] });
  });
});

describe('games', () => {
  it('lists the catalogue and what is stored', async () => {
    const { games } = await json<{ games: { game: string; stored: unknown }[] }>(['games', ...at]);
    const listed = (name: string): unknown => games.find(({ game }) => game === name);
    expect(listed('squares')).toEqual({
      game: 'squares',
      description: 'subtract-a-square: 1, 4, 9, 16, ...',
      oeis: {
        set: 'A000290',
        nim: 'A014586',
        cold: 'A030193',
        remoteness: 'A338027',
        records: 'A297963',
      },
      stored: { cold: 20_000, nim: 20_000 },
    });
    expect(listed('cubes')).toMatchObject({ stored: {} });
    expect(listed('{1,3,4}')).toMatchObject({ description: null, stored: { cold: 1000 } });
    const { stdout } = await takeaway(['games', ...at]);
    expect(stdout).toMatch(/^squares +subtract-a-square.*cold to 20_000, nim to 20_000$/m);
  });
});

describe('what is too much to print', () => {
  it('is refused before anything is printed', async () => {
    const many = await takeaway([
      'values',
      '--format',
      'lines',
      '{1,3,4}',
      '--to',
      '2^53-1',
      '--quiet',
      ...at,
    ]);
    expect(many).toMatchObject({ code: 2, stdout: '' });
    expect(many.stderr).toContain('Ask for at most 268_435_456');
    expect(many.stderr).toContain('write them to a file: takeaway export GAME -o FILE');
    const list = await takeaway(['values', '{1,3,4}', '--to', '1e15', '--quiet', ...at]);
    expect(list).toMatchObject({ code: 2, stdout: '' });
  });

  it('is written as JSON run by run, the same as at once', async () => {
    const values = await json<{ values: number[] }>(['values', 'odd', '--to', '200_000', '--quiet', ...at]);
    expect(values.values).toEqual(Array.from({ length: 200_000 }, (_, n) => n % 2));
    expect(await json(['values', '{1,3,4} seed 5', '--quiet', ...at])).toEqual({
      game: '{1,3,4} seed 5',
      series: 'nim',
      preperiod: [5],
      period: [0, 1, 0, 1, 2, 3, 2],
      saltus: 0,
    });
  });
});

describe('a game that repeats', () => {
  it.each(['density', 'gaps', 'records', 'values', 'residues --modulus 65 --max 100', 'digits --base 10'])(
    'is analyzed to 2^53 - 1 by its period: %s',
    async (words) => {
      const { range } = await json<{ range: unknown }>([
        'analyze',
        '{1,3,4}',
        ...words.split(' '),
        '--to',
        '9007199254740991',
        '--quiet',
        ...at,
      ]);
      expect(range).toEqual({ start: 0, stop: Number.MAX_SAFE_INTEGER });
    },
  );
});
