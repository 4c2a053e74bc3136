/** docs/RELIABILITY.md quotes the counts of the last whole run of every attack, in which nothing failed. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ATTACKS } from './attacks.js';
import { lastWholeRun, tableOf } from './report.js';

const DOCS = join(import.meta.dirname, '../../docs/RELIABILITY.md');

it('has every attack, and no failure', () => {
  const entries = lastWholeRun();
  expect(entries.map(({ name }) => name)).toEqual(ATTACKS.map(({ name }) => name));
  expect(entries.filter(({ failures }) => failures > 0)).toEqual([]);
});

it('is quoted in the docs as it is', () => {
  expect(readFileSync(DOCS, 'utf8')).toContain(tableOf(lastWholeRun()));
});
