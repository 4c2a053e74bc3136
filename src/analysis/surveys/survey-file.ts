/** Types of results of surveys, and a reader of sets and periods from a survey's table, or one with the same columns. */
import { refuse } from '../../common/errors.js';
import { checkRange } from '../../common/range.js';
import { breather } from '../../common/stoppable.js';
import type { ChooseColumns, NumberBatch } from '../../tables/reading.js';
import type { Fit } from '../counting/fit.js';
import type { Common } from '../result.js';
import { presented, type Presentation, type Shown } from '../study.js';
import { choice } from '../../words/params.js';

/** The periods of a survey: of nim-values or of outcomes. */
const SURVEY_SERIES = ['nim', 'cold'] as const;
type SurveySeries = (typeof SURVEY_SERIES)[number];

/** The sets of a survey to read, and the abort signal. */
export interface SurveyReading {
  /** Default nim-values, if the survey has them. */
  readonly series?: SurveySeries | undefined;
  /** Only sets whose largest move is at least this. Default 0. */
  readonly from?: number | undefined;
  /** Only sets whose largest move is below this. Default all. */
  readonly to?: number | undefined;
  /** Raises `interrupted` when aborted. */
  readonly signal?: AbortSignal | undefined;
}

export interface SurveyTable {
  readonly path: string;
  /** Its name in results and figures. */
  readonly game: string;
  /** Yields the rows of the chosen columns. Raises a usage error if it cannot be read. */
  read(choose: ChooseColumns): AsyncIterable<NumberBatch>;
}

interface Runs<Options extends SurveyReading, Result> {
  /** The heading of its section in a report. */
  readonly heading: string;
  /** Reads the table of a survey, once or twice. */
  run(table: SurveyTable, options: Options): Promise<Result>;
}

/** A study of a survey in lists. */
export interface SurveyEntry<
  Name extends string = string,
  Options extends SurveyReading = SurveyReading,
  Result extends Common<Name> = Common<Name>,
>
  extends Shown<Name>, Runs<Options, Result> {}

/** Closes a study of a survey over its types. */
export function surveyed<Name extends string, Options extends SurveyReading, Result extends Common<Name>>(
  own: Presentation<Name, Result> & Runs<Options, Result>,
): SurveyEntry<Name, Options, Result> {
  return { ...own, ...presented(own) };
}

export interface KindShare {
  readonly kind: string;
  readonly sets: number;
  /** Their longest period and preperiod, 0 if none is proven, and the first set with such a period. */
  readonly longestPeriod: number;
  readonly longestPreperiod: number;
  readonly set: readonly number[];
}

export interface KindsResult extends Common<'kinds'> {
  readonly sets: number;
  readonly kinds: readonly KindShare[];
}

/** Sets whose preperiod is at least `start` and below `stop`. */
export interface PreperiodShare {
  readonly start: number;
  readonly stop: number;
  readonly sets: number;
}

export interface PreperiodsResult extends Common<'preperiods'> {
  /** Sets with a proven period; `unproven` are the others. */
  readonly sets: number;
  readonly unproven: number;
  /** From 0, 1, 2, 4, 8, ... on. */
  readonly shares: readonly PreperiodShare[];
  /** The longest preperiod, and the first set with it; null if no period is proven. */
  readonly longest: { readonly preperiod: number; readonly set: readonly number[] } | null;
}

/** The sets of a survey with the same largest move. */
export interface LongestPeriod {
  readonly largestMove: number;
  readonly sets: number;
  /** The longest period, its preperiod, and the first set that has it. */
  readonly period: number;
  readonly preperiod: number;
  readonly set: readonly number[];
  /** Whether no set of the survey with a smaller largest move has a period as long. */
  readonly isRecord: boolean;
}

/** Exponential growth: coefficient * factor^n. */
export interface ExponentialFit {
  readonly coefficient: number;
  readonly factor: number;
}

export interface GrowthResult extends Common<'growth'> {
  /** By increasing largest move, without moves that have no proven period. */
  readonly longest: readonly LongestPeriod[];
  /** The longest periods as a power of the largest move n; null if there are fewer than 2. */
  readonly fit: Fit | null;
  /** The longest periods as a power with the exponent n. */
  readonly exponential: ExponentialFit | null;
  /** Half of the longest periods are within this factor of each fit: smaller is better. */
  readonly offBy: { readonly fit: number; readonly exponential: number } | null;
}

export interface PlaneOptions extends SurveyReading {
  /** The move common to all sets shown. Default the one common to all sets of the survey, or the largest. */
  readonly third?: number | undefined;
}

export interface PlaneResult extends Common<'plane'> {
  readonly third: number;
  /** The largest of the two other moves, and the length of a row of cells. */
  readonly side: number;
  /** For moves a < b at (b - 1) * side + a - 1: one more than the index of the kind in `kinds`; 0 if there is no set. */
  readonly cells: Uint8Array;
  readonly kinds: readonly { readonly kind: string; readonly sets: number }[];
}

export const SERIES_OPTION = {
  series: choice(
    'the periods to look at, of nim-values (nim) or outcomes (cold); default nim where the survey has it',
    SURVEY_SERIES,
  ),
};

/** Receives each set: its moves, increasing; the period, 0 if none is proven; the preperiod. */
export type VisitSet = (set: readonly number[], period: number, preperiod: number) => void;

const COLUMNS = {
  nim: ['nim_period', 'nim_preperiod'],
  cold: ['outcome_period', 'outcome_preperiod'],
} as const;

/**
 * Reads a survey once. Returns the common fields of a result; the range is that of the largest moves. Raises a usage error for a
 * file that is no table of a survey, or has no set in the range.
 */
export async function readSurvey<Name extends string>(
  table: SurveyTable,
  analysis: Name,
  { series: asked, from = 0, to = Infinity, signal }: SurveyReading,
  visit: VisitSet,
): Promise<Common<Name>> {
  if (Number.isFinite(to)) checkRange({ start: from, stop: to });
  const { path, game } = table;
  let series: SurveySeries = 'nim';
  let size = 0;
  const choose = (all: readonly string[]): string[] => {
    const names = new Set(all);
    const hasColdAlone = names.has(COLUMNS.cold[0]) && !names.has(COLUMNS.nim[0]);
    series = asked ?? (hasColdAlone ? 'cold' : 'nim');
    while (names.has(`s${size + 1}`)) size++;
    const wanted = [...Array.from({ length: Math.max(1, size) }, (_, i) => `s${i + 1}`), ...COLUMNS[series]];
    const missing = wanted.find((name) => !names.has(name));
    if (missing !== undefined)
      refuse('The survey {path} has no column {missing}. It needs the columns {wanted}.', {
        path,
        missing,
        wanted,
      });
    return wanted;
  };
  const breathe = breather(signal);
  const range = { start: Infinity, stop: 0 };
  let row = 0;
  for await (const batch of table.read(choose)) {
    await breathe();
    for (let i = 0; i < batch[0].length; i++, row++) {
      const set = setIn(batch, size, i);
      const [period, preperiod] = [batch[size][i], batch[size + 1][i]];
      if (set === undefined || !isCount(period) || !isCount(preperiod))
        refuse(
          'Row {row} of the survey {path} is {cells}. A row has increasing moves, then a period and a preperiod.',
          { path, row: row + 1, cells: batch.map((column) => column[i]).join(', ') },
        );
      const largest = set[set.length - 1];
      if (largest < from || largest >= to) continue;
      range.start = Math.min(range.start, largest);
      range.stop = Math.max(range.stop, largest + 1);
      visit(set, period, preperiod);
    }
  }
  if (range.stop === 0) {
    refuse(
      `The survey {path} has no set whose largest move is from {from} on${to === Infinity ? '' : ' and below {to}'}. Choose a longer range.`,
      { path, from, to: to === Infinity ? undefined : to },
    );
  }
  return { analysis, game, series, range };
}

function isCount(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0;
}

/** Returns the moves of a row, which zeros may follow; undefined if they are invalid. */
function setIn(batch: NumberBatch, size: number, row: number): number[] | undefined {
  const set: number[] = [];
  for (let i = 0; i < size && batch[i][row] !== 0; i++) {
    const move = batch[i][row];
    if (!isCount(move) || (i > 0 && move <= batch[i - 1][row])) return undefined;
    set.push(move);
  }
  return set.length === 0 ? undefined : set;
}
