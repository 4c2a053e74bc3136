/** Recovers definitions of games from a catalog of any version that may be damaged. */
import type Database from 'better-sqlite3';
import { join } from 'node:path';
import { CATALOG_FILE } from '../files/names.js';
import { shortEnough } from './rows.js';
import { isKnownTable } from './schema.js';
import { openSqlite } from './sqlite.js';

/** Returns the readable definitions of games by key. The caller checks that each key belongs to its definition. */
export function storedDefinitions(root: string): Map<string, string> {
  const definitions = new Map<string, string>();
  let db: Database.Database | undefined;
  try {
    db = openSqlite(join(root, CATALOG_FILE), { readonly: true, fileMustExist: true });
    db.pragma('trusted_schema = OFF');
    // A view of that name, or a computed column, could take unlimited time and memory.
    if (!isKnownTable(db, 'game')) throw new Error('its table of games is none of ours');
    const query = `SELECT ${shortEnough('key')}, ${shortEnough('definition')} FROM game`;
    for (const row of db.prepare(query).raw().iterate() as Iterable<unknown[]>) {
      const [key, definition] = row;
      if (typeof key === 'string' && typeof definition === 'string') definitions.set(key, definition);
    }
  } catch {
    // Definitions read before the damage count.
  }
  db?.close();
  return definitions;
}
