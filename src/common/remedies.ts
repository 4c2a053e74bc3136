/**
 * What helps against an error, as data. The command line words each remedy as a command, a page may make it a link,
 * and `adviceOf` words it for whoever calls the library.
 */
import { shortened } from './shortened.js';

/** An option whose value an error is about, by the name it has in the library and on the command line. */
export type RemedyOption = 'to' | 'series' | 'positions';

/** What to do. `game` is always text that names the game; `store` is the folder of another store than the one in use. */
export type Remedy =
  /** Store a series up to a position; or, where `orPeriod` says so, look for a period, which gives every position. */
  | {
      readonly do: 'extend';
      readonly game: string;
      readonly series: string;
      readonly to: number;
      readonly orPeriod: boolean;
    }
  /** Look for the period of a game, in at most `limit` values; null for the default. */
  | { readonly do: 'find-period'; readonly game: string; readonly limit: number | null }
  /** Ask about single positions; an empty list for positions of the caller's choice. */
  | { readonly do: 'query'; readonly game: string; readonly positions: readonly number[] }
  /** Count how often each nim-value occurs. */
  | { readonly do: 'analyze-values'; readonly game: string }
  /** Check what is stored; with `repair`, also compute damaged blocks again. */
  | { readonly do: 'verify'; readonly repair: boolean; readonly store?: string }
  /** Make the catalog of the store again from its block files. */
  | { readonly do: 'rebuild'; readonly store?: string }
  /** Open the store for writing once, which migrates it after a backup. */
  | { readonly do: 'migrate'; readonly store?: string }
  /** Use another folder as the store. */
  | { readonly do: 'choose-store' }
  /** Give an option, with this value where there is one. */
  | { readonly do: 'give'; readonly option: RemedyOption; readonly value: string | null }
  /** Give an option a smaller value. */
  | { readonly do: 'lower'; readonly option: RemedyOption }
  /** Do the same again. What was done is kept. */
  | { readonly do: 'retry' }
  /** Write this name instead. */
  | { readonly do: 'did-you-mean'; readonly name: string }
  /** Look a game up in the catalogue. */
  | { readonly do: 'list-games' }
  /** Allow SQL what it may not do unless asked: files, or more memory. */
  | { readonly do: 'allow'; readonly what: 'files' | 'memory' }
  /** Add a package that is not there unless it is wanted. */
  | { readonly do: 'install'; readonly package: string };

/** A remedy as a sentence for callers of the library. */
export function adviceOf(remedy: Remedy): string {
  switch (remedy.do) {
    case 'extend': {
      const extend = `Extend the series ${remedy.series} to ${remedy.to}`;
      return remedy.orPeriod ? `${extend}, or look for a period.` : `${extend} first.`;
    }
    case 'find-period':
      return remedy.limit === null
        ? 'Look for its period first.'
        : `Look for its period with the limit ${remedy.limit}.`;
    case 'query':
      return remedy.positions.length === 0
        ? 'Query single positions instead.'
        : `Query position ${remedy.positions.join(', ')} instead.`;
    case 'analyze-values':
      return 'Analyze the values to see those that occur.';
    case 'verify':
      return remedy.repair
        ? 'Verify the store with repair to compute damaged blocks again.'
        : 'Verify the store to see everything that is wrong.';
    case 'rebuild':
      return 'Rebuild the catalog from the block files; the old one is kept aside.';
    case 'migrate':
      return 'Open the store for writing once, which migrates it after a backup.';
    case 'choose-store':
      return 'Choose another folder for the store.';
    case 'give':
      return remedy.value === null
        ? `Give the option "${remedy.option}".`
        : `Set the option "${remedy.option}" to ${remedy.value}.`;
    case 'lower':
      return `Choose a smaller value for the option "${remedy.option}".`;
    case 'retry':
      return 'Do the same again to continue.';
    case 'did-you-mean':
      return `Did you mean ${shortened(remedy.name)}?`;
    case 'list-games':
      return 'The catalogue lists the games with a name.';
    case 'allow':
      return remedy.what === 'files' ? 'Allow external access.' : 'Allow more memory.';
    case 'install':
      return `Install the package ${remedy.package} beside this one.`;
  }
}
