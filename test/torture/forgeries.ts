/** Block files whose hash the catalog vouches for and whose bytes are hostile; and rows of the catalog that are. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { openSqlite } from '../../src/store/catalog/sqlite.js';
import { bodyEndOf } from '../../src/columnar/block-label.js';
import { reseal } from '../support/digests.js';
import type { Attack, Trial } from './attack.js';
import { GAMES, Prober, smallStore } from './prober.js';

/** Where the values of a block file begin: what is before and behind them is Arrow's. */
const VALUES = 152;

/** Changes the catalog of a store that is thrown away: without syncing, and past all constraints. */
function changeCatalog(folder: string, change: (db: ReturnType<typeof openSqlite>) => void): void {
  const db = openSqlite(join(folder, 'catalog.sqlite'));
  try {
    db.pragma('synchronous = OFF');
    db.pragma('journal_mode = MEMORY');
    db.pragma('ignore_check_constraints = ON');
    db.pragma('foreign_keys = OFF');
    change(db);
    db.pragma('journal_mode = DELETE');
  } finally {
    db.close();
  }
}

/** Some bytes changed, or the file cut or made longer; `hasValues` when the values were changed as well. */
function mutated(trial: Trial, intact: Buffer): { bytes: Buffer; hasValues: boolean } {
  let bytes = Buffer.from(intact);
  let hasValues = false;
  for (let change = 0; change <= trial.below(3); change++) {
    if (bytes.length < 8) break;
    const at = trial.below(4) === 0 ? trial.below(VALUES) : VALUES + trial.below(bytes.length - VALUES);
    const place = Math.max(0, Math.min(at, bytes.length - 4));
    const kind = trial.below(8);
    if (kind < 4) bytes[place] ^= 1 + trial.below(255);
    else if (kind === 4) bytes.writeUInt32LE(trial.below(2 ** 32), place);
    else if (kind === 5) bytes.writeInt32LE(trial.pick([-1, 0, 1, 2 ** 31 - 1, -(2 ** 31), 8, 64]), place);
    else if (kind === 6) bytes = Buffer.from(bytes.subarray(0, place));
    else bytes = Buffer.concat([bytes, Buffer.alloc(8 * (1 + trial.below(4)))]);
  }
  const end = bodyEndOf(intact);
  if (!bytes.subarray(VALUES, end).equals(intact.subarray(VALUES, end))) hasValues = true;
  return { bytes, hasValues };
}

export const forgedFiles: Attack = {
  name: 'hostile Arrow files with the right hash',
  promises: ['G7'],
  unit: 'mutants of block files',
  short: 40,
  whole: 10_000,
  run: async (trial) => {
    const prober = new Prober(trial);
    try {
      const folder = await smallStore();
      await prober.learn(folder);
      const catalog = readFileSync(join(folder, 'catalog.sqlite'));
      const paths = ['1', '2', '3', '4'].flatMap((id) => {
        return readdirSync(join(folder, id)).map((name) => join(folder, id, name));
      });
      const files = paths.map((path) => ({ path, bytes: readFileSync(path) }));
      for (const run of trial.inTime(Array(trial.size).keys())) {
        const { path, bytes: intact } = trial.pick(files);
        const folderId = Number(basename(join(path, '..')));
        // The first two folders are of the first game.
        const games = [GAMES[folderId <= 2 ? 0 : 1]];
        const { bytes, hasValues } = mutated(trial, intact);
        if (bytes.equals(intact)) continue;
        const digest = createHash('sha256').update(bytes).digest('hex');
        const name = basename(path).replace(/\.[0-9a-f]{16}\./, `.${digest.slice(0, 16)}.`);
        const forged = join(path, '..', name);
        await trial.attempt(`mutant ${run} of ${path}`, async () => {
          rmSync(path);
          writeFileSync(forged, bytes);
          changeCatalog(folder, (db) => {
            const set = db.prepare('UPDATE block SET file = ?, sha256 = ?, bytes = ? WHERE file = ?');
            const row = trial.below(2) === 0 ? bytes.length : intact.length;
            set.run(name, digest, row, basename(path));
            reseal(db);
          });
          // Values under a hash that the catalog vouches for are believed by readers, and not by `verify`.
          await prober.expectHonest(folder, { forged: () => hasValues, isDamaged: true, games });
        });
        rmSync(forged, { force: true });
        writeFileSync(path, intact);
        writeFileSync(join(folder, 'catalog.sqlite'), catalog);
      }
    } finally {
      await prober.close();
    }
  },
};

/** What a damaged number may be. */
const NUMBERS = [
  0n,
  1n,
  -1n,
  2n,
  7n,
  8n,
  16n,
  32n,
  63n,
  64n,
  128n,
  152n,
  192n,
  2n ** 31n,
  2n ** 32n,
  2n ** 53n - 1n,
  2n ** 63n - 1n,
  -(2n ** 63n),
];
const TEXTS = [
  '',
  'squares',
  'nim',
  'cold',
  '../1/x',
  '/etc/passwd',
  '{1,3,4}',
  '{0}',
  'x'.repeat(64),
  'file:/dev/zero',
  '\u0000',
  'outcome',
];
const TABLES = ['game', 'series', 'block', 'period'];

type Row = Readonly<Record<string, bigint | string>>;

/** All rows of a catalog without their digests, by table. */
function rowsOf(db: ReturnType<typeof openSqlite>): Readonly<Record<string, readonly Row[]>> {
  return Object.fromEntries(
    TABLES.map((table) => {
      const rows = db.prepare(`SELECT * FROM ${table} ORDER BY rowid`).safeIntegers().all() as Row[];
      return [table, rows.map((row) => ({ ...row, digest: '' }))];
    }),
  );
}

/**
 * Whether rows are those of an earlier commit: the blocks of a series end sooner, where its frontier is. With the right digests
 * no reader can know that there was more: the files past the frontier are what an interrupted extension leaves.
 */
function areOfEarlierCommit(rows: ReturnType<typeof rowsOf>, intact: ReturnType<typeof rowsOf>): boolean {
  const frontiers = new Map(rows['series'].map(({ id, frontier }) => [id, frontier]));
  const isBelow = ({ series_id: id, stop }: Row): boolean => stop <= (frontiers.get(id) ?? 0n);
  const block = intact['block'].filter(isBelow);
  const series = intact['series'].map((row) => {
    const stops = block.filter(({ series_id: id }) => id === row['id']).map(({ stop }) => stop);
    return { ...row, frontier: stops.at(-1) ?? 0n };
  });
  return block.length < intact['block'].length && isDeepStrictEqual(rows, { ...intact, series, block });
}

/** Changes one value of one row at random, or removes or swaps rows; what was done. */
function mutateRow(trial: Trial, db: ReturnType<typeof openSqlite>): string {
  const table = trial.pick(TABLES);
  const rows = db.prepare(
    `SELECT rowid AS "rowid!", * FROM ${table === 'period' ? '(SELECT rowid, * FROM period)' : table}`,
  );
  const all = rows.safeIntegers().all() as Row[];
  if (all.length === 0) return `${table} is empty`;
  const row = trial.pick(all);
  const id = row['rowid!'];
  if (trial.below(12) === 0) {
    db.prepare(`DELETE FROM ${table} WHERE rowid = ?`).run(id);
    return `${table} ${id} removed`;
  }
  const column = trial.pick(Object.keys(row).filter((name) => name !== 'rowid!'));
  const old = row[column];
  const other = trial.pick(all)[column];
  const value =
    typeof old === 'bigint'
      ? trial.pick([...NUMBERS, old + 1n, old - 1n, old * 2n, old ^ (1n << BigInt(trial.below(20))), other])
      : trial.pick([...TEXTS, old.toUpperCase(), old.slice(1), `${old}0`, flippedText(trial, old), other]);
  db.prepare(`UPDATE OR REPLACE ${table} SET ${column} = ? WHERE rowid = ?`).run(
    typeof value === 'bigint' ? BigInt.asIntN(64, value) : value,
    id,
  );
  return `${table} ${id} ${column} = ${String(value)}, not ${String(old)}`;
}

function flippedText(trial: Trial, text: string): string {
  if (text === '') return 'a';
  const at = trial.below(text.length);
  return (
    text.slice(0, at) + String.fromCharCode(text.charCodeAt(at) ^ (1 << trial.below(4))) + text.slice(at + 1)
  );
}

export const forgedRows: Attack = {
  name: 'mutated rows of the catalog',
  promises: ['G7', 'G11'],
  unit: 'catalogs, each with one to three changes of rows',
  short: 40,
  whole: 10_000,
  run: async (trial) => {
    const prober = new Prober(trial);
    try {
      const folder = await smallStore();
      await prober.learn(folder);
      const path = join(folder, 'catalog.sqlite');
      const catalog = readFileSync(path);
      for (const run of trial.inTime(Array(trial.size).keys())) {
        const changes: string[] = [];
        let hasOtherLength = false;
        changeCatalog(folder, (db) => {
          const intact = rowsOf(db);
          for (let change = 0; change <= (trial.below(4) === 0 ? 2 : 0); change++) {
            changes.push(mutateRow(trial, db));
          }
          if (trial.below(2) === 0) {
            reseal(db);
            changes.push('resealed');
            hasOtherLength = areOfEarlierCommit(rowsOf(db), intact);
          }
        });
        await trial.attempt(`run ${run}: ${changes.join('; ')}`, () =>
          prober.expectHonest(folder, { hasOtherLength }),
        );
        for (const file of readdirSync(folder)) if (file.endsWith('-journal')) rmSync(join(folder, file));
        writeFileSync(path, catalog);
      }
    } finally {
      await prober.close();
    }
  },
};
