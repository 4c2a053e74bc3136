/** `takeaway compare group`: games in groups of equal values. */
import { grouped } from '../../../common/shown.js';
import { groupGames, type Period } from '../../../index.js';
import type { GroupedGames } from '../../../rim.js';
import { defineCommand, GAMES } from '../../command.js';
import { tableText } from '../../terminal/output.js';
import { count } from '../../../words/text.js';
import {
  COMPARED_OPTIONS,
  COMPARED_VALUES,
  compareGiven,
  MAX_GAME_CHARACTERS,
  shownShort,
  VALUE,
} from './compared.js';

export const command = defineCommand({
  examples: [
    ['compare group --file games.txt', 'which games in a file have the same nim-values'],
    ['compare group --series cold - < games.txt', 'games from a pipe, grouped by their outcomes'],
  ],
  positionals: { games: GAMES },
  options: { ...COMPARED_OPTIONS, ...COMPARED_VALUES },
  run: ({ series, to, ...args }) =>
    compareGiven(args, (store, games, watch) => groupGames(store, games, { series, to, ...watch }), describe),
});

function describe({ series, compared, groups }: GroupedGames): string {
  const games = groups.reduce((sum, group) => sum + group.games.length, 0);
  const unproven = groups.some(({ period }) => period === null);
  const below = unproven ? `, where no period is known below ${grouped(compared)}` : '';
  const head = `${count(games, 'game')} in ${count(groups.length, 'group')} of equal ${VALUE[series]}s${below}.\n`;
  const rows = groups.map((group) => [
    String(group.games.length),
    periodWords(group.period),
    `${group.begins.join(' ')} ...`,
    group.games.map((game) => shownShort(game, MAX_GAME_CHARACTERS)).join(' '),
  ]);
  return `${head}${tableText({ head: ['games', 'period', 'begins', 'equal games'], rows, right: [0] })}`;
}

function periodWords(period: Period | null): string {
  if (period === null) return 'none known';
  const { preperiod, saltus } = period;
  const after = preperiod === 0 ? '' : ` from ${grouped(preperiod)}`;
  return `${grouped(period.period)}${after}${saltus === 0 ? '' : `, saltus ${saltus}`}`;
}
