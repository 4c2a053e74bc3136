/** What a section of a report is: a record that says whether it applies, and what it then consists of. */
import { grouped } from '../../words/typeset.js';
import type { GameFacts } from './facts.js';
import type { Html } from './html.js';

/** What a figure shows, and the options by which `plot` draws it: those that are undefined are left out. */
export interface Plot {
  readonly result: { readonly analysis: string };
  readonly options?: Readonly<Record<string, number | string | undefined>>;
}

/** A part of a section: text, a table, or a figure. */
export type Block = Html | Plot;

export interface Section {
  /** The anchor of its heading. */
  readonly id: string;
  readonly heading: string;
  /** Why a game has no such section, for readers; null where it has. */
  lacks(facts: GameFacts): string | null;
  /** What it consists of. */
  make(facts: GameFacts): Promise<readonly Block[]>;
}

/** Numbers that are listed at most. */
const MOST_LISTED = 12;

/** `0, 2 and 5`; of many the first, and how many others. */
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

/** Why a game whose period or formula is known has no counts. */
const IS_REGULAR = 'the rule under "How to win" says all of it';
/** Periods up to this length are shown as a strip and a table. */
export const LONGEST_TABLE = 64;
/** Positions below which counts say nothing. */
export const MIN_COUNTED = 100;

/** 0, 1, ..., length - 1. */
export function range(length: number): number[] {
  return Array.from({ length }, (_, i) => i);
}

/** Why cold positions of a game are not counted. */
export function lacksCounts({ isRegular, cold }: GameFacts, least: number): string | null {
  if (isRegular) return IS_REGULAR;
  return cold.frontier < least ? `fewer than ${grouped(least)} positions are stored` : null;
}

/** Why nim-values of a game are not counted. */
export function lacksNimCounts({ isRegular, nim }: GameFacts): string | null {
  if (isRegular) return IS_REGULAR;
  if (nim.frontier === 0) return 'no nim-values are stored';
  return nim.frontier < MIN_COUNTED ? `fewer than ${grouped(MIN_COUNTED)} nim-values are stored` : null;
}
