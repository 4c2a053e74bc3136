/**
 * Remedies of errors, as data and as a sentence, to which the command line adds something to type. Below `cli/`, only this table
 * names commands and options.
 */
import { priceWords, type Price } from './price.js';
import { gameWord, grouped, shellWord, shortened } from './shown.js';

/** An option whose value an error is about, by the name it has in the library and on the command line. */
export type RemedyOption = 'to' | 'series' | 'positions';

/**
 * Data of each kind of remedy; `WORDINGS` has its meaning. `game` is text that names the game; `store` is the folder of another
 * store.
 */
interface Kinds {
  /**
   * Store a series up to a position, or, with `orPeriod`, look for a period, which gives every position. Has a price above ten
   * seconds or 100 MB.
   */
  readonly extend: Partial<Price> & {
    readonly game: string;
    readonly series: string;
    readonly to: number;
    readonly orPeriod: boolean;
  };
  /**
   * Look for the period of a game, in at most `limit` values; null for the default. The period of remoteness is looked for only if
   * `series` names it. The price is as in `extend`.
   */
  readonly 'find-period': Partial<Price> & {
    readonly game: string;
    readonly series?: string | undefined;
    readonly limit: number | null;
  };
  readonly query: { readonly game: string; readonly positions: readonly number[] };
  /** Give the game in addition to the SQL. */
  readonly 'query-in-sql': { readonly game: string };
  readonly 'analyze-values': { readonly game: string };
  readonly verify: { readonly repair: boolean; readonly store?: string };
  readonly rebuild: { readonly store?: string };
  readonly migrate: { readonly store?: string };
  readonly 'choose-store': object;
  /** Give an option, with this value unless it is null. */
  readonly give: { readonly option: RemedyOption; readonly value: string | null };
  readonly lower: { readonly option: RemedyOption };
  readonly replace: object;
  readonly retry: object;
  readonly 'did-you-mean': { readonly name: string };
  readonly 'list-games': object;
  /** Allow SQL to use files or more memory. */
  readonly allow: { readonly what: 'files' | 'memory' };
  /** Install an optional package. */
  readonly install: { readonly package: string };
}

/** A remedy; `do` is its kind. */
export type Remedy = { [Kind in keyof Kinds]: { readonly do: Kind } & Kinds[Kind] }[keyof Kinds];

interface Wording<Known> {
  /** A sentence without its full stop, or a question. It names no command and no option. */
  readonly advice: (remedy: Known) => string;
  /** The words of each command that does it. */
  readonly commands?: (remedy: Known) => readonly (readonly string[])[];
  /** Other words to type on the command line, such as an option. */
  readonly typed?: (remedy: Known) => string;
}

/** Returns the command that finds a period: by default the periods of nim-values and outcomes. */
function periodCommand(game: string, series: string | undefined): string[] {
  return ['period', gameWord(game), ...(series === undefined ? [] : ['--series', series])];
}

/** Returns a clause with the price of a remedy, or an empty text. */
function priced({ seconds, bytes }: Partial<Price>): string {
  return seconds === undefined ? '' : ` (takes ${priceWords({ seconds, bytes })})`;
}

/** Returns the series if `period` has to name it. */
const onRequest = (series?: string): string | undefined => (series === 'remoteness' ? series : undefined);

const WORDINGS: { readonly [Kind in keyof Kinds]: Wording<Kinds[Kind]> } = {
  extend: {
    advice: ({ series, to, orPeriod, ...price }) =>
      `Extend ${series === 'both' ? 'the game' : `the series ${series}`} to ${grouped(to)} first${priced(price)}${orPeriod ? ', or find a period, which gives every position' : ''}`,
    commands: ({ game, series, to, orPeriod }) => [
      ['extend', gameWord(game), ...(series === 'both' ? [] : ['--series', series]), '--to', numberWord(to)],
      ...(orPeriod ? [periodCommand(game, onRequest(series))] : []),
    ],
  },
  'find-period': {
    advice: ({ limit, ...price }) =>
      limit === null
        ? `Find its period first${priced(price)}`
        : `Look for it in up to ${grouped(limit)} values${priced(price)}, which may be too few`,
    commands: ({ game, series, limit }) => [
      limit === null
        ? periodCommand(game, onRequest(series))
        : [...periodCommand(game, series), '--limit', numberWord(limit)],
    ],
  },
  query: {
    advice: ({ positions }) => `Query position ${positions.join(', ')} instead`,
    commands: ({ game, positions }) => [['query', gameWord(game), ...positions.map(String)]],
  },
  'query-in-sql': {
    advice: ({ game }) => `Give the game beside the SQL to get its tables, such as ${shortened(game)}`,
    commands: ({ game }) => [['sql', gameWord(game), shellWord('SELECT * FROM positions LIMIT 10')]],
  },
  'analyze-values': {
    advice: () => 'List the values that occur',
    commands: ({ game }) => [['analyze', gameWord(game), 'values']],
  },
  verify: {
    advice: ({ repair }) =>
      repair ? 'Recompute damaged blocks' : 'Check the store for everything that is wrong',
    commands: ({ repair }) => [repair ? ['verify', '--repair'] : ['verify']],
  },
  rebuild: {
    advice: () => 'Rebuild the catalog from the block files, which keeps the old one aside',
    commands: () => [['rebuild']],
  },
  migrate: {
    advice: () => 'Open the store for writing once, which migrates it after a backup',
    commands: () => [['verify', '--repair']],
  },
  'choose-store': {
    advice: () => 'Choose another folder for the store',
    typed: () => '--store FOLDER',
  },
  give: {
    advice: ({ option, value }) =>
      value === null ? `Give a value for "${option}"` : `Set "${option}" to ${value}`,
    typed: ({ option, value }) => `--${option} ${value ?? 'N'}`,
  },
  lower: {
    advice: ({ option }) => `Choose a smaller value for "${option}"`,
    typed: ({ option }) => `--${option} N`,
  },
  replace: {
    advice: () => 'Choose another name, or replace it',
    typed: () => '--force',
  },
  retry: { advice: () => 'Do the same again to continue' },
  // `didYouMean` in one-of.ts finds the name, for sets `suggestion` in game/sets/meant.ts.
  'did-you-mean': { advice: ({ name }) => `Did you mean ${shortened(name)}?` },
  'list-games': {
    advice: () => 'See the list of games',
    commands: () => [['games']],
  },
  allow: {
    advice: ({ what }) => (what === 'files' ? 'Allow access to files' : 'Allow more memory'),
    typed: ({ what }) => (what === 'files' ? '--external-access' : '--memory SIZE'),
  },
  install: {
    advice: (remedy) => `Install the package ${remedy.package} where takeaway is installed`,
    typed: (remedy) => `npm install ${remedy.package}`,
  },
};

function wordingOf(remedy: Remedy): Wording<Remedy> {
  return WORDINGS[remedy.do] as Wording<Remedy>;
}

/** Returns the commands of a remedy, each as its words. Most have none. */
export function commandsOf(remedy: Remedy): readonly (readonly string[])[] {
  return wordingOf(remedy).commands?.(remedy) ?? [];
}

/** Returns the other words to type for a remedy. */
export function typedFor(remedy: Remedy): string | undefined {
  return wordingOf(remedy).typed?.(remedy);
}

/** Returns the sentence of a remedy, with `typed` at its end if given. */
export function adviceOf(remedy: Remedy, typed?: string): string {
  const advice = wordingOf(remedy).advice(remedy);
  if (typed !== undefined) return `${advice}: ${typed}`;
  return advice.endsWith('?') ? advice : `${advice}.`;
}

/** Returns a number as a user would type it: 65536 as 2^16. */
function numberWord(value: number): string {
  const exponent = Math.log2(value);
  return Number.isInteger(exponent) && exponent >= 16 ? `2^${exponent}` : String(value);
}
