/** The sections that count cold positions: how many, in which residue classes, with which digits, how far apart. */
import { analyzeDensity } from '../analysis/density.js';
import { analyzeDigits, type DigitsResult } from '../analysis/digits.js';
import { shownColumns } from '../analysis/analyses.js';
import type { ResidueClass } from '../analysis/classes.js';
import { analyzeGaps, gapColumns } from '../analysis/gaps.js';
import { analyzeResidues, separationColumns } from '../analysis/residues.js';
import { collisionOf } from '../analysis/separation.js';
import { decimal, grouped, wholeNumber } from '../words/typeset.js';
import { tableOfColumns } from './columns.js';
import type { GameFacts } from './facts.js';
import { prose, table, type Html } from './html.js';
import { fitSentence, IS_REGULAR, LEAST_COUNTED, listed, type Section } from './section.js';

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
/** Positions below which digits say nothing. */
const LEAST_FOR_DIGITS = 1000;

/** Why cold positions of a game are not counted. */
function lacksCounts({ isRegular, cold }: GameFacts, least: number): string | null {
  if (isRegular) return IS_REGULAR;
  return cold.frontier < least ? `fewer than ${grouped(least)} positions are stored` : null;
}

export const densitySection: Section = {
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

export const residuesSection: Section = {
  id: 'residues',
  heading: 'Residue classes of the cold positions',
  lacks: (facts) => lacksCounts(facts, LEAST_COUNTED),
  async make({ store, game, reading }) {
    const upTo = LARGEST_MODULUS;
    const { separation } = await analyzeResidues(store, game, { ...reading, modulus: upTo, upTo });
    const best = [...separation].sort((a, b) => collisionOf(a) - collisionOf(b) || a.modulus - b.modulus);
    const { modulus } = best[0];
    const result = await analyzeResidues(store, game, { ...reading, modulus, upTo });
    return [
      ...[
        `Of the moduli up to ${upTo}, ${modulus} separates the cold positions best: its collision is ${decimal(collisionOf(best[0]))}, where 1 ` +
          'means that classes tell nothing, and 0 that no move between cold classes is possible.',
        ...emptySentence(result.classes, modulus),
      ].map(prose),
      { result, command: `residues --modulus ${modulus} --up-to ${upTo}` },
      tableOfColumns('The moduli with the lowest collision', separationColumns(best.slice(0, MODULI_LISTED))),
      ...exceptionTable(result.classes, modulus),
    ];
  },
};

export const digitsSection: Section = {
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

export const gapsSection: Section = {
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

/** `1 is`, `205 are`. */
function are(count: number): string {
  return `${grouped(count)} ${count === 1 ? 'is' : 'are'}`;
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
