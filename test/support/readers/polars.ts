/**
 * Polars, which reads Arrow and Parquet by code that shares nothing with ours. It takes 98 MB, so it is no dependency:
 * `.ci/run` installs it in a folder of its own, which TAKEAWAY_TEST_POLARS names.
 */
import { createRequire } from 'node:module';
import { join } from 'node:path';

interface Series {
  sum(): number;
  max(): number;
  toArray(): readonly (number | bigint)[];
}

export interface Frame {
  readonly columns: readonly string[];
  readonly height: number;
  getColumn(name: string): Series;
  sort(column: string): Frame;
  filter(expression: unknown): Frame;
}

interface Scan {
  collectSync(): Frame;
}

/** What is used of `nodejs-polars`. */
interface Polars {
  readIPC(file: Buffer): Frame;
  readIPCStream(stream: Buffer): Frame;
  scanIPC(path: string): Scan;
  readParquet(path: string): Frame;
  scanParquet(path: string): Scan;
  readCSV(path: string): Frame;
  col(name: string): { eq(other: unknown): unknown };
  lit(value: number): unknown;
}

const folder = process.env['TAKEAWAY_TEST_POLARS'];

/** Why there is no Polars; undefined where there is one. */
export const NO_POLARS =
  folder === undefined ? 'TAKEAWAY_TEST_POLARS names no folder with Polars' : undefined;

let loaded: Polars | undefined;

/** The library; for tests that are skipped where NO_POLARS says why. */
export const polars = (): Polars =>
  (loaded ??= (createRequire(join(folder!, 'package.json'))('nodejs-polars') as { default: Polars }).default);
