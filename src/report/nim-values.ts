/** The sections of nim-values and of remoteness: how they grow, how often each occurs. */
import { shownColumns } from '../analysis/analyses.js';
import { analyzeRecords } from '../analysis/records.js';
import { analyzeValues } from '../analysis/values.js';
import { grouped, mostOf, within } from '../words/typeset.js';
import { readNimValues, readRemoteness } from '../figures/scatter.js';
import { tableOfColumns } from './columns.js';
import type { GameFacts } from './facts.js';
import { prose } from './html.js';
import { fitSentence, IS_REGULAR, LEAST_COUNTED, type Section } from './section.js';

/** Why nim-values of a game are not counted. */
function lacksNimCounts({ isRegular, nim }: GameFacts): string | null {
  if (isRegular) return IS_REGULAR;
  if (nim.frontier === 0) return 'no nim-values are stored';
  return nim.frontier < LEAST_COUNTED ? `fewer than ${grouped(LEAST_COUNTED)} nim-values are stored` : null;
}

export const nimValuesSection: Section = {
  id: 'nim-values',
  heading: 'Nim-values',
  lacks: ({ nim }) => (nim.reach === 0 ? 'no nim-values are stored' : null),
  async make({ store, game, nim, reading }) {
    const to = nim.frontier === 0 ? { to: LEAST_COUNTED } : {};
    const result = await readNimValues(store, game.definition, { ...reading, ...to });
    return [{ result, command: `nim-values${nim.frontier === 0 ? ` --to ${LEAST_COUNTED}` : ''}` }];
  },
};

export const recordsSection: Section = {
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

export const valuesSection: Section = {
  id: 'values',
  heading: 'Distribution of nim-values',
  lacks: lacksNimCounts,
  async make({ store, game, reading }) {
    const result = await analyzeValues(store, game, reading);
    const { points, range, largest } = result;
    const { counts } = points[points.length - 1];
    const most = mostOf(counts);
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

export const remotenessSection: Section = {
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
