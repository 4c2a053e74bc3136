/** What somebody who means harm may do to a store before another opens it, as records. None of them changes a value. */
import {
  appendFileSync,
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { openSqlite } from '../../../src/store/catalog/sqlite.js';
import type { Database } from '../../../src/store/catalog/database.js';
import { reseal } from '../../support/digests.js';
import { hotJournal, OBSTACLES, replaceBy } from './parts.js';
import type { Trial } from '../attack.js';

/** One kind of harm. `outside` is a folder beside the store; what is returned says what was done. */
export interface Act {
  readonly name: string;
  readonly on: (trial: Trial, store: string, outside: string) => string;
}

const DATABASES = ['catalog.sqlite', 'lock.sqlite', 'aggregates.sqlite', 'catalog.sqlite.rebuilt'];
const ENDS = ['-journal', '-wal', '-shm'];

/** Names that the program has in a store, there or not. */
function placesIn(trial: Trial, store: string): string[] {
  const blocks = ['1', '2', '3', '4'].flatMap((id) => {
    const folder = join(store, id);
    return existsSync(folder) ? readdirSync(folder).map((name) => join(id, name)) : [];
  });
  return [
    ...DATABASES.flatMap((name) => [name, ...ENDS.map((end) => `${name}${end}`)]),
    ...[
      'tmp',
      'series',
      'periods',
      'orphans',
      '1',
      '2',
      '3',
      '7',
      'tmp/a.part',
      'orphans/1',
      'catalog.sqlite.1.old',
    ],
    ...[
      'series/1.json',
      'series/2.json',
      'series/9.json',
      'catalog.sqlite.v3.backup',
      'catalog.sqlite.v4.backup',
    ],
    ...trial.sample(blocks, 6),
  ];
}

/** Changes a database of a store, which other acts may have made unreadable: then nothing is changed. */
function change(store: string, file: string, sql: string, then?: (db: Database) => void): string {
  try {
    const db = openSqlite(join(store, file));
    try {
      db.unsafeMode();
      db.pragma('synchronous = OFF');
      db.pragma('ignore_check_constraints = ON');
      db.pragma('foreign_keys = OFF');
      db.pragma('writable_schema = ON');
      db.exec(sql);
      then?.(db);
    } finally {
      db.close();
    }
    return sql;
  } catch (error) {
    return `nothing, as ${String(error)}`;
  }
}

const ENDLESS = 'WITH RECURSIVE r (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r)';
const STRANGERS = [
  'CREATE TRIGGER t BEFORE INSERT ON block BEGIN SELECT RAISE(IGNORE); END',
  'CREATE TRIGGER t AFTER INSERT ON block BEGIN DELETE FROM block; END',
  'CREATE TRIGGER t BEFORE UPDATE ON series BEGIN SELECT RAISE(IGNORE); END',
  `CREATE TRIGGER t AFTER INSERT ON game BEGIN INSERT INTO game (key, definition) ${ENDLESS} SELECT n, n FROM r; END`,
  'CREATE VIEW v AS SELECT 1',
  `ALTER TABLE game RENAME TO g; CREATE VIEW game AS ${ENDLESS} SELECT n AS id, n AS key, n AS definition FROM r`,
  `ALTER TABLE period RENAME TO p; CREATE VIEW period AS ${ENDLESS} SELECT n AS game_id, n AS quantity FROM r`,
  'CREATE INDEX i ON block (zeroblob(100000000))',
  'CREATE UNIQUE INDEX i ON block (series_id, sha256)',
  'CREATE INDEX i ON block (start) WHERE start > 0',
  'CREATE TABLE sqlite (x)',
  'CREATE VIRTUAL TABLE f USING fts5(x)',
  "ALTER TABLE game ADD COLUMN x TEXT AS (printf('%.*c', 600000000, 'x'))",
  "UPDATE sqlite_schema SET sql = replace(sql, 'frontier >= 0', 'length(zeroblob(frontier)) >= 0') WHERE name = 'series'",
  "UPDATE sqlite_schema SET name = 'other', tbl_name = 'other' WHERE name = 'period'",
  "UPDATE sqlite_schema SET rootpage = 1000000 WHERE name = 'block'",
  'PRAGMA user_version = -1',
  'PRAGMA user_version = 1',
  'PRAGMA application_id = 7',
  'PRAGMA journal_mode = WAL',
  'PRAGMA page_size = 65536; VACUUM',
  'PRAGMA page_size = 512; VACUUM',
  'CREATE INDEX i ON block (largest); ANALYZE',
];
const ROWS = [
  'UPDATE series SET id = 999999999999999 WHERE id = 2',
  'UPDATE series SET id = 1000000000000000 WHERE id = 2',
  'UPDATE series SET id = -1 WHERE id = 2; UPDATE block SET series_id = -1 WHERE series_id = 2',
  "UPDATE game SET definition = printf('%.*c', 3000000, '9')",
  "UPDATE game SET key = key || char(27) || '[2J'",
  "UPDATE block SET file = '../../outside/file' WHERE id = 1",
  "UPDATE block SET file = '/dev/zero' WHERE id = 1",
  'UPDATE block SET bytes = 4611686018427387904 WHERE id = 1',
  'UPDATE block SET stop = 9007199254740991 WHERE id = 2',
  'UPDATE series SET frontier = 9007199254740991',
  'UPDATE block SET bytes = 2147483647, values_offset = 8',
  'UPDATE block SET cold_before = -1, cold_count = 9007199254740991',
  'UPDATE block SET largest = 9007199254740991, width = 32',
  "UPDATE block SET method = printf('%.*c', 3000000, '+')",
  "UPDATE block SET encoding = 'constructor', method = ''",
  "UPDATE period SET quantity = 'constructor', period = 9007199254740991",
  'UPDATE period SET preperiod = 0, period = 9007199254740991, examined = 9007199254740991',
  "UPDATE period SET values_sha256 = printf('%.*c', 3000000, 'a')",
  "UPDATE game SET digest = printf('%.*c', 3000000, 'a')",
];

/** Names that a folder may have that are almost those of series, and others that are hard to take. */
const NAMES = [
  '999999999999999',
  '1000000000000000',
  '0',
  '01',
  '1e3',
  '-1',
  ' 1',
  'Catalog.SQLite',
  'TMP',
  'Series',
];
const ODD_NAMES = ['\u001b[2J', 'new\nline', '\u202egnp', 'x'.repeat(255), '..arrow', '9'.repeat(255)];

function blockName(start: number | string, stop: number | string): string {
  return `${String(start).padStart(16, '0')}-${String(stop).padStart(16, '0')}.${'a'.repeat(16)}.arrow`;
}

/** Moves a thing of the store outside and leaves a link, by which everything would still be found. */
function moveOut(trial: Trial, store: string, outside: string): string {
  const place = trial.pick(placesIn(trial, store).filter((name) => existsSync(join(store, name))));
  const to = join(outside, `moved-${basename(place)}`);
  rmSync(to, { recursive: true, force: true });
  renameSync(join(store, place), to);
  symlinkSync(to, join(store, place));
  return `${place} moved outside and linked`;
}

export const ACTS: readonly Act[] = [
  {
    name: 'a journal that names a file outside',
    on: (trial, store, outside) => {
      const name = trial.pick(DATABASES);
      const target = join(
        outside,
        trial.pick(['file', 'catalog.sqlite', 'catalog.sqlite-journal', 'a.part']),
      );
      writeFileSync(join(store, `${name}-journal`), hotJournal(1 + trial.below(20), target));
      return `${name}-journal naming ${basename(target)}`;
    },
  },
  {
    name: 'a journal of many pages',
    on: (trial, store) => {
      const name = trial.pick(DATABASES);
      const pages = 2 ** trial.below(32);
      writeFileSync(join(store, `${name}-journal`), hotJournal(pages));
      return `${name}-journal of ${pages} pages`;
    },
  },
  {
    name: 'something else in the place of files and folders',
    on: (trial, store, outside) => {
      const done = Array.from({ length: 1 + trial.below(3) }, () => {
        const place = trial.pick(placesIn(trial, store));
        const obstacle = trial.pick(Object.keys(OBSTACLES));
        replaceBy(obstacle, join(store, place), outside);
        return `${obstacle} as ${place}`;
      });
      return done.join(', ');
    },
  },
  { name: 'a part moved outside and linked', on: moveOut },
  {
    name: 'hard links',
    on: (trial, store, outside) => {
      const [from, to] = [trial.pick(DATABASES), trial.pick([...DATABASES, 'catalog.sqlite-journal'])];
      if (from === to || !existsSync(join(store, from)) || trial.below(2) === 0) {
        linkSync(join(store, 'catalog.sqlite'), join(outside, 'linked'));
        return 'the catalog with a second name outside';
      }
      rmSync(join(store, to), { recursive: true, force: true });
      linkSync(join(store, from), join(store, to));
      return `${to} a hard link of ${from}`;
    },
  },
  {
    name: 'strangers in the catalog',
    on: (trial, store) => change(store, 'catalog.sqlite', trial.pick(STRANGERS)),
  },
  {
    name: 'hostile rows',
    on: (trial, store) =>
      change(store, 'catalog.sqlite', trial.pick(ROWS), trial.below(4) === 0 ? undefined : reseal),
  },
  {
    name: 'strangers among kept results',
    on: (trial, store) => {
      const sql = trial.pick([
        `DROP TABLE aggregate; CREATE VIEW aggregate AS ${ENDLESS} SELECT n AS source, n AS text FROM r`,
        'CREATE TRIGGER t BEFORE INSERT ON aggregate BEGIN SELECT RAISE(ABORT, 1); END',
        "UPDATE aggregate SET text = printf('%.*c', 5000000, 'x')",
        'PRAGMA journal_mode = WAL',
      ]);
      return change(store, 'aggregates.sqlite', sql);
    },
  },
  {
    name: 'sizes',
    on: (trial, store) => {
      const names = [
        blockName(0, 2 ** 53 - 1),
        blockName(0, 64),
        blockName(128, '9'.repeat(16)),
        blockName(64, 2 ** 40),
      ];
      const places = [
        ...names.map((name) => join('1', name)),
        'catalog.sqlite',
        'aggregates.sqlite',
        'series/1.json',
      ];
      const place = trial.pick(places);
      const size = trial.pick([0, 1, 2 ** 29 + 1, 2 ** 31, 3e9, 5e10]);
      appendFileSync(join(store, place), '');
      truncateSync(join(store, place), size);
      return `${place} of ${size} bytes`;
    },
  },
  {
    name: 'names of folders and files',
    on: (trial, store) => {
      const name = trial.pick([...NAMES, ...ODD_NAMES]);
      const path = join(store, name);
      if (existsSync(path)) return `${name}, which is there`;
      mkdirSync(path);
      for (const inside of trial.sample([blockName(0, 64), ...ODD_NAMES], 3))
        writeFileSync(join(path, inside), 'x');
      return `a folder ${JSON.stringify(name)}`;
    },
  },
  {
    name: 'many files',
    on: (trial, store) => {
      const folder = join(store, trial.pick(['1', '5', 'tmp', 'orphans', 'periods', 'series']));
      mkdirSync(folder, { recursive: true });
      const nameOf = trial.pick([
        (i: number) => blockName(64 * i, 64 * i + 64),
        (i: number) => `${i}.part`,
        (i: number) => `${i}.json`,
      ]);
      for (let i = 100; i < 1100; i++) writeFileSync(join(folder, nameOf(i)), '');
      return `1000 files like ${nameOf(100)} in ${basename(folder)}`;
    },
  },
  {
    name: 'a catalog from elsewhere',
    on: (trial, store) => {
      const version = trial.pick(['1', '2', '3', '3-blocks']);
      const other = join(import.meta.dirname, `../../fixtures/store-v${version}/catalog.sqlite`);
      rmSync(join(store, 'catalog.sqlite'), { recursive: true, force: true });
      cpSync(other, join(store, 'catalog.sqlite'));
      return `the catalog of another store, of version ${version}`;
    },
  },
];
