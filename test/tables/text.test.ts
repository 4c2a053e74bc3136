/** Text formats to the character: quotes, blanks, widths, and rows that fill more than a buffer or a chunk. */
import { describe, expect, it } from 'vitest';
import { toLatex, toMarkdown } from '../../src/tables/markup.js';
import { toNpy } from '../../src/tables/npy.js';
import { termTable } from '../../src/tables/oeis.js';
import type { CellValue, ColumnData, ColumnType, Table } from '../../src/tables/table.js';
import { toBFile, toColumns, toCsv, toJsonLines, toTsv } from '../../src/tables/text.js';
import { bytesOf, readNpy } from '../support/tables.js';

type Column = readonly [name: string, type: ColumnType, data: ColumnData];

/** A table of one batch. */
function tableOf(length: number, ...columns: readonly Column[]): Table {
  return {
    columns: columns.map(([name, type]) => ({ name, type, isNullable: true })),
    metadata: {},
    count: () => Promise.resolve(length),
    batches: () => [{ length, columns: columns.map(([, , data]) => data) }],
  };
}

async function textOf(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  return Buffer.from(await bytesOf(bytes)).toString();
}

describe('a text', () => {
  const words: readonly CellValue[] = ['plain', '', null, 'a,b', 'a"b', 'a\nb', 'a\rb', 'a\tb', 'a\\b'];

  it('is quoted in CSV where a reader would take it for something else', async () => {
    expect(await textOf(toCsv(tableOf(words.length, ['x,y', 'utf8', words])))).toBe(
      '"x,y"\nplain\n""\n\n"a,b"\n"a""b"\n"a\nb"\n"a\rb"\na\tb\na\\b\n',
    );
  });

  it('has no tab, line end or backslash of its own in TSV', async () => {
    expect(await textOf(toTsv(tableOf(words.length, ['x', 'utf8', words])))).toBe(
      'x\nplain\n\n\na,b\na"b\na\\nb\na\\rb\na\\tb\na\\\\b\n',
    );
  });
});

describe('rows', () => {
  it('of texts that fill more than two chunks are each there once', async () => {
    const words = Array.from({ length: 2 * 4096 + 3 }, (_, i) => `v${i}`);
    expect(await textOf(toCsv(tableOf(words.length, ['x', 'utf8', words])))).toBe(`x\n${words.join('\n')}\n`);
  });

  // A row takes as many bytes as there is room for, or far fewer: the buffer is full at each of its last bytes.
  it.each([1, 2, 3, 5, 8])('of %i integers that fill more than a buffer are whole', async (count) => {
    const length = Math.ceil(2 ** 19 / (16 * count));
    const start = 2 ** 53 - 2 ** 20;
    const columns = Array.from({ length: count }, (_, i): Column => [`c${i}`, 'int64', { start }]);
    const lines = Array.from({ length }, (_, i) => new Array(count).fill(start + i).join());
    expect(await textOf(toCsv(tableOf(length, ...columns)))).toBe(
      [columns.map(([name]) => name).join(), ...lines, ''].join('\n'),
    );
  });

  it('of no columns but integers are JSON as well', async () => {
    const table = tableOf(2, ['n', 'int64', { start: 9 }], ['b', 'bool', Uint8Array.of(0b10)]);
    expect(await textOf(toJsonLines(table))).toBe('{"n":9,"b":false}\n{"n":10,"b":true}\n');
  });
});

describe('columns for people', () => {
  it('end under each other at every power of ten', async () => {
    const values = Float64Array.of(9, 10, 11, 99, 100, 999, 1000, -9, -10);
    const table = tableOf(values.length, ['n', 'int64', values], ['m', 'int64', values]);
    const lines = Array.from(values, (value) => `${String(value).padStart(4)}  ${String(value).padStart(4)}`);
    expect(await textOf(toColumns(table))).toBe(['   n     m', ...lines, ''].join('\n'));
  });

  it('are lists in a terminal that is narrower, not in one as wide', async () => {
    const table = tableOf(1, ['first', 'utf8', ['one']], ['second', 'int32', [2]]);
    expect(await textOf(toColumns(table, 13))).toBe('first  second\none         2\n');
    expect(await textOf(toColumns(table, 12))).toBe('first one\n  second  2\n');
  });
});

describe('a table for papers and notes', () => {
  const words: readonly CellValue[] = ['{1,3} 50% \\ & ~^#$\n*x*', null];
  const table = tableOf(2, ['n_1', 'int32', [-1, 20]], ['a|b', 'utf8', words]);

  it('has numbers to the right, and no character that means something there', async () => {
    expect(await textOf(toMarkdown(table))).toBe(
      '| n\\_1 | a\\|b |\n| ---: | --- |\n| -1 | {1,3} 50% \\\\ & ~^#$ \\*x\\* |\n| 20 |  |\n',
    );
    expect(await textOf(toLatex(table))).toBe(
      '\\begin{tabular}{rl}\nn\\_1 & a|b \\\\\n\\hline\n' +
        '-1 & \\{1,3\\} 50\\% \\textbackslash{} \\& \\textasciitilde{}\\textasciicircum{}\\#\\$ *x* \\\\\n20 &  \\\\\n\\end{tabular}\n',
    );
    expect(await textOf(toLatex({ ...table, batches: () => [] }))).toContain('\\hline\n\\end{tabular}');
  });

  it('has no [ or * after \\\\ in LaTeX, which takes either for an argument', async () => {
    const sets = tableOf(4, ['s', 'utf8', ['[1]', ' *', '1 [2]', '**']]);
    expect(await textOf(toLatex(sets))).toContain(
      '\\hline\n{[}1] \\\\\n {*} \\\\\n1 [2] \\\\\n{*}* \\\\\n\\end',
    );
  });
});

it('terms of a sequence have indices that count the terms left out', async () => {
  const batches = [
    { terms: [5, 6], skipped: 2 },
    { terms: [7], skipped: 0 },
    { terms: [8], skipped: 3 },
  ];
  const terms = async function* (): AsyncGenerator<(typeof batches)[number]> {
    for (const batch of batches) yield await Promise.resolve(batch);
  };
  expect(await textOf(toBFile(termTable(terms(), 1)))).toBe('3 5\n4 6\n5 7\n9 8\n');
});

it.each([0, 9, 10, 100_000])('%i values are a .npy file that its header describes', async (length) => {
  const values = Uint16Array.from({ length }, (_, i) => i);
  const found = readNpy(await bytesOf(toNpy(tableOf(length, ['v', 'uint16', values]))));
  expect(found).toEqual({ type: '<u2', values: [...values] });
});
