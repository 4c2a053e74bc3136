/** Games that are compared: their options, and words that the three comparisons share. */
import { grouped, shortened } from '../../../common/shown.js';
import { COMPARED_SERIES, setsOfPattern, setText, USUAL_POSITIONS, type Comparison } from '../../../rim.js';
import { GAMES_FILE } from '../../command.js';
import { asText, choice, optional, refuseMissing } from '../../../words/params.js';
import { gamesGiven } from '../../games.js';
import { shownGame } from '../../shown-games.js';
import { answering } from '../../store.js';
import { parseNumber } from '../../../words/numbers.js';

/** Characters of a game in a column. */
export const MAX_GAME_CHARACTERS = 40;

/** Items of a list that are shown. */
export const MAX_LISTED = 10;

/** Options that give games in addition to the arguments. */
export const COMPARED_OPTIONS = {
  file: GAMES_FILE,
  pattern: optional('FORM', 'Also all sets of a form, such as "{a, b, a+b}"', asText),
  max: optional('N', 'The largest element that a set of the form may have', parseNumber),
};

/** The values that are compared. */
export const COMPARED_VALUES = {
  series: choice('Default nim, or cold where a game has no nim-values', COMPARED_SERIES),
  to: optional(
    'N',
    `Compare positions below N where no period is known; default ${grouped(USUAL_POSITIONS)}`,
    parseNumber,
  ),
};

interface Given {
  readonly games: readonly string[];
  readonly file: string | undefined;
  readonly pattern: string | undefined;
  readonly max: number | undefined;
  readonly store: string | undefined;
  readonly quiet: boolean;
}

/** Returns the games of a command. */
export async function comparedGames({ games, file, pattern, max, store }: Given): Promise<string[]> {
  return [...(await gamesGiven(games, file, store)), ...(await gamesOfForm(pattern, max))];
}

/** Returns how to open the store for games: a line for each of many would bury what is found. */
export function openedFor(games: readonly string[], { quiet }: Pick<Given, 'quiet'>) {
  return answering({ quiet: quiet || games.length > 2 });
}

async function gamesOfForm(pattern: string | undefined, max: number | undefined): Promise<string[]> {
  if (pattern === undefined && max === undefined) return [];
  if (pattern === undefined) refuseMissing('--pattern', 'FORM');
  if (max === undefined) refuseMissing('--max', 'N');
  return (await setsOfPattern(pattern, max)).map((set) => setText(set));
}

export function shownShort(game: string, most?: number): string {
  return shortened(shownGame(game), most);
}

/** The name of a value of a series. */
export const VALUE = { nim: 'nim-value', cold: 'outcome' } as const;

/** Describes a mirror by values w(m) of the second game and v(n) of the first. */
export function describeMirror({ sum, exchange }: NonNullable<Comparison['mirror']>): string {
  const values = exchange.slice(0, MAX_LISTED).map(([from, to]) => `${grouped(from)} -> ${grouped(to)}`);
  const rest = exchange.length - values.length;
  if (rest > 0) values.push(`${grouped(rest)} more`);
  const exchanged = values.length === 0 ? '' : ` with ${values.join(', ')}`;
  return `w(m) = v(n)${exchanged} where n + m is ${grouped(sum)} modulo the period`;
}
