/** `takeaway games`: the games that have a name, and what is stored of them and of others. */
import { CATALOGUE, type CatalogueEntry, type GameInfo } from '../index.js';
import { defineCommand } from './command.js';
import { writeData, writeJson } from './output.js';
import { reading } from './store.js';
import { grouped, table } from './text.js';

interface Listed {
  readonly game: string;
  /** Null for a game without a name. */
  readonly description: string | null;
  readonly oeis: CatalogueEntry['oeis'];
  /** The frontier of each series that is stored. */
  readonly stored: Readonly<Record<string, number>>;
}

export const gamesCommand = defineCommand({
  examples: [
    ['games', 'the catalogue, and what is stored'],
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

function listGames(stored: readonly GameInfo[]): Listed[] {
  const frontiers = new Map(
    stored.map(({ game, series }) => [
      game,
      Object.fromEntries(Object.entries(series).map(([name, { frontier }]) => [name, frontier])),
    ]),
  );
  const named = CATALOGUE.map(({ name, description, oeis }) => ({
    game: name,
    description,
    oeis,
    stored: frontiers.get(name) ?? {},
  }));
  const others = [...frontiers].filter(([game]) => !CATALOGUE.some(({ name }) => name === game));
  return [...named, ...others.map(([game, of]) => ({ game, description: null, oeis: {}, stored: of }))];
}

function describe(games: readonly Listed[]): string {
  const rows = games.map(({ game, description, oeis, stored }) => [
    game,
    description ?? 'a set of its own',
    Object.values(oeis).join(' '),
    Object.entries(stored)
      .map(([series, frontier]) => `${series} to ${grouped(frontier)}`)
      .join(', '),
  ]);
  return table([['game', 'subtraction set', 'OEIS', 'stored'], ...rows]);
}
