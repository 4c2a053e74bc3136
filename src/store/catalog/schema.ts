/**
 * The tables of the catalog, version by version, and whether an open file has them. A damaged table definition would
 * otherwise rename a column, or weaken a constraint, and no check of SQLite's own finds that.
 */
import type Database from 'better-sqlite3';
import { readdirSync, readFileSync } from 'node:fs';
import { inPackage } from '../../common/package-root.js';
import { digestOfJson } from './rows.js';
import { openSqlite } from './sqlite.js';

const MIGRATIONS = inPackage('migrations/');

/** The migrations shipped with the package, as SQL: the first leads to version 1, each to the version after that before it. */
export function knownMigrations(): string[] {
  const files = readdirSync(MIGRATIONS)
    .filter((name) => name.endsWith('.sql'))
    .sort();
  return files.map((file, index) => {
    if (Number(file.slice(0, 4)) !== index + 1)
      throw new Error(`migrations: expected ${index + 1}, found ${file}`);
    return readFileSync(new URL(file, MIGRATIONS), 'utf8');
  });
}

/** Runs migrations, with the function that they compute digests of rows by. Cost: the rows that they change. */
export function migrate(db: Database.Database, migrations: readonly string[]): void {
  db.function('row_digest', { deterministic: true }, (json) => digestOfJson(String(json)));
  for (const sql of migrations) db.exec(sql);
}

/** A table or an index, as SQLite keeps it. */
interface SchemaRow {
  readonly type: string;
  readonly name: string;
  readonly table: string;
  /** The statement that made it; null for the index of a constraint. */
  readonly sql: string | null;
}

/** What somebody may add without harm: statistics, as ANALYZE makes them. */
const STATISTICS: readonly (string | null)[] = [
  'CREATE TABLE sqlite_stat1(tbl,idx,stat)',
  'CREATE TABLE sqlite_stat4(tbl,idx,neq,nlt,ndlt,sample)',
];

/**
 * What is wrong with the tables and indexes of a catalog, which must be those that some migrations make, as they make
 * them; undefined when nothing is. Beyond them there may be statistics, and indexes of columns: these cost time at most.
 * Anything else (a trigger, a view, a table, an index that is unique, partial or of an expression) would act when rows
 * are read or written. Cost: the first stranger ends it.
 */
export function schemaProblem(db: Database.Database, migrations: readonly string[]): string | undefined {
  const as = ({ type, name }: SchemaRow): string =>
    `lacks the ${type} ${name} of version ${migrations.length}`;
  // By name, so that nothing counts twice.
  const expected = new Map(schemaMadeBy(migrations).map((row) => [row.name, row]));
  for (const row of db.prepare(SCHEMA).iterate() as Iterable<SchemaRow>) {
    const known = expected.get(row.name);
    if (known !== undefined) {
      if (JSON.stringify(known) !== JSON.stringify(row)) return `${as(known)}, and has another one`;
      expected.delete(row.name);
    } else if (!STATISTICS.includes(row.sql) && !isPlainIndex(db, row)) {
      return `has the ${row.type} ${row.name}, which is not its own`;
    }
  }
  const missing = [...expected.values()].at(0);
  return missing && as(missing);
}

/** Whether a table of a catalog is one that some version has, as that makes it. */
export function isKnownTable(db: Database.Database, name: string): boolean {
  const found = schemaOf(db).filter((row) => row.name === name);
  const all = knownMigrations();
  return all.some((_, version) => {
    const known = schemaMadeBy(all.slice(0, version + 1)).filter((row) => row.name === name);
    return JSON.stringify(found) === JSON.stringify(known);
  });
}

/** Whether an index has columns alone, of all rows, and forbids nothing. */
function isPlainIndex(db: Database.Database, { type, name, table }: SchemaRow): boolean {
  if (type !== 'index') return false;
  const { unique, partial } = (db
    .prepare('SELECT "unique", partial FROM pragma_index_list(?) WHERE name = ?')
    .get(table, name) ?? {}) as { unique?: number; partial?: number };
  const columns = db.prepare('SELECT cid FROM pragma_index_xinfo(?)').pluck().all(name) as number[];
  // -1 is the row's number, -2 an expression.
  return unique === 0 && partial === 0 && columns.every((column) => column >= -1);
}

/** The tables that migrations make, by their statements: those of a version never change. */
const schemas = new Map<string, SchemaRow[]>();

function schemaMadeBy(migrations: readonly string[]): SchemaRow[] {
  const statements = migrations.join('');
  const known = schemas.get(statements);
  if (known !== undefined) return known;
  const db = openSqlite(':memory:');
  try {
    migrate(db, migrations);
    const made = schemaOf(db);
    schemas.set(statements, made);
    return made;
  } finally {
    db.close();
  }
}

const SCHEMA = 'SELECT type, name, tbl_name AS "table", sql FROM sqlite_schema';

function schemaOf(db: Database.Database): SchemaRow[] {
  return db.prepare(SCHEMA).all() as SchemaRow[];
}
