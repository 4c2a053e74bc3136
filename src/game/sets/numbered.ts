/** Games by the numbers that the OEIS has of them: A030193 is the cold positions of subtract-a-square. */
import { CATALOGUE, type OeisNumbers } from './catalogue.js';
import { FAMILIES } from './families.js';

/** A game, and which of its numbers it is. */
export interface NumberedGame {
  readonly game: string;
  readonly kind: keyof OeisNumbers;
}

/** Whether a text is written as a number of the OEIS. */
export function isOeisNumber(text: string): boolean {
  return /^\s*A\d{6}\s*$/i.test(text);
}

/** The first game in the tables that has a number, as a set or as a sequence of it; undefined where none has. */
export function numberedGame(text: string): NumberedGame | undefined {
  const number = text.trim().toUpperCase();
  const members = FAMILIES.flatMap((family) =>
    family.members.map(({ parameters, oeis }) => ({ name: `${family.name}:${parameters}`, oeis })),
  );
  for (const { name, oeis } of [...CATALOGUE, ...members]) {
    for (const [kind, known] of Object.entries(oeis))
      if (known === number) return { game: name, kind: kind as keyof OeisNumbers };
  }
  return undefined;
}
