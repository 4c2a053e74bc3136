/**
 * What an address of the page says: the game, the view, and that view's own keys. Each key knows its text, its values
 * and its default, so that an address has one meaning and no more in it than is needed.
 */
import { ANALYSIS_VIEWS, type AnalysisEntry } from '../analysis-views.js';
import { clamp, readNumber } from './format.js';

interface Key<Value> {
  /** The value of a text; undefined where it stands for none. */
  readonly read: (text: string) => Value | undefined;
  /** What holds where the address says nothing. It is not written. */
  readonly otherwise: Value;
  /** The name of the key in addresses from before it had a name of its own, and how it is read there. */
  readonly old?: readonly [name: string, read: (text: string) => Value | undefined];
  /** Whether a link to another view that has the key carries it. */
  readonly isShared?: true;
  /** Whether it says something of this game alone. */
  readonly isOfGame?: true;
}

const text: Key<string | undefined> = {
  read: (words) => (words.trim() === '' ? undefined : words.trim()),
  otherwise: undefined,
};

/** The text of a game as someone writes it: numbers alone are the set of them. */
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

/** A whole number; what lies outside the bounds means the nearest bound. */
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
export const MOST_WIDTH = 2048;
export const MAX_MODULUS = MOST_WIDTH;
export const MOST_BASE = 36;
export const MOST_PLACES = 4;
/** Positions that are sieved before one's eyes: on the strip, and in the raster. */
export const SIEVED_ON_STRIP = 46;
export const SIEVED_IN_RASTER = 4096;
/** Of the plane of three moves. */
export const MOST_MOVE = 128;
export const POINT_SEQUENCES = ['cubes', 'powers-of-2', 'powers-of-10'] as const;

/** A sequence by name, or positions between commas. */
function readPoints(words: string): string | undefined {
  if (POINT_SEQUENCES.some((name) => name === words)) return words;
  const numbers = words.split(',').map(readNumber);
  return numbers.includes(undefined) ? undefined : numbers.join(',');
}

const theme = choice(THEME_NAMES, undefined);
const n = { ...position, old: ['at', readNumber], isShared: true } as const;
/** Other games that are shown beside the one, between semicolons. */
const beside = { with: { ...text, isShared: true } } as const;
const end = { ...position, isShared: true, isOfGame: true } as const;
const range = { from: end, to: end, ...beside } as const;
const modulus = { ...whole(1, MAX_MODULUS, undefined), isShared: true } as const;
/** Keys of views that share a tab. */
const remainders = {
  ...{ ...range, modulus, compared: flag },
  ...{ base: whole(2, MOST_BASE, 5), places: whole(1, MOST_PLACES, 2) },
} as const;
const rareness = {
  ...range,
  points: {
    read: readPoints,
    otherwise: 'cubes',
    // Links from other views brought their position along, which was never meant.
    old: ['at', (words: string) => (readNumber(words) === undefined ? readPoints(words) : undefined)],
  },
} as const;
const heaps = { ...text, isShared: true, isOfGame: true } as const;
const misere = { ...flag, isShared: true } as const;

/** The keys of each view; of analyses those that are more than a range and words. */
const OWN = {
  games: {},
  /** Steps of the sieve on the strip; without them all of the strip is shown. */
  overview: { sieve: { ...whole(0, SIEVED_ON_STRIP, undefined), isOfGame: true } },
  raster: {
    width: whole(1, MOST_WIDTH, undefined),
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
    third: whole(1, MOST_MOVE, 13),
    max: whole(4, MOST_MOVE, 60),
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

/** Values to put in place of those there are. */
export type Change<Name extends ViewName> = Partial<Values<Name>>;

export interface Address {
  /** The text of the game, as it is given to the command line. */
  readonly game: string;
  readonly view: ViewName;
  /** As the system has it, where none is chosen. */
  readonly theme: (typeof THEME_NAMES)[number] | undefined;
  /** The position that is asked about, over any view. */
  readonly why: number | undefined;
  /** The step of a story that is told beside the view. */
  readonly story: { readonly name: string; readonly step: number } | undefined;
  /** Whether the page is a part of another one, and shows the view alone. */
  readonly isEmbedded: boolean;
  /** Those of the view, each key with its value. */
  readonly values: Readonly<Record<string, unknown>>;
}

/** `NAME.STEP`, the first step being 1. */
function readStory(words: string): Address['story'] {
  const found = /^([\w-]+)\.(\d{1,3})$/.exec(words);
  return found === null ? undefined : { name: found[1], step: Number(found[2]) };
}

/** What is shown where an address names no game. */
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

function valueIn(search: URLSearchParams, name: string, { read, otherwise, old }: Key<unknown>): unknown {
  const words = search.get(name);
  const oldWords = old === undefined ? null : search.get(old[0]);
  if (words !== null) return read(words) ?? otherwise;
  return (oldWords === null ? undefined : old?.[1](oldWords)) ?? otherwise;
}

/** Games beside the one of an address, at most. */
const MOST_BESIDE = 3;

/** The texts of the games that the values of a view name beside the one. */
export function gamesBeside({ with: words }: { readonly with?: unknown }): string[] {
  const texts = typeof words === 'string' ? words.split(';').map(gameText) : [];
  return texts.filter((each) => each !== undefined).slice(0, MOST_BESIDE);
}

/** What an address says. What it does not say, or what stands for nothing, has its default. */
export function parseAddress(search: string): Address {
  const found = new URLSearchParams(search);
  // Where neither is named the page starts with all games.
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

/** The address as a link of the page, relative to wherever the page lies. */
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

/** Another view of the game: of what the address says it keeps only what is shared and what that view has. */
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

/** The same view of another game, without what was said of the one before. */
export function withGame(address: Address, game: string): Address {
  const values = valuesBy(address.view, (name, { otherwise, isOfGame }) =>
    isOfGame === true ? otherwise : address.values[name],
  );
  return { ...address, game, why: undefined, values };
}
