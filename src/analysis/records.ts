/** First positions of the nim-values, and new maxima (Eppstein 2018, section 3.1, Figure 1). */
import { integersOf } from '../columnar/layout.js';
import { lengthOf } from '../common/range.js';
import type { ReadableStore } from '../engine/reading/readable-store.js';
import type { Aggregate } from '../engine/views/aggregating.js';
import { countAxis, dots, logAxis, overFit, residualsPanel, thinned } from '../figures/parts.js';
import { figure, type Figure, type Size } from '../figures/theme.js';
import { noteFirst } from '../game/first-positions.js';
import type { Game } from '../game/game.js';
import { prose } from '../report/parts/html.js';
import { lacksNimCounts, type Section } from '../report/parts/section.js';
import { formula, grouped, within } from '../words/typeset.js';
import {
  checkRows,
  headOf,
  tabulate,
  whole,
  type Analysis,
  type AnalysisOptions,
  type Common,
} from './analysis.js';
import { fitOfGame, type Fit } from './counting/fit.js';
import { maximaAmong } from './counting/maxima.js';
import { amount, fitLine, fitSentence, tableOfColumns } from './facts.js';

/** Where a nim-value first occurs in the range. */
export interface ValueRecord {
  readonly value: number;
  readonly position: number;
  /** Whether no position of the range below has a larger or equal value. Always so when the range starts at 0. */
  readonly isMaximum: boolean;
}

/** The first position of each nim-value (Eppstein 2018, Figure 1: the new maxima). */
export interface RecordsResult extends Common<'records'> {
  /** By increasing value; values that do not occur are left out. */
  readonly records: readonly ValueRecord[];
  /** Through the new maxima with position and value at least 1; null when those are fewer than 2. */
  readonly fit: Fit | null;
}

/** The values of a part, each with where it first occurs. */
const firstPositions: Aggregate<[value: number, position: number][]> = {
  name: 'first positions',
  version: 1,
  async compute(runs) {
    const first = new Map<number, number>();
    for await (const { start, values } of runs) noteFirst(first, integersOf(values), start);
    return [...first];
  },
};

/**
 * The first position of each nim-value in a range, and the fit through the new maxima. Raises `not-stored` where
 * nim-values are not, and a usage error where too many nim-values occur. Cost: reading the range once, what repeats above the
 * stored blocks but once; then the aggregates.
 */
export async function analyzeRecords(
  store: ReadableStore,
  game: string | Game,
  options: AnalysisOptions = {},
): Promise<RecordsResult> {
  const source = await store.source(game, 'nim', options);
  const first = new Map<number, number>();
  for await (const part of source.aggregates(() => firstPositions)) {
    // Where values rise each period has new ones; else the first has them all.
    const periods = part.rise > 0 ? part.times : 1;
    checkRows(first.size + periods * part.value.length, 'The nim-values of the range');
    for (let period = 0; period < periods; period++) {
      await source.breathe();
      for (const [value, position] of part.value) {
        const risen = value + period * part.rise;
        if (!first.has(risen)) first.set(risen, position + period * lengthOf(part));
      }
    }
  }
  const values = Float64Array.from(first.keys()).sort();
  const positions = values.map((value) => first.get(value)!);
  const maxima = maximaAmong(positions);
  const records = Array.from(values, (value, i): ValueRecord => {
    return { value, position: positions[i], isMaximum: maxima[i] };
  });
  const fit = await fitOfGame(source, () =>
    records.filter(({ isMaximum }) => isMaximum).map(({ position, value }) => ({ x: position, y: value })),
  );
  return { ...headOf('records', 'nim', source), records, fit };
}

/** Null when no nim-value above 0 was found at a position above 0, which logarithmic axes cannot show. */
function recordsFigure({ game, records, range, fit }: RecordsResult, size: Size): Figure | null {
  const points = records
    .filter(({ isMaximum, position, value }) => isMaximum && position >= 1 && value >= 1)
    .map(({ position, value }) => ({ x: position, y: value }));
  if (points.length === 0) return null;
  const last = points[points.length - 1];
  const isFitted = fit !== null;
  const x = logAxis('position n', 1, last.x);
  const title = 'largest nim-value so far';
  const y = isFitted ? logAxis(title, 1, last.y) : countAxis(title, 0, last.y + 1);
  const shown = thinned(points, (point) => point, size);
  const notes = [`The first position of each new maximum ${within(range)}`];
  const description =
    `${points.length} new maxima of the nim-value, from ${points[0].y} at position ${points[0].x} to ${last.y} at ` +
    `position ${last.x}${isFitted ? ', on doubly logarithmic axes' : ''}.` +
    (isFitted
      ? ` The line is Siegel's repeated-median fit ${formula(fit)}; below it, how far each maximum is off the fit.`
      : '');
  return figure({ title: `Records of the nim-value: ${game}`, notes, description, width: size.width }, [
    {
      ...size,
      layer: overFit(
        dots(shown, x, y, isFitted ? {} : { size: 50 }),
        isFitted ? fit : null,
        points,
        [x, y],
        size,
      ),
    },
    ...(isFitted ? [residualsPanel(shown, fit, x, size)] : []),
  ]);
}

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
      { result },
      tableOfColumns('First position of each nim-value', recordsAnalysis.columns(result)),
    ];
  },
};

export const recordsAnalysis: Analysis<'records', AnalysisOptions, RecordsResult> = {
  name: 'records',
  summary: 'new maxima of the nim-value, the fit, and their distance from it',
  seriesOf: () => 'nim',
  options: [],
  run: analyzeRecords,
  columns: ({ records }) =>
    tabulate(records, [
      whole('nim_value', 'Nim-value', ({ value }) => value),
      whole('position', 'First position', ({ position }) => position),
      { name: 'is_maximum', type: 'bool', heading: 'New maximum', of: ({ isMaximum }) => isMaximum },
    ]),
  facts: ({ records, fit }, write, measured) => [
    `${amount(records.length, 'nim-value', write)}, the largest ${write(records.at(-1)?.value ?? 0)}.`,
    ...fitLine('The new maxima follow', fit, write, measured),
  ],
  needs: 'a position above 0 with a nim-value above 0',
  draw: recordsFigure,
  view: {
    title: 'Records',
    lead: 'Where each nim-value first occurs, and which are new maxima.',
    isByPosition: true,
  },
  section: recordsSection,
};
