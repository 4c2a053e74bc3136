/** Sentences, tables and labels that several analyses share. */
import { heightOf, label } from '../../figures/parts.js';
import { COLOURS, type Axis, type Part, type Size } from '../../figures/theme.js';
import { table, type Html, type Table } from '../../report/parts/html.js';
import { listed } from '../../report/parts/section.js';
import { decimal, formula, withCommas } from '../../words/typeset.js';
import type { Column } from '../columns.js';
import type { WriteMeasured, WriteNumber } from '../study.js';
import type { ResidueClass } from '../counting/classes.js';
import type { Fit } from '../counting/fit.js';
import type { KnownBound } from '../counting/known-bounds.js';

const MAX_LISTED = 12;

/** Returns a subject and its fit; nothing if there is none. */
export function fitLine(
  subject: string,
  fit: Fit | null,
  write: WriteNumber,
  measured: WriteMeasured = decimal,
): string[] {
  if (fit === null) return [];
  const { coefficient, exponent, points } = fit;
  return [
    `${subject} ${measured(coefficient)} n^${measured(exponent)} (repeated median of ${write(points)} points).`,
  ];
}

/** Returns a sentence for each occupied class, and one for all empty classes. */
export function exceptionLines(classes: readonly ResidueClass[], modulus: number): string[] {
  const empty = emptyOf(classes);
  const occupied = classes.filter((each) => each.count > 0);
  const more = occupied.length - MAX_LISTED;
  const list = (numbers: readonly number[]): string =>
    `${numbers.slice(0, MAX_LISTED).join(', ')}${numbers.length > MAX_LISTED ? `, ... (${numbers.length})` : ''}`;
  return [
    ...(empty.length === 0 ? [] : [`None is in class ${list(empty)} modulo ${modulus}.`]),
    ...occupied.slice(0, MAX_LISTED).map(({ residue, count, positions }) => {
      return `Only ${count} ${count === 1 ? 'is' : 'are'} in class ${residue} modulo ${modulus}: ${list(positions ?? [])}.`;
    }),
    ...(more > 0 ? [`${more} more ${more === 1 ? 'class is' : 'classes are'} nearly empty.`] : []),
  ];
}

function emptyOf(classes: readonly ResidueClass[]): number[] {
  return classes.filter(({ count }) => count === 0).map(({ residue }) => residue);
}

export function emptySentence(classes: readonly ResidueClass[], modulus: number): string[] {
  const empty = emptyOf(classes);
  return empty.length === 0 ? [] : [`No cold position is ${listed(empty, 'or')} modulo ${modulus}.`];
}

/** Returns a table of the nearly empty but occupied classes with their positions; nothing if there are none. */
export function exceptionTable(classes: readonly ResidueClass[], modulus: number): Html[] {
  const occupied = classes.filter(({ count, positions }) => count > 0 && positions !== null);
  if (occupied.length === 0) return [];
  return [
    table({
      caption: `Exceptions modulo ${modulus}`,
      head: ['Class', 'Cold', 'Which'],
      rows: occupied.map(({ residue, count, positions }) => [
        String(residue),
        String(count),
        listed(positions ?? [], 'and'),
      ]),
      isText: true,
    }),
  ];
}

export function boundsTable(bounds: readonly KnownBound[]): Html[] {
  if (bounds.length === 0) return [];
  const rows = bounds.map(({ name, exponent, formula: exact, source }) => [
    name,
    `${exponent.toFixed(6)} = ${exact}`,
    source,
  ]);
  const caption = 'Exponents known for sets without square differences';
  return [table({ caption, isText: true, head: ['Set', 'Exponent', 'Source'], rows })];
}

export function fitSentence(subject: string, fit: Fit | null): string[] {
  if (fit === null) return [];
  return [
    `${subject} ${formula(fit)}, Siegel's repeated-median fit through ${withCommas(fit.points)} points.`,
  ];
}

/** Returns a label to the right of a level of the plotting area. */
export function levelName(text: string, value: number, y: Axis, { width, height }: Size): Part {
  const mark = { baseline: 'middle', align: 'left', fontSize: 12, color: COLOURS.fit };
  return label(text, { x: width + 6, y: heightOf(value, y, height) }, mark);
}

/** Returns a table of the columns of a result, or of the named ones. */
export function tableOfColumns(caption: string, columns: readonly Column[], names?: readonly string[]): Html {
  const chosen = names?.flatMap((name) => columns.filter((column) => column.name === name)) ?? columns;
  const content: Table = {
    caption,
    head: chosen.map(({ heading }) => heading),
    rows: chosen[0].values.map((_, i) => chosen.map((column) => cellOf(column, i))),
  };
  return table(content);
}

function cellOf({ values, shown }: Column, i: number): string {
  const value = values[i];
  if (value === null) return '';
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (shown === 'percent') return `${(100 * value).toFixed(3)}%`;
  return shown === undefined ? withCommas(value) : value.toFixed(shown);
}
