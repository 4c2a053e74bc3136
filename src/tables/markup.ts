/** Tables in Markdown and LaTeX, a line per row, with numbers to the right. Memory: one batch. */
import { written } from './text.js';
import type { CellValue, Table } from './table.js';
import { isNumeric, plain } from './values.js';

/** A GitHub Flavored Markdown table. */
export function toMarkdown(table: Table): AsyncGenerator<Uint8Array> {
  const { columns } = table;
  const field = (value: CellValue): string =>
    plain(value)
      .replace(/[\\|*_`<>[\]]/g, '\\$&')
      .replace(/\r?\n|\r/g, ' ');
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |\n`;
  const rules = columns.map((column) => (isNumeric(column) ? '---:' : '---'));
  const head = line(columns.map(({ name }) => field(name))) + line(rules);
  return written(table, {
    head,
    before: columns.map((_, i) => (i === 0 ? '| ' : ' | ')),
    end: ' |\n',
    field,
  });
}

/** Escapes of special characters. */
const LATEX_CHARACTERS: Readonly<Record<string, string>> = {
  '\\': '\\textbackslash{}',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
};

/** A LaTeX `tabular`. */
export function toLatex(table: Table): AsyncGenerator<Uint8Array> {
  const { columns } = table;
  const escaped = (value: CellValue): string =>
    plain(value)
      .replace(/[\\~^&%$#_{}]/g, (found) => LATEX_CHARACTERS[found] ?? `\\${found}`)
      .replace(/\r?\n|\r/g, ' ');
  // At the beginning of a row, [ or * would be read as an argument of the \\ that ends the row above.
  const first = (value: CellValue): string => escaped(value).replace(/^(\s*)([[*])/, '$1{$2}');
  const names = columns.map(({ name }, i) => (i === 0 ? first : escaped)(name));
  const places = columns.map((column) => (isNumeric(column) ? 'r' : 'l')).join('');
  return written(table, {
    head: `\\begin{tabular}{${places}}\n${names.join(' & ')} \\\\\n\\hline\n`,
    before: columns.map((_, i) => (i === 0 ? '' : ' & ')),
    end: ' \\\\\n',
    tail: '\\end{tabular}\n',
    field: (value, i) => (i === 0 ? first : escaped)(value),
  });
}
