/** docs/RELIABILITY.md quotes the counts of the last whole run of every attack, in which nothing failed. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ATTACKS } from './attacks.js';
import { lastWholeRun, tableOf } from './report.js';

const DOCS = join(import.meta.dirname, '../../docs/RELIABILITY.md');

/** Attacks that were written after the last whole run; docs/RELIABILITY.md says that they were not part of it. */
const LATER = ['every route with anything'];

it('has every attack but those that came later, and no failure', () => {
  const entries = lastWholeRun();
  const others = ATTACKS.map(({ name }) => name).filter((name) => !LATER.includes(name));
  expect(entries.map(({ name }) => name)).toEqual(others);
  for (const name of LATER) expect(readFileSync(DOCS, 'utf8')).toContain(`*${name}*`);
  expect(entries.filter(({ failures }) => failures > 0)).toEqual([]);
});

it('is quoted in the docs as it is', () => {
  expect(readFileSync(DOCS, 'utf8')).toContain(tableOf(lastWholeRun()));
});
