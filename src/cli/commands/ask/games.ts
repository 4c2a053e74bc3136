/** `takeaway games`: the games that have a name, the families of games, and what is stored of them and of others. */
import { CATALOGUE, FAMILIES, readGame, type GameInfo, type OeisNumbers } from '../../../index.js';
import { defineCommand } from '../../command.js';
import { writeData, writeJson } from '../../terminal/output.js';
import { reading } from '../../store.js';
import { grouped, table } from '../../words/text.js';

interface Listed {
  readonly game: string;
  /** Null for a game that is in no table. */
  readonly description: string | null;
  readonly oeis: OeisNumbers;
  /** The frontier of each series that is stored; empty for a whole family. */
  readonly stored: Readonly<Record<string, number>>;
}

export const gamesCommand = defineCommand({
  examples: [
    ['games', 'the catalogue, the families, and what is stored'],
    ['games --json', 'for machines'],
  ],
  positionals: {},
  options: {},
  run: ({ store: folder, json }) =>
    reading(folder, async (store) => {
      const games = listGames(store.info());
      if (json) await writeJson({ store: store.folder, games });
      else await writeData(describe(games));
    }),
});

/** The catalogue; each family with the members of it that have OEIS numbers; and what else is stored. */
function listGames(stored: readonly GameInfo[]): Listed[] {
  const frontiers = new Map(
    stored.map(({ game, series }) => [
      game,
      Object.fromEntries(Object.entries(series).map(([name, { frontier }]) => [name, frontier])),
    ]),
  );
  /** What is stored of a game, which is then listed. */
  const take = (key: string): Listed['stored'] => {
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
        const stored = take(readGame(game).key);
        return { game, description: `one of ${name}:${parameters}`, oeis: member.oeis, stored };
      }),
  ]);
  const others = [...frontiers].map(([game, of]) => ({ game, description: null, oeis: {}, stored: of }));
  return [...named, ...inFamilies, ...others];
}

function describe(games: readonly Listed[]): string {
  const rows = games.map(({ game, description, oeis, stored }) => [
    game,
    description ?? 'a game of its own',
    Object.values(oeis).join(' '),
    Object.entries(stored)
      .map(([series, frontier]) => `${series} to ${grouped(frontier)}`)
      .join(', '),
  ]);
  return table([['game', 'subtraction set', 'OEIS', 'stored'], ...rows]);
}
