/**
 * Digests of the rows of a catalog as docs/FORMAT.md says to compute them, by SQL and node:crypto alone. Damage leaves them as
 * they are; somebody who means harm writes right ones for whatever rows say.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openSqlite } from '../../src/store/catalog/sqlite.js';

const GUIDE = readFileSync(join(import.meta.dirname, '../../docs/FORMAT.md'), 'utf8');

/** The queries in the guide: each gives the number of a row, the text that is digested, and the digest that the row has. */
const QUERIES = [...GUIDE.matchAll(/^ *(SELECT (\w+)\.rowid, json_array\([^;]*?);$/gm)].map(
  ([, sql, table]) => ({ sql, table }),
);

type Database = ReturnType<typeof openSqlite>;

/** A row of a catalog: the digest that it has, and the one that it should have. */
export interface Digested {
  readonly table: string;
  readonly rowid: number;
  readonly found: string;
  readonly expected: string;
}

export function digestsIn(db: Database): Digested[] {
  if (QUERIES.length !== 4) throw new Error('docs/FORMAT.md: not a query for each of the four tables');
  return QUERIES.flatMap(({ sql, table }) => {
    const rows = db.prepare(sql).raw().all() as [number, string, string][];
    return rows.map(([rowid, text, found]) => {
      const expected = createHash('sha256').update(text, 'utf8').digest('hex').slice(0, 16);
      return { table, rowid, found, expected };
    });
  });
}

/** Gives every row the digest of what it says by now, as somebody does who means harm. */
export function reseal(db: Database): void {
  for (const { table, rowid, expected } of digestsIn(db)) {
    db.prepare(`UPDATE ${table} SET digest = ? WHERE rowid = ?`).run(expected, rowid);
  }
}
