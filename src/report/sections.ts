/**
 * What a report says of each analysis: sentences, tables, and the figure with the command that makes it. Separate from
 * the page, which arranges them; pure functions of what the analyses found.
 */
import type { AnalysisResult } from '../analysis/analyses.js';
import { shownColumns } from '../analysis/analyses.js';
import type { Column } from '../analysis/analysis.js';
import { gapColumns } from '../analysis/gaps.js';
import { separationColumns } from '../analysis/residues.js';
import type { ResidueClass } from '../analysis/classes.js';
import type { DensityResult } from '../analysis/density.js';
import type { DigitsResult } from '../analysis/digits.js';
import type { Fit } from '../analysis/fit.js';
import type { GapsResult } from '../analysis/gaps.js';
import type { RecordsResult } from '../analysis/records.js';
import type { ResiduesResult } from '../analysis/residues.js';
import type { ValuesResult } from '../analysis/values.js';
import { decimal, grouped, wholeNumber, within } from '../figures/numbers.js';
import type { Table } from './html.js';

/** A figure to draw, and the words after `takeaway plot <game>` that draw it. */
export interface Plot {
  readonly result: AnalysisResult;
  readonly command: string;
}

/** A part of a report under a heading of its own. */
export interface Section {
  readonly id: string;
  readonly heading: string;
  readonly sentences: readonly string[];
  readonly plots: readonly Plot[];
  readonly tables: readonly Table[];
}

/** Positions, classes and moduli that are listed at most. */
const MOST_LISTED = 12;

/** A section that can only say why it has nothing to show. */
export function withoutResult(id: string, heading: string, reason: string): Section {
  return { id, heading, sentences: [reason], plots: [], tables: [] };
}

export function recordsSection(result: RecordsResult): Section {
  const { records, fit, range } = result;
  const last = records.at(-1);
  return {
    id: 'records',
    heading: 'Largest nim-values',
    sentences: [
      ...(last === undefined
        ? []
        : [
            `The largest nim-value ${within(range)} is ${grouped(last.value)}, first at position ${grouped(last.position)}.`,
          ]),
      ...fitSentence('The new maxima follow', fit),
    ],
    plots: [{ result, command: 'records' }],
    tables: [tableOfColumns('First position of each nim-value', shownColumns(result, grouped))],
  };
}

/** From the counts at cubes, which the figure shows, and at powers of 2, which the table does. */
export function densitySection(cubes: DensityResult, powers: DensityResult): Section {
  const { fit, knownBounds } = cubes;
  const last = powers.points.at(-1);
  return {
    id: 'density',
    heading: 'Number of cold positions',
    sentences: [
      ...(last === undefined
        ? []
        : [`Of the positions below ${wholeNumber(last.position)}, ${grouped(last.below)} are cold.`]),
      ...fitSentence('Their number below n, at perfect cubes, follows', fit),
    ],
    plots: [{ result: cubes, command: 'density' }],
    tables: [
      tableOfColumns('Cold positions below n', shownColumns(powers, grouped), [
        'position',
        'below',
        'exponent',
      ]),
      ...(knownBounds.length === 0
        ? []
        : [
            {
              caption: 'Exponents known for sets without square differences',
              isText: true,
              head: ['Set', 'Exponent', 'Source'],
              rows: knownBounds.map(({ name, exponent, formula, source }) => [
                name,
                `${exponent.toFixed(6)} = ${formula}`,
                source,
              ]),
            },
          ]),
    ],
  };
}

export function digitsSection(results: readonly DigitsResult[]): Section {
  // Classes of several places are too many to list.
  const single = results.filter(({ places }) => places.length === 1);
  return {
    id: 'digits',
    heading: 'Low digits of the cold positions',
    sentences: single.flatMap(({ base, exceptions }) => emptySentence(exceptions, base)),
    plots: results.map((result) => ({
      result,
      command: `digits --base ${result.base}${result.places.length > 1 ? ` --places ${result.places.length}` : ''}`,
    })),
    tables: [
      ...results.map((result) =>
        tableOfColumns(`Cold positions by base-${result.base} digit`, shownColumns(result, grouped)),
      ),
      ...single.flatMap(({ base, exceptions }) => exceptionTable(exceptions, base)),
    ],
  };
}

export function valuesSection(result: ValuesResult): Section {
  const { points, range, largest } = result;
  const { counts } = points[points.length - 1];
  const most = Math.max(...counts);
  return {
    id: 'values',
    heading: 'Distribution of nim-values',
    sentences: [
      `The nim-values ${within(range)} go up to ${grouped(largest)}; the commonest is ` +
        `${grouped(counts.indexOf(most))}, with ${grouped(most)} positions.`,
    ],
    plots: [{ result, command: 'values' }],
    tables: [
      // Without the shares of half the range.
      tableOfColumns('Positions by nim-value', shownColumns(result, grouped).slice(0, 3)),
    ],
  };
}

export function gapsSection(result: GapsResult): Section {
  const { gaps, largest, mean } = result;
  return {
    id: 'gaps',
    heading: 'Gaps between cold positions',
    sentences:
      largest === null || mean === null
        ? []
        : [
            `The mean gap is ${decimal(mean)}, the largest ${grouped(largest.gap)}, first after position ` +
              `${grouped(largest.firstAfter)}; ${grouped(gaps.length)} different gaps occur.`,
          ],
    plots: [{ result, command: 'gaps' }],
    tables: [
      tableOfColumns(
        'Gaps larger than all before them',
        gapColumns(gaps.filter(({ isMaximum }) => isMaximum)),
        ['gap', 'first_after', 'count'],
      ),
    ],
  };
}

export function residuesSection(result: ResiduesResult): Section {
  const { modulus, classes, separation } = result;
  const best = [...separation].sort((a, b) => a.collision - b.collision || a.modulus - b.modulus);
  const bound = separation.at(-1)?.modulus ?? modulus;
  return {
    id: 'residues',
    heading: 'Residue classes of the cold positions',
    sentences: [
      `Of the moduli up to ${bound}, ${modulus} separates best: its collision is ${decimal(best[0]?.collision ?? 1, 4)}, where 1 ` +
        'means that classes tell nothing, and 0 that no move between cold classes is possible.',
      ...emptySentence(classes, modulus),
    ],
    plots: [{ result, command: `residues --modulus ${modulus} --up-to ${bound}` }],
    tables: [
      tableOfColumns('The moduli with the lowest collision', separationColumns(best.slice(0, MOST_LISTED))),
      ...exceptionTable(classes, modulus),
    ],
  };
}

function fitSentence(subject: string, fit: Fit | null): string[] {
  if (fit === null) return [];
  const { coefficient, exponent, points } = fit;
  return [
    `${subject} ${coefficient} n^${exponent}, Siegel's repeated-median fit through ${grouped(points)} points.`,
  ];
}

/** A sentence about the empty classes. */
function emptySentence(classes: readonly ResidueClass[], modulus: number): string[] {
  const empty = classes.filter(({ count }) => count === 0).map(({ residue }) => residue);
  return empty.length === 0 ? [] : [`No cold position is ${listed(empty, 'or')} modulo ${modulus}.`];
}

/** The classes that are nearly empty but not empty, with their positions; none when there are none. */
function exceptionTable(classes: readonly ResidueClass[], modulus: number): Table[] {
  const occupied = classes.filter(({ count, positions }) => count > 0 && positions !== null);
  if (occupied.length === 0) return [];
  return [
    {
      caption: `Exceptions modulo ${modulus}`,
      head: ['Class', 'Cold', 'Which'],
      rows: occupied.map(({ residue, count, positions }) => [
        String(residue),
        String(count),
        listed(positions ?? [], 'and'),
      ]),
      isText: true,
    },
  ];
}

function listed(numbers: readonly number[], last: string): string {
  if (numbers.length < 2) return numbers.map(grouped).join('');
  const shown = numbers.length > MOST_LISTED ? numbers.slice(0, MOST_LISTED - 1) : numbers.slice(0, -1);
  const rest = numbers.length - shown.length;
  return `${shown.map(grouped).join(', ')} ${last} ${rest === 1 ? grouped(numbers[numbers.length - 1]) : `${rest} others`}`;
}

/** A table of the columns of a result, or of those that are named. */
function tableOfColumns(caption: string, columns: readonly Column[], names?: readonly string[]): Table {
  const chosen = names?.flatMap((name) => columns.filter((column) => column.name === name)) ?? columns;
  return {
    caption,
    head: chosen.map(({ heading }) => heading),
    rows: chosen[0].values.map((_, i) => chosen.map((column) => cellOf(column, i))),
  };
}

function cellOf({ values, shown }: Column, i: number): string {
  const value = values[i];
  if (value === null) return '';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (shown === 'percent') return `${(100 * value).toFixed(3)}%`;
  return shown === undefined ? grouped(value) : value.toFixed(shown);
}
