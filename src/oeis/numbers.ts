/** The numbers that sequences of games have in the OEIS, as far as the catalogue knows them. */
import type { Game } from '../game/game.js';
import { CATALOGUE, type OeisNumbers } from '../game/sets/catalogue.js';
import { FAMILIES } from '../game/sets/families.js';
import { parseSet } from '../game/sets/set-text.js';
import type { SequenceName } from '../engine/reading/sequences.js';

/** The OEIS numbers of a game; none where no table has it. */
export function oeisNumbersOf({ key }: Game): OeisNumbers {
  const named = CATALOGUE.find(({ name }) => name === key);
  if (named !== undefined) return named.oeis;
  for (const { name, members } of FAMILIES) {
    for (const { parameters, oeis } of members) {
      if (parseSet(`${name}:${parameters}`, () => '').key === key) return oeis;
    }
  }
  return {};
}

/** The number of a sequence of a game; null where none is known. */
export function oeisNumberOf(game: Game, sequence: SequenceName): string | null {
  return sequence === 'gaps' || sequence === 'outcomes' ? null : (oeisNumbersOf(game)[sequence] ?? null);
}

/** The page of an entry. */
export function oeisLink(number: string): string {
  return `https://oeis.org/${number}`;
}
