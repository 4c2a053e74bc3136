/** The descriptions and OEIS numbers of games with a name, and of members of families. */
import { declaredBy, type Game } from './game.js';
import type { OeisNumbers } from './sets/catalogue.js';
import { knownSets, memberOf } from './sets/families.js';

export const DERIVED_SETS: Readonly<Record<string, OeisNumbers | undefined>> = {
  'primes-1': { set: 'A006093' },
  'primes+1': { set: 'A008864' },
  '2*primes': { set: 'A100484' },
};

export interface TableEntry {
  /** Null if no table has the set. */
  readonly description: string | null;
  readonly oeis: OeisNumbers;
  /** Whether it is a member of a family, whose description this is. */
  readonly isMember: boolean;
}

export function tableEntryOf(game: Game): TableEntry {
  const { key } = game;
  const known = knownSets().find((one) => one.key === key);
  const oeis = known?.oeis ?? DERIVED_SETS[key] ?? {};
  if (known?.isNamed === true) return { description: known.description, oeis, isMember: false };
  const family = known?.family ?? (declaredBy(game) === undefined ? memberOf(game)?.family : undefined);
  const description = family && `${family.description} (${family.name}:${family.parameters})`;
  return { description: description ?? null, oeis, isMember: family !== undefined };
}
