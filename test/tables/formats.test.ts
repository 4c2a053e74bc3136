/** One list of formats: whatever is written in rows has each of them, and all say the same. */
import { join } from 'node:path';
import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  analyzeGaps,
  openStore,
  sql,
  sqlToFile,
  survey,
  sweep,
  tableBytes,
  type TableFormat,
} from '../../src/index.js';
import { TABLE_FORMATS } from '../../src/tables/formats.js';
import type { Batch, CellValue, Table } from '../../src/tables/table.js';
import { encode, tableFormat } from '../../src/tables/formats.js';
import { bytesOf, readArrow, readParquet, type Columns } from '../support/tables.js';
import { temporaryFolder } from '../support/temporary.js';

const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

afterEach(() => vi.unstubAllGlobals());

it('Arrow is written where no code may be made of text, as on a page with a strict policy', async () => {
  const values = [1, null, -3.5];
  const words = ['é', null, ''];
  const table: Table = {
    columns: [
      { name: 'x', type: 'float64', isNullable: true },
      { name: 'y', type: 'utf8', isNullable: true },
    ],
    metadata: {},
    batches: () => [{ length: 3, columns: [values, words] }],
  };
  const construct = (): never => {
    throw new Error('refused');
  };
  vi.stubGlobal('Function', new Proxy(Function, { construct }));
  const bytes = await bytesOf(encode(table, tableFormat('arrow')));
  vi.unstubAllGlobals();
  expect(readArrow(bytes).columns).toEqual({ x: values, y: words });
});

/** Rows under a line of names, as numbers, words and nothing. */
function delimited(bytes: Uint8Array, separator: RegExp): Columns {
  const [names, ...rows] = textOf(bytes)
    .trimEnd()
    .split('\n')
    .map((line) => line.trim().split(separator));
  const valueOf = (text: string): unknown =>
    text === ''
      ? null
      : /^-?[\d.]+$/.test(text)
        ? Number(text)
        : /^(true|false)$/.test(text)
          ? text === 'true'
          : text;
  return Object.fromEntries(names.map((name, i) => [name, rows.map((row) => valueOf(row[i] ?? ''))]));
}

function ofObjects(rows: readonly Readonly<Record<string, unknown>>[]): Columns {
  return Object.fromEntries(Object.keys(rows[0]).map((name) => [name, rows.map((row) => row[name])]));
}

/** Reads the columns of a file of each format. */
const READERS: Readonly<Record<TableFormat, (bytes: Uint8Array) => Columns | Promise<Columns>>> = {
  arrow: (bytes) => readArrow(bytes).columns,
  'arrow-stream': (bytes) => readArrow(bytes).columns,
  parquet: async (bytes) => (await readParquet(bytes)).columns,
  csv: (bytes) => delimited(bytes, /,/),
  tsv: (bytes) => delimited(bytes, /\t/),
  json: (bytes) => ofObjects(JSON.parse(textOf(bytes)) as Record<string, unknown>[]),
  jsonl: (bytes) =>
    ofObjects(
      textOf(bytes)
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as Record<string, unknown>),
    ),
  table: (bytes) => delimited(bytes, / +/),
  markdown: (bytes) =>
    delimited(
      withoutMarks(bytes, (lines) => [lines[0], ...lines.slice(2)].map((line) => line.slice(2, -2))),
      / \| /,
    ),
  latex: (bytes) =>
    delimited(
      withoutMarks(bytes, (lines) => [lines[1], ...lines.slice(3, -1)].map((line) => line.slice(0, -3))),
      / & /,
    ),
};

/** The rows of a table without what stands around them, and without the backslashes before characters. */
function withoutMarks(bytes: Uint8Array, rowsOf: (lines: string[]) => string[]): Uint8Array {
  const rows = rowsOf(textOf(bytes).trimEnd().split('\n'));
  return new TextEncoder().encode(rows.join('\n').replace(/\\(?=[_*{}])/g, ''));
}

describe.each(TABLE_FORMATS)('$name', ({ name, endings }) => {
  const read = READERS[name];
  const [ending] = endings;

  it('has the rows of an analysis', async () => {
    await using store = await openStore(temporaryFolder(), { readOnly: true, compute: { seconds: 10 } });
    const { gaps, ...result } = await analyzeGaps(store, '{1,2}', { to: 100 });
    expect(await read(await bytesOf(tableBytes({ gaps, ...result }, name)))).toEqual({
      gap: gaps.map(({ gap }) => gap),
      count: gaps.map(({ count }) => count),
      first_after: gaps.map(({ firstAfter }) => firstAfter),
      is_maximum: gaps.map(({ isMaximum }) => isMaximum),
    });
  });

  it('writes texts in one piece as a list of them', async () => {
    const words = ['{1,2}', '', 'a"b,c|\t{', '{30}'];
    const offsets = Int32Array.from([0, ...words.keys()], (_, i) => words.slice(0, i).join('').length);
    const texts = { bytes: new TextEncoder().encode(words.join('')), offsets };
    const [inList, inPiece] = [words, texts].map((data): Table => {
      const columns = [
        { name: 'x', type: 'uint32' },
        { name: 'word', type: 'utf8' },
      ] as const;
      const batches = (): Batch[] => [{ length: words.length, columns: [Uint32Array.of(3, 1, 4, 1), data] }];
      return { columns, metadata: {}, batches };
    });
    const [expected, bytes] = [inList, inPiece].map((table) => bytesOf(encode(table, tableFormat(name))));
    expect(textOf(await bytes)).toBe(textOf(await expected));
    expect(await bytes).toEqual(await expected);
  });

  it('has the rows of SQL, in a file of its ending', { tags: 'slow' }, async () => {
    const folder = temporaryFolder();
    await using store = await openStore(folder, { readOnly: true, compute: { seconds: 10 } });
    const path = join(folder, `x${ending}`);
    const text = "SELECT n, nim_value % 2 = 0 AS even, 'v' || n AS word, n / 2 AS half FROM nim ORDER BY n";
    await sqlToFile(sql(store, text, { game: '{1,2}', to: 20 }), path, { format: name });
    const n = Array.from({ length: 20 }, (_, i) => i);
    expect(await read(new Uint8Array(readFileSync(path)))).toEqual({
      n,
      even: n.map((i) => (i % 3) % 2 === 0),
      word: n.map((i) => `v${i}`),
      half: n.map((i) => i / 2),
    });
  });

  it('has the rows of a survey and of a sweep', async () => {
    const folder = temporaryFolder();
    const output = join(folder, `sets${ending}`);
    const { sets } = await survey({ max: 6, size: 2, output, threads: 1 });
    const { s1, s2 } = await read(new Uint8Array(readFileSync(output)));
    expect([s1.length, s1[0], s2[0]]).toEqual([sets, 1, 2]);
    await using store = await openStore(join(folder, 'store'));
    const table = join(folder, `games${ending}`);
    const found = await sweep(store, { games: ['odd', 'squares'], to: 90, output: table, threads: 1 });
    const { game, frontier, cold_count } = await read(new Uint8Array(readFileSync(table)));
    expect({ game, frontier, cold_count }).toEqual({
      game: found.map((one) => one.game),
      frontier: [90, 90],
      cold_count: found.map((one) => one.coldCount),
    });
  });
});

describe('integers of a batch and values of a list', () => {
  const columns = [
    { name: 'n', type: 'int64' },
    { name: 'v', type: 'uint16' },
    { name: 'b', type: 'bool' },
  ] as const;
  const starts = [0, 999, 999_999, 1e9 - 2, 2 ** 31 - 2, 2 ** 32 - 1, 123_456_789_012, 2 ** 53 - 5];
  const v = Uint16Array.of(0, 7, 65_535, 100);
  const ofMemory = starts.map((start) => ({ length: 4, columns: [{ start }, v, Uint8Array.of(0b1010)] }));
  const ofLists = starts.map((start) => {
    const lists: CellValue[][] = [[0, 1, 2, 3].map((i) => start + i), [...v], [false, true, false, true]];
    return { length: 4, columns: lists };
  });
  const tableOf = (batches: typeof ofMemory | typeof ofLists): Table => ({
    columns,
    metadata: {},
    count: () => Promise.resolve(4 * starts.length),
    batches: () => batches,
  });

  it.each(TABLE_FORMATS.filter(({ isBinary }) => !isBinary).map(({ name }) => name))(
    'are the same text as %s',
    async (name) => {
      const format = tableFormat(name);
      const [memory, lists] = await Promise.all(
        [ofMemory, ofLists].map(async (batches) => textOf(await bytesOf(encode(tableOf(batches), format)))),
      );
      expect(memory).toBe(lists);
      const inTurn = [...ofMemory.slice(0, 3), ...ofLists.slice(3, 5), ...ofMemory.slice(5)];
      expect(textOf(await bytesOf(encode({ ...tableOf(ofMemory), batches: () => inTurn }, format)))).toBe(
        lists,
      );
      expect(memory).toContain('9007199254740990');
    },
  );

  it('stand side by side as columns for people, whatever their order and their signs', async () => {
    const bits = Uint8Array.of(0b01);
    const numbers = Float64Array.of(-1_234_567_890_123, 0);
    const table: Table = {
      columns: [columns[2], columns[0], { name: 'long name', type: 'int64' }, { name: 'c', type: 'bool' }],
      metadata: {},
      batches: () => [{ length: 2, columns: [bits, { start: -1 }, numbers, bits] }],
    };
    expect(textOf(await bytesOf(encode(table, tableFormat('table'))))).toBe(
      [
        'b       n       long name  c',
        'true   -1  -1234567890123  true',
        'false   0               0  false',
        '',
      ].join('\n'),
    );
  });

  it('may be negative in a b-file', async () => {
    const batches = (): { length: number; columns: { start: number }[] }[] => [
      { length: 3, columns: [{ start: -1 }, { start: -1_234_567_890_123 }] },
    ];
    const terms = { columns: [columns[0], { ...columns[0], name: 't' }], metadata: {}, batches };
    expect(textOf(await bytesOf(encode(terms, tableFormat('bfile'))))).toBe(
      '-1 -1234567890123\n0 -1234567890122\n1 -1234567890121\n',
    );
  });
});
