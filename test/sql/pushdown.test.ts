/** What a query needs of a table: never less than what it looks at, and no more where conditions on n say so. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import * as DuckDB from '@duckdb/node-api';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openStore, sql, type Store } from '../../src/index.js';
import { ALL, neededBy, type Needed } from '../../src/sql/pushdown.js';
import type { CellValue } from '../../src/tables/table.js';
import { fileFolder } from '../support/cli.js';
import { effort } from '../support/seed.js';
import { extendOnce } from '../support/store.js';

const ROWS = 200;

describe('what a plan needs', () => {
  let connection: DuckDB.DuckDBConnection;
  beforeAll(async () => {
    const instance = await DuckDB.DuckDBInstance.create(':memory:');
    connection = await instance.connect();
    for (const name of ['table_0', 'table_1']) {
      connection.registerTableFunction(
        DuckDB.DuckDBTableFunction.create({
          name,
          bindFunction: (info) => {
            info.addResultColumn('n', DuckDB.BIGINT);
            info.addResultColumn('value', DuckDB.UINTEGER);
          },
          initFunction: (info) => info.setInitData({}),
          mainFunction: (_, chunk) => {
            chunk.rowCount = 0;
          },
          supportsProjectionPushdown: true,
        }),
      );
      await connection.run(`CREATE VIEW v_${name} AS SELECT * FROM ${name}()`);
    }
    await connection.run(`CREATE TABLE plain AS SELECT range AS n, range % 7 AS value FROM range(${ROWS})`);
  });
  afterAll(() => connection.closeSync());

  async function neededOf(text: string, table = 'table_0'): Promise<Needed> {
    const rows = (await connection.runAndReadAll(`EXPLAIN (FORMAT json) ${text}`)).getRows();
    return neededBy(String(rows[0][1]), ['table_0', 'table_1']).get(table) ?? ALL;
  }

  const bound = fc.integer({ min: -20, max: ROWS + 20 });
  const sign = fc.constantFrom('<', '<=', '>', '>=', '=', '<>');
  const simple = fc.oneof(
    fc.tuple(sign, bound).map(([is, k]) => `n ${is} ${k}`),
    fc.tuple(sign, bound).map(([is, k]) => `${k} ${is} n`),
    fc.tuple(sign, bound).map(([is, k]) => `n ${is} ${k}.5`),
    fc.tuple(sign, fc.integer({ min: 0, max: 9 })).map(([is, k]) => `n ${is} 2^${k}`),
    fc.tuple(bound, bound).map(([a, b]) => `n BETWEEN ${a} AND ${b}`),
  );
  const other = fc.oneof(
    fc.constantFrom('value = 3', 'n % 5 = 2', 'n + 1 > value', "n::VARCHAR LIKE '1%'", 'value > 2 OR n < 9'),
    fc.tuple(bound, bound).map(([a, b]) => `n IN (${a}, ${b})`),
    fc.tuple(bound, bound).map(([a, b]) => `n NOT BETWEEN ${a} AND ${b}`),
  );
  const { condition } = fc.letrec<{ condition: string }>((tie) => ({
    condition: fc.oneof(
      { maxDepth: 3 },
      simple,
      other,
      fc.tuple(tie('condition'), tie('condition')).map(([a, b]) => `(${a}) AND (${b})`),
      fc.tuple(tie('condition'), tie('condition')).map(([a, b]) => `(${a}) OR (${b})`),
      tie('condition').map((a) => `NOT (${a})`),
    ),
  }));

  it('is all that a query looks at, whatever its conditions', { tags: 'slow' }, async () => {
    const property = fc.asyncProperty(condition, fc.boolean(), async (where, isNested) => {
      const from = (table: string): string =>
        isNested
          ? `SELECT n FROM (SELECT n, value FROM ${table} WHERE value < 6) WHERE ${where}`
          : `SELECT n FROM ${table} WHERE ${where}`;
      const { range } = await neededOf(from('v_table_0'));
      for (const [n] of (await connection.runAndReadAll(from('plain'))).getRows()) {
        expect(Number(n) >= range.start && Number(n) < range.stop, `${where}: ${String(n)}`).toBe(true);
      }
    });
    await fc.assert(property, { numRuns: effort(200, 2000) });
  });

  it('is little more than conditions on n that are joined by AND let through', async () => {
    const conditions = fc.array(
      fc.tuple(fc.constantFrom('<', '<=', '>', '>=', '='), fc.integer({ min: 0, max: ROWS })),
      { minLength: 1, maxLength: 4 },
    );
    const property = fc.asyncProperty(conditions, async (all) => {
      const where = all.map(([is, k]) => `n ${is} ${k}`).join(' AND ');
      // The least and the greatest position that each lets through.
      const lower = all.flatMap(([is, k]) => (is.startsWith('<') ? [] : [is === '>' ? k + 1 : k]));
      const upper = all.flatMap(([is, k]) => (is.startsWith('>') ? [] : [is === '<' ? k - 1 : k]));
      const { range } = await neededOf(`SELECT n FROM v_table_0 WHERE ${where}`);
      // Of conditions that contradict each other no scan may be left.
      if (Math.max(...lower) > Math.min(...upper)) return;
      expect(range.start).toBeGreaterThanOrEqual(Math.max(0, ...lower.map((k) => k - 2)));
      expect(range.stop).toBeLessThanOrEqual(Math.min(ALL.range.stop, ...upper.map((k) => k + 3)));
    });
    await fc.assert(property, { numRuns: effort(100, 1000) });
  });

  it('is that of all scans of a table together', async () => {
    const twice =
      'SELECT a.n FROM v_table_0 a, v_table_0 b, v_table_1 c WHERE a.n < 10 AND b.n > 90 AND c.n = 50';
    expect((await neededOf(twice)).range).toEqual(ALL.range);
    expect((await neededOf(twice, 'table_1')).range).toEqual({ start: 49, stop: 52 });
    const two = 'SELECT n FROM v_table_0 WHERE n < 10 UNION ALL SELECT n FROM v_table_0 WHERE n = 50';
    expect((await neededOf(two)).range).toEqual({ start: 0, stop: 52 });
  });

  it('is the number of rows where these are counted alone', async () => {
    const isCounted = async (text: string): Promise<boolean> => (await neededOf(text)).isCounted;
    expect(await isCounted('SELECT count(*) FROM v_table_0')).toBe(true);
    for (const text of [
      'SELECT count(*) FROM v_table_0 WHERE n < 7',
      'SELECT count(*), max(n) FROM v_table_0',
      'SELECT count(value) FROM v_table_0',
      'SELECT count(DISTINCT n) FROM v_table_0',
      'SELECT count(*) FROM v_table_0 GROUP BY value',
      'SELECT (SELECT count(*) FROM v_table_0) + (SELECT max(n) FROM v_table_0)',
    ]) {
      expect(await isCounted(text), text).toBe(false);
    }
  });
});

describe('a query of the tables of the store', () => {
  const folder = fileFolder();
  const GAMES = ['{1,2}', '{1,2,3}', 'squares'];
  let store: Store;
  beforeAll(async () => {
    for (const game of GAMES) await extendOnce(folder, game, { to: 100 });
    store = await openStore(folder, { readOnly: true });
  });
  afterAll(() => store.close());

  /** The games of the rows that a query finds, and the keys by which it reads the catalog. */
  async function gamesOf(where: string): Promise<{ found: CellValue[]; asked: unknown[] }> {
    const asking = vi.spyOn(store, 'infoOf');
    const found: CellValue[] = [];
    try {
      const batches = sql(store, `SELECT DISTINCT game FROM series WHERE ${where} ORDER BY game`);
      for await (const { values } of batches) found.push(...values[0]);
      return { found, asked: asking.mock.calls.map(([key]) => key) };
    } finally {
      asking.mockRestore();
    }
  }

  it.each([
    ["game = '{1,2}'", '{1,2}'],
    ["'{1,2,3}' = game AND frontier > 7", '{1,2,3}'],
    ["game = 'file:/etc/hostname'", 'file:/etc/hostname'],
    ["game = 'primes'", 'primes'],
  ])('reads one game where a condition names it: %s', { tags: 'slow' }, async (where, key) => {
    const { found, asked } = await gamesOf(where);
    expect(asked).toEqual([key]);
    expect(found).toEqual(GAMES.filter((game) => game === key));
  });

  it.each([
    ["game = '{1,2}' OR game = 'squares'", ['squares', '{1,2}']],
    ["game <> '{1,2}'", ['squares', '{1,2,3}']],
    ["NOT (game = '{1,2}')", ['squares', '{1,2,3}']],
    ["series <> ') AND (game = ''x'') AND ('", ['squares', '{1,2,3}', '{1,2}']],
    ["series <> ') AND (game = ' AND methods <> ') AND (game = '", ['squares', '{1,2,3}', '{1,2}']],
    ["upper(game) = 'SQUARES'", ['squares']],
    ["game = 'squares' || ''", ['squares']],
    ["game LIKE '{%'", ['{1,2,3}', '{1,2}']],
  ])('finds what other conditions let through: %s', { tags: 'slow' }, async (where, games) => {
    expect((await gamesOf(where)).found).toEqual(games);
  });

  it('reads each game once for several tables, and all where scans differ', { tags: 'slow' }, async () => {
    const asking = vi.spyOn(store, 'infoOf');
    const ask = async (text: string): Promise<unknown[]> => {
      asking.mockClear();
      for await (const batch of sql(store, text)) expect(batch.length).toBeGreaterThan(0);
      return asking.mock.calls.map(([key]) => key);
    };
    const joined = 'FROM games JOIN series USING (game)';
    expect(await ask(`SELECT definition, frontier ${joined} WHERE game = 'squares'`)).toEqual(['squares']);
    const two = `SELECT game FROM series WHERE game = 'squares' UNION ALL SELECT game FROM series`;
    expect(await ask(two)).toEqual([undefined]);
    asking.mockRestore();
  });
});

describe('a query', () => {
  const folder = fileFolder();
  const TO = 5000;
  let store: Store;
  const rowsOf = async (text: string): Promise<CellValue[][]> => {
    const rows: CellValue[][] = [];
    for await (const { length, values } of sql(store, text, { game: 'squares' })) {
      for (let row = 0; row < length; row++) rows.push(values.map((column) => column[row]));
    }
    return rows;
  };
  beforeAll(async () => {
    await extendOnce(folder, 'squares', { to: TO, blockLength: 512 });
    store = await openStore(folder, { readOnly: true });
  });
  afterAll(() => store.close());

  it('finds the same with and without conditions that are pushed down', { tags: 'slow' }, async () => {
    for (const table of ['nim', 'cold', 'positions']) {
      const [all] = await rowsOf(`SELECT list(n ORDER BY n) FROM ${table}`);
      const list = all[0] as unknown as number[];
      const found = await rowsOf(`SELECT n FROM ${table} WHERE n >= 700 AND n < 1900 ORDER BY n`);
      expect(found, table).toEqual([...list].map(Number).flatMap((n) => (n >= 700 && n < 1900 ? [[n]] : [])));
      expect(await rowsOf(`SELECT count(*) FROM ${table}`), table).toEqual([[list.length]]);
    }
    for (const where of ['n > 6000', 'n < 0']) {
      expect(await rowsOf(`SELECT count(*) FROM cold WHERE ${where}`), where).toEqual([[0]]);
    }
  });

  it(
    'reads no block that its conditions exclude, and counts cold positions without any',
    { tags: 'slow' },
    async () => {
      const blocks = store.blocks('squares').filter(({ series }) => series === 'cold');
      const total = blocks.reduce((sum, { coldCount }) => sum + coldCount, 0);
      rmSync(join(folder, blocks[2].file));
      await expect(rowsOf('SELECT n FROM cold')).rejects.toThrow(blocks[2].file);
      const [[least]] = await rowsOf(`SELECT min(n) FROM cold WHERE n >= ${blocks[3].start + 2}`);
      expect(Number(least)).toBeGreaterThan(blocks[3].start);
      expect(await rowsOf('SELECT count(*) FROM cold')).toEqual([[total]]);
    },
  );
});
