/**
 * The tables of the catalog, by version, and a check that an open file has them. A damaged definition could rename a column or
 * weaken a constraint, which no check of SQLite's finds.
 */
import type Database from 'better-sqlite3';
import { readdirSync, readFileSync } from 'node:fs';
import { inPackage } from '../../platform/package-root.js';
import { digestOfJson } from './rows.js';
import { openSqlite } from './sqlite.js';

const MIGRATIONS = inPackage('migrations/');

/** Returns the SQL of the migrations in the package: the k-th leads from version k - 1 to k. */
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

/** Runs migrations, with the function `row_digest` that they call. Cost: the rows that they change. */
export function migrate(db: Database.Database, migrations: readonly string[]): void {
  db.function('row_digest', { deterministic: true }, (json) => digestOfJson(String(json)));
  for (const sql of migrations) db.exec(sql);
}

/** A table or an index in `sqlite_schema`. */
interface SchemaRow {
  readonly type: string;
  readonly name: string;
  readonly table: string;
  /** The statement that created it; null for the index of a constraint. */
  readonly sql: string | null;
}

/** Harmless additions: the statistics of ANALYZE. */
const STATISTICS: readonly (string | null)[] = [
  'CREATE TABLE sqlite_stat1(tbl,idx,stat)',
  'CREATE TABLE sqlite_stat4(tbl,idx,neq,nlt,ndlt,sample)',
];

/**
 * Returns the difference between the tables and indexes of a catalog and those of some migrations, or undefined. Additional
 * statistics and indexes of columns are allowed, as they cost time at most. Anything else (a trigger, a view, a table, a unique or
 * partial index, one of an expression) would act on reads or writes. Stops at the first difference.
 */
export function schemaProblem(db: Database.Database, migrations: readonly string[]): string | undefined {
  const as = ({ type, name }: SchemaRow): string =>
    `lacks the ${type} ${name} of version ${migrations.length}`;
  // By name, so that no row matches twice.
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

/** Whether a table equals that of some version. */
export function isKnownTable(db: Database.Database, name: string): boolean {
  const found = schemaOf(db).filter((row) => row.name === name);
  const all = knownMigrations();
  return all.some((_, version) => {
    const known = schemaMadeBy(all.slice(0, version + 1)).filter((row) => row.name === name);
    return JSON.stringify(found) === JSON.stringify(known);
  });
}

/** Whether an index covers plain columns of all rows and has no constraint. */
function isPlainIndex(db: Database.Database, { type, name, table }: SchemaRow): boolean {
  if (type !== 'index') return false;
  const { unique, partial } = (db
    .prepare('SELECT "unique", partial FROM pragma_index_list(?) WHERE name = ?')
    .get(table, name) ?? {}) as { unique?: number; partial?: number };
  const columns = db.prepare('SELECT cid FROM pragma_index_xinfo(?)').pluck().all(name) as number[];
  // -1 is the rowid, -2 an expression.
  return unique === 0 && partial === 0 && columns.every((column) => column >= -1);
}

/** Schemas by the statements of their migrations, which never change. */
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
