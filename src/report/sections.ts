/**
 * Every section of a report, in order; and those of the analyses, with what they say. To add one: a record in SECTIONS.
 */
import { analyzeDensity } from '../analysis/density.js';
import { analyzeDigits, type DigitsResult } from '../analysis/digits.js';
import { shownColumns } from '../analysis/analyses.js';
import type { Column } from '../analysis/analysis.js';
import type { ResidueClass } from '../analysis/classes.js';
import type { Fit } from '../analysis/fit.js';
import { analyzeGaps, gapColumns } from '../analysis/gaps.js';
import { analyzeRecords } from '../analysis/records.js';
import { analyzeResidues, separationColumns } from '../analysis/residues.js';
import { analyzeValues } from '../analysis/values.js';
import { decimal, formula, grouped, wholeNumber, within } from '../figures/numbers.js';
import { readRaster } from '../figures/raster.js';
import { readNimValues, readRemoteness } from '../figures/scatter.js';
import type { GameFacts } from './facts.js';
import { glossarySection } from './glossary.js';
import { prose, table, type Html, type Table } from './html.js';
import { exampleSection, gameSection, strategySection } from './mathematics.js';
import { listed, type Section } from './section.js';

/** The bases of the paper's Figures 3 and 4, and ten. */
const DIGITS = [
  { base: 5, places: 3 },
  { base: 7, places: 1 },
  { base: 13, places: 1 },
  { base: 10, places: 1 },
];
/** Moduli that are compared. */
const LARGEST_MODULUS = 100;
/** Rows of the table of moduli. */
const MODULI_LISTED = 12;
/** Positions below which counts say nothing, and digits. */
const LEAST_COUNTED = 100;
const LEAST_FOR_DIGITS = 1000;

const IS_REGULAR = 'the rule under "How to win" says all of it';

/** Why cold positions of a game are not counted. */
function lacksCounts({ isRegular, cold }: GameFacts, least: number): string | null {
  if (isRegular) return IS_REGULAR;
  return cold.frontier < least ? `fewer than ${grouped(least)} positions are stored` : null;
}

/** The same of its nim-values. */
function lacksNimCounts({ isRegular, nim }: GameFacts): string | null {
  if (isRegular) return IS_REGULAR;
  if (nim.frontier === 0) return 'no nim-values are stored';
  return nim.frontier < LEAST_COUNTED ? `fewer than ${grouped(LEAST_COUNTED)} nim-values are stored` : null;
}

const rasterSection: Section = {
  id: 'raster',
  heading: 'The positions in rows',
  lacks: ({ cold }) => (cold.reach < 24 ? 'too few positions are stored' : null),
  async make({ store, game, nim, isRegular, reading }) {
    const result = await readRaster(store, game.definition, {
      ...reading,
      ...(isRegular && nim.reach > 24 ? { series: 'nim' } : {}),
    });
    const { width, series } = result;
    return [
      prose(
        `Each row has ${grouped(width)} positions, so that those with the same remainder after division by ${grouped(width)} stand below each other. ` +
          'Stripes from top to bottom are remainders that are often, or always, cold.',
      ),
      { result, command: `raster --width ${width}${series === 'nim' ? ' --series nim' : ''}` },
    ];
  },
};

const nimValuesSection: Section = {
  id: 'nim-values',
  heading: 'Nim-values',
  lacks: ({ nim }) => (nim.reach === 0 ? 'no nim-values are stored' : null),
  async make({ store, game, nim, reading }) {
    const to = nim.frontier === 0 ? { to: LEAST_COUNTED } : {};
    const result = await readNimValues(store, game.definition, { ...reading, ...to });
    return [{ result, command: `nim-values${nim.frontier === 0 ? ` --to ${LEAST_COUNTED}` : ''}` }];
  },
};

const densitySection: Section = {
  id: 'density',
  heading: 'Number of cold positions',
  lacks: (facts) => lacksCounts(facts, LEAST_COUNTED),
  async make({ store, game, reading }) {
    const cubes = await analyzeDensity(store, game, reading);
    const powers = await analyzeDensity(store, game, { ...reading, at: 'powers-of-2' });
    const { fit, knownBounds } = cubes;
    const last = powers.points.at(-1);
    const found =
      last === undefined
        ? []
        : [
            last.position === 1
              ? `Position 0 is ${last.below === 1 ? 'cold' : 'hot'}.`
              : `Of the positions below ${wholeNumber(last.position)}, ${are(last.below)} cold.`,
          ];
    return [
      ...[...found, ...fitSentence('Their number below n, at perfect cubes, follows', fit)].map(prose),
      { result: cubes, command: 'density' },
      tableOfColumns('Cold positions below n', shownColumns(powers, grouped), [
        'position',
        'below',
        'exponent',
      ]),
      ...(knownBounds.length === 0
        ? []
        : [
            table({
              caption: 'Exponents known for sets without square differences',
              isText: true,
              head: ['Set', 'Exponent', 'Source'],
              rows: knownBounds.map(({ name, exponent, formula: exact, source }) => [
                name,
                `${exponent.toFixed(6)} = ${exact}`,
                source,
              ]),
            }),
          ]),
    ];
  },
};

const residuesSection: Section = {
  id: 'residues',
  heading: 'Residue classes of the cold positions',
  lacks: (facts) => lacksCounts(facts, LEAST_COUNTED),
  async make({ store, game, reading }) {
    const upTo = LARGEST_MODULUS;
    const { separation } = await analyzeResidues(store, game, { ...reading, modulus: upTo, upTo });
    const best = [...separation].sort((a, b) => a.collision - b.collision || a.modulus - b.modulus);
    const { modulus, collision } = best[0];
    const result = await analyzeResidues(store, game, { ...reading, modulus, upTo });
    return [
      ...[
        `Of the moduli up to ${upTo}, ${modulus} separates the cold positions best: its collision is ${decimal(collision)}, where 1 ` +
          'means that classes tell nothing, and 0 that no move between cold classes is possible.',
        ...emptySentence(result.classes, modulus),
      ].map(prose),
      { result, command: `residues --modulus ${modulus} --up-to ${upTo}` },
      tableOfColumns('The moduli with the lowest collision', separationColumns(best.slice(0, MODULI_LISTED))),
      ...exceptionTable(result.classes, modulus),
    ];
  },
};

const digitsSection: Section = {
  id: 'digits',
  heading: 'Low digits of the cold positions',
  lacks: (facts) => lacksCounts(facts, LEAST_FOR_DIGITS),
  async make({ store, game, reading }) {
    const results: DigitsResult[] = [];
    for (const digits of DIGITS) results.push(await analyzeDigits(store, game, { ...reading, ...digits }));
    // Classes of several places are too many to list.
    const single = results.filter(({ places }) => places.length === 1);
    return [
      ...single.flatMap(({ base, exceptions }) => emptySentence(exceptions, base)).map(prose),
      ...results.flatMap((result) => [
        {
          result,
          command: `digits --base ${result.base}${result.places.length > 1 ? ` --places ${result.places.length}` : ''}`,
        },
        tableOfColumns(`Cold positions by base-${result.base} digit`, shownColumns(result, grouped)),
      ]),
      ...single.flatMap(({ base, exceptions }) => exceptionTable(exceptions, base)),
    ];
  },
};

const gapsSection: Section = {
  id: 'gaps',
  heading: 'Gaps between cold positions',
  lacks: (facts) =>
    lacksCounts(facts, LEAST_COUNTED) ??
    (facts.firstCold.length < 3 ? 'fewer than three positions are cold' : null),
  async make({ store, game, reading }) {
    const result = await analyzeGaps(store, game, reading);
    const { gaps, largest, mean } = result;
    const found =
      largest === null || mean === null
        ? []
        : [
            `The mean gap is ${decimal(mean)}, the largest ${grouped(largest.gap)}, first after position ` +
              `${grouped(largest.firstAfter)}; ${gaps.length === 1 ? 'no other gap occurs' : `${grouped(gaps.length)} different gaps occur`}.`,
          ];
    return [
      ...found.map(prose),
      { result, command: 'gaps' },
      tableOfColumns(
        'Gaps larger than all before them',
        gapColumns(gaps.filter(({ isMaximum }) => isMaximum)),
        ['gap', 'first_after', 'count'],
      ),
    ];
  },
};

const recordsSection: Section = {
  id: 'records',
  heading: 'Largest nim-values',
  lacks: lacksNimCounts,
  async make({ store, game, reading }) {
    const result = await analyzeRecords(store, game, reading);
    const { records, fit, range } = result;
    const last = records.at(-1);
    const found =
      last === undefined
        ? []
        : [
            `The largest nim-value ${within(range)} is ${grouped(last.value)}, first at position ${grouped(last.position)}.`,
          ];
    return [
      ...[...found, ...fitSentence('The new maxima follow', fit)].map(prose),
      { result, command: 'records' },
      tableOfColumns('First position of each nim-value', shownColumns(result, grouped)),
    ];
  },
};

const valuesSection: Section = {
  id: 'values',
  heading: 'Distribution of nim-values',
  lacks: lacksNimCounts,
  async make({ store, game, reading }) {
    const result = await analyzeValues(store, game, reading);
    const { points, range, largest } = result;
    const { counts } = points[points.length - 1];
    const most = Math.max(...counts);
    return [
      prose(
        `The nim-values ${within(range)} go up to ${grouped(largest)}; the commonest is ` +
          `${grouped(counts.indexOf(most))}, with ${grouped(most)} position${most === 1 ? '' : 's'}.`,
      ),
      { result, command: 'values' },
      // Without the shares of half the range.
      tableOfColumns('Positions by nim-value', shownColumns(result, grouped).slice(0, 3)),
    ];
  },
};

const remotenessSection: Section = {
  id: 'remoteness',
  heading: 'Length of play',
  lacks: ({ remoteness }) => (remoteness.frontier === 0 ? 'no remoteness is stored' : null),
  async make({ store, game, reading }) {
    const result = await readRemoteness(store, game.definition, reading);
    return [
      prose('How many moves are left when who wins hurries and who loses delays.'),
      { result, command: 'remoteness' },
    ];
  },
};

/** Every section, in the order of the page: mathematics, pictures and numbers, words. */
export const SECTIONS: readonly Section[] = [
  gameSection,
  strategySection,
  exampleSection,
  rasterSection,
  nimValuesSection,
  densitySection,
  residuesSection,
  digitsSection,
  gapsSection,
  recordsSection,
  valuesSection,
  remotenessSection,
  glossarySection,
];

/** `1 is`, `205 are`. */
function are(count: number): string {
  return `${grouped(count)} ${count === 1 ? 'is' : 'are'}`;
}

function fitSentence(subject: string, fit: Fit | null): string[] {
  if (fit === null) return [];
  return [`${subject} ${formula(fit)}, Siegel's repeated-median fit through ${grouped(fit.points)} points.`];
}

/** A sentence about the empty classes. */
function emptySentence(classes: readonly ResidueClass[], modulus: number): string[] {
  const empty = classes.filter(({ count }) => count === 0).map(({ residue }) => residue);
  return empty.length === 0 ? [] : [`No cold position is ${listed(empty, 'or')} modulo ${modulus}.`];
}

/** The classes that are nearly empty but not empty, with their positions; none when there are none. */
function exceptionTable(classes: readonly ResidueClass[], modulus: number): Html[] {
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

/** A table of the columns of a result, or of those that are named. */
function tableOfColumns(caption: string, columns: readonly Column[], names?: readonly string[]): Html {
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
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (shown === 'percent') return `${(100 * value).toFixed(3)}%`;
  return shown === undefined ? grouped(value) : value.toFixed(shown);
}
