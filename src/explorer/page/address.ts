/**
 * The addresses of the page: the game, the view, and the keys of that view. Each key has a reader and a default, so that an
 * address has one meaning and no redundant parts.
 */
import { ANALYSIS_VIEWS, type AnalysisEntry } from '../analysis-views.js';
import { clamp, readNumber } from './format.js';

interface Key<Value> {
  /** Returns the value of a text; undefined if it is not valid. */
  readonly read: (text: string) => Value | undefined;
  /** The default, which is not written. */
  readonly otherwise: Value;
  /** Whether links to other views with this key keep its value. */
  readonly isShared?: true;
  /** Whether its value is dropped when another game is chosen. */
  readonly isOfGame?: true;
}

const text: Key<string | undefined> = {
  read: (words) => (words.trim() === '' ? undefined : words.trim()),
  otherwise: undefined,
};

/** Returns the text of a game as it is written by a person: numbers alone become a set. */
export function gameText(words: string): string | undefined {
  const game = text.read(words);
  const numbers = game?.split(/[\s,]+/).filter((each) => each !== '') ?? [];
  return numbers.length > 0 && numbers.every((each) => /^\d+$/.test(each)) ? `{${numbers.join(',')}}` : game;
}

const flag: Key<boolean> = {
  read: (words) => (words === '1' || words === 'true' ? true : undefined),
  otherwise: false,
};

const position: Key<number | undefined> = { read: readNumber, otherwise: undefined };

/** A whole number; one outside the bounds becomes the nearest bound. */
function whole<Otherwise extends number | undefined>(
  least: number,
  most: number,
  otherwise: Otherwise,
): Key<number | Otherwise> {
  const read = (words: string): number | undefined => {
    const value = words.trim() === '' ? NaN : Math.round(Number(words));
    return Number.isNaN(value) ? undefined : clamp(value, least, most);
  };
  return { read, otherwise };
}

function choice<const Name extends string, const Otherwise extends Name | undefined>(
  names: readonly Name[],
  otherwise: Otherwise,
): Key<Name | Otherwise> {
  return { read: (words) => names.find((name) => name === words), otherwise };
}

export const THEME_NAMES = ['light', 'dark'] as const;
export const MAX_WIDTH = 2048;
export const MAX_MODULUS = MAX_WIDTH;
export const MAX_BASE = 36;
export const MAX_PLACES = 4;
/** Positions that the sieve shows step by step, on the strip and in the raster. */
export const SIEVED_ON_STRIP = 46;
export const SIEVED_IN_RASTER = 4096;
/** Largest move of the atlas of three moves. */
export const MAX_MOVE = 128;
export const POINT_SEQUENCES = ['cubes', 'powers-of-2', 'powers-of-10'] as const;

/** Reads the name of a sequence, or positions between commas. */
function readPoints(words: string): string | undefined {
  if (POINT_SEQUENCES.some((name) => name === words)) return words;
  const numbers = words.split(',').map(readNumber);
  return numbers.includes(undefined) ? undefined : numbers.join(',');
}

const theme = choice(THEME_NAMES, undefined);
const n = { ...position, isShared: true } as const;
/** Games to compare with, between semicolons. */
const beside = { with: { ...text, isShared: true } } as const;
const end = { ...position, isShared: true, isOfGame: true } as const;
const range = { from: end, to: end, ...beside } as const;
const modulus = { ...whole(1, MAX_MODULUS, undefined), isShared: true } as const;
/** Keys of views that share a tab. */
const remainders = {
  ...{ ...range, modulus, compared: flag },
  ...{ base: whole(2, MAX_BASE, 5), places: whole(1, MAX_PLACES, 2) },
} as const;
const rareness = {
  ...range,
  points: { read: readPoints, otherwise: 'cubes' },
} as const;
const heaps = { ...text, isShared: true, isOfGame: true } as const;
const misere = { ...flag, isShared: true } as const;

/** The keys of each view; the other analyses have a range and their options as text. */
const OWN = {
  games: {},
  /** Steps of the sieve on the strip; without them the whole strip is shown. */
  overview: { sieve: { ...whole(0, SIEVED_ON_STRIP, undefined), isOfGame: true } },
  raster: {
    width: whole(1, MAX_WIDTH, undefined),
    n,
    scale: {
      read: (words: string) => (Number(words) > 0 ? Number(words) : undefined),
      otherwise: undefined as number | undefined,
    },
    by: choice(['outcome', 'nim', 'remoteness', 'difference'], 'outcome'),
    modulus,
    sieve: { ...whole(0, SIEVED_IN_RASTER, undefined), isOfGame: true },
    ...beside,
  },
  positions: { n },
  nim: range,
  remoteness: range,
  density: rareness,
  gaps: rareness,
  residues: remainders,
  digits: remainders,
  play: {
    heaps,
    misere,
    first: choice(['you', 'computer'], 'you'),
    level: choice(['random', 'easy', 'medium', 'hard', 'perfect', 'person'], 'medium'),
    /** `HEAP:TAKE` between commas. */
    moves: { ...text, isOfGame: true },
  },
  plane: {
    third: whole(1, MAX_MOVE, 13),
    max: whole(4, MAX_MOVE, 60),
    series: choice(['cold', 'nim'], 'cold'),
  },
  sums: { heaps, misere },
  extend: {},
} as const satisfies Record<string, Record<string, Key<unknown>>>;

const KEYS: Readonly<Record<string, Readonly<Record<string, Key<unknown>>>>> = {
  ...Object.fromEntries(
    ANALYSIS_VIEWS.map(({ name, options }) => [
      name,
      { ...range, ...Object.fromEntries(options.map(({ parameter }) => [parameter, text])) },
    ]),
  ),
  ...OWN,
};

export type ViewName = keyof typeof OWN | AnalysisEntry['name'];
type KeysOf<Name extends ViewName> = Name extends keyof typeof OWN ? (typeof OWN)[Name] : typeof range;
type ValueOf<Of> = Of extends {
  readonly otherwise: infer Otherwise;
  readonly read: (words: string) => infer Value;
}
  ? Otherwise | Exclude<Value, undefined>
  : never;

export type Values<Name extends ViewName> = {
  readonly [Word in keyof KeysOf<Name>]: ValueOf<KeysOf<Name>[Word]>;
};

export type Change<Name extends ViewName> = Partial<Values<Name>>;

export interface Address {
  /** The text of the game, as the command line takes it. */
  readonly game: string;
  readonly view: ViewName;
  /** The theme of the system if none is chosen. */
  readonly theme: (typeof THEME_NAMES)[number] | undefined;
  /** The position that the Why panel explains. */
  readonly why: number | undefined;
  /** The step of a story that is shown alongside the view. */
  readonly story: { readonly name: string; readonly step: number } | undefined;
  /** Whether the page is embedded in another one, and shows the view alone. */
  readonly isEmbedded: boolean;
  /** The values of the view's keys. */
  readonly values: Readonly<Record<string, unknown>>;
}

/** Reads `NAME.STEP`; steps count from 1. */
function readStory(words: string): Address['story'] {
  const found = /^([\w-]+)\.(\d{1,3})$/.exec(words);
  return found === null ? undefined : { name: found[1], step: Number(found[2]) };
}

/** The game of an address that names none. */
const FIRST_GAME = 'squares';

function entriesOf(view: ViewName): [name: string, key: Key<unknown>][] {
  return Object.entries<Key<unknown>>(KEYS[view]);
}

function valuesBy(
  view: ViewName,
  valueOf: (name: string, key: Key<unknown>) => unknown,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(entriesOf(view).map(([name, key]) => [name, valueOf(name, key)]));
}

function valueIn(search: URLSearchParams, name: string, { read, otherwise }: Key<unknown>): unknown {
  return read(search.get(name) ?? '') ?? otherwise;
}

const MAX_COMPARED = 3;

/** Returns the texts of the games to compare with. */
export function gamesBeside({ with: words }: { readonly with?: unknown }): string[] {
  const texts = typeof words === 'string' ? words.split(';').map(gameText) : [];
  return texts.filter((each) => each !== undefined).slice(0, MAX_COMPARED);
}

/** Parses an address. Missing and invalid values get their defaults. */
export function parseAddress(search: string): Address {
  const found = new URLSearchParams(search);
  // Without a game and a view the page starts with all games.
  const usual = found.has('game') || found.has('view') ? 'overview' : 'games';
  const view = (Object.keys(KEYS) as ViewName[]).find((name) => name === found.get('view')) ?? usual;
  return {
    game: gameText(found.get('game') ?? '') ?? FIRST_GAME,
    view,
    theme: theme.read(found.get('theme') ?? ''),
    why: readNumber(found.get('why') ?? ''),
    story: readStory(found.get('story') ?? ''),
    isEmbedded: flag.read(found.get('embed') ?? '') ?? false,
    values: valuesBy(view, (name, key) => valueIn(found, name, key)),
  };
}

/** Prints an address as a link, relative to the page. */
export function printAddress(address: Address): string {
  const { game, view, theme: chosen, why, story, isEmbedded, values } = address;
  const search = new URLSearchParams({ game, ...(view === 'overview' ? {} : { view }) });
  for (const [name, { otherwise }] of entriesOf(view)) {
    const words = written(values[name]);
    if (words !== written(otherwise)) search.set(name, words);
  }
  if (why !== undefined) search.set('why', String(why));
  if (chosen !== undefined) search.set('theme', chosen);
  if (story !== undefined) search.set('story', `${story.name}.${story.step}`);
  if (isEmbedded) search.set('embed', '1');
  return `?${search.toString()}`;
}

function written(value: unknown): string {
  if (typeof value === 'boolean') return value ? '1' : '';
  return typeof value === 'number' || typeof value === 'string' ? String(value) : '';
}

export function withValues<Name extends ViewName>(address: Address, change: Change<Name>): Address {
  return { ...address, values: { ...address.values, ...change } };
}

/** Switches to another view of the game, which keeps the shared values that it has. */
export function withView<Name extends ViewName>(
  address: Address,
  view: Name,
  change: Change<Name> = {},
): Address {
  const kept = valuesBy(view, (name, { otherwise, isShared }) =>
    isShared === true && name in address.values ? address.values[name] : otherwise,
  );
  return { ...address, view, why: undefined, values: { ...kept, ...change } };
}

/** Switches to another game, and drops values of the game before. */
export function withGame(address: Address, game: string): Address {
  const values = valuesBy(address.view, (name, { otherwise, isOfGame }) =>
    isOfGame === true ? otherwise : address.values[name],
  );
  return { ...address, game, why: undefined, values };
}
