/** The games that have a name, the families, and what is stored of them and of others, as data. */
import type { GameInfo } from '../engine/reading/info.js';
import type { OeisNumbers } from '../game/sets/catalogue.js';
import { FAMILIES, knownSets, type SetFamily } from '../game/sets/families.js';

/** A game in the list. */
export interface ListedGame {
  readonly game: string;
  /** Null for a game that is in no table. */
  readonly description: string | null;
  readonly oeis: OeisNumbers;
  /** The frontier of each series that is stored; empty for a whole family. */
  readonly stored: Readonly<Record<string, number>>;
}

/** Lists the names that were given in a store; the catalogue; each family with the members of it that have OEIS numbers; and what else is stored. */
export function listGames(
  stored: readonly GameInfo[],
  own: ReadonlyMap<string, { readonly key: string }> = new Map(),
): ListedGame[] {
  const frontiers = new Map(
    stored.map(({ game, series }) => [
      game,
      Object.fromEntries(Object.entries(series).map(([name, { frontier }]) => [name, frontier])),
    ]),
  );
  const sets = knownSets();
  /** What is stored of a game, which is then listed. */
  const take = (key: string): ListedGame['stored'] => {
    const found = frontiers.get(key) ?? {};
    frontiers.delete(key);
    return found;
  };
  /** The sets of a family that have numbers; those of the catalogue, whose family is undefined, all. */
  const known = (family: SetFamily | undefined, description?: string): ListedGame[] =>
    sets
      .filter((set) => set.family === family && (family === undefined || Object.keys(set.oeis).length > 0))
      .map((set) => ({
        game: set.name,
        description: set.isNamed ? set.description : (description ?? set.description),
        oeis: set.oeis,
        stored: take(set.key),
      }));
  const inFamilies = FAMILIES.flatMap((family) => {
    const form = `${family.name}:${family.parameters}`;
    const whole = { game: form, description: family.description, oeis: {}, stored: {} };
    return [whole, ...known(family, `one of ${form}`)];
  });
  const given = Array.from(own, ([name, { key }]) => {
    return { game: name, description: `the name here of ${key}`, oeis: {}, stored: frontiers.get(key) ?? {} };
  });
  const named = known(undefined);
  const others = [...frontiers].map(([game, of]) => ({ game, description: null, oeis: {}, stored: of }));
  return [...given, ...named, ...inFamilies, ...others];
}
