/** Tables as papers and notes have them: Markdown and LaTeX, a line a row, numbers to the right. Memory: one batch. */
import type { CellValue, Table } from './table.js';
import { cellsOf, isNumeric, plain } from './values.js';

/** How a table is written around its cells. */
interface Markup {
  readonly head: (names: readonly string[], areNumbers: readonly boolean[]) => string;
  readonly row: (cells: readonly string[]) => string;
  readonly tail: string;
  readonly escape: (text: string) => string;
}

const MARKDOWN: Markup = {
  head: (names, areNumbers) =>
    `${MARKDOWN.row(names)}${MARKDOWN.row(areNumbers.map((isNumber) => (isNumber ? '---:' : '---')))}`,
  row: (cells) => `| ${cells.join(' | ')} |\n`,
  tail: '',
  escape: (text) => text.replace(/[\\|*_`<>[\]]/g, '\\$&').replace(/\r?\n|\r/g, ' '),
};

/** What stands in LaTeX for the characters that mean something there. */
const LATEX_CHARACTERS: Readonly<Record<string, string>> = {
  '\\': '\\textbackslash{}',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
};

const LATEX: Markup = {
  head: (names, areNumbers) =>
    `\\begin{tabular}{${areNumbers.map((isNumber) => (isNumber ? 'r' : 'l')).join('')}}\n${LATEX.row(names)}\\hline\n`,
  // Behind the \\ of the row before, [ or * would begin an argument of that.
  row: (cells) => `${cells.join(' & ').replace(/^(\s*)([[*])/, '$1{$2}')} \\\\\n`,
  tail: '\\end{tabular}\n',
  escape: (text) =>
    text
      .replace(/[\\~^&%$#_{}]/g, (found) => LATEX_CHARACTERS[found] ?? `\\${found}`)
      .replace(/\r?\n|\r/g, ' '),
};

/** A table of GitHub's Markdown. */
export function toMarkdown(table: Table): AsyncGenerator<Uint8Array> {
  return marked(table, MARKDOWN);
}

/** A `tabular` of LaTeX. */
export function toLatex(table: Table): AsyncGenerator<Uint8Array> {
  return marked(table, LATEX);
}

async function* marked({ columns, batches }: Table, markup: Markup): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  const text = (value: CellValue): string => markup.escape(plain(value));
  yield encoder.encode(
    markup.head(
      columns.map(({ name }) => text(name)),
      columns.map(isNumeric),
    ),
  );
  for await (const batch of batches()) {
    const cells = columns.map(({ type }, i) => cellsOf(type, batch.columns[i], batch.length).map(text));
    let lines = '';
    for (let row = 0; row < batch.length; row++) lines += markup.row(cells.map((column) => column[row]));
    if (lines !== '') yield encoder.encode(lines);
  }
  if (markup.tail !== '') yield encoder.encode(markup.tail);
}
