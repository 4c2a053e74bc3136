/** What the tables of sets say of a game: those with a name, and the members of families. */
import type { Game } from './game.js';
import { CATALOGUE, type OeisNumbers } from './sets/catalogue.js';
import { FAMILIES } from './sets/families.js';
import { parseSet } from './sets/set-text.js';

/** What is known of a game by its set. */
export interface TableEntry {
  /** Null where no table has the set. */
  readonly description: string | null;
  readonly oeis: OeisNumbers;
  /** Whether it is a member of a family, which the description is then of. */
  readonly isMember: boolean;
}

/** The entry of a game; without a description where no table has it. */
export function tableEntryOf({ key, hotspots, seed }: Game): TableEntry {
  const named = CATALOGUE.find(({ name }) => name === key);
  if (named !== undefined) return { ...named, isMember: false };
  for (const { name, parameters, description, members } of FAMILIES) {
    const member = members.find((each) => parseSet(`${name}:${each.parameters}`, () => '').key === key);
    const isDeclared = hotspots !== undefined || seed !== undefined;
    if (member !== undefined || (key.startsWith(`${name}:`) && !isDeclared)) {
      return {
        description: `${description} (${name}:${parameters})`,
        oeis: member?.oeis ?? {},
        isMember: true,
      };
    }
  }
  return { description: null, oeis: {}, isMember: false };
}
