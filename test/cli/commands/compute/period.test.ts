/** `period`, and what reading commands say past the stored range. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fileFolder, json, takeaway } from '../../../support/cli.js';

const folder = fileFolder();
const at = ['--store', join(folder, 'store')];

describe('period', () => {
  it('prints the minimal periods and their proof', async () => {
    const { stdout, code } = await takeaway(['period', '1,6,9', ...at]);
    expect(code).toBe(0);
    expect(stdout).toContain('nim-values  period 5 from 11 on\n');
    expect(stdout).toContain('outcomes    period 5 from 10 on\n');
    expect(stdout).toContain(
      'proof: 9 consecutive equalities v(i + 5) = v(i) are needed, 4080 seen in [0, 4096)',
    );
    expect(await json(['period', '1,6,9', ...at])).toMatchObject({
      game: '{1,6,9}',
      nim: { preperiod: 11, period: 5, saltus: 0, examined: 4096, needed: 9, seen: 4080 },
      outcome: { preperiod: 10, period: 5, saltus: 0 },
    });
    const other = await takeaway(['period', 'all-but{2,3,7}', ...at]);
    expect(other.stdout).toContain('period 4 with saltus 2\n');
  });

  it('finds that of one series, remoteness with its saltus too', async () => {
    const found = await takeaway(['period', '{2,4,7}', '--series', 'remoteness', ...at]);
    expect(found.stdout).toMatch(/^\{2,4,7\}\n {2}remoteness {2}period 6 with saltus 2 from 11 on\n/);
    expect(found.stdout).toContain('7 consecutive equalities v(i + 6) = v(i) + 2 are needed');
    const remoteness = { preperiod: 11, period: 6, saltus: 2, needed: 7 };
    expect(await json(['period', '{2,4,7}', '--series', 'remoteness', ...at])).toMatchObject({ remoteness });
    expect(Object.keys(await json(['period', '{2,4,7}', ...at]))).toEqual([
      ...['game', 'nim', 'outcome', 'reverseMex'],
    ]);
    expect(Object.keys(await json(['period', '{2,4,7}', '--series', 'cold', ...at]))).toEqual([
      'game',
      'outcome',
    ]);
    const far = await takeaway(['query', '{2,4,7}', '6e12', '--series', 'remoteness', '--no-moves', ...at]);
    expect(far.stdout).toMatch(/^6000000000000: .*, remoteness 2000000000000 /);
    const values = await takeaway(['values', '{2,4,7}', '--series', 'remoteness', ...at]);
    expect(values.stdout).toBe('0 0 1 1 1 1 2 1 1 2 3 (3 4 3 5 4 3)+2\n');
    expect((await takeaway(['info', '{2,4,7}', ...at])).stdout).toContain(
      'remoteness period 6 with saltus 2 from 11 on',
    );
    // One that grows faster in some classes has none, however far one looks.
    const none = await takeaway(['period', '{3,5,15}', '--series', 'remoteness', '--limit', '5000', ...at]);
    expect(none.code).toBe(3);
    expect(none.stderr).toContain('period "{3,5,15}" --series remoteness --limit 20000');
    const seeded = await takeaway(['period', '{2,4,7} seed [1]', '--series', 'remoteness', ...at]);
    expect([seeded.code, seeded.stderr]).toEqual([
      2,
      expect.stringContaining('has no series remoteness, as it has a seed. Choose one of cold, nim.'),
    ]);
    const missing = await takeaway([
      'query',
      '{2,4,7}',
      '6e12',
      '--series',
      'remoteness',
      '--store',
      join(folder, 'other'),
    ]);
    expect(missing.code).toBe(0);
  });

  it('lets every reading command go on, and say so', async () => {
    await takeaway(['period', '1,6,9', ...at]);
    const query = await takeaway(['query', '1,6,9', '12', '1e15', ...at]);
    expect(query.stdout).toMatch(/^12: .*\d\n1000000000000000: .* \(from period 5 from 11 on\)\n$/);
    const range = await takeaway([
      'values',
      '--format',
      'lines',
      '1,6,9',
      '--from',
      '4095',
      '--to',
      '4098',
      ...at,
    ]);
    expect(range.stdout.trimEnd().split('\n')).toHaveLength(3);
    expect(range.stderr).toBe('Positions 4096 to 4098 are not stored; they are from period 5 from 11 on.\n');
    const stored = await takeaway(['values', '--format', 'lines', '1,6,9', '--to', '20', ...at]);
    expect(stored.stderr).toBe('');
    const closed = await takeaway([
      'export',
      'odd',
      '--format',
      'csv',
      '--from',
      '9e15',
      '--to',
      '9e15',
      ...at,
    ]);
    expect(closed).toMatchObject({ code: 0, stdout: 'n,nim_value\n' });
  });

  it('claims none of other infinite sets, and makes no store for them', async () => {
    const none = join(folder, 'none');
    const { code, stdout, stderr } = await takeaway(['period', 'factorials', '--store', none]);
    expect([code, stdout]).toEqual([0, '']);
    expect(stderr).toContain('no period is claimed');
    expect(await json(['period', 'factorials', '--store', none])).toEqual({
      game: 'factorials',
      nim: null,
      outcome: null,
    });
    expect(existsSync(none)).toBe(false);
  });

  it('says how far it looked when the limit is too low', async () => {
    const { code, stderr } = await takeaway(['period', '3,12,37,49', '--limit', '200', ...at]);
    expect(code).toBe(3);
    expect(stderr).toContain('shows no period in the first 200 values');
    const far = await takeaway(['period', '1,100,2000000', '--limit', '1000', ...at]);
    expect(far.code).toBe(3);
    expect(far.stderr).toContain('cannot be proven within the limit');
    // With --store, the command that helps has it too, and stays one word in its quotes.
    expect(far.stderr).toContain(': takeaway period "1,100,2000000" --limit 8000000 --store');
    const braces = await takeaway(['period', '{3,12,37,49}', '--limit', '200', ...at]);
    expect(braces.stderr).toContain(': takeaway period "{3,12,37,49}" --limit 3200 --store');
  });

  it('names no higher limit where none is high enough', async () => {
    const { code, stderr } = await takeaway(['period', '{1,2,999999999}', ...at]);
    expect(code).toBe(3);
    expect(stderr).toContain('No limit is high enough to prove a period');
    expect(stderr).not.toContain('--limit');
  });

  it('claims none of an infinite set, and names its closed form', async () => {
    const { code, stdout, stderr } = await takeaway(['period', 'powers-of:2', ...at]);
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
    expect(stderr).toMatch(/no period is claimed.*A closed form gives its nim-values: n mod 3\.\n$/);
  });

  it('goes on by states as far as it is told, and refuses more than that can be', async () => {
    const game = '{18,43,57,82,100}';
    const few = await takeaway(['period', game, '--limit', '2^22', ...at]);
    expect(few.code).toBe(3);
    expect(few.stderr).toContain('shows no period in the first 4_194_304 values');
    expect(few.stderr).toContain('--limit 2^26');
    const all = await takeaway(['period', 'all-but{2,3,7}', '--limit', '2^31', ...at]);
    expect(all.code).toBe(2);
    expect(all.stderr).toContain('must be a whole number from 0 to 2^30, not 2_147_483_648.');
    expect((await takeaway(['period', game, '--limit', '2^54', ...at])).code).toBe(2);
  });

  it('is what questions far away are sent to', async () => {
    // Sets of large numbers repeat too late to be looked at without being asked to, unless they are additive.
    const { code, stderr } = await takeaway(['query', '{9999991,30000001,39999993}', '1e15', ...at]);
    expect(code).toBe(3);
    expect(stderr).toMatch(
      /: takeaway period "\{9999991,30000001,39999993\}" --series cold --limit \S+ --store/,
    );
    expect(stderr).toMatch(/ \(takes about \d+ \w+ and \d+ MB\), which may be too few: /);
    expect((await takeaway(['query', 'cubes', '1e15', ...at])).stderr).not.toContain('period');
  });

  it('refuses what is no game', async () => {
    expect(await takeaway(['period', 'sqares', ...at])).toMatchObject({ code: 2, stdout: '' });
  });
});
