/** Every byte of every file of a small store flipped, and every file cut to every length. */
import { spawnSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from '../../src/store/catalog/database.js';
import { takeaway } from '../support/cli.js';
import { temporaryFolder } from '../support/temporary.js';
import { openSqlite } from '../../src/store/catalog/sqlite.js';
import { analyzeRecords, openStore } from '../../src/index.js';
import { expectEnded } from './afterwards.js';
import type { Attack, Trial } from './attack.js';
import { GAMES, Prober, smallStore } from './prober.js';

/** Changes rows inside a transaction that reaches the file before its commit, and dies. */
const DIE_IN_COMMIT = `
  const db = new (require('better-sqlite3'))(process.argv[1]);
  db.pragma('cache_size = 1');
  db.exec('BEGIN IMMEDIATE; UPDATE block SET values_offset = 8, cold_count = 0; UPDATE series SET frontier = 64');
  db.exec("UPDATE period SET period = 5; UPDATE game SET key = key || '!'");
  process.kill(process.pid, 'SIGKILL');
`;

const CATALOG = 'catalog.sqlite';
const AGGREGATES = 'aggregates.sqlite';
const JOURNAL = `${CATALOG}-journal`;

/** One change of one file. */
interface Change {
  readonly file: string;
  readonly what: string;
  readonly make: (intact: Buffer) => Buffer;
}

/** A small store with every kind of file; with `hasJournal` its catalog has a commit that was cut short. */
async function damagedStore(hasJournal: boolean): Promise<string> {
  const folder = await smallStore();
  const reader = await openStore(folder, { readOnly: true });
  await analyzeRecords(reader, 'squares');
  reader.close();
  if (!hasJournal) return folder;
  spawnSync(process.execPath, ['-e', DIE_IN_COMMIT, join(folder, 'catalog.sqlite')], {
    cwd: import.meta.dirname,
  });
  if (!readdirSync(folder).includes('catalog.sqlite-journal'))
    throw new Error('there is no journal to damage');
  return folder;
}

/** A store that is damaged and put back as it was, again and again. */
class Patient {
  readonly folder = join(temporaryFolder(), 'store');
  /** Every file by its name, with its bytes. */
  readonly files: ReadonlyMap<string, Buffer>;
  readonly #intact: string;

  constructor(intact: string) {
    this.#intact = intact;
    const names = readdirSync(intact, { recursive: true, encoding: 'utf8' }).sort();
    const files = names.filter((name) => statSync(join(intact, name)).isFile());
    this.files = new Map(files.map((name) => [name, readFileSync(join(intact, name))]));
    this.restore();
  }

  harm({ file, make }: Change): void {
    writeFileSync(join(this.folder, file), make(this.files.get(file)!));
  }

  /** Puts everything back, whatever a reader has done since, such as taking back a commit. */
  restore(changed?: string): void {
    if (changed === undefined) {
      rmSync(this.folder, { recursive: true, force: true });
      cpSync(this.#intact, this.folder, { recursive: true });
      return;
    }
    const own = [changed, ...[...this.files.keys()].filter((name) => /^(catalog|aggregates)/.test(name))];
    for (const name of own) writeFileSync(join(this.folder, name), this.files.get(name)!);
  }
}

/** Everything that SQLite reads in a catalog: schema, versions, rows, and that its indexes agree with them; or its error. */
function readingsOf(path: string): string {
  let opened: Database | undefined;
  try {
    const db = (opened = openSqlite(path, { readonly: true }));
    const tables = db.prepare('SELECT * FROM sqlite_schema').all() as { type: string; name: string }[];
    const rows = tables
      .filter(({ type }) => type === 'table')
      .map(({ name }) => [name, db.prepare(`SELECT rowid, * FROM "${name}"`).raw().all()]);
    const pragmas = ['user_version', 'application_id', 'page_size', 'encoding', 'integrity_check'];
    return JSON.stringify([tables, rows, pragmas.map((name) => db.pragma(name))]);
  } catch (error) {
    return String(error);
  } finally {
    opened?.close();
  }
}

/** What can be asked of, where a file of the small store was changed: all of it where the catalog or its journal was. */
function gamesOf(file: string): typeof GAMES {
  if (file === AGGREGATES) return [];
  const series = /^(?:series\/)?(\d+)[./]/.exec(file);
  // The first two series are of the first game.
  return series === null ? GAMES : [GAMES[Number(series[1]) <= 2 ? 0 : 1]];
}

/** Of changes in which SQLite sees nothing, one of so many is given to readers all the same. */
const SHOWN_ANYWAY = 20;

/** Runs changes of the files of a store past a reader. */
async function probeChanges(
  trial: Trial,
  hasJournal: boolean,
  changesOf: (file: string, bytes: Buffer) => readonly Change[],
): Promise<void> {
  const prober = new Prober(trial);
  try {
    await prober.learn(await damagedStore(false));
    const patient = new Patient(await damagedStore(hasJournal));
    const all = [...patient.files].flatMap(([file, bytes]) => changesOf(file, bytes));
    // Readers see these through SQLite alone.
    const databases = hasJournal ? [] : [CATALOG, AGGREGATES];
    const readings = (name: string): string => readingsOf(join(patient.folder, name));
    const intact = new Map(databases.map((name) => [name, readings(name)]));
    trial.count('possible', all.length);
    for (const change of trial.inTime(trial.sample(all, trial.size))) {
      patient.harm(change);
      const { file, what } = change;
      const isHidden = intact.has(file) && readings(file) === intact.get(file);
      const games = gamesOf(file);
      if (isHidden && trial.below(SHOWN_ANYWAY) > 0) trial.count('nothing that SQLite reads');
      else await trial.attempt(what, () => prober.expectHonest(patient.folder, { games }));
      patient.restore(change.file);
    }
  } finally {
    await prober.close();
  }
}

function flipsOf(trial: Trial, file: string, bytes: Buffer): Change[] {
  return Array.from(bytes, (_, i) => {
    const by = trial.below(2) === 0 ? 1 << trial.below(8) : 1 + trial.below(255);
    const make = (intact: Buffer): Buffer => {
      const flipped = Buffer.from(intact);
      flipped[i] ^= by;
      return flipped;
    };
    return { file, what: `byte ${i} of ${file} xor ${by}`, make };
  });
}

function cutsOf(file: string, bytes: Buffer): Change[] {
  return Array.from(bytes, (_, length) => {
    return { file, what: `${file} cut to ${length} bytes`, make: (intact) => intact.subarray(0, length) };
  });
}

/** What a file may be replaced by. */
function replacementsOf(trial: Trial, file: string, bytes: Buffer): Change[] {
  const random = Buffer.from(Array.from({ length: 5000 }, () => trial.below(256)));
  const forms: readonly (readonly [string, Buffer])[] = [
    ['nothing', Buffer.alloc(0)],
    ['zeros', Buffer.alloc(bytes.length)],
    ['chance', random],
    ['itself twice', Buffer.concat([bytes, bytes])],
  ];
  return forms.map(([what, other]) => ({ file, what: `${file} replaced by ${what}`, make: () => other }));
}

/** Exit codes that a command may have beside damage. */
const HONEST = [0, 3, 4, 5, 6, 7];

/** Runs the real program on a damaged store: readers, then a writer, and what that has made of it. */
async function runCommands(trial: Trial, folder: string, prober: Prober): Promise<void> {
  const commands = [
    ['info', '--full'],
    ['query', 'squares', '63'],
    ['verify'],
    ['extend', 'squares', '--to', '192'],
    ['extend', 'triangular', '--to', '500'],
  ];
  for (const words of commands) {
    const result = await takeaway([...words, '--store', folder]);
    expectEnded(result, HONEST);
    trial.count(`${words[0]}: exit code ${String(result.code)}`);
  }
  await prober.expectHonest(folder, { hasOtherLength: true });
}

export const flippedBytes: Attack = {
  name: 'flipped bytes of every file',
  promises: ['G7', 'G11'],
  unit: 'bytes, each flipped by itself',
  short: 60,
  whole: 1_000_000,
  run: (trial) => probeChanges(trial, false, (file, bytes) => flipsOf(trial, file, bytes)),
};

export const cutFiles: Attack = {
  name: 'cut and replaced files',
  promises: ['G7', 'G11'],
  unit: 'lengths and replacements of files',
  short: 40,
  whole: 3000,
  run: (trial) =>
    probeChanges(trial, false, (file, bytes) => [
      ...cutsOf(file, bytes),
      ...replacementsOf(trial, file, bytes),
    ]),
};

export const damagedJournal: Attack = {
  name: 'a damaged journal of a commit that was cut short',
  promises: ['G2', 'G7'],
  unit: 'bytes and lengths of the journal',
  short: 15,
  whole: 600,
  run: (trial) =>
    probeChanges(trial, true, (file, bytes) =>
      file === JOURNAL ? [...flipsOf(trial, file, bytes), ...cutsOf(file, bytes)] : [],
    ),
};

export const commandsBesideDamage: Attack = {
  name: 'commands on damaged stores',
  promises: ['G4', 'G7'],
  unit: 'damaged stores, each given to the real program',
  short: 3,
  whole: 20,
  run: async (trial) => {
    const prober = new Prober(trial);
    try {
      await prober.learn(await damagedStore(false));
      const patient = new Patient(await damagedStore(false));
      const all = [...patient.files].flatMap(([file, bytes]) => [
        ...trial.sample(flipsOf(trial, file, bytes), 60),
        ...trial.sample(cutsOf(file, bytes), 20),
        ...replacementsOf(trial, file, bytes),
      ]);
      for (const change of trial.inTime(trial.sample(all, trial.size))) {
        patient.harm(change);
        await trial.attempt(change.what, () => runCommands(trial, patient.folder, prober));
        patient.restore();
      }
    } finally {
      await prober.close();
    }
  },
};
