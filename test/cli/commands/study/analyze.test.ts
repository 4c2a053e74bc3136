/** `takeaway analyze`: text, JSON and tables on stdout, and what the command line itself refuses. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { AnalysisResult } from '../../../../src/index.js';
import { bash, fileFolder, json, takeaway } from '../../../support/cli.js';
import { readParquet } from '../../../support/tables.js';

const folder = fileFolder();
const store = join(folder, 'store');
const at = ['--store', store];

beforeAll(async () => {
  await json(['extend', 'squares', '--to', '20_000', ...at]);
  await json(['extend', '{1,3,4}', '--to', '1000', '--series', 'cold', ...at]);
});

const analyze = (...args: readonly string[]): string[] => ['analyze', 'squares', ...args, ...at];

describe('analyze squares', () => {
  it.each([
    ['records', []],
    ['density', ['--at', '1,109,425']],
    ['digits', ['--base', '10', '--value', '3', '--from', '100']],
    ['values', []],
    ['gaps', ['--from', '1000', '--to', '2^14']],
    ['residues', ['--modulus', '5', '--max', '20']],
  ])('%s prints JSON, and a short text', async (name, args) => {
    const result = await json<AnalysisResult>(analyze(name, ...args));
    expect(result).toMatchObject({ analysis: name, game: 'squares' });
    const { stdout, stderr, code } = await takeaway(analyze(name, ...args));
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(new RegExp(`^squares: ${name} (below|from) `));
    expect(stdout.split('\n').length).toBeLessThan(60);
  });

  it('prints tables', async () => {
    const { stdout } = await takeaway(analyze('density', '--at', '109,425', '--format', 'csv'));
    expect(stdout).toMatch(/^position,below,up_to,exponent\n109,21,22,0\.\d+\n425,65,66,0\.\d+\n$/);
    const arrow = await bash(`$T ${analyze('gaps', '--format', 'arrow').join(' ')} | head -c 6`);
    expect(arrow.stdout).toBe('ARROW1');
  });

  it('writes a file in the format of its ending, as export and sql do', async () => {
    const path = join(folder, 'gaps.parquet');
    const { stdout, stderr, code } = await takeaway(analyze('gaps', '-o', path));
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
    expect(stderr).toMatch(/^Wrote .+gaps\.parquet: gaps as parquet, [\d.]+ KiB\.\n$/);
    const { columns } = await readParquet(new Uint8Array(readFileSync(path)));
    const { gaps } = await json<{ gaps: { gap: number }[] }>(analyze('gaps'));
    expect(columns['gap']).toEqual(gaps.map(({ gap }) => gap));
    const again = await takeaway(analyze('gaps', '--output', path));
    expect(again).toMatchObject({ code: 2, stdout: '' });
    expect(again.stderr).toContain('exists already.');
    const said = await json(analyze('records', '--format', 'parquet', '--force', '-o', path));
    expect(said).toEqual({
      output: path,
      analysis: 'records',
      format: 'parquet',
      bytes: readFileSync(path).length,
    });
  });

  it('names the exceptions', async () => {
    const { stdout } = await takeaway(analyze('digits', '--base', '10'));
    expect(stdout).toContain('Only 1 is in class 6 modulo 10: 11356.');
    const { stdout: finite } = await takeaway(['analyze', '{1,3,4}', 'residues', '--modulus', '7', ...at]);
    expect(finite).toContain('None is in class 1, 3, 4, 5, 6 modulo 7.');
    expect(finite).toContain('Concentration 3.500: ');
    expect(finite).toContain('Collision 0.000: ');
  });

  it('has the fit, and the known bounds of square-difference-free sets', async () => {
    const { stdout } = await takeaway(analyze('density'));
    expect(stdout).toMatch(
      /The cold positions below n are about [\d.]+ n\^0\.6\d+ \(repeated median of 27 points\)/,
    );
    expect(stdout).toContain('n^0.733412');
    const { stdout: other } = await takeaway(['analyze', '{1,3,4}', 'density', ...at]);
    expect(other).not.toContain('0.733412');
  });
});

describe('bad input', () => {
  it.each([
    [['digits', '--base', '1'], 'The base must be a whole number from 2 to 1_048_576, not 1.'],
    [['density', '--at', 'cube'], 'Did you mean cubes?'],
    [['density', '--at', '5,x'], '--at must be a whole number'],
    [['density', '--base', '5'], 'density does not take --base. It takes --from, --to, --at.'],
    [['desnity'], 'Did you mean density?'],
    [['gaps', '-o', 'gaps.xlsx'], 'Give --format with one of arrow, arrow-stream, parquet, csv'],
    [['gaps', '--force', '--format', 'csv'], '--force replaces a file, and none is named.'],
    [['gaps', '--format', 'csv', '--json'], '"message":"--json and --format exclude each other.'],
  ])('%j', async (args, message) => {
    const { code, stdout, stderr } = await takeaway(analyze(...args));
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(message);
    expect(stderr).toMatch(args.includes('--json') ? /^\{"error":.+\}\n$/ : /^takeaway: .+\n$/);
  });

  it('computes a series of which nothing is stored, also where another is, and from any position on', async () => {
    const records = await json<AnalysisResult>(['analyze', '{1,3,4}', 'records', ...at]);
    expect(records.range).toEqual({ start: 0, stop: 2 ** 20 });
    const gaps = await json<AnalysisResult>(['analyze', '{2,5}', 'gaps', '--from', '2^21', ...at]);
    expect(gaps.range).toEqual({ start: 2 ** 21, stop: 3 * 2 ** 20 });
  });

  it('names the command that stores what is missing, and makes no store', async () => {
    const missing = await takeaway(['analyze', 'cubes', 'records', '--to', '2^30', ...at]);
    expect({ code: missing.code, stdout: missing.stdout }).toEqual({ code: 3, stdout: '' });
    expect(missing.stderr).toContain('takeaway extend cubes --series nim --to 2^30');
    const nowhere = join(folder, 'nowhere');
    const computed = await takeaway(['analyze', '{1,3,4}', 'residues', '--store', nowhere]);
    expect(computed).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('below 1_048_576') as unknown,
    });
    expect(existsSync(nowhere)).toBe(false);
  });
});

describe('analyze and plot of a survey', () => {
  const survey = join(folder, 'sets.csv');

  it('print what a file of survey has', async () => {
    await json(['survey', '--max', '9', '--size', '3', '--threads', '1', '-o', survey]);
    const { stdout, stderr, code } = await takeaway(['analyze', `survey:${survey}`, 'kinds', ...at]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(
      /sets whose largest moves are from 3 to 9\.\n[^]*additive +\d+ +\d+\.\d{3}% +\d+ +\{/,
    );
    const rows = await takeaway([
      'analyze',
      `survey:${survey}`,
      'growth',
      '--format',
      'csv',
      '--to',
      '5',
      ...at,
    ]);
    expect(rows.stdout).toBe(
      'largest_move,sets,period,preperiod,set,is_record\n3,1,4,0,"{1,2,3}",true\n4,3,7,0,"{1,3,4}",true\n',
    );
    const figure = ['plot', `survey:${survey}`, 'plane', '--third', '2', '-o', '-', '--format', 'svg', ...at];
    expect((await takeaway(figure)).stdout).toContain('aria-label="Kinds of ');
  });

  it('refuse what is found of the other', async () => {
    const ofGame = await takeaway(['analyze', 'squares', 'kinds', ...at]);
    expect(ofGame).toMatchObject({ code: 2, stdout: '' });
    expect(ofGame.stderr).toMatch(
      /A game has no analysis kinds\. Choose one of records, .* or give a survey as survey:FILE/,
    );
    const ofSurvey = await takeaway(['analyze', `survey:${survey}`, 'gaps', ...at]);
    expect(ofSurvey.stderr).toContain(
      'A survey has no analysis gaps. Choose one of growth, preperiods, kinds.',
    );
    const option = await takeaway(['analyze', `survey:${survey}`, 'kinds', '--modulus', '5', ...at]);
    expect(option.stderr).toContain('kinds does not take --modulus. It takes --from, --to, --series.');
  });
});
