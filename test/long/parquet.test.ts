/** An export of 2^24 nim-values as Parquet: DuckDB, hyparquet and Polars, where it is there, find in it what is stored. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { asyncBufferFromFile, parquetRead } from 'hyparquet';
import { describe, expect, it } from 'vitest';
import { openStore } from '../../src/index.js';
import { NO_POLARS, polars } from '../support/readers/polars.js';
import { extendOnce } from '../support/store.js';
import { temporaryFolder } from '../support/temporary.js';

const N = 2 ** 24;
/** Cold positions below N, and the largest nim-value (Eppstein 2018, Figure 1). */
const COLD = 100_145;
const LARGEST = 450;
const SUM_OF_N = (BigInt(N) * BigInt(N - 1)) / 2n;
/** Values that are hashed at a time. */
const STRETCH = 2 ** 20;

describe('2^24 nim-values as Parquet', () => {
  it('have the same counts, sums and hash for every reader', async () => {
    const folder = temporaryFolder();
    const path = join(folder, 'squares.parquet');
    await extendOnce(join(folder, 'store'), 'squares', { to: N, series: 'nim' });
    const store = await openStore(join(folder, 'store'), { readOnly: true });
    const [{ series }] = store.info();
    expect(series.nim).toMatchObject({ coldCount: COLD, largestNimValue: LARGEST });
    const hash = await store.valueHash('squares', 'nim');
    let sum = 0n;
    for await (const { values } of store.values('squares', { series: 'nim' })) {
      let part = 0;
      for (const value of values) part += value;
      sum += BigInt(part);
    }
    await store.exportToFile('squares', path, { series: 'nim', format: 'parquet' });
    store.close();

    const instance = await DuckDBInstance.create(':memory:');
    const connection = await instance.connect();
    const rowsOf = async (query: string): Promise<unknown[][]> =>
      (await connection.runAndReadAll(query)).getRowsJson();
    const file = `'${path.replaceAll("'", "''")}'`;
    const [counts] = await rowsOf(
      `SELECT count(*), sum(n), sum(nim_value), max(nim_value), count(*) FILTER (nim_value = 0) FROM ${file}`,
    );
    expect(counts.map(String)).toEqual([N, SUM_OF_N, sum, LARGEST, COLD].map(String));
    // In the order of the file: that of the positions.
    expect(
      await rowsOf(
        `SELECT count(*) FROM (SELECT n, row_number() OVER () - 1 AS i FROM ${file}) WHERE n <> i`,
      ),
    ).toEqual([['0']]);
    const inDuckDb = createHash('sha256');
    for (let start = 0; start < N; start += STRETCH) {
      const found = await connection.runAndReadAll(
        `SELECT nim_value FROM ${file} WHERE n >= ${start} AND n < ${start + STRETCH} ORDER BY n`,
      );
      inDuckDb.update(bytesOf(found.getColumns()[0] as number[]));
    }
    expect(inDuckDb.digest('hex')).toBe(hash);
    connection.closeSync();
    instance.closeSync();

    if (NO_POLARS === undefined) {
      const pl = polars();
      const frame = pl.readParquet(path);
      const found = [frame.height, frame.getColumn('n').sum(), frame.getColumn('nim_value').max()];
      expect(found).toEqual([N, Number(SUM_OF_N), LARGEST]);
      expect(frame.filter(pl.col('nim_value').eq(pl.lit(0))).height).toBe(COLD);
    }

    const inJavaScript = createHash('sha256');
    const buffer = await asyncBufferFromFile(path);
    for (let rowStart = 0; rowStart < N; rowStart += STRETCH) {
      const part: number[] = [];
      await parquetRead({
        ...{ file: buffer, columns: ['nim_value'], rowStart, rowEnd: rowStart + STRETCH },
        onComplete: (rows) => {
          for (const [value] of rows as unknown as readonly [number][]) part.push(value);
        },
      });
      inJavaScript.update(bytesOf(part));
    }
    expect(inJavaScript.digest('hex')).toBe(hash);
  });
});

/** Values as little-endian 16-bit integers. */
function bytesOf(values: readonly number[]): Uint8Array {
  return new Uint8Array(Uint16Array.from(values).buffer);
}
