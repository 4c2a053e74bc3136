/** SQL over a store: its tables against the definition, ranges, joins, errors with their place, and what it may not do. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as DuckDB from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SERIES_NAMES } from '../../src/columnar/layout.js';
import {
  nimValuesByDefinition,
  openStore,
  readGame,
  sql,
  sqlBytes,
  type SqlOptions,
  type Store,
} from '../../src/index.js';
import type { SqlBatch } from '../../src/sql/sql.js';
import type { CellValue } from '../../src/tables/table.js';
import { refusalOf } from '../../src/sql/refusals.js';
import { Result } from '../../src/sql/result.js';
import { fileFolder, takeaway } from '../support/cli.js';
import { extendOnce } from '../support/store.js';
import { bytesOf, readParquet } from '../support/tables.js';

const folder = fileFolder();
const TO = 5000;
const squares = Array.from(nimValuesByDefinition(readGame('squares').set, TO));
const primes = Array.from(nimValuesByDefinition(readGame('primes').set, TO));

let store: Store;
beforeAll(async () => {
  await extendOnce(folder, 'squares', { to: TO, blockLength: 512 });
  await extendOnce(folder, 'primes', { to: TO, series: 'nim', blockLength: 512 });
  await extendOnce(folder, 'primes', { to: 100, series: 'remoteness' });
  await extendOnce(folder, '{1,6,9}', { to: 4096 });
  store = await openStore(folder, { readOnly: true, compute: false });
});
afterAll(() => store.close());

async function rowsOf(text: string, options: SqlOptions = {}): Promise<CellValue[][]> {
  const rows: CellValue[][] = [];
  for await (const { length, values } of sql(store, text, options)) {
    for (let row = 0; row < length; row++) rows.push(values.map((column) => column[row]));
  }
  return rows;
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const coldOf = (values: readonly number[]): number[] =>
  values.flatMap((value, n) => (value === 0 ? [n] : []));

describe('the tables', () => {
  it('of a game have its values', { tags: 'slow' }, async () => {
    const game = 'squares';
    expect(await rowsOf('SELECT n, nim_value FROM nim ORDER BY n', { game })).toEqual(
      squares.map((v, n) => [n, v]),
    );
    expect(await rowsOf('SELECT n FROM cold ORDER BY n', { game })).toEqual(coldOf(squares).map((n) => [n]));
    expect(await rowsOf('SELECT n, cold, nim_value FROM positions ORDER BY n', { game })).toEqual(
      squares.map((v, n) => [n, v === 0, v]),
    );
  });

  it('have nulls where a series is shorter than the others', { tags: 'slow' }, async () => {
    const [row] = await rowsOf(
      'SELECT count(*), count(remoteness), count(nim_value), max(n) FROM positions',
      {
        game: 'primes',
      },
    );
    expect(row).toEqual([TO, 100, TO, TO - 1]);
  });

  it('of the store say what it has', { tags: 'slow' }, async () => {
    expect(
      await rowsOf(`SELECT game, series, frontier FROM series WHERE series <> 'remoteness'
        UNION ALL SELECT game, 'games', NULL FROM games
        UNION ALL SELECT game, 'period', period FROM periods WHERE quantity = 'nim' ORDER BY 1, 2`),
    ).toEqual([
      ['primes', 'games', null],
      ['primes', 'nim', TO],
      ['squares', 'cold', TO],
      ['squares', 'games', null],
      ['squares', 'nim', TO],
      ['{1,6,9}', 'cold', 4096],
      ['{1,6,9}', 'games', null],
      ['{1,6,9}', 'nim', 4096],
      ['{1,6,9}', 'period', 5],
    ]);
    const [[blocks, positions, cold, file]] = await rowsOf(
      `SELECT count(*), sum(stop - start), sum(cold_count), min(file) FROM blocks
        WHERE game = 'squares' AND series = 'nim'`,
    );
    expect([blocks, positions, cold]).toEqual([10, TO, coldOf(squares).length]);
    expect(existsSync(join(folder, file as string))).toBe(true);
  });

  it('begin and end where the range does, also beyond what is stored', { tags: 'slow' }, async () => {
    const range = { game: 'squares', from: 700, to: 1900 };
    const [row] = await rowsOf('SELECT count(*), min(n), max(n), sum(nim_value) FROM nim', range);
    expect(row).toEqual([1200, 700, 1899, sum(squares.slice(700, 1900))]);
    const [periodic] = await rowsOf('SELECT count(*), min(n), count(DISTINCT nim_value) FROM nim', {
      game: '{1,6,9}',
      from: 10 ** 15,
      to: 10 ** 15 + 70_001,
    });
    expect(periodic).toEqual([70_001, 10 ** 15, 3]);
    expect(await rowsOf('SELECT count(*) FROM cold', { game: 'squares', from: 5, to: 5 })).toEqual([[0]]);
  });

  it('go on above a long range without cold positions', { tags: 'slow' }, async () => {
    const range = { game: '{1..20000000}', to: 41_000_000 };
    const found = await rowsOf('SELECT n FROM cold WHERE n >= 0 ORDER BY n', range);
    expect(found).toEqual([[0], [20_000_001], [40_000_002]]);
  });

  it('of two games are joined', { tags: 'slow' }, async () => {
    const games = { a: 'squares', b: readGame('primes') };
    expect(
      await rowsOf(
        'SELECT count(*) FROM a.nim JOIN b.nim USING (n) WHERE a.nim.nim_value = b.nim.nim_value',
        { games },
      ),
    ).toEqual([[squares.filter((value, n) => value === primes[n]).length]]);
    expect(await rowsOf('SELECT n FROM a.cold JOIN b.cold USING (n) ORDER BY n', { games })).toEqual(
      coldOf(squares)
        .filter((n) => primes[n] === 0)
        .map((n) => [n]),
    );
  });

  it(
    'are read of the columns that are used alone, and no further than a query goes',
    { tags: 'slow' },
    async () => {
      let share = 0;
      const onProgress = (now: number): void => void (share = now);
      const game = '{1,6,9}';
      await rowsOf('SELECT n FROM nim LIMIT 3', { game, to: 2 ** 22, onProgress });
      expect(share).toBeLessThan(0.1);
      // Of remoteness there is nothing, and nothing asks for it.
      expect(await rowsOf('SELECT max(n) FROM positions', { game, to: 5000 })).toEqual([[4999]]);
    },
  );
});

describe('a result', () => {
  it('has its columns also where it has no rows', { tags: 'slow' }, async () => {
    const batches: SqlBatch[] = [];
    for await (const batch of sql(store, 'SELECT n, nim_value FROM nim WHERE false', { game: 'squares' }))
      batches.push(batch);
    expect(batches).toEqual([
      {
        columns: [
          { name: 'n', type: 'BIGINT' },
          { name: 'nim_value', type: 'UINTEGER' },
        ],
        length: 0,
        values: [[], []],
      },
    ]);
  });

  it('can be left early, and another query follows', { tags: 'slow' }, async () => {
    for await (const { length } of sql(store, 'SELECT * FROM range(10000000)')) {
      expect(length).toBeGreaterThan(0);
      break;
    }
    expect(await rowsOf('SELECT 1; SELECT 2')).toEqual([[2]]);
  });

  it('ends with the signal', { tags: 'slow' }, async () => {
    const controller = new AbortController();
    const endless = rowsOf('SELECT count(*) FROM nim, range(1000000000) a, range(1000000) b', {
      game: 'squares',
      signal: controller.signal,
      // DuckDB is at work once it reads a table.
      onProgress: () => controller.abort(),
    });
    await expect(endless).rejects.toMatchObject({ code: 'interrupted' });
    await expect(rowsOf('SELECT 1', { signal: controller.signal })).rejects.toMatchObject({
      code: 'interrupted',
    });
  });

  it('ends with the signal also in a call that DuckDB does not interrupt', { tags: 'slow' }, async () => {
    const controller = new AbortController();
    // A million times a million steps, for the last row alone.
    const endless = rowsOf(
      `SELECT levenshtein(repeat('x', 1000000 + n), repeat('y', 1000000)) FROM nim WHERE n = ${TO - 1}`,
      {
        game: 'squares',
        signal: controller.signal,
        // The call begins when all rows are there; nothing tells when. A signal before it is heeded in another way.
        onProgress: (share) => {
          if (share === 1) setTimeout(() => controller.abort(), 300);
        },
      },
    );
    await expect(endless).rejects.toMatchObject({ code: 'interrupted' });
  });

  it('hands over long lists and texts a few rows at a time, all of them', { tags: 'slow' }, async () => {
    let next = 0;
    for await (const { values, length } of sql(
      store,
      `SELECT range(i), repeat('x', 2 * i) FROM range(3000) t(i)`,
    )) {
      const [lists, texts] = values as [number[][], string[]];
      const numbers = lists.reduce((sum, list) => sum + list.length, 0);
      expect(numbers).toBeLessThan(2 ** 20);
      for (let row = 0; row < length; row++, next++) {
        expect([lists[row].length, lists[row].at(-1) ?? -1, texts[row].length]).toEqual([
          next,
          next - 1,
          2 * next,
        ]);
      }
    }
    expect(next).toBe(3000);
  });

  it('as a table pads no column to the width of a book', { tags: 'slow' }, async () => {
    const text = "SELECT repeat('x', 5000) AS a, 1 AS b UNION ALL SELECT 'y', 2";
    const table = new TextDecoder().decode(await bytesOf(sqlBytes(sql(store, text), 'table')));
    expect(
      Math.min(
        ...table
          .trimEnd()
          .split('\n')
          .map((line) => line.length),
      ),
    ).toBeLessThan(150);
  });

  /** Of all formats: DuckDB starts once for them. */
  const values: SqlBatch[] = [];
  const VALUES = `SELECT 9007199254740993::BIGINT AS big, 1.50 AS exact, 'a "b",\tc' AS text, '' AS empty, NULL AS none,
    [1, 2] AS list, 0.5::DOUBLE AS half, true AS yes`;

  it.each([
    [
      'csv',
      'big,exact,text,empty,none,list,half,yes\n9007199254740993,1.50,"a ""b"",\tc","",,"[1,2]",0.5,true\n',
    ],
    [
      'tsv',
      'big\texact\ttext\tempty\tnone\tlist\thalf\tyes\n9007199254740993\t1.50\ta "b",\\tc\t\t\t[1,2]\t0.5\ttrue\n',
    ],
    [
      'jsonl',
      '{"big":9007199254740993,"exact":1.50,"text":"a \\"b\\",\\tc","empty":"","none":null,"list":[1,2],"half":0.5,"yes":true}\n',
    ],
  ])('as %s keeps every value', async (format, expected) => {
    if (values.length === 0) for await (const batch of sql(store, VALUES)) values.push(batch);
    const batches = (async function* () {
      yield* await Promise.resolve(values);
    })();
    expect(new TextDecoder().decode(await bytesOf(sqlBytes(batches, format)))).toBe(expected);
  });

  it('as JSON is an array, and as a table has columns side by side', { tags: 'slow' }, async () => {
    const text = async (query: string, format: string): Promise<string> =>
      new TextDecoder().decode(await bytesOf(sqlBytes(sql(store, query), format)));
    expect(JSON.parse(await text('SELECT i FROM range(40000) t(i)', 'json'))).toHaveLength(40_000);
    expect(await text('SELECT 1 WHERE false', 'json')).toBe('[]\n');
    expect(await text("SELECT 'a' AS name, 10 AS n UNION ALL SELECT 'bcdef', 7 ORDER BY n", 'table')).toBe(
      'name    n\nbcdef   7\na      10\n',
    );
  });

  it(
    'as Parquet is read by another library, and what it cannot hold is refused',
    { tags: 'slow' },
    async () => {
      const query =
        "SELECT n, nim_value, 'v' || nim_value AS t, nullif(nim_value, 0) AS v, n / 2 AS h FROM nim ORDER BY n";
      const { columns } = await readParquet(
        await bytesOf(sqlBytes(sql(store, query, { game: 'squares' }), 'parquet')),
      );
      expect(columns).toEqual({
        n: squares.map((_, n) => n),
        nim_value: squares,
        t: squares.map((value) => `v${value}`),
        v: squares.map((value) => (value === 0 ? undefined : value)).map((value) => value ?? null),
        h: squares.map((_, n) => n / 2),
      });
      await expect(bytesOf(sqlBytes(sql(store, 'SELECT 2::HUGEINT << 100 AS h'), 'parquet'))).rejects.toThrow(
        'too large for whole numbers in',
      );
    },
  );
});

/** Uses DuckDB in this process: it starts once for what is no matter of its own process. */
async function here<Found>(use: (connection: DuckDB.DuckDBConnection) => Promise<Found>): Promise<Found> {
  const instance = await DuckDB.DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  try {
    return await use(connection);
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

describe('refused', () => {
  const TABLES = `games, series, blocks, periods, ${SERIES_NAMES.join(', ')}, positions`;
  it.each([
    [
      'SELECT n FROM\n  nims',
      `The SQL is refused at line 2, column 3: there is no table nims. The tables are ${TABLES}. Did you mean nim?`,
    ],
    [
      'SELECT nim_valu FROM nim',
      'The SQL is refused at line 1, column 8: referenced column "nim_valu" not found in FROM clause; Candidate bindings: "nim_value", "n".',
    ],
    ['SELECT n FROM', 'The SQL is refused: syntax error at end of input.'],
    [
      `SELECT 1 WHERE '${'x'.repeat(90)}' = 'a' AND nim_valu = 3`,
      'The SQL is refused at line 1, column 119: ',
    ],
  ])('%j is an error in one line with its place', async (text, message) => {
    const said = await here(async (connection) => {
      for (const table of TABLES.split(', ')) await connection.run(`CREATE TABLE ${table} (n BIGINT)`);
      await connection.run('ALTER TABLE nim ADD COLUMN nim_value UINTEGER');
      return connection.stream(text).then(String, (error: unknown) => (error as Error).message);
    });
    const refused = refusalOf(said, text, TABLES.split(', '));
    expect(refused.code).toBe('usage');
    expect(refused.message).toContain(message);
    expect(refused.message).not.toContain('\n');
  });

  it.each([
    ['Table with name squares does not exist!', 'squares'],
    ['Table with name "primes.nim" does not exist because schema "primes" does not exist.', 'primes'],
    ['Table with name {1,6,9} does not exist!', '{1,6,9}'],
    ['Table with name cold does not exist!', 'squares'],
  ])('%s: the game is to be given', (said, game) => {
    const tables = ['games', 'series', 'blocks', 'periods'];
    const { remedy } = refusalOf(`Catalog Error: ${said}`, 'SELECT 1', tables);
    expect(remedy).toEqual({ do: 'query-in-sql', game });
  });

  it('a table without the name of its game is told with it, and no file is a game', () => {
    const remedyOf = (name: string): unknown =>
      refusalOf(`Catalog Error: Table with name ${name} does not exist!`, '', ['games', 'a.nim']).remedy;
    expect(remedyOf('nim')).toEqual({ do: 'did-you-mean', name: 'a.nim' });
    expect(remedyOf('file:package.json')).toBeUndefined();
    expect(remedyOf('other')).toBeUndefined();
  });

  it('in the words of its own, with the place, from the process of DuckDB', { tags: 'slow' }, async () => {
    const refused = rowsOf('SELECT n FROM\n  nims', { game: 'squares' });
    await expect(refused).rejects.toMatchObject({ code: 'usage' });
    await expect(refused).rejects.toThrow(
      `The SQL is refused at line 2, column 3: there is no table nims. The tables are ${TABLES}. Did you mean nim?`,
    );
    await expect(rowsOf('   ')).rejects.toThrow('The SQL is empty.');
  });

  it.each([
    `COPY (SELECT 1) TO '${join(folder, 'out.csv')}'`,
    `SELECT * FROM read_text('/etc/hostname')`,
    `ATTACH '${join(folder, 'new.db')}'`,
    'INSTALL httpfs',
  ])('%j touches nothing outside', { tags: 'slow' }, async (text) => {
    await expect(rowsOf(text)).rejects.toMatchObject({
      code: 'usage',
      remedy: { do: 'allow', what: 'files' },
    });
    expect(existsSync(join(folder, 'out.csv'))).toBe(false);
    expect(existsSync(join(folder, 'new.db'))).toBe(false);
  });

  it.each(['SET enable_external_access = true', "SET temp_directory = '/tmp'", "SET max_memory = '1TB'"])(
    '%j finds the settings locked',
    { tags: 'slow' },
    async (text) => {
      await expect(rowsOf(text)).rejects.toThrow('the configuration has been locked');
    },
  );

  it('files may be touched where that is allowed', { tags: 'slow' }, async () => {
    const path = join(folder, 'allowed.csv');
    await rowsOf(`COPY (SELECT count(*) AS c FROM cold) TO '${path}'`, {
      game: 'squares',
      externalAccess: true,
    });
    expect(readFileSync(path, 'utf8')).toBe(`c\n${coldOf(squares).length}\n`);
  });

  it('a query that needs more memory than it may have', { tags: 'slow' }, async () => {
    const text = 'SELECT count(*) FROM (SELECT i FROM range(20000000) t(i) GROUP BY i)';
    await expect(rowsOf(text, { memoryBytes: 2 ** 25 })).rejects.toMatchObject({
      code: 'usage',
      remedy: { do: 'allow', what: 'memory' },
    });
    await expect(rowsOf(text, { memoryBytes: 5 })).rejects.toThrow('at least 16 MiB');
  });

  it.each([
    ['[1, 2, 3], range(2000000) AS many', 'many'],
    ["{'a': 1, 'b': [repeat('x', 9000000), repeat('y', 9000000)]} AS nested", 'nested'],
    ["map([1, 2], ['a', repeat('b', 17000000)]) AS m", 'm'],
    ["[repeat('b', 9000000), repeat('b', 9000000)]::VARCHAR[2] AS fixed", 'fixed'],
    ["union_value(u := repeat('x', 17000000)) AS u", 'u'],
    ["repeat('x', 9000000)::BLOB AS first, repeat('y', 8000000) AS second", 'first'],
    ["repeat('x', 20000000)", "repeat('x', 20000000)"],
  ])('a row of SELECT %s, which is larger than what is handed over', async (values, column) => {
    const found = here(async (connection) => {
      const result = new Result(DuckDB, await connection.stream(`SELECT ${values} FROM range(2)`));
      return result.next(() => false);
    });
    await expect(found).rejects.toMatchObject({ found: { row: 1, column } });
  });

  it('a row that is larger than what is handed over, by its column', { tags: 'slow' }, async () => {
    const refused = rowsOf("SELECT 1 AS n, repeat('x', 20000000) AS text FROM range(2)");
    await expect(refused).rejects.toMatchObject({ code: 'usage', facts: { row: 1, column: 'text' } });
    await expect(refused).rejects.toThrow('more than 16 MiB, most of it in the column text.');
  });

  it('a value that takes more memory than DuckDB counts', { tags: 'slow' }, async () => {
    // So much that it is noticed long before all is there.
    const refused = rowsOf('SELECT range(400000000)', { memoryBytes: 2 ** 26 });
    await expect(refused).rejects.toMatchObject({ code: 'usage', remedy: { do: 'allow', what: 'memory' } });
  });

  it('what is not stored, with the way to store it', { tags: 'slow' }, async () => {
    const missing = rowsOf('SELECT * FROM remoteness', { game: 'squares' });
    await expect(missing).rejects.toMatchObject({
      code: 'not-stored',
      remedy: { do: 'extend', series: 'remoteness' },
    });
    await expect(rowsOf('SELECT * FROM nim', { game: 'squares', to: TO + 1 })).rejects.toMatchObject({
      code: 'not-stored',
    });
    await expect(rowsOf('SELECT n FROM positions', { game: 'squares', to: TO + 1 })).rejects.toMatchObject({
      code: 'not-stored',
    });
    await expect(rowsOf('SELECT 1', { games: { main: 'squares' } })).rejects.toThrow(
      'main cannot name a game in SQL',
    );
    await expect(rowsOf('SELECT 1', { game: 'sqares' })).rejects.toThrow('Did you mean squares?');
  });

  it('DuckDB failing inside itself is no mistake of the query', () => {
    expect(refusalOf('INTERNAL Error: lost', 'SELECT 1', []).code).toBe('internal');
  });
});

describe('takeaway sql', () => {
  const run = (...args: string[]): ReturnType<typeof takeaway> =>
    takeaway(['sql', ...args, '--store', folder]);

  it('prints a table, CSV, JSON', { tags: 'slow' }, async () => {
    const query = 'SELECT nim_value, count(*) AS c FROM nim GROUP BY 1 ORDER BY 1 LIMIT 1';
    const count = coldOf(squares).length;
    expect((await run('squares', query)).stdout).toBe(`nim_value    c\n        0  ${count}\n`);
    expect((await run('squares', query, '--format', 'csv')).stdout).toBe(`nim_value,c\n0,${count}\n`);
    expect(JSON.parse((await run('squares', query, '--json')).stdout)).toEqual([{ nim_value: 0, c: count }]);
  });

  it(
    'has of each series what is stored of it, or 2^20 positions where nothing is, whatever games are beside it',
    { tags: 'slow' },
    async () => {
      const counts = 'SELECT (SELECT count(*) FROM a.nim), (SELECT count(*) FROM b.nim)';
      const many = await run('a:squares', 'b:{2,5}', counts, '--format', 'csv');
      expect(many.stdout.split('\n')[1]).toBe(`${TO},1048576`);
      const later = ['SELECT min(n), count(*) FROM nim', '--from', '2^21', '--format', 'csv'];
      expect((await run('{2,5}', ...later)).stdout.split('\n')[1]).toBe('2097152,1048576');
    },
  );

  it('joins games by their names, and tells them from families', { tags: 'slow' }, async () => {
    const { stdout } = await run(
      'a:squares',
      'b:primes',
      'SELECT count(*) AS c FROM a.cold JOIN b.cold USING (n)',
      '--format',
      'csv',
    );
    expect(stdout).toBe(`c\n${coldOf(squares).filter((n) => primes[n] === 0).length}\n`);
    expect(
      (await run('interval:4', 'SELECT max(nim_value) AS m FROM nim', '--to', '100', '--format', 'csv'))
        .stdout,
    ).toBe('m\n4\n');
    const refused = await run('squares', 'b:primes', 'SELECT 1');
    expect([refused.code, refused.stderr]).toEqual([
      2,
      expect.stringContaining('Several games need a name each'),
    ]);
  });

  it('writes a file by its ending, and refuses with exit codes of their kind', { tags: 'slow' }, async () => {
    const path = join(folder, 'cold.parquet');
    const written = await run('squares', 'SELECT n FROM cold', '-o', path, '--json');
    expect(JSON.parse(written.stdout)).toMatchObject({ output: path, format: 'parquet' });
    expect((await readParquet(new Uint8Array(readFileSync(path)))).columns['n']).toEqual(coldOf(squares));
    expect((await run('squares', 'SELECT n FROM cold', '-o', path)).code).toBe(2);
    expect((await run('squares', 'SELECT n FROM remoteness', '--to', '2^30')).code).toBe(3);
    const wrong = await run('squares', 'SELECT x FROM cold', '-o', join(folder, 'half.csv'));
    expect(wrong.code).toBe(2);
    expect(wrong.stderr).toMatch(/^takeaway: The SQL is refused at line 1, column 8: [^\n]*\n$/);
    expect(existsSync(join(folder, 'half.csv'))).toBe(false);
  });

  it('says how to add DuckDB where it is not there', { tags: 'slow' }, async () => {
    const refuse = pathToFileURL(join(import.meta.dirname, '../support/processes/refuse-imports.mjs')).href;
    const { code, stderr } = await takeaway(['sql', 'SELECT 1', '--store', folder], {
      env: { NODE_OPTIONS: `--import=${refuse}`, REFUSED_IMPORTS: '^@duckdb' },
    });
    expect(code).toBe(7);
    expect(stderr).toMatch(
      /^takeaway: SQL needs DuckDB, which cannot be loaded: [^\n]*npm install @duckdb\/node-api[^\n]*\n$/,
    );
  });
});
