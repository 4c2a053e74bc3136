/**
 * Every format of an export, read back by libraries that did not write it: small blocks of several widths, ranges that
 * begin and end anywhere, and values that a rule continues.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStore, type ExportFormat, type ExportOptions, type Store } from '../../../src/index.js';
import { fileFolder } from '../../support/cli.js';
import { stoppingFileSystem } from '../../support/file-systems.js';
import { extendOnce, openOn } from '../../support/store.js';
import {
  bytesOf,
  metadataOfParquet,
  readArrow,
  readNpy,
  readParquet,
  type ReadBack,
} from '../../support/tables.js';

const folder = fileFolder();
const FRONTIER = 1000;
/** {1, ..., 300}: the nim-value of n is n mod 301, so blocks of 64 are 8 or 16 bits wide. */
const GAME = 'interval:300';
const nim = (n: number): number => n % 301;
const isCold = (n: number): boolean => n % 301 === 0;

let store: Store;
beforeAll(async () => {
  await extendOnce(join(folder, 'store'), GAME, { to: FRONTIER, blockLength: 64 });
  store = await openStore(join(folder, 'store'), { readOnly: true });
});
afterAll(() => store.close());

const exported = (options: ExportOptions, game = GAME): Promise<Uint8Array> =>
  bytesOf(store.export(game, options));
const textOf = async (options: ExportOptions): Promise<string> =>
  new TextDecoder().decode(await exported(options));

const READERS: readonly (readonly [
  format: ExportFormat,
  read: (bytes: Uint8Array) => ReadBack | Promise<ReadBack>,
])[] = [
  ['arrow', readArrow],
  ['arrow-stream', readArrow],
  ['parquet', readParquet],
];

/** From, to, and what the range is. */
const RANGES = [
  [0, FRONTIER, 'all that is stored'],
  [77, 78, 'one position'],
  [5, 251, 'narrow values alone'],
  [191, 777, 'blocks of two widths, from inside one to inside another'],
  [900, 1500, 'stored values and continued ones'],
  [2 ** 40 - 3, 2 ** 40 + 300, 'continued ones beyond 32 bits'],
  [12, 12, 'nothing'],
] as const;

const ARROW = { int64: 'Int64', int32: 'Int32', bool: 'Bool', 8: 'Uint8', 16: 'Uint16', 32: 'Uint32' };
const TYPES: Readonly<Record<string, typeof ARROW>> = {
  arrow: ARROW,
  'arrow-stream': ARROW,
  parquet: { int64: 'INT64', int32: 'INT32', bool: 'BOOLEAN', 8: 'UINT_8', 16: 'UINT_16', 32: 'UINT_32' },
};

describe.each(READERS)('%s', (format, read) => {
  const types = TYPES[format];

  it.each(RANGES)('has the positions %d to %d: %s', async (from, to) => {
    const positions = Array.from({ length: to - from }, (_, i) => from + i);
    const dense = await read(await exported({ series: 'nim', format, from, to }));
    expect(dense.columns).toEqual({ n: positions, nim_value: positions.map(nim) });
    expect(dense.types['n']).toBe(types['int64']);
    const cold = await read(await exported({ series: 'cold', format, from, to }));
    expect(cold.columns).toEqual({ n: positions, cold: positions.map(isCold) });
    expect(cold.types).toEqual({ n: types['int64'], cold: types['bool'] });
    const sparse = await read(await exported({ series: 'cold', format, from, to, sparse: true }));
    expect(sparse.columns).toEqual({ n: positions.filter(isCold) });
    const values = await read(await exported({ series: 'nim', format, from, to, positions: 'none' }));
    expect(values.columns).toEqual({ nim_value: positions.map(nim) });
  });

  it('has values as wide as the widest of the range', async () => {
    const typeOf = async (from: number, to: number): Promise<string | undefined> =>
      (await read(await exported({ series: 'nim', format, from, to }))).types['nim_value'];
    expect(await typeOf(0, 64)).toBe(types[8]);
    expect(await typeOf(0, 300)).toBe(types[16]);
  });

  it('has 32-bit positions where they fit, and refuses them elsewhere before any byte', async () => {
    const options = { series: 'nim', format, positions: 'int32' } as const;
    const narrow = await read(await exported({ ...options, from: 2 ** 31 - 4, to: 2 ** 31 }));
    expect(narrow.types['n']).toBe(types['int32']);
    expect(narrow.columns['n']).toEqual([1, 2, 3, 4].map((i) => 2 ** 31 - 5 + i));
    const chunks = store.export(GAME, { ...options, from: 2 ** 31 - 4, to: 2 ** 31 + 1 });
    await expect(chunks.next()).rejects.toMatchObject({
      code: 'usage',
      remedy: { do: 'give', option: 'positions', value: 'int64' },
    });
    const path = join(folder, `refused.${format}`);
    await expect(
      store.exportToFile(GAME, path, { ...options, from: 2 ** 31, to: 2 ** 31 + 1 }),
    ).rejects.toMatchObject({ code: 'usage' });
    expect(readdirSync(folder).filter((name) => name.startsWith('refused'))).toEqual([]);
  });

  it('has values of 32 bits beyond the largest signed ones', async () => {
    const from = 2 ** 31 - 2;
    const { columns, types: found } = await read(
      await exported({ series: 'nim', format, from, to: from + 4 }, 'all'),
    );
    expect(found['nim_value']).toBe(types[32]);
    expect(columns['nim_value']).toEqual([0, 1, 2, 3].map((i) => from + i));
  });
});

describe('parquet', () => {
  it('has a row group for each 2^18 positions, with statistics, and says what it is', async () => {
    const from = 2 ** 18 - 10;
    const to = 2 ** 19 + 10;
    const bytes = await exported({ series: 'nim', format: 'parquet', from, to });
    const { row_groups, key_value_metadata, num_rows } = metadataOfParquet(bytes);
    expect(Number(num_rows)).toBe(to - from);
    expect(row_groups.map((group) => Number(group.num_rows))).toEqual([10, 2 ** 18, 10]);
    const [, middle] = row_groups;
    const bounds = middle.columns.map(({ meta_data }) => [
      Number(meta_data?.statistics?.min_value),
      Number(meta_data?.statistics?.max_value),
    ]);
    expect(bounds).toEqual([
      [2 ** 18, 2 ** 19 - 1],
      [0, 300],
    ]);
    expect(Object.fromEntries((key_value_metadata ?? []).map(({ key, value }) => [key, value]))).toEqual({
      'takeaway.game': 'interval:300',
      'takeaway.series': 'nim',
      'takeaway.start': String(from),
      'takeaway.stop': String(to),
    });
    const { columns } = await readParquet(bytes);
    expect(columns['nim_value']).toEqual(columns['n'].map((n) => nim(n as number)));
    expect(columns['n']).toHaveLength(to - from);
  });

  it('is small: positions take no room and values as many bits as they need', async () => {
    const bytes = await exported({ series: 'nim', format: 'parquet', from: 0, to: 2 ** 18 });
    expect(bytes.length).toBeLessThan(2 ** 18 * (9 / 8 + 1 / 16));
  });
});

describe('npy', () => {
  it.each(RANGES)('has the values of %d to %d: %s', async (from, to) => {
    const positions = Array.from({ length: to - from }, (_, i) => from + i);
    const options = { format: 'npy', from, to } as const;
    expect(readNpy(await exported({ ...options, series: 'nim' })).values).toEqual(positions.map(nim));
    const cold = readNpy(await exported({ ...options, series: 'cold' }));
    expect(cold).toEqual({ type: '|b1', values: positions.map(isCold) });
    const sparse = readNpy(await exported({ ...options, series: 'cold', sparse: true }));
    expect(sparse).toEqual({ type: '<i8', values: positions.filter(isCold) });
  });

  it.each([
    [0, 64, '|u1'],
    [0, 300, '<u2'],
  ])('is as narrow as the values of %d to %d allow', async (from, to, type) => {
    expect(readNpy(await exported({ format: 'npy', series: 'nim', from, to })).type).toBe(type);
  });

  it('has sparse positions as int32 where asked', async () => {
    const bytes = await exported({ format: 'npy', series: 'cold', sparse: true, positions: 'int32' });
    expect(readNpy(bytes)).toEqual({ type: '<i4', values: [0, 301, 602, 903] });
  });
});

describe('text', () => {
  const options = { series: 'nim', from: 299, to: 302 } as const;

  it.each([
    ['csv', {}, 'n,nim_value\n299,299\n300,300\n301,0\n'],
    ['csv', { positions: 'none' }, 'nim_value\n299\n300\n0\n'],
    ['csv', { series: 'cold', sparse: true }, 'n\n301\n'],
    ['tsv', {}, 'n\tnim_value\n299\t299\n300\t300\n301\t0\n'],
    ['tsv', { series: 'cold' }, 'n\tcold\n299\tfalse\n300\tfalse\n301\ttrue\n'],
    ['jsonl', {}, '{"n":299,"nim_value":299}\n{"n":300,"nim_value":300}\n{"n":301,"nim_value":0}\n'],
    ['jsonl', { series: 'cold', positions: 'none' }, '{"cold":false}\n{"cold":false}\n{"cold":true}\n'],
    ['jsonl', { series: 'cold', sparse: true }, '{"n":301}\n'],
    ['json', {}, '[{"n":299,"nim_value":299},\n{"n":300,"nim_value":300},\n{"n":301,"nim_value":0}]\n'],
    ['json', { series: 'cold', to: 299 }, '[]\n'],
    ['table', {}, '  n  nim_value\n299        299\n300        300\n301          0\n'],
    ['table', { series: 'cold' }, '  n  cold\n299  false\n300  false\n301  true\n'],
    ['bfile', {}, '299 299\n300 300\n301 0\n'],
    ['bfile', { series: 'cold', sparse: true }, '1 301\n'],
  ] as const)('%s with %j', async (format, more, expected) => {
    expect(await textOf({ ...options, ...more, format })).toBe(expected);
  });

  it('has every position of a long range as JSON, also where numbers are long', async () => {
    const from = 2 ** 53 - 1 - 30_000;
    const lines = (await textOf({ series: 'nim', format: 'jsonl', from, to: from + 30_000 }))
      .trimEnd()
      .split('\n');
    const rows = lines.map((line) => JSON.parse(line) as unknown);
    expect(rows).toEqual(
      Array.from({ length: 30_000 }, (_, i) => ({ n: from + i, nim_value: nim(from + i) })),
    );
  });
});

describe('what a format cannot hold is refused before work', () => {
  it.each([
    [{ format: 'npy', series: 'nim', positions: 'int32' }, 'values without positions'],
    [{ format: 'npy', series: 'cold', positions: 'int64' }, 'values without positions'],
    [{ format: 'bfile', series: 'nim', positions: 'none' }, 'cannot be left out'],
    [{ format: 'csv', series: 'nim', sparse: true }, 'not the series nim'],
    [{ format: 'parquet', series: 'cold', sparse: true, positions: 'none' }, 'nothing but positions'],
    [{ format: 'npy', series: 'cold', sparse: true, positions: 'int32', from: 0, to: 2 ** 32 }, 'below 2^31'],
  ] as const)('%j', async (options, reason) => {
    const path = join(folder, 'never');
    const refused = store.exportToFile(GAME, path, options);
    await expect(refused).rejects.toMatchObject({ code: 'usage' });
    await expect(refused).rejects.toThrow(reason);
    expect(existsSync(path)).toBe(false);
  });
});

describe('a file', () => {
  it('is replaced once the new one is whole, and only when asked', async () => {
    const path = join(folder, 'out.csv');
    writeFileSync(path, 'mine');
    const options = { series: 'nim', format: 'csv', to: 1 } as const;
    await expect(store.exportToFile(GAME, path, options)).rejects.toThrow('exists already.');
    const aborted = { ...options, to: FRONTIER, force: true, signal: AbortSignal.abort() };
    await expect(store.exportToFile(GAME, path, aborted)).rejects.toMatchObject({ code: 'interrupted' });
    expect(readFileSync(path, 'utf8')).toBe('mine');
    expect(await store.exportToFile(GAME, path, { ...options, force: true })).toBe(16);
    expect(readFileSync(path, 'utf8')).toBe('n,nim_value\n0,0\n');
    expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  it('takes no folder for a file', async () => {
    const path = join(folder, 'a-folder.csv');
    mkdirSync(path);
    const options = { series: 'nim', format: 'csv', force: true } as const;
    await expect(store.exportToFile(GAME, path, options)).rejects.toThrow('is a folder, not a file.');
  });

  it('is there whole or not at all, and an old one stays, wherever the disk fails', async () => {
    const place = join(folder, 'failing');
    mkdirSync(place);
    const path = join(place, 'out.csv');
    let failures = 0;
    for (let n = 0; ; n++) {
      // A machine that stops leaves what it has begun, under a name of its own.
      for (const name of readdirSync(place)) rmSync(join(place, name));
      writeFileSync(path, 'old');
      const failing = await openOn(stoppingFileSystem(n), join(folder, 'store'), { readOnly: true });
      const outcome = await failing
        .exportToFile(GAME, path, { series: 'nim', format: 'csv', to: 1, force: true })
        .catch((error: unknown) => error);
      failing.close();
      const content = readFileSync(path, 'utf8');
      if (outcome === 16) {
        expect(content).toBe('n,nim_value\n0,0\n');
        break;
      }
      failures++;
      expect(outcome).toMatchObject({ code: 'io' });
      expect(content).toBe('old');
    }
    expect(failures).toBeGreaterThan(3);
    expect(readdirSync(place)).toEqual(['out.csv']);
  });
});

describe('a folder', () => {
  const options = { series: 'nim', partLength: 100, from: 50, to: 420 } as const;
  const read = { parquet: readParquet, arrow: (bytes: Uint8Array) => Promise.resolve(readArrow(bytes)) };

  it.each(['parquet', 'arrow'] as const)('of %s files is one table of one schema', async (format) => {
    const path = join(folder, `parts-${format}`);
    const written = await store.exportToFolder(GAME, `${path}/`, { ...options, format });
    const names = readdirSync(path).sort();
    expect(written.files).toBe(5);
    expect(names[0]).toBe(`0000000000000050-0000000000000100.${format}`);
    expect(names.at(-1)).toBe(`0000000000000400-0000000000000420.${format}`);
    const parts = await Promise.all(
      names.map((name) => read[format](new Uint8Array(readFileSync(join(path, name))))),
    );
    // The first part alone would have 8 bits.
    for (const { types } of parts) expect(types['nim_value']).toBe(TYPES[format][16]);
    const n = parts.flatMap(({ columns }) => columns['n']);
    expect(n).toEqual(Array.from({ length: 370 }, (_, i) => 50 + i));
    expect(parts.flatMap(({ columns }) => columns['nim_value'])).toEqual(n.map((one) => nim(one as number)));
  });

  it('of nothing has a file without rows', async () => {
    const path = join(folder, 'parts-empty');
    await store.exportToFolder(GAME, path, { ...options, format: 'parquet', to: 50 });
    const [name] = readdirSync(path);
    expect((await readParquet(new Uint8Array(readFileSync(join(path, name))))).columns).toEqual({
      n: [],
      nim_value: [],
    });
  });

  it('that exists is refused, or replaced whole', async () => {
    const path = join(folder, 'parts-again');
    await store.exportToFolder(GAME, path, { ...options, format: 'arrow' });
    const old = readdirSync(path);
    await expect(store.exportToFolder(GAME, path, { ...options, format: 'parquet' })).rejects.toMatchObject({
      code: 'usage',
    });
    const force = { ...options, format: 'parquet', force: true } as const;
    const aborted = { ...force, signal: AbortSignal.abort() };
    await expect(store.exportToFolder(GAME, path, aborted)).rejects.toMatchObject({ code: 'interrupted' });
    expect(readdirSync(path)).toEqual(old);
    await store.exportToFolder(GAME, path, force);
    expect(readdirSync(path).every((name) => name.endsWith('.parquet'))).toBe(true);
    expect(readdirSync(folder).filter((name) => /\.(part|old)$/.test(name))).toEqual([]);
  });

  it('with files of others is never removed', async () => {
    const path = join(folder, 'parts-mine');
    mkdirSync(path);
    writeFileSync(join(path, 'thesis.bib'), 'mine');
    const force = { ...options, format: 'parquet', force: true } as const;
    await expect(store.exportToFolder(GAME, path, force)).rejects.toThrow('has thesis.bib in it');
    expect(readFileSync(join(path, 'thesis.bib'), 'utf8')).toBe('mine');
    const file = join(path, 'thesis.bib');
    await expect(store.exportToFolder(GAME, file, force)).rejects.toThrow('is a file, not a folder.');
  });

  it.each([
    [{ format: 'csv' }, 'Choose one of arrow, parquet.'],
    [{ format: 'parquet', partLength: 0 }, 'whole number from 1'],
    [{ format: 'parquet', partLength: 1.5 }, 'whole number from 1'],
  ] as const)('with %j is refused', async (more, reason) => {
    const path = join(folder, 'parts-never');
    await expect(store.exportToFolder(GAME, path, { ...options, ...more })).rejects.toThrow(reason);
    expect(existsSync(path)).toBe(false);
  });
});
