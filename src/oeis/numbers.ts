/** OEIS numbers of sequences of games, from the tables of sets. */
import type { Game } from '../game/game.js';
import type { OeisNumbers } from '../game/sets/catalogue.js';
import { OEIS_ENTRIES, type OeisCounting } from './known-entries.js';
import { tableEntryOf } from '../game/tables.js';
import type { SequenceName } from '../engine/reading/sequences.js';

export function oeisNumbersOf(game: Game): OeisNumbers {
  return tableEntryOf(game).oeis;
}

/** A known OEIS entry of a sequence of a game. */
export interface KnownEntry extends OeisCounting {
  readonly number: string;
  readonly link: string;
}

/** Returns the known entry of a sequence, or null if there is none, or its offset is unknown. */
export function oeisEntryOf(game: Game, sequence: SequenceName): KnownEntry | null {
  const numbers: Partial<Record<SequenceName, string>> = oeisNumbersOf(game);
  const number = numbers[sequence];
  const counting = number === undefined ? undefined : OEIS_ENTRIES[number];
  return number && counting ? { number, link: oeisLink(number), ...counting } : null;
}

/** `a(1) = 4`. */
export function describeBeginning({ offset, begins }: OeisCounting): string {
  return `a(${offset}) = ${begins[0]}`;
}

function oeisLink(number: string): string {
  return `https://oeis.org/${number}`;
}
