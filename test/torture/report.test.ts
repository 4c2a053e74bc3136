/** The file of the last whole run has every attack, in which nothing failed, and docs/RELIABILITY.md names every attack. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ATTACKS } from './attacks.js';
import { lastWholeRun } from './report.js';

const DOCS = join(import.meta.dirname, '../../docs/RELIABILITY.md');

it('has every attack, and no failure', () => {
  const entries = lastWholeRun();
  expect(entries.map(({ name }) => name)).toEqual(ATTACKS.map(({ name }) => name));
  expect(entries.filter(({ failures }) => failures > 0)).toEqual([]);
});

it('lists in the docs each attack with the promises that it attacks', () => {
  const table = readFileSync(DOCS, 'utf8').split('## Attacks')[1];
  const rows = table.split('\n').filter((line) => line.startsWith('| *'));
  const missing = ATTACKS.filter(
    ({ name, promises }) =>
      !rows.some((row) => row.includes(`*${name}*`) && promises.every((promise) => row.includes(promise))),
  );
  expect(missing.map(({ name }) => name)).toEqual([]);
});
