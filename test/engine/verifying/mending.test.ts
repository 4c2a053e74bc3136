/** What `verify` finds in rows beyond SQL's own checks, and what `--repair` mends of it; the rest names `rebuild`. */
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { openStore, rebuildStore, type Verification } from '../../../src/index.js';
import { openSqlite } from '../../../src/store/catalog/sqlite.js';
import { takeaway } from '../../support/cli.js';
import { reseal } from '../../support/digests.js';
import { extendOnce, hashes } from '../../support/store.js';
import { temporaryFolder } from '../../support/temporary.js';

const GAME = '{1,3,4}';

let folder: string;

beforeEach(async () => {
  folder = temporaryFolder();
  await extendOnce(folder, GAME, { to: 4096, blockLength: 1024 });
});

/** Damage leaves the digests of rows as they are; a hostile hand writes right ones. */
const HANDS = ['damage', 'a hostile hand'] as const;
type Hand = (typeof HANDS)[number];
const byBoth = (changes: readonly string[]): (readonly [string, Hand])[] =>
  changes.flatMap((sql) => HANDS.map((hand) => [sql, hand] as const));

function change(sql: string, hand: Hand = 'damage'): void {
  const db = openSqlite(join(folder, 'catalog.sqlite'));
  // As damage does: it heeds no constraint.
  db.pragma('ignore_check_constraints = ON');
  db.pragma('foreign_keys = OFF');
  expect(db.prepare(sql).run().changes).toBeGreaterThan(0);
  if (hand === 'a hostile hand') reseal(db);
  db.close();
}

async function verification(repair: boolean): Promise<Verification> {
  const store = await openStore(folder, { readOnly: !repair });
  try {
    return await store.verify({ repair });
  } finally {
    store.close();
  }
}

const WELL = { ok: true, blocks: 8, values: 8192, sampled: 8192, problems: [] };

describe('a recorded period', () => {
  it.each(
    byBoth([
      'period = 0',
      'period = 9',
      'period = -7',
      'period = 9007199254740992',
      'preperiod = 3',
      'preperiod = -1',
      'saltus = 1',
      'saltus = -1',
      'examined = 5',
      'examined = 9007199254740992',
      'needed = 0',
      'needed = 3',
      'seen = 1',
      "values_sha256 = 'none'",
      `values_sha256 = '${'0'.repeat(64)}'`,
    ]),
  )('with %s is named, and proven again, by %s', async (set, hand) => {
    const store = await openStore(folder, { readOnly: true });
    const before = store.recordedPeriods(GAME);
    store.close();
    expect(before.nim?.period).toBe(7);
    change(`UPDATE period SET ${set}`, hand);
    const found = await verification(false);
    expect(found).toMatchObject({ ok: false, blocks: 8 });
    const remedy = { do: 'verify', repair: true };
    expect(found.problems.map((problem) => problem.remedy)).toEqual(found.problems.map(() => remedy));
    expect(found.problems.filter(({ game }) => game === GAME).length).toBeGreaterThan(0);
    const mended = await verification(true);
    expect(mended.ok).toBe(true);
    expect(mended.problems.length).toBeGreaterThanOrEqual(found.problems.length);
    expect(await verification(false)).toEqual(WELL);
    const again = await openStore(folder, { readOnly: true });
    expect(again.recordedPeriods(GAME)).toEqual(before);
    again.close();
  });

  it.each([
    ['damage', 'has the digest'],
    ['a hostile hand', 'has the preperiod 0 and the period 0, which cannot be.'],
  ] as const)('that cannot be is not believed by a reader, by %s', async (hand, expected) => {
    change('UPDATE period SET period = 0', hand);
    const { code, stdout, stderr } = await takeaway(['query', GAME, '1e9', '--store', folder]);
    expect({ code, stdout }).toEqual({ code: 4, stdout: '' });
    expect(stderr).toContain(`The catalog's nim period of ${GAME} ${expected}`);
    expect(stderr).toContain(`: takeaway verify --repair --store ${folder}`);
  });
});

it('a damaged row of a period is named beside a damaged block of its game, and both are mended', async () => {
  change("UPDATE period SET period = 14 WHERE quantity = 'nim'");
  change('UPDATE block SET cold_count = 7 WHERE series_id = 2 AND start = 1024');
  const { code, stdout } = await takeaway(['verify', '--store', folder]);
  expect(code).toBe(4);
  expect(stdout).toContain(`PROBLEM  ${GAME} nim 1024-2048: `);
  expect(stdout).toContain(`PROBLEM  ${GAME}: The catalog's nim period of ${GAME} has the digest`);
  expect((await verification(true)).ok).toBe(true);
  expect(await verification(false)).toEqual(WELL);
});

it('a wrong period is named also where a block above its evidence cannot be repaired', async () => {
  folder = temporaryFolder();
  for (const to of [1024, 4096]) await extendOnce(folder, GAME, { to, blockLength: 1024 });
  change("UPDATE period SET period = 9 WHERE quantity = 'nim'", 'a hostile hand');
  const lost = 'WHERE series_id = 2 AND start = 2048';
  change(`UPDATE block SET values_sha256 = '${'0'.repeat(64)}' ${lost}`, 'a hostile hand');
  const file = readdirSync(join(folder, '2')).find((name) => name.includes('2048-'))!;
  rmSync(join(folder, '2', file));
  for (const repair of [false, true]) {
    const { ok, problems } = await verification(repair);
    expect(ok).toBe(false);
    const expected = expect.stringContaining('period 9 is not what the first 1024 values prove') as string;
    expect(problems).toContainEqual(expect.objectContaining({ problem: expected, repaired: false }));
  }
});

describe('a row of a block', () => {
  it.each(
    byBoth([
      'cold_before = 0',
      'cold_before = cold_before + 1 WHERE start = 1024',
      'cold_before = 5000 WHERE start = 2048',
      'cold_before = -1 WHERE start = 2048',
      "values_sha256 = '" + 'a'.repeat(64) + "' WHERE start = 1024",
      'cold_count = 7 WHERE start = 1024',
      'cold_count = 1025 WHERE start = 1024',
      'cold_count = cold_count + 1 WHERE start = 3072',
      'cold_count = cold_count - 1 WHERE start = 3072',
      'largest = largest + 1 WHERE start = 3072 AND series_id = 2',
      'largest = largest - 1 WHERE start = 3072 AND series_id = 2',
      'largest = 4294967296 WHERE start = 1024 AND series_id = 2',
    ]),
  )('with %s is mended, by %s', async (set, hand) => {
    const before = await hashes(folder, GAME);
    change(`UPDATE block SET ${set}`, hand);
    expect(await verification(false)).toMatchObject({ ok: false, blocks: 8 });
    const mended = await verification(true);
    expect(mended, JSON.stringify(mended.problems)).toMatchObject({ ok: true });
    expect(mended.problems.length).toBeGreaterThan(0);
    expect(await verification(false)).toEqual(WELL);
    expect(await hashes(folder, GAME)).toEqual(before);
  });

  it('that names other methods than were written is mended, and its methods are unknown', async () => {
    const methods = async (): Promise<string[]> => {
      const store = await openStore(folder, { readOnly: true });
      const found = store.blocks().map((block) => block.methods.join());
      store.close();
      return found;
    };
    const before = await methods();
    change("UPDATE block SET method = 'sievf' WHERE start = 1024");
    expect((await verification(false)).problems.map(({ start }) => start)).toEqual([1024, 1024]);
    expect((await verification(true)).ok).toBe(true);
    expect(await verification(false)).toEqual(WELL);
    expect(await methods()).toEqual(before.map((method, i) => (i % 4 === 1 ? 'unknown' : method)));
  });

  it.each(
    byBoth([
      'DELETE FROM block WHERE start = 1024 AND series_id = 1',
      'UPDATE series SET frontier = 3072 WHERE id = 1',
      'UPDATE series SET frontier = 8192 WHERE id = 1',
      'UPDATE block SET series_id = 77 WHERE start = 1024 AND series_id = 1',
    ]),
  )('%s names the command that mends it, which does, by %s', async (sql, hand) => {
    const before = await hashes(folder, GAME);
    change(sql, hand);
    const { code, stdout, stderr } = await takeaway(['verify', '--store', folder]);
    expect(code, stderr).toBe(4);
    expect(stdout).toContain(`'takeaway rebuild --store ${folder}' recreates the catalog`);
    const left = await verification(true);
    expect(left.ok).toBe(false);
    expect(await rebuildStore(folder)).toMatchObject({ series: 2, blocks: 8, left: [] });
    expect(await verification(false)).toEqual(WELL);
    expect(await hashes(folder, GAME)).toEqual(before);
  });
});

describe('a column that holds no text', () => {
  /** As damage does: it heeds no type of a column. */
  function changeType(sql: string): void {
    const db = openSqlite(join(folder, 'catalog.sqlite'));
    db.unsafeMode();
    db.pragma('writable_schema = ON');
    const strict = db.prepare('SELECT name, sql FROM sqlite_schema WHERE sql LIKE ?').all('%STRICT%') as {
      name: string;
      sql: string;
    }[];
    const setSql = db.prepare('UPDATE sqlite_schema SET sql = ? WHERE name = ?');
    for (const { name, sql: made } of strict) setSql.run(made.replace('STRICT', ''), name);
    db.close();
    const loose = openSqlite(join(folder, 'catalog.sqlite'));
    loose.pragma('ignore_check_constraints = ON');
    expect(loose.prepare(sql).run().changes).toBe(1);
    loose.unsafeMode();
    loose.pragma('writable_schema = ON');
    const setBack = loose.prepare('UPDATE sqlite_schema SET sql = ? WHERE name = ?');
    for (const { name, sql: made } of strict) setBack.run(made, name);
    loose.close();
  }

  it.each(["method = x'00'", "encoding = x'00'", 'values_sha256 = zeroblob(64)', "cold_count = x'07'"])(
    'in a row of a block with %s is mended',
    async (set) => {
      const before = await hashes(folder, GAME);
      changeType(`UPDATE block SET ${set} WHERE start = 1024 AND series_id = 1`);
      expect(await verification(false)).toMatchObject({ ok: false, blocks: 8 });
      const mended = await verification(true);
      expect(mended, JSON.stringify(mended.problems)).toMatchObject({ ok: true });
      expect(await verification(false)).toEqual(WELL);
      expect(await hashes(folder, GAME)).toEqual(before);
    },
  );

  it.each([
    'UPDATE block SET sha256 = zeroblob(64) WHERE start = 1024 AND series_id = 1',
    "UPDATE block SET file = x'2e2e' WHERE start = 1024 AND series_id = 1",
    "UPDATE game SET definition = x'00'",
    "UPDATE period SET quantity = x'00' WHERE quantity = 'nim'",
  ])('is named, and the catalog rebuilt: %s', async (sql) => {
    const before = await hashes(folder, GAME);
    changeType(sql);
    expect((await verification(false)).problems.length).toBeGreaterThan(0);
    expect(await rebuildStore(folder)).toMatchObject({ series: 2, blocks: 8, left: [] });
    expect(await verification(false)).toEqual(WELL);
    expect(await hashes(folder, GAME)).toEqual(before);
  });
});

it('a count that is mended is the one that the open store has from then on', async () => {
  const reader = await openStore(folder, { readOnly: true });
  const right = await reader.coldBelow(GAME, 4096);
  reader.close();
  change('UPDATE block SET cold_before = cold_before + 1 WHERE start = 3072', 'a hostile hand');
  const store = await openStore(folder);
  try {
    expect(await store.coldBelow(GAME, 4096)).toBe(right + 1);
    expect(await store.verify({ repair: true })).toMatchObject({ ok: true });
    expect(await store.coldBelow(GAME, 4096)).toBe(right);
  } finally {
    store.close();
  }
});

it('a row that cannot be repaired changes no count above it', async () => {
  const countsBefore = (): unknown => {
    const db = openSqlite(join(folder, 'catalog.sqlite'), { readonly: true });
    const counts = db
      .prepare('SELECT cold_before FROM block WHERE start > 0 ORDER BY series_id, start')
      .all();
    db.close();
    return counts;
  };
  const before = countsBefore();
  change('UPDATE block SET cold_count = cold_count + 7, values_sha256 = hex(zeroblob(32)) WHERE start = 0');
  for (const series of ['1', '2']) {
    const [first] = readdirSync(join(folder, series)).sort();
    const path = join(folder, series, first);
    const bytes = readFileSync(path);
    bytes[bytes.length >> 1] ^= 1;
    writeFileSync(path, bytes);
  }
  expect(await verification(true)).toMatchObject({ ok: false });
  expect(countsBefore()).toEqual(before);
});

describe('a row of a series', () => {
  it('with a name that no series has is named by every command, with exit code 4', async () => {
    change("UPDATE series SET name = 'c\u001bld' WHERE id = 1");
    const copy = temporaryFolder();
    cpSync(folder, copy, { recursive: true });
    rmSync(join(copy, 'series'), { recursive: true });
    for (const args of [
      ['info'],
      ['info', GAME],
      ['query', GAME, '5'],
      ['games'],
      ['verify'],
      ['verify', '--repair'],
      ['extend', 'squares', '--to', '100'],
      ['export', GAME, '--format', 'csv'],
    ]) {
      // With and without the file that says what the series is.
      for (const at of [folder, copy]) {
        const { code, stdout, stderr } = await takeaway([...args, '--store', at]);
        expect({ code, stdout }, `${args.join(' ')}: ${stderr}`).toEqual({ code: 4, stdout: '' });
        expect(stderr).toMatch(/series 1 (of|is) /);
        expect(stderr).toContain('takeaway rebuild');
        expect(stderr).not.toContain('\u001b');
      }
    }
    expect(await rebuildStore(folder)).toMatchObject({ series: 2, blocks: 8 });
    expect(await verification(false)).toEqual(WELL);
  });
});
