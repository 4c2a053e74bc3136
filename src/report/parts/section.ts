/** The interface of a section of a report: whether it applies, and its content. */
import { grouped } from '../../words/typeset.js';
import type { GameFacts } from './facts.js';
import type { Html } from './html.js';

/** A result to draw, and the options of `plot` that draw it; undefined ones are left out. */
export interface Plot {
  readonly result: { readonly analysis: string };
  readonly options?: Readonly<Record<string, number | string | undefined>>;
}

/** Text, a table, or a figure. */
export type Block = Html | Plot;

export interface Section {
  /** The anchor of its heading. */
  readonly id: string;
  readonly heading: string;
  /** Returns the reason why a game lacks the section, for readers; null if it has it. */
  lacks(facts: GameFacts): string | null;
  make(facts: GameFacts): Promise<readonly Block[]>;
}

const MOST_LISTED = 12;

/** Returns `0, 2 and 5`, or the first of many and the number of others. */
export function listed(
  numbers: readonly number[],
  last: 'and' | 'or',
  most = MOST_LISTED,
  write = grouped,
): string {
  if (numbers.length < 2) return numbers.map(write).join('');
  const shown = numbers.length > most ? numbers.slice(0, most - 1) : numbers.slice(0, -1);
  const rest = numbers.length - shown.length;
  return `${shown.map(write).join(', ')} ${last} ${rest === 1 ? write(numbers[numbers.length - 1]) : `${write(rest)} others`}`;
}

/** The reason why a game with a known period or formula has no counts. */
const IS_REGULAR = 'the rule under "How to win" says all of it';
/** Longer periods are not shown as a strip and a table. */
export const LONGEST_TABLE = 64;
/** With fewer positions counts are not meaningful. */
export const MIN_COUNTED = 100;

/** Returns 0, 1, ..., length - 1. */
export function range(length: number): number[] {
  return Array.from({ length }, (_, i) => i);
}

/** Returns the reason why cold positions of a game are not counted, or null. */
export function lacksCounts({ isRegular, cold }: GameFacts, least: number): string | null {
  if (isRegular) return IS_REGULAR;
  return cold.frontier < least ? `fewer than ${grouped(least)} positions are stored` : null;
}

/** Returns the reason why nim-values of a game are not counted, or null. */
export function lacksNimCounts({ isRegular, nim }: GameFacts): string | null {
  if (isRegular) return IS_REGULAR;
  if (nim.frontier === 0) return 'no nim-values are stored';
  return nim.frontier < MIN_COUNTED ? `fewer than ${grouped(MIN_COUNTED)} nim-values are stored` : null;
}
