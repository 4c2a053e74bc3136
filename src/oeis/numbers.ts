/** The numbers that sequences of games have in the OEIS, as far as the tables of sets know them. */
import type { Game } from '../game/game.js';
import type { OeisNumbers } from '../game/sets/catalogue.js';
import { tableEntryOf } from '../game/tables.js';
import type { SequenceName } from '../engine/reading/sequences.js';

/** The OEIS numbers of a game; none where no table has it. */
export function oeisNumbersOf(game: Game): OeisNumbers {
  return tableEntryOf(game).oeis;
}

/** The number of a sequence of a game; null where none is known. */
export function oeisNumberOf(game: Game, sequence: SequenceName): string | null {
  return sequence === 'gaps' || sequence === 'outcomes' ? null : (oeisNumbersOf(game)[sequence] ?? null);
}

/** The page of an entry. */
export function oeisLink(number: string): string {
  return `https://oeis.org/${number}`;
}
