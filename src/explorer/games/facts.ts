/** The facts of a game for its first page: definition, bounds of each series, strategy and commands. */
import { gameWord } from '../../common/shown.js';
import type { Game, SeriesName, SubtractionSet } from '../../index.js';
import {
  closedFormOf,
  firstOf,
  positionsToPass,
  rulesOf,
  SERIES_NAMES,
  strategyOf,
  tableEntryOf,
  worksheetOf,
  type NamedGame,
} from '../../rim.js';
import { commandText } from '../../words/commands.js';
import { withCommas } from '../../words/typeset.js';
import type { CommandText, GameFacts, Listed, SeriesFacts } from '../contract.js';
import type { OpenGame } from './games.js';

/** Cold positions and nim-values that are listed; subtrahends and hotspots, from which the page sieves. */
const LISTED = 24;
const LISTED_OF_SETS = 256;
/** Positions searched for the first cold ones. */
const LOOKED_THROUGH = 2 ** 16;

/** `names` are the store's; `version` is the store's before it was opened. */
export async function factsOf(
  open: OpenGame,
  names: ReadonlyMap<string, NamedGame>,
  version: string,
  folder: string | undefined,
): Promise<GameFacts> {
  const { game, store, reading } = open;
  const { oeis, description } = tableEntryOf(game);
  const called = [...names].filter(([, { key }]) => key === game.key).map(([name]) => name);
  const form = closedFormOf(game);
  const periods = periodsOf(open);
  return {
    game: game.key,
    version,
    definition: game.definition,
    description: description ?? (called.length === 0 ? null : `called ${called.join(', ')} here`),
    oeis,
    subtrahends: listed(game.set),
    hotspots: game.hotspots === undefined ? null : listed(game.hotspots),
    seed: game.isSink === true ? null : (game.seed ?? null),
    isSink: game.isSink === true,
    passWins: game.pass === undefined ? null : passWins(game),
    series: Object.fromEntries(
      SERIES_NAMES.map((name) => [name, seriesFacts(open, name)]),
    ) as GameFacts['series'],
    periods,
    closedForm: form?.rule ?? null,
    rules: rulesOf(game, withCommas),
    strategy: await strategyOf(
      { store, game, periods, form, cold: reading('cold'), nim: reading('nim') },
      withCommas,
    ),
    firstCold: await firstCold(open),
    firstNim: reading('nim').reach === 0 ? [] : await firstValues(open),
    commands: commandsFor(open, folder),
  };
}

/** Returns a worksheet about a game as a page to print. Raises `not-stored` if too little is known. */
export function worksheetFor(open: OpenGame): Promise<string> {
  const { game, store, reading } = open;
  return worksheetOf({
    ...{ game, store, cold: reading('cold') },
    ...{ periods: periodsOf(open), form: closedFormOf(game) },
  });
}

export function periodsOf({ game, store, reading }: OpenGame): GameFacts['periods'] {
  const recorded = store.recordedPeriods(game);
  const form = closedFormOf(game)?.period;
  return {
    nim: recorded.nim ?? reading('nim').period ?? form ?? null,
    outcome: recorded.outcome ?? reading('cold').period ?? form ?? null,
  };
}

/** Returns the smallest positions where the pass of a game wins: the first is at most min S + max S. */
function passWins(game: Game): Listed {
  const stop = Math.max(LISTED_OF_SETS, game.set.smallest + game.set.largest + 1);
  const first = positionsToPass(game, { start: 0, stop });
  return { first: Array.from(first.subarray(0, LISTED_OF_SETS)), isWhole: false };
}

/** Returns the smallest numbers of a set. */
function listed(set: SubtractionSet): Listed {
  const above = firstOf(set, { start: 1, stop: Number.MAX_SAFE_INTEGER }, LISTED_OF_SETS + 1);
  const first = [...set.between(0, 1), ...above];
  return { first: first.slice(0, LISTED_OF_SETS), isWhole: first.length <= LISTED_OF_SETS };
}

function seriesFacts({ reading }: OpenGame, series: SeriesName): SeriesFacts {
  const { stored, frontier, reach, source: rest, rule } = reading(series);
  const source = rest !== null && rest !== 'computed' ? rest : frontier > stored ? 'computed' : 'stored';
  return { stored, frontier, reach, source: frontier === 0 ? null : source, rule };
}

async function firstCold({ game, store, reading }: OpenGame): Promise<number[]> {
  const to = Math.min(reading('cold').reach, LOOKED_THROUGH);
  const found: number[] = [];
  if (to > 0)
    for await (const run of store.coldPositions(game, { to })) found.push(...run.subarray(0, LISTED));
  return found.slice(0, LISTED);
}

async function firstValues({ game, store, reading }: OpenGame): Promise<number[]> {
  const { reach } = reading('nim');
  const count = Math.min(2 * LISTED, reach);
  return [
    ...(await store.nimValues(
      game,
      Array.from({ length: count }, (_, n) => n),
    )),
  ];
}

function commandsFor({ game, reading }: OpenGame, folder: string | undefined): CommandText[] {
  const word = gameWord(game.definition, game.key);
  const hasNim = game.hotspots === undefined;
  // The command extends both; nim-values reach less far and take longest.
  const { stored } = reading(hasNim ? 'nim' : 'cold');
  // Twice the stored range, or about a million.
  const exponent = Math.min(52, Math.max(20, Math.floor(Math.log2(Math.max(1, stored))) + 1));
  const texts: readonly (readonly [words: readonly string[], does: string])[] = [
    [
      ['extend', word, '--to', `2^${exponent}`],
      stored === 0 ? 'compute and store its first million positions' : 'compute and store more positions',
    ],
    [['query', word, '34', '35'], 'ask about positions'],
    ...(hasNim && game.pass === undefined && (game.seed === undefined || game.isSink === true)
      ? [[['play', word], 'play it in the terminal'] as const]
      : []),
    [['report', word], 'put all that is known of it on one page to print'],
    [
      ['export', word, '--series', hasNim ? 'nim' : 'cold', '--output', 'values.csv'],
      'take the values elsewhere',
    ],
  ];
  return texts.map(([words, does]) => ({ command: commandText(words, folder), does }));
}
