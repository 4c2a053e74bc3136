/** Tables of results: CSV, Arrow and Parquet have the same rows, and the results refuse what makes no sense. */
import { tableFromIPC } from 'apache-arrow';
import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  analyzeDensity,
  analyzeDigits,
  analyzeGaps,
  analyzeRecords,
  analyzeResidues,
  analyzeValues,
  openStore,
  tableBytes,
  type AnalysisResult,
  type Store,
} from '../../src/index.js';
import { extendOnce } from '../support/store.js';

let folder: string;
let store: Store;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'takeaway-tables-'));
  await extendOnce(folder, 'squares', { to: 20_000 });
  await extendOnce(folder, 'all', { to: 2000, series: 'nim' });
  store = await openStore(folder, { readOnly: true, compute: false });
});

afterAll(() => {
  store.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Each analysis, and how many rows its result has. */
const CASES: readonly (readonly [string, (store: Store) => Promise<AnalysisResult>, number])[] = [
  ['records', (s) => analyzeRecords(s, 'squares'), 43],
  ['density', (s) => analyzeDensity(s, 'squares'), 27],
  ['density at given points', (s) => analyzeDensity(s, 'squares', { at: [20_000, 1, 109] }), 3],
  ['digits', (s) => analyzeDigits(s, 'squares', { base: 5, places: 3 }), 15],
  ['values', (s) => analyzeValues(s, 'squares'), 16 * 43],
  ['residues', (s) => analyzeResidues(s, 'squares', { modulus: 7 }), 7],
  ['residues up to', (s) => analyzeResidues(s, 'squares', { modulus: 7, max: 20 }), 19],
];

async function bytesOf(result: AnalysisResult, format: string): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of tableBytes(result, format)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

describe('a table', () => {
  it.each(CASES)('of %s has the same rows as CSV, as Arrow and as Parquet', async (_, analyze, rows) => {
    const result = await analyze(store);
    const csv = (await bytesOf(result, 'csv')).toString().trimEnd().split('\n');
    const table = tableFromIPC(await bytesOf(result, 'arrow'));
    const names = table.schema.fields.map(({ name }) => name);
    const read = Array.from({ length: table.numRows }, (__, i) =>
      names.map((name) => String(table.getChild(name)?.get(i) ?? '')).join(','),
    );
    expect(csv).toEqual([names.join(','), ...read]);
    expect(read).toHaveLength(rows);
    const parquet = await bytesOf(result, 'parquet');
    const file = Uint8Array.from(parquet).buffer;
    const objects = await parquetReadObjects({ file });
    expect(objects.map((row) => names.map((name) => String(row[name] ?? '')).join(','))).toEqual(read);
    const pairs = parquetMetadata(file).key_value_metadata ?? [];
    expect(pairs.map(({ key, value }) => [key, value])).toEqual([...table.schema.metadata]);
    const { metadata } = table.schema;
    expect(Object.fromEntries(metadata)).toMatchObject({
      'takeaway.analysis': result.analysis,
      'takeaway.game': 'squares',
      'takeaway.series': result.series,
      'takeaway.start': '0',
      'takeaway.stop': '20000',
    });
    const fit = 'fit' in result ? result.fit : null;
    expect(JSON.parse(metadata.get('takeaway.fit') ?? 'null')).toEqual(fit);
  });

  it('has a row a gap, and an empty cell where a value is missing', async () => {
    const result = await analyzeGaps(store, 'squares');
    const csv = (await bytesOf(result, 'csv')).toString().split('\n');
    expect(csv.slice(0, 3)).toEqual([
      'gap,count,first_after,is_maximum',
      expect.stringMatching(/^2,\d+,0,true$/),
      expect.stringMatching(/^3,\d+,2,true$/),
    ]);
    const density = await analyzeDensity(store, 'squares', { at: [1, 20_000] });
    expect((await bytesOf(density, 'csv')).toString()).toMatch(/^.*\n1,1,1,\n20000,\d+,,0\.\d+\n$/);
  });

  it('has a known format', async () => {
    const result = await analyzeGaps(store, 'squares');
    await expect(bytesOf(result, 'cvs')).rejects.toThrow('Did you mean csv?');
  });
});

describe('bad input', () => {
  it.each([
    [{ base: 1 }, 'The base must be a whole number from 2 to 1_048_576, not 1.'],
    [{ base: 2.5 }, 'The base must be a whole number from 2 to 1_048_576, not 2.5.'],
    [{ base: 5, places: 0 }, 'The number of places must be a whole number from 1'],
    [{ base: 5, places: 9 }, '9 places in base 5 are too many to count. Choose at most 8.'],
    [{ base: 2, places: 20 }, 'The largest position 19_999 has fewer than 20 digits in base 2.'],
    [{ base: 5, value: 400 }, 'squares has no position with the nim-value 400 from 0 to 20_000.'],
    [{ base: 5, value: -1 }, 'The nim-value must be a whole number from 0'],
    [{ base: 5, from: 1, to: 2 }, 'squares has no position with the nim-value 0 from 1 to 2.'],
  ])('to digits: %j', async (options, message) => {
    await expect(analyzeDigits(store, 'squares', options)).rejects.toThrow(message);
  });

  it.each([
    [{ modulus: 0 }, 'The modulus must be a whole number from 1 to 1_048_576, not 0.'],
    [{ modulus: 2 ** 21 }, 'The modulus must be a whole number from 1 to 1_048_576, not 2_097_152.'],
    [{ modulus: 5, max: 1 }, 'The largest modulus to score must be a whole number from 2 to 1024, not 1.'],
  ])('to residues: %j', async (options, message) => {
    await expect(analyzeResidues(store, 'squares', options)).rejects.toThrow(message);
  });

  it.each([
    [{ at: [] }, '0 points are given. Give from 1 to 100_000.'],
    [{ at: [5, 0] }, 'A point must be a whole number from 1 to 2^53 - 2, not 0.'],
    [{ at: [20_001] }, 'and position 20_000 is asked for'],
    [{ from: 9, to: 20 }, 'None of the points is in the range 9 to 20.'],
    [{ to: 0 }, 'None of the points is in the range 0 to 0.'],
  ])('to density: %j', async (options, message) => {
    await expect(analyzeDensity(store, 'squares', options)).rejects.toThrow(message);
  });

  it('to any: an empty or backward range, and what is not stored', async () => {
    const gaps = (from: number, to: number): Promise<unknown> => analyzeGaps(store, 'squares', { from, to });
    await expect(gaps(5, 5)).rejects.toThrow('The range from 5 to 5 is empty.');
    await expect(gaps(7, 5)).rejects.toThrow('above its end');
    await expect(gaps(0, 20_001)).rejects.toThrow('squares (cold) is stored below 20_000');
    await expect(analyzeRecords(store, 'cubes')).rejects.toThrow('Nothing of cubes (nim) is stored');
  });

  it('to values: more nim-values than a histogram holds', async () => {
    expect((await analyzeValues(store, 'all')).largest).toBe(1999);
    await expect(analyzeValues(store, 'all', { to: 2 ** 17 })).rejects.toThrow('131_071 below position');
  });
});

describe('an analysis', () => {
  it('stops when it is told to, and says how far it is', async () => {
    const shares: number[] = [];
    await analyzeGaps(store, 'squares', { onProgress: (share) => shares.push(share) });
    expect(shares[0]).toBe(0);
    await expect(analyzeGaps(store, 'squares', { signal: AbortSignal.abort() })).rejects.toMatchObject({
      code: 'interrupted',
    });
  });
});
