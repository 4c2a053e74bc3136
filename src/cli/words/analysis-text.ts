/** Results of analyses as people read them. Separate from the command, which decides where they go. */
import type { AnalysisResult, Fit, ResidueClass, Separation } from '../../index.js';
import { count, grouped, table } from './text.js';

/** Rows of a longer table that are shown at each end; --json and --format have all. */
const SHOWN_ROWS = 12;
/** Moduli shown, the best first. */
const SHOWN_MODULI = 20;

/** A heading, what was found, and a table. */
export function describeAnalysis(result: AnalysisResult): string {
  const { start, stop } = result.range;
  const range = start === 0 ? `below ${grouped(stop)}` : `from ${grouped(start)} to ${grouped(stop)}`;
  const { facts, rows } = BY_NAME[result.analysis](result as never);
  const head = [`${result.game}: ${result.analysis} ${range}`, ...facts].map((line) => `${line}\n`).join('');
  return rows.length === 0
    ? head
    : `${head}\n${table(
        shortened(rows),
        rows[0].map((_, i) => i),
      )}`;
}

/** What a result says in sentences, and a table with its header. */
interface Description {
  readonly facts: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

type Describe<Name> = (result: Extract<AnalysisResult, { analysis: Name }>) => Description;

const BY_NAME: { readonly [Name in AnalysisResult['analysis']]: Describe<Name> } = {
  records: ({ records, fit }) => ({
    facts: [
      `${count(records.length, 'nim-value')}, the largest ${grouped(records.at(-1)?.value ?? 0)}`,
      ...fitLine('The new maxima follow', fit),
    ],
    rows: [
      ['nim-value', 'first position', 'new maximum'],
      ...records.map(({ value, position, isMaximum }) => [grouped(value), grouped(position), yes(isMaximum)]),
    ],
  }),
  density: ({ points, fit, knownBounds }) => ({
    facts: [
      ...fitLine('The cold positions below n are about', fit),
      ...knownBounds.map(
        ({ name, exponent, formula }) => `${name}: n^${exponent.toFixed(6)} = n^(${formula})`,
      ),
    ],
    rows: [
      ['n', 'cold below n', 'up to n', 'log c / log n'],
      ...points.map(({ position, below, upTo, exponent }) => [
        grouped(position),
        grouped(below),
        upTo === null ? '-' : grouped(upTo),
        exponent === null ? '-' : exponent.toFixed(5),
      ]),
    ],
  }),
  digits: ({ base, value, count: total, places, exceptions }) => ({
    facts: [
      `${count(total, value === 0 ? 'cold position' : `position`)}${value === 0 ? '' : ` of nim-value ${value}`}, base ${base}`,
      ...exceptionLines(exceptions, `modulo ${base ** places.length}`),
    ],
    rows: [
      ['digit', ...places.flatMap(({ weight }) => [`at ${grouped(weight)}`, 'share'])],
      ...places[0].counts.map((_, digit) => [
        String(digit),
        ...places.flatMap(({ counts }) => [grouped(counts[digit]), share(counts[digit] / total)]),
      ]),
    ],
  }),
  values: ({ range, points, largest }) => {
    const last = points[points.length - 1];
    const half = points.length > 1 ? points[points.length - 2] : undefined;
    return {
      facts: [`nim-values up to ${grouped(largest)}`],
      rows: [
        [
          'nim-value',
          'positions',
          'share',
          ...(half === undefined ? [] : [`share below ${grouped(half.stop)}`]),
        ],
        ...last.counts.map((times, value) => [
          grouped(value),
          grouped(times),
          share(times / (last.stop - range.start)),
          ...(half === undefined ? [] : [share(half.counts[value] / (half.stop - range.start))]),
        ]),
      ],
    };
  },
  gaps: ({ count: total, gaps, largest, mean }) => ({
    facts: [
      `${count(total, 'cold position')}, ${count(gaps.length, 'different gap')}`,
      ...(largest === null || mean === null
        ? []
        : [`mean ${mean.toFixed(2)}, largest ${grouped(largest.gap)} after ${grouped(largest.firstAfter)}`]),
    ],
    rows: [
      ['gap', 'times', 'first after', 'new maximum'],
      ...gaps.map(({ gap, count: times, firstAfter, isMaximum }) => [
        grouped(gap),
        grouped(times),
        grouped(firstAfter),
        yes(isMaximum),
      ]),
    ],
  }),
  residues: ({ modulus, count: total, classes, separation }) => ({
    facts: [
      count(total, 'cold position'),
      ...scoreLines(separation),
      ...exceptionLines(
        classes.filter(({ positions }) => positions !== null),
        `modulo ${modulus}`,
      ),
    ],
    rows: separation.length > 1 ? separationRows(separation) : classRows(classes, total),
  }),
};

function classRows(classes: readonly ResidueClass[], total: number): string[][] {
  const rows = classes.map(({ residue, count: times }) => [
    grouped(residue),
    grouped(times),
    share(times / total),
  ]);
  return [['class', 'cold', 'share'], ...rows];
}

/** The scores of one modulus; those of many are a table. */
function scoreLines(separation: readonly Separation[]): string[] {
  if (separation.length !== 1) return [];
  const [{ concentration, collision }] = separation;
  return [`concentration ${concentration.toFixed(3)}, collision ${collision.toFixed(3)}; chance gives 1`];
}

/** The moduli that separate best: those with the least collision. */
function separationRows(separation: readonly Separation[]): string[][] {
  // Multiples often score the same but for rounding: the smallest modulus comes first.
  const rounded = ({ collision }: Separation): number => Math.round(1000 * collision);
  const best = [...separation].sort((a, b) => rounded(a) - rounded(b)).slice(0, SHOWN_MODULI);
  return [
    ['modulus', 'empty', 'nearly empty', 'concentration', 'collision'],
    ...best.map(({ modulus, empty, nearlyEmpty, concentration, collision }) => [
      String(modulus),
      String(empty),
      String(nearlyEmpty),
      concentration.toFixed(3),
      collision.toFixed(3),
    ]),
  ];
}

/** One line an occupied class, and one for all the empty ones. */
function exceptionLines(classes: readonly ResidueClass[], modulus: string): string[] {
  const empty = classes.filter((each) => each.count === 0);
  const occupied = classes.filter((each) => each.count > 0);
  const list = (numbers: readonly number[]): string =>
    `${numbers.slice(0, SHOWN_ROWS).join(', ')}${numbers.length > SHOWN_ROWS ? `, ... (${numbers.length})` : ''}`;
  return [
    ...(empty.length === 0 ? [] : [`none ${modulus} in ${list(empty.map(({ residue }) => residue))}`]),
    ...occupied
      .slice(0, SHOWN_ROWS)
      .map(
        ({ residue, count: times, positions }) =>
          `only ${times} in ${residue} ${modulus}: ${list(positions ?? [])}`,
      ),
    ...(occupied.length > SHOWN_ROWS
      ? [`and ${occupied.length - SHOWN_ROWS} more nearly empty classes`]
      : []),
  ];
}

function fitLine(subject: string, fit: Fit | null): string[] {
  if (fit === null) return [];
  const { coefficient, exponent, points } = fit;
  return [
    `${subject} ${coefficient.toFixed(5)} n^${exponent.toFixed(5)} (repeated median of ${grouped(points)} points)`,
  ];
}

/** The header, and the first and last rows of a table that is long. */
function shortened(rows: readonly (readonly string[])[]): readonly (readonly string[])[] {
  if (rows.length <= 2 * SHOWN_ROWS + 2) return rows;
  const dots = rows[0].map(() => '...');
  return [...rows.slice(0, SHOWN_ROWS + 1), dots, ...rows.slice(-SHOWN_ROWS)];
}

function share(part: number): string {
  return `${(100 * part).toFixed(3)}%`;
}

function yes(isTrue: boolean): string {
  return isTrue ? 'yes' : '';
}
