/** Games that are compared: their options, and words that the three comparisons share. */
import { grouped, shortened } from '../../../common/shown.js';
import { COMPARED_SERIES, setsOfPattern, setText, USUAL_POSITIONS, type Comparison } from '../../../rim.js';
import type { Store } from '../../../index.js';
import { GAMES_FILE, type Common } from '../../command.js';
import { asText, choice, optional, refuseMissing, type Values } from '../../../words/params.js';
import { gamesGiven } from '../../games.js';
import { shownGame } from '../../shown-games.js';
import { answering, withStore } from '../../store.js';
import { print } from '../../terminal/output.js';
import { watched, type Watch } from '../../terminal/progress.js';
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

type Given = Common & Values<typeof COMPARED_OPTIONS> & { readonly games: readonly string[] };

/** Compares the games of a command by `find`, and prints the result. */
export async function compareGiven<Found>(
  args: Given,
  find: (store: Store, games: readonly string[], watch: Watch) => Promise<Found>,
  describe: (found: Found) => string,
): Promise<void> {
  const { file, pattern, max } = args;
  const games = [...(await gamesGiven(args.games, file, args.store)), ...(await gamesOfForm(pattern, max))];
  // A message for each of many games would hide the result.
  const quiet = args.quiet || games.length > 2;
  await withStore(args, answering({ quiet }), async (store) => {
    const found = await watched('compare', args, (watch) => find(store, games, watch));
    await print(args, found, () => describe(found));
  });
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
