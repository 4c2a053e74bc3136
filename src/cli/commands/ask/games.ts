/** `takeaway games`: lists named games, families, and stored games. */
import { defineCommand } from '../../command.js';
import { print, tableText } from '../../terminal/output.js';
import { READING, withStore } from '../../store.js';
import { listGames } from '../../../index.js';
import { ownNames, type ListedGame } from '../../../rim.js';
import { grouped } from '../../../common/shown.js';

export const command = defineCommand({
  examples: [
    ['games', 'the catalogue, the families, and what is stored'],
    ['games --json', 'for machines'],
  ],
  positionals: {},
  options: {},
  run: (args) =>
    withStore(args, READING, async (store) => {
      const games = listGames(store.info(), await ownNames(store.folder));
      return print(args, { store: store.folder, games }, () => describe(games));
    }),
});

function describe(games: readonly ListedGame[]): string {
  const rows = games.map(({ game, description, oeis, stored }) => [
    game,
    description ?? 'a game of its own',
    Object.values(oeis).join(' '),
    Object.entries(stored)
      .map(([series, frontier]) => `${series} to ${grouped(frontier)}`)
      .join(', '),
  ]);
  return tableText({ head: ['game', 'subtraction set', 'OEIS', 'stored'], rows });
}
