/**
 * What docs/INTEROP.md shows, run against the libraries themselves where they are there: DuckDB, Polars, apache-arrow and
 * hyparquet from npm, NumPy and pandas from the machine's Python. Each must find the golden counts and hashes.
 */
import { createHash } from 'node:crypto';
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api';
import { tableFromIPC } from 'apache-arrow';
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStore, type Store } from '../../src/index.js';
import type { ExportFileOptions } from '../../src/engine/reading/exports.js';
import { fileFolder } from '../support/cli.js';
import { NO_POLARS, polars, type Frame } from '../support/readers/polars.js';
import { extendOnce } from '../support/store.js';

const GUIDE = readFileSync(join(import.meta.dirname, '../../docs/INTEROP.md'), 'utf8');

/** Subtract-a-square below 10^6: SHA-256 of the nim-values as 16-bit integers, and the number of cold positions. */
const N = 1_000_000;
const SHA256 = '2ce38566dfa71200182f2485d29b33f78002d10449cdf4bade247180a70236f6';
const COLD = 13_952;
/** 0 + 1 + ... + (N - 1). */
const SUM_OF_N = (N * (N - 1)) / 2;

const folder = fileFolder();
const file = (name: string): string => join(folder, name);

let store: Store;
beforeAll(async () => {
  await extendOnce(join(folder, 'store'), 'squares', { to: N, series: 'nim', blockLength: 2 ** 16 });
  store = await openStore(join(folder, 'store'), { readOnly: true });
  const write = (name: string, options: ExportFileOptions): Promise<number> =>
    store.exportToFile('squares', file(name), options);
  const nim = { series: 'nim' } as const;
  await write('squares.parquet', { ...nim, format: 'parquet' });
  await write('squares.arrow', { ...nim, format: 'arrow' });
  await write('squares.csv', { ...nim, format: 'csv' });
  await write('squares.jsonl', { ...nim, format: 'jsonl' });
  await write('squares.npy', { ...nim, format: 'npy' });
  await write('cold.parquet', { series: 'cold', format: 'parquet', sparse: true });
  await write('cold.arrow', { series: 'cold', format: 'arrow', sparse: true, positions: 'int32' });
  await write('cold.npy', { series: 'cold', format: 'npy', sparse: true });
  await write('bits.npy', { series: 'cold', format: 'npy' });
  await store.exportToFolder('squares', file('squares-parts'), {
    ...nim,
    format: 'parquet',
    partLength: 2 ** 18,
  });
  await store.exportToFolder('squares', file('squares-arrow'), {
    ...nim,
    format: 'arrow',
    partLength: 2 ** 18,
  });
});
afterAll(() => store.close());

/** SHA-256 of values as little-endian 16-bit integers. */
function sha256(values: Iterable<number>): string {
  const wide = Uint16Array.from(values);
  return createHash('sha256').update(new Uint8Array(wide.buffer)).digest('hex');
}

/** The block of code in the guide that begins with a line, with the names of files made those of this test. */
function snippet(language: string, firstLine: string): string {
  const blocks = [...GUIDE.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)];
  const found = blocks.find(([, tongue, code]) => tongue === language && code.startsWith(firstLine));
  if (found === undefined) throw new Error(`docs/INTEROP.md: no ${language} that begins with ${firstLine}`);
  return found[2];
}

describe('DuckDB', () => {
  let connection: DuckDBConnection;
  let instance: DuckDBInstance;
  beforeAll(async () => {
    instance = await DuckDBInstance.create(':memory:');
    connection = await instance.connect();
    await connection.run(`SET file_search_path = '${folder}'`);
  });
  afterAll(() => {
    connection.closeSync();
    instance.closeSync();
  });
  const rows = async (query: string): Promise<unknown[][]> =>
    (await connection.runAndReadAll(query)).getRowsJson();

  it.each([
    ['a Parquet file', 'squares.parquet'],
    ['CSV', 'squares.csv'],
    ['JSON lines', 'squares.jsonl'],
    ['a folder', 'squares-parts/*.parquet'],
  ])('reads %s', async (_, path) => {
    const query = `SELECT count(*), sum(n), max(nim_value), count(*) FILTER (nim_value = 0) FROM '${path}'`;
    const [[count, sum, , cold]] = await rows(query);
    expect([count, sum, cold].map(Number)).toEqual([N, SUM_OF_N, COLD]);
    const values = (await rows(`SELECT nim_value FROM '${path}' ORDER BY n`)).map(([value]) => Number(value));
    expect(sha256(values)).toBe(SHA256);
  });

  it('skips row groups by their statistics, and finds what lies in them', async () => {
    expect(await rows(`SELECT count(*) FROM 'squares.parquet' WHERE n >= 999000`)).toEqual([['1000']]);
    const types = await rows(
      `SELECT column_name, column_type FROM (DESCRIBE SELECT * FROM 'squares.parquet')`,
    );
    expect(types).toEqual([
      ['n', 'BIGINT'],
      ['nim_value', 'UTINYINT'],
    ]);
  });

  it('runs the snippet of the guide', async () => {
    const statements = snippet('sql', 'SELECT nim_value')
      .split(';')
      .filter((one) => one.trim() !== '');
    const [values, both] = await Promise.all(statements.map(rows));
    expect(values.map(([, count]) => Number(count)).reduce((a, b) => a + b)).toBe(N);
    expect(Number(values[0][1])).toBe(COLD);
    expect(both.map(([count]) => Number(count))).toEqual([COLD]);
  });
});

describe.skipIf(NO_POLARS !== undefined)(`Polars${NO_POLARS === undefined ? '' : ` (${NO_POLARS})`}`, () => {
  const check = (frame: Frame): void => {
    expect(frame.columns).toEqual(['n', 'nim_value']);
    expect(frame.height).toBe(N);
    expect(frame.getColumn('n').sum()).toBe(SUM_OF_N);
    expect(sha256(frame.sort('n').getColumn('nim_value').toArray() as number[])).toBe(SHA256);
  };

  it.each([
    ['Parquet', () => polars().readParquet(file('squares.parquet'))],
    ['Arrow', () => polars().scanIPC(file('squares.arrow')).collectSync()],
    ['CSV', () => polars().readCSV(file('squares.csv'))],
    ['a folder of Parquet', () => polars().scanParquet(file('squares-parts/*.parquet')).collectSync()],
    ['a folder of Arrow', () => polars().scanIPC(file('squares-arrow/*.arrow')).collectSync()],
  ])('reads %s', (_, read) => check(read()));

  it('reads a folder of cold positions in compressed Arrow', async () => {
    const options = { series: 'cold', format: 'arrow', sparse: true, partLength: 2 ** 18 } as const;
    await store.exportToFolder('squares', file('cold-parts'), { ...options, compress: true });
    await store.exportToFolder('squares', file('cold-plain'), options);
    const [first] = readdirSync(file('cold-parts'));
    expect(statSync(file(`cold-parts/${first}`)).size).toBeLessThan(
      statSync(file(`cold-plain/${first}`)).size,
    );
    const frame = polars().scanIPC(file('cold-parts/*.arrow')).collectSync();
    expect([frame.columns, frame.height]).toEqual([['n'], COLD]);
    expect(frame.getColumn('n').sum()).toBe(polars().readParquet(file('cold.parquet')).getColumn('n').sum());
  });

  it('reads cold positions', () => {
    for (const frame of [
      polars().readParquet(file('cold.parquet')),
      polars().readIPC(readFileSync(file('cold.arrow'))),
    ]) {
      expect([frame.columns, frame.height]).toEqual([['n'], COLD]);
    }
  });
});

describe('apache-arrow and hyparquet', () => {
  it('read the same values', async () => {
    const table = tableFromIPC(readFileSync(file('squares.arrow')));
    expect(table.numRows).toBe(N);
    expect(sha256(table.getChild('nim_value') as Iterable<number>)).toBe(SHA256);
    const rows = await parquetReadObjects({
      file: await asyncBufferFromFile(file('squares.parquet')),
      columns: ['nim_value'],
    });
    expect(sha256(rows.map((row) => row['nim_value'] as number))).toBe(SHA256);
  });
});

/** The machine's Python with a library; the system's own first, which has Debian's packages. */
const pythonWith = (library: string): string | undefined =>
  ['/usr/bin/python3', 'python3'].find((one) => spawnSync(one, ['-c', `import ${library}`]).status === 0);
const numpy = pythonWith('numpy');
const pandas = pythonWith('pandas');

const inPython = (program: string, code: string): unknown => {
  const { status, stdout, stderr } = spawnSync(program, ['-'], {
    cwd: folder,
    input: code,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout.trim().split('\n').at(-1)!);
};

describe.skipIf(numpy === undefined)(
  `NumPy${numpy === undefined ? ' (not installed for python3)' : ''}`,
  () => {
    it('runs the snippet of the guide', () => {
      const check = `
import hashlib, json
print(json.dumps([len(values), hashlib.sha256(values.astype('<u2').tobytes()).hexdigest(), str(values.dtype),
    len(cold), int((values[cold] == 0).all()), str(cold.dtype), int(np.load('bits.npy').sum())]))`;
      const found = inPython(numpy!, snippet('python', 'import numpy as np') + check);
      expect(found).toEqual([N, SHA256, 'uint8', COLD, 1, 'int64', COLD]);
    });
  },
);

describe.skipIf(pandas === undefined)(
  `pandas${pandas === undefined ? ' (not installed for python3)' : ''}`,
  () => {
    it('reads CSV and JSON lines', () => {
      const check = `
import hashlib, json, pandas as pd
def seen(t): return [len(t), int(t['n'].sum()), hashlib.sha256(t['nim_value'].to_numpy().astype('<u2').tobytes()).hexdigest()]
print(json.dumps([seen(pd.read_csv('squares.csv')), seen(pd.read_json('squares.jsonl', lines=True))]))`;
      const one = [N, SUM_OF_N, SHA256];
      expect(inPython(pandas!, check)).toEqual([one, one]);
    });
  },
);
