/** The list of named games, families, and stored games, as data. */
import type { GameInfo } from '../engine/reading/info.js';
import type { OeisNumbers } from '../game/sets/catalogue.js';
import { FAMILIES, knownSets, type SetFamily } from '../game/sets/families.js';

export interface ListedGame {
  readonly game: string;
  /** Null for a game in no table. */
  readonly description: string | null;
  readonly oeis: OeisNumbers;
  /** The frontier of each stored series; empty for a whole family. */
  readonly stored: Readonly<Record<string, number>>;
}

/** Lists user-defined names, the catalogue, each family with its members that have OEIS numbers, and other stored games. */
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
  /** Removes a game from the unlisted ones and returns its frontiers. */
  const take = (key: string): ListedGame['stored'] => {
    const found = frontiers.get(key) ?? {};
    frontiers.delete(key);
    return found;
  };
  /** The sets of the catalogue (undefined family), or the members of a family that have OEIS numbers. */
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
