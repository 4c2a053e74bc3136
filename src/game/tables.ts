/** What the tables of sets say of a game: those with a name, and the members of families. */
import { declaredBy, type Game } from './game.js';
import type { OeisNumbers } from './sets/catalogue.js';
import { knownSets, memberOf } from './sets/families.js';

/** OEIS numbers of sets that are made of listed ones, by their keys. */
export const DERIVED_SETS: Readonly<Record<string, OeisNumbers | undefined>> = {
  'primes-1': { set: 'A006093' },
  'primes+1': { set: 'A008864' },
  '2*primes': { set: 'A100484' },
};

/** What is known of a game by its set. */
export interface TableEntry {
  /** Null where no table has the set. */
  readonly description: string | null;
  readonly oeis: OeisNumbers;
  /** Whether it is a member of a family, which the description is then of. */
  readonly isMember: boolean;
}

/** The entry of a game; without a description where no table has it. */
export function tableEntryOf(game: Game): TableEntry {
  const { key } = game;
  const known = knownSets().find((one) => one.key === key);
  const oeis = known?.oeis ?? DERIVED_SETS[key] ?? {};
  if (known?.isNamed === true) return { description: known.description, oeis, isMember: false };
  const family = known?.family ?? (declaredBy(game) === undefined ? memberOf(game)?.family : undefined);
  const description = family && `${family.description} (${family.name}:${family.parameters})`;
  return { description: description ?? null, oeis, isMember: family !== undefined };
}
