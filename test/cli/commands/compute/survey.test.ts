/** `takeaway survey`: what it prints and writes, and that it overwrites nothing. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fileFolder, json, takeaway } from '../../../support/cli.js';

const folder = fileFolder();

describe('survey', () => {
  it('prints the longest periods, and writes every set', async () => {
    const output = join(folder, 'sets.arrow');
    const { stdout, code } = await takeaway(['survey', '--max', '42', '--size', '3', '--output', output]);
    expect(code).toBe(0);
    expect(stdout).toContain(
      `9748 sets of 3 elements up to 42 with greatest common divisor 1, in ${output}.`,
    );
    expect(stdout).toMatch(/^\{13,29,42\} +793 +0 +793 +0$/m);
    expect(existsSync(output)).toBe(true);
    expect(await takeaway(['survey', '--max', '42', '--size', '3', '--output', output])).toMatchObject({
      code: 2,
    });
    expect(await json(['survey', '--max', '5', '--size', '2'])).toMatchObject({
      sets: 9,
      unproven: 0,
      output: null,
    });
  });

  it('is done in parts, which are joined to the same file', async () => {
    const [whole, joined] = ['whole.csv', 'joined.csv'].map((name) => join(folder, name));
    const space = ['survey', '--max', '12', '--size', '3'];
    const { part, ...expected } = await json<{ part: null; sets: number }>([...space, '-o', whole]);
    expect(part).toBe(null);
    const parts = ['1/2', '2/2'].map((name) => ({ name, file: join(folder, `${name[0]}.survey`) }));
    for (const { name, file } of parts) {
      const words = [...space, '--part', name, '--output', file];
      expect(await json(words)).toMatchObject({ part: { part: Number(name[0]), of: 2 }, output: file });
      // Again: it is there.
      expect(await takeaway(words)).toMatchObject({ code: 0 });
    }
    const merge = ['survey', 'merge', ...parts.map(({ file }) => file), '--output', joined];
    expect(await json(merge)).toEqual({ ...expected, part: null, output: joined });
    expect(readFileSync(joined, 'utf8')).toBe(readFileSync(whole, 'utf8'));
    expect(await takeaway(merge)).toMatchObject({ code: 2 });
    expect(await takeaway([...merge, '--force'])).toMatchObject({ code: 0 });
    const lacking = await takeaway(['survey', 'merge', parts[1].file]);
    expect(lacking.code).toBe(2);
    expect(lacking.stderr).toContain('1 of the 2 parts of');
  });

  it('plans what it would take, with scripts to paste', async () => {
    const { stdout, code } = await takeaway(['survey', '--pattern', '{a, b}', '--max', '9', '--dry-run']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^27 sets, some [\d.]+ s of CPU time on one core of this machine/);
    expect(stdout).toContain(
      'exec takeaway survey --max 9 --pattern "{a, b}" --threads 1 --quiet --part "$SLURM',
    );
  });

  it('prints nothing of a part with --quiet', async () => {
    const words = ['survey', '--max', '9', '--size', '3', '--part', '1/1', '--quiet'];
    const output = ['--output', join(folder, 'quiet.survey')];
    expect(await takeaway([...words, ...output])).toMatchObject({ code: 0, stdout: '', stderr: '' });
  });

  it.each([
    [['--size', '3'], '--max'],
    [['--max', '9'], '--size'],
    [['--max', '9', '--size', '3', '--part', '1/2'], '--output'],
    [['--max', '9', '--size', '3', '--force'], '--output'],
    [['--max', '9', '--size', '3', '--part', '3/2', '-o', 'x.survey'], '3/2'],
    [['--max', '9', '--size', '3', '--part', '2', '-o', 'x.survey'], 'I/N'],
    [['--max', '9', '--size', '3', 'x.survey'], 'survey merge'],
    [['--merge', 'x.survey'], '--merge is gone. Write takeaway survey merge FILES... -o FILE'],
    [['merge', 'x.survey', '--max', '9'], 'survey merge has no option --max'],
    [['merge'], 'survey merge needs <files..>'],
    [['--dry-run', '--max', '9'], '--size'],
    [['--dry-run', '-'], 'Give them in a file'],
  ])('refuses %j', async (words, message) => {
    const { code, stderr } = await takeaway(['survey', ...words]);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });
});
