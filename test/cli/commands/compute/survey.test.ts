/** `takeaway survey`: what it prints and writes, and that it overwrites nothing. */
import { existsSync } from 'node:fs';
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
});
