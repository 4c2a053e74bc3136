/**
 * What helps against an error, as data, and how each remedy is worded: for callers of the library, and on the command line,
 * where most are a command. This table is the only place outside the rim that names commands and options.
 */
import { priceWords, type Price } from './price.js';
import { gameWord, shellWord, shortened } from './shown.js';

/** An option whose value an error is about, by the name it has in the library and on the command line. */
export type RemedyOption = 'to' | 'series' | 'positions';

/**
 * What is known of each kind of remedy; what it means says its advice below. `game` is text that names the game; `store` is
 * another store's folder.
 */
interface Kinds {
  /**
   * Store a series up to a position; or, where `orPeriod` says so, look for a period, which gives every position. Has its price if
   * that is more than ten seconds or 100 MB.
   */
  readonly extend: Partial<Price> & {
    readonly game: string;
    readonly series: string;
    readonly to: number;
    readonly orPeriod: boolean;
  };
  /**
   * Look for the period of a game, in at most `limit` values; null for the default. That of remoteness is found on request. Has its
   * price as an extension has.
   */
  readonly 'find-period': Partial<Price> & {
    readonly game: string;
    readonly series?: string | undefined;
    readonly limit: number | null;
  };
  readonly query: { readonly game: string; readonly positions: readonly number[] };
  /** Ask in SQL about the values of a game, which is given beside the SQL. */
  readonly 'query-in-sql': { readonly game: string };
  readonly 'analyze-values': { readonly game: string };
  readonly verify: { readonly repair: boolean; readonly store?: string };
  readonly rebuild: { readonly store?: string };
  readonly migrate: { readonly store?: string };
  readonly 'choose-store': object;
  /** Give an option, with this value where there is one. */
  readonly give: { readonly option: RemedyOption; readonly value: string | null };
  readonly lower: { readonly option: RemedyOption };
  readonly replace: object;
  readonly retry: object;
  readonly 'did-you-mean': { readonly name: string };
  readonly 'list-games': object;
  /** Allow SQL what it may not do unless asked: files, or more memory. */
  readonly allow: { readonly what: 'files' | 'memory' };
  /** Add a package that is not there unless it is wanted. */
  readonly install: { readonly package: string };
}

/** What to do, told apart by `do`. */
export type Remedy = { [Kind in keyof Kinds]: { readonly do: Kind } & Kinds[Kind] }[keyof Kinds];

/** A command of the words, in quotes, with the store it is for. */
export type Quote = (words: readonly string[]) => string;

interface Wording<Known> {
  /** A sentence for callers of the library, without the name of a command or an option. */
  readonly advice: (remedy: Known) => string;
  /** The words of the command that the remedy is; absent where it is none, or not one alone. */
  readonly command?: (remedy: Known) => readonly string[];
  /** A sentence on the command line; `run` is the command in quotes. */
  readonly told: (remedy: Known, run: string, quote: Quote) => string;
}

/** The command that finds a period: without an option, those of nim-values and outcomes. */
function periodCommand(game: string, series: string | undefined): string[] {
  return ['period', gameWord(game), ...(series === undefined ? [] : ['--series', series])];
}

/** A clause with the price of a remedy, if it has one. */
function priced({ seconds, bytes }: Partial<Price>): string {
  return seconds === undefined ? '' : ` (takes ${priceWords({ seconds, bytes })})`;
}

/** A series whose period is not among those that are found without being named. */
const onRequest = (series?: string): string | undefined => (series === 'remoteness' ? series : undefined);

const WORDINGS: { readonly [Kind in keyof Kinds]: Wording<Kinds[Kind]> } = {
  extend: {
    advice: ({ series, to, orPeriod, ...price }) =>
      `Extend the series ${series} to ${to}${priced(price)}${orPeriod ? ', or look for a period.' : ' first.'}`,
    command: ({ game, series, to }) => [
      ...['extend', gameWord(game)],
      ...(series === 'both' ? [] : ['--series', series]),
      ...['--to', numberWord(to)],
    ],
    told: ({ orPeriod, game, series, ...price }, run, quote) =>
      `Run ${run} to store it${priced(price)}${orPeriod ? `, or ${quote(periodCommand(game, onRequest(series)))} to know every position` : ''}.`,
  },
  'find-period': {
    advice: ({ limit, ...price }) =>
      `Look for its period ${limit === null ? 'first' : `with the limit ${limit}, which may be too low`}${priced(price)}.`,
    command: ({ game, series, limit }) =>
      limit === null
        ? periodCommand(game, onRequest(series))
        : [...periodCommand(game, series), '--limit', numberWord(limit)],
    told: ({ limit, ...price }, run) =>
      `Run ${run} to ${limit === null ? 'find its period' : 'look at so many values, which may be too few'}${priced(price)}.`,
  },
  query: {
    advice: ({ positions }) => `Query position ${positions.join(', ')} instead.`,
    command: ({ game, positions }) => ['query', gameWord(game), ...positions.map(String)],
    told: (_, run) => `${run} gives the nim-value.`,
  },
  'query-in-sql': {
    advice: ({ game }) =>
      `The tables of a game, such as ${shortened(game)}, exist only if the game is given.`,
    command: ({ game }) => ['sql', gameWord(game), shellWord('SELECT * FROM positions LIMIT 10')],
    told: (_, run) => `To get the tables of a game, give the game before the SQL, as in ${run}.`,
  },
  'analyze-values': {
    advice: () => 'Analyze the values to see those that occur.',
    command: ({ game }) => ['analyze', gameWord(game), 'values'],
    told: (_, run) => `${run} lists those that occur.`,
  },
  verify: {
    advice: ({ repair }) =>
      `Verify the store ${repair ? 'with repair to recompute damaged blocks' : 'to see everything that is wrong'}.`,
    command: ({ repair }) => (repair ? ['verify', '--repair'] : ['verify']),
    told: ({ repair }, run) => `Run ${run} to ${repair ? 'recompute it' : 'see everything that is wrong'}.`,
  },
  rebuild: {
    advice: () => 'Rebuild the catalog from the block files; the old one is kept aside.',
    command: () => ['rebuild'],
    told: (_, run) => `${run} recreates the catalog from the block files, and keeps the old one aside.`,
  },
  migrate: {
    advice: () => 'Open the store for writing once, which migrates it after a backup.',
    command: () => ['verify', '--repair'],
    told: (_, run) => `Run ${run} once, which migrates it after a backup.`,
  },
  'choose-store': {
    advice: () => 'Choose another folder for the store.',
    told: () => 'Choose another folder with --store or TAKEAWAY_STORE.',
  },
  give: {
    advice: ({ option, value }) =>
      value === null ? `Give the option "${option}".` : `Set the option "${option}" to ${value}.`,
    told: ({ option, value }) =>
      value === null ? `Give one with --${option}.` : `Use --${option} ${value}.`,
  },
  lower: {
    advice: ({ option }) => `Choose a smaller value for the option "${option}".`,
    told: ({ option }) => `Choose a smaller --${option}.`,
  },
  replace: {
    advice: () => 'The option "force" replaces it.',
    told: () => '--force replaces it.',
  },
  retry: {
    advice: () => 'Do the same again to continue.',
    told: () => 'Run the same command again to continue.',
  },
  'did-you-mean': {
    advice: ({ name }) => `Did you mean ${shortened(name)}?`,
    told: ({ name }) => `Did you mean ${shortened(name)}?`,
  },
  'list-games': {
    advice: () => 'The catalogue lists the games with a name.',
    command: () => ['games'],
    told: (_, run) => `${run} lists the catalogue.`,
  },
  allow: {
    advice: ({ what }) => (what === 'files' ? 'Allow external access.' : 'Allow more memory.'),
    told: ({ what }) =>
      what === 'files' ? 'Allow it with --external-access.' : 'Allow more with --memory SIZE.',
  },
  install: {
    advice: (remedy) => `Install the package ${remedy.package} beside this one.`,
    told: (remedy) =>
      `Run 'npm install ${remedy.package}' where takeaway is installed (with -g where that is global).`,
  },
};

export function wordingOf(remedy: Remedy): Wording<Remedy> {
  return WORDINGS[remedy.do] as Wording<Remedy>;
}

/** A number as one would type it: large powers of 2 as such. */
function numberWord(value: number): string {
  const exponent = Math.log2(value);
  return Number.isInteger(exponent) && exponent >= 16 ? `2^${exponent}` : String(value);
}
