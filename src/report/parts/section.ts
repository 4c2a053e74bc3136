/** The interface of a section of a report: whether it applies, and its content. */
import { withCommas } from '../../words/typeset.js';
import type { ReportFacts } from './facts.js';
import type { Html } from './html.js';

/** A result to draw, and the options of `plot` that draw it; undefined ones are left out. */
export interface Plot {
  readonly result: { readonly analysis: string };
  readonly options?: Readonly<Record<string, number | string | undefined>>;
}

export type Block = Html | Plot;

export interface Section {
  /** The anchor of its heading. */
  readonly id: string;
  readonly heading: string;
  /** Returns the reason why a game lacks the section, for readers; null if it has it. */
  lacks(facts: ReportFacts): string | null;
  make(facts: ReportFacts): Promise<readonly Block[]>;
}

const MAX_LISTED = 12;

/** Returns `0, 2 and 5`, or the first of many and the number of others. */
export function listed(
  numbers: readonly number[],
  last: 'and' | 'or',
  most = MAX_LISTED,
  write = withCommas,
): string {
  if (numbers.length < 2) return numbers.map(write).join('');
  const shown = numbers.length > most ? numbers.slice(0, most - 1) : numbers.slice(0, -1);
  const rest = numbers.length - shown.length;
  return `${shown.map(write).join(', ')} ${last} ${rest === 1 ? write(numbers[numbers.length - 1]) : `${write(rest)} others`}`;
}

/** The reason why a game with a known period or formula has no counts. */
const IS_REGULAR = 'the rule under "How to win" says all of it';
/** Longer periods are not shown as a strip and a table. */
export const MAX_TABLE_PERIOD = 64;
export const MIN_COUNTED = 100;

/** Returns 0, 1, ..., length - 1. */
export function range(length: number): number[] {
  return Array.from({ length }, (_, i) => i);
}

/** Returns the reason why cold positions of a game are not counted, or null. */
export function lacksCounts({ isRegular, cold }: ReportFacts, least: number): string | null {
  if (isRegular) return IS_REGULAR;
  return cold.frontier < least ? `fewer than ${withCommas(least)} positions are stored` : null;
}

/** Returns the reason why nim-values of a game are not counted, or null. */
export function lacksNimCounts({ isRegular, nim }: ReportFacts): string | null {
  if (isRegular) return IS_REGULAR;
  if (nim.frontier === 0) return 'no nim-values are stored';
  return nim.frontier < MIN_COUNTED ? `fewer than ${withCommas(MIN_COUNTED)} nim-values are stored` : null;
}
