/** Arrow files of others: numbers of every type are read, batch by batch. */
import {
  Bool,
  Dictionary,
  Field,
  Float16,
  Float64,
  Int32,
  Int64,
  List,
  Null,
  Struct,
  Table,
  tableToIPC,
  TimestampMillisecond,
  Utf8,
  vectorFromArray,
} from 'apache-arrow';
import { describe, expect, it } from 'vitest';
import { READABLE_FORMATS, type ChooseColumns } from '../../src/tables/reading.js';

const KINDS = ['file', 'stream'] as const;
const arrow = READABLE_FORMATS.find(({ name }) => name === 'arrow')!;

/** The numbers in the columns of a file, which has few; `sizes` get those of the parts that are read. */
async function columnsOf(
  bytes: Uint8Array,
  choose: ChooseColumns,
  sizes: number[] = [],
): Promise<number[][]> {
  const file = {
    size: bytes.length,
    read: (start: number, stop: number) => {
      const part = Uint8Array.from(bytes.subarray(start, stop));
      sizes.push(part.length);
      return Promise.resolve(part);
    },
    pieces: (): never => expect.unreachable(),
  };
  const columns: number[][] = [];
  for await (const batch of arrow.read(file, choose))
    for (const [i, values] of batch.entries()) {
      (columns[i] ??= []).push(...Array.from(values));
      if (columns[i].length > 1e5) expect.unreachable();
    }
  return columns;
}

const inDictionary = new Dictionary(new Utf8(), new Int32());
const inLists = new List(new Field('item', new Int32()));
const inRecords = new Struct([new Field('p', new Int32()), new Field('q', new Utf8())]);
/** Columns of many types, each with the numbers that it has. */
const COLUMNS = {
  int64: [vectorFromArray([3n, 5n, 8n], new Int64()), [3, 5, 8]],
  float64: [vectorFromArray([1.5, null, 2], new Float64()), [1.5, NaN, 2]],
  float16: [vectorFromArray([1, 2, 4], new Float16()), [1, 2, 4]],
  bool: [vectorFromArray([true, false, null], new Bool()), [1, 0, NaN]],
  utf8: [vectorFromArray(['7', 'x', '9'], new Utf8()), [7, NaN, 9]],
  dictionary: [vectorFromArray(['10', '20', '10'], new Dictionary(new Utf8(), new Int32())), [10, 20, 10]],
  list: [vectorFromArray([[1, 2], [3], []], inLists), [NaN, NaN, NaN]],
  struct: [
    vectorFromArray(
      [1, 2, 3].map((p) => ({ p, q: 'a' })),
      inRecords,
    ),
    [NaN, NaN, NaN],
  ],
  time: [
    vectorFromArray(
      [11, 12, 13].map((ms) => new Date(ms)),
      new TimestampMillisecond('Europe/Paris'),
    ),
    [11, 12, 13],
  ],
  null: [vectorFromArray([null, null, null], new Null()), [NaN, NaN, NaN]],
} as const;

function fileOf(kind: (typeof KINDS)[number], names: readonly (keyof typeof COLUMNS)[]): Uint8Array {
  return tableToIPC(new Table(Object.fromEntries(names.map((name) => [name, COLUMNS[name][0]]))), kind);
}

describe.each(KINDS)('an Arrow %s', (kind) => {
  it('gives numbers out of columns of every type', async () => {
    const names = Object.keys(COLUMNS) as (keyof typeof COLUMNS)[];
    const found = await columnsOf(fileOf(kind, names), () => names);
    expect(Object.fromEntries(names.map((name, i) => [name, found[i]]))).toEqual(
      Object.fromEntries(names.map((name) => [name, COLUMNS[name][1]])),
    );
  });

  it('is read batch by batch, with the dictionaries of all', async () => {
    const expected = Array.from({ length: 20_004 }, (_, n) => (n * n) % 7);
    const text = vectorFromArray(expected.map(String), inDictionary);
    const all = new Table({ text, n: vectorFromArray(expected, new Int32()) });
    const cuts = [0, 3, 3, 20_003, 20_004];
    const [first, ...others] = cuts.slice(1).map((stop, i) => all.slice(cuts[i], stop));
    const bytes = tableToIPC(first.concat(...others), kind);
    const sizes: number[] = [];
    expect(await columnsOf(bytes, () => ['n', 'text'], sizes)).toEqual([expected, expected]);
    expect(Math.max(...sizes)).toBeLessThan(bytes.length);
  });
});

describe('a CSV file', () => {
  const csv = READABLE_FORMATS.find(({ name }) => name === 'csv')!;

  /** The numbers in two columns of a text. */
  async function numbersIn(text: string): Promise<number[][]> {
    const bytes = new TextEncoder().encode(text);
    const pieces = async function* (): AsyncGenerator<Uint8Array> {
      yield await Promise.resolve(bytes);
    };
    const file = { size: bytes.length, read: (): never => expect.unreachable(), pieces };
    const rows: number[][] = [[], []];
    for await (const batch of csv.read(file, () => ['a', 'b']))
      for (const [i, values] of batch.entries()) rows[i].push(...Array.from(values));
    return rows;
  }

  it('has no number in an empty field or in one of blanks, and numbers in quotes or without', async () => {
    expect(await numbersIn('b,a\n1,2\n,3\n4,\n" ",5\n6,"7"\n 8 ,x\n\n"9","1""0"')).toEqual([
      [2, 3, NaN, 5, 7, NaN, NaN],
      [1, NaN, 4, NaN, 6, 8, 9],
    ]);
  });

  it('has as many fields in each row as it has names', async () => {
    await expect(numbersIn('a,b\n1')).rejects.toThrow('a row of 1 fields instead of 2');
    await expect(numbersIn('a,b\n1,2,3')).rejects.toThrow('a row of 3 fields instead of 2');
  });
});
