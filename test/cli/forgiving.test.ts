/** A command line that forgives: options anywhere, numbers as people write them, sets that shells split, colour, stdin. */
import { execFileSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isColored } from '../../src/cli/terminal/color.js';
import { parseNumber } from '../../src/words/numbers.js';
import { readGame } from '../../src/index.js';
import type { OeisEntry } from '../../src/rim.js';
import { bash, fileFolder, takeaway } from '../support/cli.js';

const folder = fileFolder();
const at = ['--store', join(folder, 'store')];

describe('numbers', () => {
  it.each([
    ['2^22-1', 4_194_303],
    ['1M', 1_000_000],
    ['1.5k', 1500],
    ['3*10^6', 3_000_000],
    ['3 * 10^6 + 1', 3_000_001],
    ['1e7', 10_000_000],
    ['2^53-2', 2 ** 53 - 2],
  ])('%s', (text, value) => {
    expect(parseNumber(text, 'it')).toBe(value);
  });

  it.each(['2^53', '1-2', '2^', '1+', '1M5', '2**3', '1.25k5', '--1', 'k', '0.5k1', '1m'])(
    '%s is none',
    (text) => {
      expect(() => parseNumber(text, 'it')).toThrow('it must be a whole number from 0 to 2^53 - 1');
    },
  );

  it('are written alike in sets', () => {
    expect(readGame('{1e3,2^4,1k}'.replace(',1k', '')).key).toBe('{16,1000}');
    expect(readGame('interval:1e1').key).toBe(readGame('1..10').key);
    expect(() => readGame('{1.5e0,3}')).toThrow('where positive integers belong');
  });
});

describe('words', () => {
  it('may stand in any order', async () => {
    const args = ['--series', 'nim', '--quiet', 'values', '--format', 'lines', '--to', '5', 'squares', ...at];
    expect(await takeaway(args)).toMatchObject({ code: 0, stdout: '0 0\n1 1\n2 0\n3 1\n4 2\n', stderr: '' });
    expect(await takeaway([...at, 'query', '--quiet', 'squares', '5'])).toMatchObject({
      stdout: '5: cold, nim-value 0\n',
    });
  });

  it('of brackets, files and encodings are taken alike', async () => {
    expect(readGame('2*[5,23]').key).toBe('{10,46}');
    expect(readGame('[5,23]+1 | 3*[2]').key).toBe('{6,24}');
    const begun = join(folder, 'begun.txt');
    writeFileSync(begun, Buffer.from('# Anf\xe4nge\n1\n4\n9\n# complete below 16\n', 'latin1'));
    // All that is known, where no end is given.
    expect(await takeaway(['values', `file:${begun}`, '--quiet', ...at])).toMatchObject({
      code: 0,
      stdout: '0 1 0 1 2 0 1 0 1 2 0 1 0 1 2 0\n',
    });
    const beyond = await takeaway(['values', `file:${begun}`, '--from', '16', ...at]);
    expect(beyond).toMatchObject({ code: 3, stdout: '' });
  });

  it('ask for the version and for help', async () => {
    const { stdout } = await takeaway(['--version']);
    for (const word of ['-v', '-V', 'version']) expect((await takeaway([word])).stdout).toBe(stdout);
    expect((await takeaway(['help', 'query'])).stdout).toBe((await takeaway(['query', '--help'])).stdout);
    expect((await takeaway(['query', '-h'])).stdout).toContain('takeaway query <game>');
  });

  it('of a set that a shell has split are noticed', async () => {
    const split = await bash(`$T query {1,3,4} 10 --store ${at[1]}`);
    expect(split).toMatchObject({ code: 2, stdout: '' });
    expect(split.stderr).toContain('Did you mean "{1,3,4}" 10?');
    expect(split.stderr).toContain('or write "{1}" if only 1 is meant.');
    expect((await takeaway(['extend', '1', '3', '4', '--to', '9', ...at])).stderr).toContain(
      'Did you mean "{1,3,4}"?',
    );
    expect((await takeaway(['query', 'all-but2', 'all-but3', '5', ...at])).stderr).toContain(
      'Did you mean "all-but{2,3}" 5?',
    );
    expect((await takeaway(['query', '{1', '3', '4}', '10', ...at])).stderr).toContain(
      'Did you mean "{1,3,4}" 10?',
    );
    expect((await takeaway(['query', '1', '5', ...at])).stderr).toContain('The game is {1}.');
  });

  it.each(['compare', 'sweep --to 9 --threads 1', 'survey'])(
    'of sets that %s takes are sets when each is one as it is written',
    async (words) => {
      const run = (...sets: string[]): ReturnType<typeof takeaway> =>
        takeaway([...words.split(' '), ...sets, '--quiet', ...at]);
      for (const split of ['1 3 4', 'all-but2 all-but3', '{1 3 4}', '{1, 3, 4}']) {
        const { code, stderr } = await run(...split.split(' '));
        expect(code).toBe(2);
        expect(stderr).toMatch(
          /A shell may have split this set\. Put it in quotes\. Did you mean "(\{1,3,4\}|all-but\{2,3\})"\?/,
        );
      }
      expect(await run('{3}', '{1}', '{2}')).toMatchObject({ code: 0 });
      expect(await run('all-but:2', 'all-but:3')).toMatchObject({ code: 0 });
    },
  );

  it('that name a game in another way say which was understood', async () => {
    expect((await takeaway(['query', '4,3,1', '7', ...at])).stderr).toContain('The game is {1,3,4}.\n');
    expect((await takeaway(['query', 'squares', '7', ...at])).stderr).not.toContain('The game is');
  });
});

describe('stdin', () => {
  it('has positions, one a line', async () => {
    const line = `printf '34\\n# none\\n\\n2^5+3\\n1_000' | $T query squares - --quiet --store ${at[1]}`;
    expect((await bash(line)).stdout).toBe(
      '34: cold, nim-value 0\n35: hot, nim-value 1, winning moves 1, 25\n' +
        (await takeaway(['query', 'squares', '1000', '--quiet', ...at])).stdout,
    );
  });

  it('is answered in order, however it is cut, as JSON lines', async () => {
    const line = `seq 0 30000 | $T query squares - --no-moves --json --quiet --store ${at[1]}`;
    const rows = (await bash(line)).stdout.trimEnd().split('\n');
    expect(rows.map((row) => (JSON.parse(row) as { position: number }).position)).toEqual([
      ...Array(30_001).keys(),
    ]);
  });

  it('is answered as far as it can be where a position is dear', async () => {
    const said = expect.stringContaining('takeaway extend squares --series cold --to 60000000001') as unknown;
    const text = '34: cold, nim-value 0\n60000000000: not known\n5: cold, nim-value 0\n';
    const args = ['query', 'squares', '34', '6e10', '5', '--quiet', ...at];
    expect(await takeaway(args)).toMatchObject({ code: 3, stdout: text, stderr: said });
    const line = `printf '34\\n6e10\\n5' | $T query squares - --quiet --store ${at[1]}`;
    expect(await bash(line)).toMatchObject({ code: 3, stdout: text, stderr: said });
    const { code, stdout, stderr } = await takeaway([...args, '--json']);
    expect(code).toBe(3);
    expect(JSON.parse(stdout)).toMatchObject([
      { position: 34, cold: true },
      { position: 6e10, error: 'not-stored' },
      { position: 5, cold: true },
    ]);
    expect(JSON.parse(stderr)).toMatchObject({ error: { code: 'not-stored' } });
    const rows = (await bash(line.replace(' - ', ' - --json '))).stdout.trimEnd().split('\n');
    expect(rows.map((row) => (JSON.parse(row) as { error?: string }).error)).toEqual([
      undefined,
      'not-stored',
      undefined,
    ]);
  });

  it.each(['x', '2^53-1', '-3', '1.5'])(
    'answers what stands before a line with %s, which is named',
    async (bad) => {
      const lines = `34\\n5 # five\\n${bad}\\n7\\n`;
      const { code, stdout, stderr } = await bash(
        `printf -- '${lines}' | $T query squares - --quiet --store ${at[1]}`,
      );
      expect([code, stdout]).toEqual([2, '34: cold, nim-value 0\n5: cold, nim-value 0\n']);
      expect(stderr).toContain(`stdin, line 3 must be a whole number from 0 to 2^53 - 2, not ${bad}`);
    },
  );

  it('names the line of what is no number', async () => {
    const { code, stderr } = await bash(`printf '5\\nfive\\n' | $T query squares - --quiet --store ${at[1]}`);
    expect({ code, stderr }).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('stdin, line 2 must be a whole number') as unknown,
    });
  });
});

describe('values', () => {
  it('are the preperiod and the period on one line', async () => {
    const { stdout } = await takeaway(['values', '{1,6,9}', ...at]);
    expect(stdout).toBe('0 1 0 1 0 1 2 0 1 2 3 (2 0 1 0 1)\n');
    expect((await takeaway(['values', 'all-but{2,3,7}', '--quiet', ...at])).stdout).toBe('(0 1 0 1)+2\n');
    expect((await takeaway(['values', 'squares', '--to', '5', '--quiet', ...at])).stdout).toBe('0 1 0 1 2\n');
    const list = ['values', 'squares', '--from', '3', '--to', '6', '--quiet', ...at];
    expect((await takeaway(list)).stdout).toBe('1 2 0\n');
    expect(JSON.parse((await takeaway(['values', '{1,3,4}', '--json', '--quiet', ...at])).stdout)).toEqual({
      game: '{1,3,4}',
      series: 'nim',
      preperiod: [],
      period: [0, 1, 0, 1, 2, 3, 2],
      saltus: 0,
    });
  });
});

describe('an extension that is there already', () => {
  it('is no error', async () => {
    const store = ['--store', join(folder, 'twice')];
    await takeaway(['extend', 'squares', '--to', '1000', ...store]);
    const again = await takeaway(['extend', 'squares', '--to', '10', ...store]);
    expect(again).toMatchObject({ code: 0, stderr: '' });
    expect(again.stdout).toMatch(/^squares cold {2}already stored to 1000$/m);
  });
});

describe('colour', () => {
  it('is for terminals, and as the environment asks', () => {
    expect(isColored(true, {})).toBe(true);
    expect(isColored(false, {})).toBe(false);
    expect(isColored(true, { FORCE_COLOR: '0' })).toBe(false);
    expect(isColored(true, { NO_COLOR: '1' })).toBe(false);
    expect(isColored(true, { TERM: 'dumb' })).toBe(false);
    expect(isColored(false, { FORCE_COLOR: '1', NO_COLOR: '1' })).toBe(true);
  });

  it('is in answers and errors', async () => {
    const env = { FORCE_COLOR: '1' };
    const { stdout } = await takeaway(['query', 'squares', '34', '--quiet', ...at], { env });
    expect(stdout).toBe('34: \u001b[36mcold\u001b[0m, nim-value 0\n');
    expect((await takeaway(['quary'], { env })).stderr).toContain('\u001b[1;31mtakeaway:\u001b[0m');
  });
});

describe('progress', () => {
  it('is told as events of the same kind by every command, and not at all to a pipe', async () => {
    const store = ['--store', join(folder, 'progress')];
    await takeaway(['extend', 'squares', '--to', '5000', ...store]);
    const output = join(folder, 'x.csv');
    for (const [args, task] of [
      [['verify'], 'verify'],
      [['certify', 'squares'], 'squares certificate'],
      [['export', 'squares', '-o', output], 'squares export'],
      [['analyze', 'squares', 'gaps'], 'squares gaps'],
      [['info', '--full'], 'hash'],
      [['survey', '--max', '12', '--size', '3'], 'survey'],
      [['period', '{2,4,7}'], '{2,4,7} period'],
      [['copy', join(folder, 'copied')], 'copy'],
    ] as const) {
      const { code, stderr } = await takeaway([...args, '--progress', 'json', ...store]);
      expect({ args, code }).toEqual({ args, code: 0 });
      const events = stderr.split('\n').filter((line) => line.startsWith('{'));
      const [first, last] = [events[0], events.at(-1)!].map((line) => JSON.parse(line) as object);
      const progress = expect.any(Number) as unknown;
      expect(first).toMatchObject({ event: 'progress', task, progress });
      // However little time has passed since the one before.
      expect(last, task).toMatchObject({ event: 'progress', task, progress: 1 });
    }
    expect((await takeaway(['verify', ...store])).stderr).toBe('');
  }, 60_000);
});

describe('the Python of a draft', () => {
  const hasPython = existsSync('/usr/bin/python3');
  it.skipIf(!hasPython)('prints the data', async () => {
    const { stdout } = await takeaway(['oeis', '{1,6,9}', '--sequence', 'gaps', '--json', '--quiet', ...at]);
    const { programs, data } = JSON.parse(stdout) as Pick<OeisEntry, 'programs' | 'data'>;
    const { lines } = programs.find(({ language }) => language === 'Python')!;
    const printed = execFileSync('/usr/bin/python3', ['-c', lines.join('\n')], { encoding: 'utf8' });
    expect(printed.slice(1).startsWith(data.slice(0, 200))).toBe(true);
  });
});
