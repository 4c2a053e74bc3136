/** Copying and joining stores: what agrees is taken over, what contradicts is refused with its first position. */
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openSqlite } from '../../../src/store/catalog/sqlite.js';
import { expect, it } from 'vitest';
import { columnOfIntegers } from '../../../src/columnar/layout.js';
import { openStore } from '../../../src/index.js';
import { BlockStore } from '../../../src/store/block-store.js';
import { reseal } from '../../support/digests.js';
import { takeaway } from '../../support/cli.js';
import { drain, extendOnce, hashes } from '../../support/store.js';
import { temporaryFolder } from '../../support/temporary.js';

const blockLength = 1024;

async function copy(from: string, to: string): Promise<void> {
  const store = await openStore(from, { readOnly: true });
  await drain(store.copyTo(to)).finally(() => store.close());
}

async function importInto(folder: string, from: string): Promise<number[]> {
  const store = await openStore(folder);
  const stops: number[] = [];
  try {
    for await (const { stop } of store.importFrom(from)) stops.push(stop);
  } finally {
    store.close();
  }
  return stops;
}

/** The first nim-values of squares with one of them changed, under valid hashes. */
async function forged(folder: string, at: number, length: number): Promise<void> {
  const whole = temporaryFolder();
  await extendOnce(whole, 'squares', { to: length, series: 'nim' });
  const reader = await openStore(whole, { readOnly: true });
  const values = await reader.nimValues(
    'squares',
    Array.from({ length }, (_, n) => n),
  );
  reader.close();
  const changed = Uint8Array.from(values);
  changed[at] ^= 1;
  const blocks = await BlockStore.open(folder, { readOnly: false });
  const series = blocks.seriesToExtend('squares', 'squares', 'nim');
  const coldCount = changed.filter((value) => value === 0).length;
  const counts = { coldCount, coldBefore: 0, largest: Math.max(...changed), methods: ['plain'] };
  const block = { start: 0, stop: length, values: columnOfIntegers(changed), ...counts };
  await blocks.append([{ series, block }]);
  blocks.close();
}

it('a copy has equal hashes and periods, and goes on by itself', async () => {
  const [from, to] = [temporaryFolder(), join(temporaryFolder(), 'new')];
  const games = ['squares', '{1,3,4}', 'squares hotspots {3,5}'];
  for (const game of games) await extendOnce(from, game, { to: 3000, blockLength });
  await copy(from, to);
  for (const game of games) expect(await hashes(to, game)).toEqual(await hashes(from, game));
  await extendOnce(to, 'squares', { to: 5000 });
  const store = await openStore(to, { readOnly: true });
  expect(store.recordedPeriods('{1,3,4}').nim?.period).toBe(7);
  expect(await store.verify({ full: true })).toMatchObject({ ok: true });
  store.close();
  await expect(copy(from, to)).rejects.toMatchObject({ code: 'usage' });
});

it('a copy beside a writer is a whole prefix', async () => {
  const [from, to] = [temporaryFolder(), join(temporaryFolder(), 'new')];
  await extendOnce(from, 'squares', { to: 2500, blockLength });
  const writer = await openStore(from);
  const reader = await openStore(from, { readOnly: true });
  const copying = drain(reader.copyTo(to));
  await drain(writer.extend('squares', { to: 9000, blockLength }));
  await copying;
  writer.close();
  reader.close();
  const there = await openStore(to, { readOnly: true });
  const frontier = there.info('squares')[0].series.nim?.frontier ?? 0;
  expect(frontier).toBeGreaterThanOrEqual(2500);
  expect(await there.verify({ full: true })).toMatchObject({ ok: true });
  there.close();
  expect((await hashes(to, 'squares')).nim).toBe((await hashes(from, 'squares', frontier)).nim);
});

it('an import extends what is here, folds its short block, and takes new games', async () => {
  const [here, there] = [temporaryFolder(), temporaryFolder()];
  await extendOnce(here, 'squares', { to: 1500, blockLength });
  await extendOnce(there, 'squares', { to: 5000, blockLength: 640 });
  await extendOnce(there, 'cubes', { to: 700, series: 'remoteness' });
  expect(await importInto(here, there)).toEqual([700, 5000, 5000]);
  expect(await hashes(here, 'squares')).toEqual(await hashes(there, 'squares'));
  expect(await importInto(here, there)).toEqual([]);
  expect(await importInto(there, here)).toEqual([]);
  const store = await openStore(here, { readOnly: true });
  expect(await store.verify({ full: true })).toMatchObject({ ok: true });
  store.close();
});

it('a contradiction is refused with its first position, before anything is taken', async () => {
  const [here, there] = [temporaryFolder(), temporaryFolder()];
  await extendOnce(here, 'squares', { to: 1500, blockLength });
  await forged(there, 777, 2000);
  await extendOnce(there, 'cubes', { to: 700 });
  const before = await hashes(here, 'squares');
  await expect(importInto(here, there)).rejects.toMatchObject({ code: 'corrupt' });
  await expect(importInto(here, there)).rejects.toThrow('Position 777 of squares (nim)');
  expect(await hashes(here, 'squares')).toEqual(before);
  expect(await hashes(here, 'cubes')).toEqual({ cold: undefined, nim: undefined });
});

it('values that the definition contradicts are refused', async () => {
  const [here, there] = [temporaryFolder(), temporaryFolder()];
  // The last position is always in the sample.
  await forged(there, 1023, 1024);
  await expect(importInto(here, there)).rejects.toMatchObject({ code: 'corrupt' });
  const store = await openStore(here, { readOnly: true });
  expect(store.info('squares')).toEqual([]);
  store.close();
});

it('damage there is refused before anything is taken', async () => {
  const [here, there] = [temporaryFolder(), temporaryFolder()];
  await extendOnce(there, 'squares', { to: 3000, blockLength });
  const last = join(there, '2', readdirSync(join(there, '2')).sort()[2]);
  const bytes = readFileSync(last);
  bytes[200] ^= 1;
  writeFileSync(last, bytes);
  await expect(importInto(here, there)).rejects.toMatchObject({ code: 'corrupt' });
  expect(await hashes(here, 'squares')).toEqual({ cold: undefined, nim: undefined });
  const db = openSqlite(join(there, 'catalog.sqlite'));
  db.exec("UPDATE game SET definition = 'cubes'");
  await expect(importInto(here, there)).rejects.toThrow(`The catalog's game squares has the digest`);
  reseal(db);
  db.close();
  await expect(importInto(here, there)).rejects.toThrow('a definition of squares that does not name it');
});

it('a store of an older version makes no store, and the remedy names it', async () => {
  const top = temporaryFolder();
  const old = join(top, 'old');
  cpSync(join(import.meta.dirname, '../../fixtures/store-v2'), old, { recursive: true });
  const target = join(top, 'target');
  const { code, stderr } = await takeaway(['import', old, '--store', target, '--json']);
  expect(code).toBe(7);
  expect(JSON.parse(stderr)).toMatchObject({
    error: { remedy: { do: 'migrate', store: old, command: `takeaway verify --repair --store ${old}` } },
  });
  expect(readdirSync(top)).toEqual(['old']);
  const migrated = await takeaway(['verify', '--repair', '--store', old]);
  expect(migrated.code, migrated.stderr).toBe(0);
  expect((await takeaway(['import', old, '--store', target])).code).toBe(0);
});

it('a damaged store is named as what its remedy mends', async () => {
  const [here, there] = [temporaryFolder(), temporaryFolder()];
  await extendOnce(there, 'squares', { to: 3000, blockLength });
  writeFileSync(join(there, '2', readdirSync(join(there, '2')).sort()[2]), 'short');
  await expect(importInto(here, there)).rejects.toMatchObject({
    remedy: { do: 'verify', repair: true, store: there },
  });
});

it('a folder without a store is refused', async () => {
  await expect(importInto(temporaryFolder(), temporaryFolder())).rejects.toMatchObject({ code: 'usage' });
});
