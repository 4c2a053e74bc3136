/** The games that have a name, the families, and what is stored of them and of others, as data. */
import type { GameInfo } from '../engine/reading/info.js';
import { parseGame } from '../game/game.js';
import { CATALOGUE, type OeisNumbers } from '../game/sets/catalogue.js';
import { FAMILIES } from '../game/sets/families.js';

/** A game in the list. */
export interface ListedGame {
  readonly game: string;
  /** Null for a game that is in no table. */
  readonly description: string | null;
  readonly oeis: OeisNumbers;
  /** The frontier of each series that is stored; empty for a whole family. */
  readonly stored: Readonly<Record<string, number>>;
}

/** Lists the catalogue; each family with the members of it that have OEIS numbers; and what else is stored. */
export function listGames(stored: readonly GameInfo[]): ListedGame[] {
  const frontiers = new Map(
    stored.map(({ game, series }) => [
      game,
      Object.fromEntries(Object.entries(series).map(([name, { frontier }]) => [name, frontier])),
    ]),
  );
  /** What is stored of a game, which is then listed. */
  const take = (key: string): ListedGame['stored'] => {
    const found = frontiers.get(key) ?? {};
    frontiers.delete(key);
    return found;
  };
  const named = CATALOGUE.map(({ name, description, oeis }) => ({
    game: name,
    description,
    oeis,
    stored: take(name),
  }));
  const inFamilies = FAMILIES.flatMap(({ name, parameters, description, members }) => [
    { game: `${name}:${parameters}`, description, oeis: {}, stored: {} },
    ...members
      .filter(({ oeis }) => Object.keys(oeis).length > 0)
      .map((member) => {
        const game = `${name}:${member.parameters}`;
        const stored = take(parseGame(game).key);
        return { game, description: `one of ${name}:${parameters}`, oeis: member.oeis, stored };
      }),
  ]);
  const others = [...frontiers].map(([game, of]) => ({ game, description: null, oeis: {}, stored: of }));
  return [...named, ...inFamilies, ...others];
}
