/**
 * What analyses keep from one run to the next carries a version. This holds a digest of what each version gives on a
 * few small games, so that none can give other results under the version it had.
 */
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqlite } from '../../src/store/catalog/sqlite.js';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openStore } from '../../src/index.js';
import { ANALYSES } from '../../src/analysis/analyses.js';
import { extendOnce } from '../support/store.js';

/** The digest of each aggregate by its name and version. When one is new or has a new version, add a line. */
const DIGESTS: Readonly<Record<string, string>> = {
  'classes v1': 'a6c0146e444a3085',
  'cold classes v1': '2c755b69d5a76b87',
  'counts v1': '4f48e9fb9c02835a',
  'first positions v1': '6a499f4308d40069',
  'gaps v1': '352510984babeecb',
  'histograms v1': 'fc06c69957dd17de',
  'positions v1': '643af336c897b6aa',
};

/** Options for each analysis: every kind of aggregate must come up. */
const OPTIONS: Readonly<Record<(typeof ANALYSES)[number]['name'], readonly object[]>> = {
  records: [{}],
  density: [{}, { at: [5, 700, 2000] }],
  digits: [
    { base: 5, places: 2 },
    { base: 3, value: 1 },
  ],
  values: [{}],
  gaps: [{}],
  residues: [{ modulus: 5 }, { modulus: 7 }, { modulus: 7, max: 12 }],
  collisions: [{}],
  brackets: [{}],
};

let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'takeaway-versions-'));
  for (const game of ['squares', '{1,6,9}']) {
    await extendOnce(folder, game, { to: 2100, blockLength: 1024, method: 'plain', series: 'nim' });
    await extendOnce(folder, game, { to: 2100, blockLength: 1024, method: 'sieve', series: 'cold' });
  }
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** Runs every analysis, and digests what was kept by the name and version it was kept under. */
async function digests(): Promise<Record<string, string>> {
  const store = await openStore(folder, { readOnly: true });
  for (const game of ['squares', '{1,6,9}']) {
    for (const analysis of ANALYSES) {
      for (const options of OPTIONS[analysis.name]) await analysis.run(store, game, options);
    }
  }
  store.close();
  const db = openSqlite(join(folder, 'aggregates.sqlite'), { readonly: true });
  const rows = db.prepare('SELECT name, text FROM aggregate ORDER BY source, start, stop, name').all();
  db.close();
  const hashes = new Map<string, ReturnType<typeof createHash>>();
  for (const { name, text } of rows as { name: string; text: string }[]) {
    const kept = /: (.* v\d+)/.exec(name)?.[1] ?? name;
    const hash = hashes.get(kept) ?? createHash('sha256');
    hashes.set(kept, hash.update(`${name}\n${text}\n`));
  }
  return Object.fromEntries([...hashes].map(([kept, hash]) => [kept, hash.digest('hex').slice(0, 16)]));
}

it('keeps the same under the same version', async () => {
  const found = await digests();
  for (const [kept, digest] of Object.entries(found)) {
    const expected = DIGESTS[kept];
    expect(
      expected,
      `the aggregate "${kept}" is new or has a new version: add '${kept}': '${digest}'`,
    ).toBeDefined();
    expect(
      digest,
      `the aggregate "${kept}" gives other results than before: raise its version in src/analysis/, and change its line here`,
    ).toBe(expected);
  }
  expect(Object.keys(found).sort(), 'a line whose aggregate no analysis keeps').toEqual(
    Object.keys(DIGESTS).sort(),
  );
});
