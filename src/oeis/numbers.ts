/** The numbers that sequences of games have in the OEIS, as far as the tables of sets know them. */
import type { Game } from '../game/game.js';
import type { OeisNumbers } from '../game/sets/catalogue.js';
import { OEIS_ENTRIES, type OeisCounting } from './known-entries.js';
import { tableEntryOf } from '../game/tables.js';
import type { SequenceName } from '../engine/reading/sequences.js';

/** The OEIS numbers of a game; none where no table has it. */
export function oeisNumbersOf(game: Game): OeisNumbers {
  return tableEntryOf(game).oeis;
}

/** A known entry of a sequence of a game, and how it is counted. */
export interface KnownEntry extends OeisCounting {
  readonly number: string;
  readonly link: string;
}

/** The entry of a sequence of a game; null where none is known, or not how it is counted. */
export function oeisEntryOf(game: Game, sequence: SequenceName): KnownEntry | null {
  const numbers: Partial<Record<SequenceName, string>> = oeisNumbersOf(game);
  const number = numbers[sequence];
  const counting = number === undefined ? undefined : OEIS_ENTRIES[number];
  return number && counting ? { number, link: oeisLink(number), ...counting } : null;
}

/** `a(1) = 4`: where an entry begins. */
export function describeBeginning({ offset, begins }: OeisCounting): string {
  return `a(${offset}) = ${begins[0]}`;
}

/** The page of an entry. */
function oeisLink(number: string): string {
  return `https://oeis.org/${number}`;
}
