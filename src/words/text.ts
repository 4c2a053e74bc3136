/** Numbers, sizes, times and tables as text. */
import { grouped } from '../common/shown.js';
import { amount } from './typeset.js';
import { visible } from './visible.js';

/** Returns a number of bytes with about three digits: 2.0 MiB. */
export function byteSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  const power = Math.min(4, Math.floor(Math.log2(bytes) / 10));
  const size = bytes / 1024 ** power;
  return `${size.toFixed(size < 100 ? 1 : 0)} ${['B', 'KiB', 'MiB', 'GiB', 'TiB'][power]}`;
}

/** Returns a time span: 0.4 s, 12 s, 3 min 20 s, 2 h 5 min. */
export function duration(seconds: number): string {
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`;
}

/** Returns a rate of positions: 850 positions/s, 12.3 M positions/s. */
export function rate(perSecond: number): string {
  const power = Math.min(3, Math.max(0, Math.floor(Math.log10(perSecond) / 3)));
  const scaled = (perSecond / 1000 ** power).toFixed(power === 0 ? 0 : 1);
  return `${scaled} ${['', 'k ', 'M ', 'G '][power]}positions/s`;
}

/** Returns `1 block`, `2 blocks`. */
export function count(value: number, noun: string): string {
  return amount(value, noun, grouped);
}

/** Returns letters and digits joined by hyphens: valid in file names on any system, and never an option. */
export function fileWords(text: string): string {
  return (text.match(/[A-Za-z0-9]+/g) ?? []).join('-').slice(0, 60);
}

export function asLines(texts: readonly string[]): string {
  return texts.map((text) => `${visible(text)}\n`).join('');
}

/** A table of text; the columns named in `right` (by index) are aligned right. */
export interface TextTable {
  readonly head?: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly right?: readonly number[];
}

/** Returns rows in columns, two spaces apart; if they are wider than `width`, each row as a list. */
export function table({ head, rows, right = [] }: TextTable, width = Infinity): string {
  const lines = [...(head === undefined ? [] : [head]), ...rows].map((row) => row.map(visible));
  const widths = lines[0].map((_, column) => Math.max(...lines.map((row) => row[column].length)));
  const isWide = widths.reduce((sum, each) => sum + 2 + each, -2) > width;
  if (isWide) return rows.map((row) => asList(row.map(visible), head, width)).join('');
  return asLines(
    lines.map((row) =>
      row
        .map((cell, i) => (right.includes(i) ? cell.padStart(widths[i]) : cell.padEnd(widths[i])))
        .join('  ')
        .trimEnd(),
    ),
  );
}

/** Returns a row as a list: its first cell heads the others that are not empty. */
function asList([first, ...cells]: readonly string[], head: readonly string[] = [], width: number): string {
  const named = cells.map((cell, i) => [head.at(i + 1) ?? '', cell] as const);
  const heading = [...head.slice(0, 1), first].join(' ');
  return `${heading}\n${inColumns(
    named.filter(([, cell]) => cell !== ''),
    width,
  )}\n`;
}

/** Breaks text at spaces into lines of at most `width` columns; continuation lines are indented by `more` columns more. */
export function wrapped(text: string, width: number, more = 4): string {
  const indentOf = (line: string): string => ' '.repeat(line.length - line.trimStart().length + more);
  return text
    .split('\n')
    .flatMap((line) => linesOf(line, width, indentOf(line)))
    .join('\n');
}

/** The share of the width that names take at most. */
const MAX_NAME_SHARE = 0.45;

/** Returns names with wrapped texts to their right, or below if a name is long; all are indented by two spaces. */
export function inColumns(rows: readonly (readonly [name: string, text: string])[], width: number): string {
  const longest = Math.max(...rows.map(([name]) => name.length));
  const areBeside = longest <= MAX_NAME_SHARE * width;
  const indent = areBeside ? longest + 5 : 6;
  return rows
    .flatMap(([name, text]) => {
      const lines = linesOf(text, width - indent).map((line) => ' '.repeat(indent) + line);
      if (!areBeside) return [`  ${name}`, ...lines];
      return [`  ${name}`.padEnd(indent) + lines[0].slice(indent), ...lines.slice(1)];
    })
    .join('\n');
}

/** Breaks a line at spaces into lines of at most `width` columns, indented but for the first. A longer word is not broken. */
export function linesOf(line: string, width: number, indent = ''): string[] {
  const lines: string[] = [];
  let rest = line;
  while (rest.length > width) {
    const at = rest.lastIndexOf(' ', width);
    if (at <= rest.length - rest.trimStart().length) break;
    lines.push(rest.slice(0, at).trimEnd());
    rest = indent + rest.slice(at + 1);
  }
  return [...lines, rest];
}
