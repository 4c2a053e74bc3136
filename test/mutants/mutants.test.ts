/** The lists of slips fit the sources: run them by `npm run mutants`. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { MUTANTS } from './mutants.mjs';

const ROOT = join(import.meta.dirname, '../..');

describe('the slips that tests are to notice', () => {
  it('have texts that are in their files exactly once', () => {
    const timesOf = (file: string, text: string): number =>
      readFileSync(join(ROOT, file), 'utf8').split(text).length - 1;
    expect(MUTANTS.length).toBeGreaterThanOrEqual(150);
    const wrong = MUTANTS.filter(({ file, text }) => timesOf(file, text) !== 1);
    expect(wrong.map(({ id }) => id)).toEqual([]);
  });

  it('change something, have names of their own, and name tests that exist', () => {
    const ids = MUTANTS.map(({ id }) => id);
    expect(ids.filter((id, i) => ids.indexOf(id) !== i)).toEqual([]);
    const wrong = MUTANTS.filter(
      ({ text, replacement, tests }) =>
        text === replacement || tests.length === 0 || !tests.every((test) => existsSync(join(ROOT, test))),
    );
    expect(wrong.map(({ id }) => id)).toEqual([]);
  });
});
