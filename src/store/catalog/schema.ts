/**
 * The tables of the catalog, version by version, and whether an open file has them. Separate from opening a file: what a
 * version is made of is fixed by its migrations. A damaged table definition would otherwise rename a column, or weaken a
 * constraint, and no check of SQLite's own finds that.
 */
import type Database from 'better-sqlite3';
import { readdirSync, readFileSync } from 'node:fs';
import { inPackage } from '../../common/package-root.js';
import { openSqlite } from './sqlite.js';

const MIGRATIONS = inPackage('migrations/');

/** One step of the schema: the statements that lead from version - 1 to version. */
export interface Migration {
  readonly version: number;
  readonly file: string;
  readonly sql: string;
}

/** The migrations shipped with the package, in order: versions 1, 2, 3, ... without a gap. */
export function knownMigrations(): Migration[] {
  const files = readdirSync(MIGRATIONS)
    .filter((name) => name.endsWith('.sql'))
    .sort();
  return files.map((file, index) => {
    const version = Number(file.slice(0, 4));
    if (version !== index + 1) throw new Error(`migrations: expected ${index + 1}, found ${file}`);
    return { version, file, sql: readFileSync(new URL(file, MIGRATIONS), 'utf8') };
  });
}

/** A table or an index, as SQLite keeps it. */
interface SchemaRow {
  readonly type: string;
  readonly name: string;
  readonly table: string;
  /** The statement that made it; null for the index of a constraint. */
  readonly sql: string | null;
}

/**
 * What a catalog lacks of the tables and indexes that some migrations make, as they make them: the first one by its
 * name; undefined when it has all. What it has beyond them, such as an index that somebody added, is no matter.
 */
export function schemaProblem(db: Database.Database, migrations: readonly Migration[]): string | undefined {
  const found = new Set(schemaOf(db).map((row) => JSON.stringify(row)));
  const missing = schemaMadeBy(migrations).find((row) => !found.has(JSON.stringify(row)));
  return missing === undefined ? undefined : `the ${missing.type} ${missing.name}`;
}

function schemaMadeBy(migrations: readonly Migration[]): SchemaRow[] {
  const db = openSqlite(':memory:');
  try {
    for (const { sql } of migrations) db.exec(sql);
    return schemaOf(db);
  } finally {
    db.close();
  }
}

function schemaOf(db: Database.Database): SchemaRow[] {
  return db.prepare('SELECT type, name, tbl_name AS "table", sql FROM sqlite_schema').all() as SchemaRow[];
}
