/**
 * What an address of the page says: the game, the view, and that view's own keys. Each key knows its text, its values
 * and its default, so that an address has one meaning and no more in it than is needed.
 */
import { parseNumber } from '../../words/numbers.js';
import { flag, named, optional, usually, type Param, type Parse } from '../../words/params.js';
import { ANALYSIS_VIEWS, type AnalysisEntry } from '../analysis-views.js';
import { MAX_COMPARED, MAX_MOVE } from '../limits.js';
import { clamp, withoutGroups } from './format.js';

/** A parameter of an address. A text that it refuses means its default, which is not written. */
interface Key<Value> extends Param<Value> {
  /** Whether a link to another view that has the key carries it. */
  readonly isShared?: true;
  /** Whether another game drops it. */
  readonly isOfGame?: true;
}

function given<Value>(parse: Parse<Value>): Param<Value | undefined> {
  return optional('', '', parse);
}

const text = given((words) => words.trim());

/** The text of a game as someone writes it: numbers alone are the set of them. */
export function gameText(words: string): string | undefined {
  const game = words.trim();
  const numbers = game.split(/[\s,]+/).filter((each) => each !== '');
  const isSet = numbers.length > 0 && numbers.every((each) => /^\d+$/.test(each));
  return isSet ? `{${numbers.join(',')}}` : game === '' ? undefined : game;
}

const parsePosition: Parse<number> = (words, subject) => parseNumber(withoutGroups(words), subject);
const position = given(parsePosition);
const isGiven = flag('');

/** A whole number; one outside the bounds means the nearest bound. */
function whole(least: number, most: number): Param<number | undefined> {
  return given((words, subject) => clamp(parseNumber(words, subject), least, most));
}

export const THEME_NAMES = ['light', 'dark'] as const;
export const MAX_WIDTH = 2048;
export const MAX_MODULUS = MAX_WIDTH;
export const MAX_BASE = 36;
export const MAX_PLACES = 4;
/** Positions that are sieved before one's eyes: on the strip, and in the raster. */
export const SIEVED_ON_STRIP = 46;
export const SIEVED_IN_RASTER = 4096;
export const POINT_SEQUENCES = ['cubes', 'powers-of-2', 'powers-of-10'] as const;

/** A sequence by name, or positions between commas. */
const parsePoints: Parse<string> = (words, subject) =>
  POINT_SEQUENCES.find((name) => name === words) ??
  words
    .split(',')
    .map((number) => parsePosition(number, subject))
    .join(',');

const theme = given(named(THEME_NAMES));
const n = { ...position, isShared: true } as const;
/** Other games that are shown beside the one, between semicolons. */
const beside = { with: { ...text, isShared: true } } as const;
const end = { ...position, isShared: true, isOfGame: true } as const;
const range = { from: end, to: end, ...beside } as const;
const modulus = { ...whole(1, MAX_MODULUS), isShared: true } as const;
/** Keys of views that share a tab. */
const remainders = {
  ...{ ...range, modulus, compared: isGiven },
  ...{ base: usually(5, whole(2, MAX_BASE)), places: usually(2, whole(1, MAX_PLACES)) },
} as const;
const rareness = {
  ...range,
  points: usually('cubes', given(parsePoints)),
} as const;
const heaps = { ...text, isShared: true, isOfGame: true } as const;
const misere = { ...isGiven, isShared: true } as const;

/** The keys of each view; of analyses those that are more than a range and words. */
const OWN = {
  games: {},
  /** Steps of the sieve on the strip; without them all of the strip is shown. */
  overview: { sieve: { ...whole(0, SIEVED_ON_STRIP), isOfGame: true } },
  raster: {
    width: whole(1, MAX_WIDTH),
    n,
    scale: given((words) => (Number(words) > 0 ? Number(words) : undefined)),
    by: usually('outcome', given(named(['outcome', 'nim', 'remoteness', 'difference']))),
    modulus,
    /** The one column that is shown. */
    only: whole(0, MAX_WIDTH - 1),
    sieve: { ...whole(0, SIEVED_IN_RASTER), isOfGame: true },
    ...range,
  },
  positions: { n, from: end, to: end },
  nim: range,
  remoteness: range,
  density: rareness,
  gaps: rareness,
  residues: remainders,
  digits: remainders,
  play: {
    heaps,
    misere,
    first: usually('you', given(named(['you', 'computer']))),
    level: usually('medium', given(named(['random', 'easy', 'medium', 'hard', 'perfect', 'person']))),
    /** `HEAP:TAKE` between commas. */
    moves: { ...text, isOfGame: true },
  },
  plane: {
    third: usually(13, whole(1, MAX_MOVE)),
    max: usually(60, whole(4, MAX_MOVE)),
    series: usually('cold', given(named(['cold', 'nim']))),
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

export type Values<Name extends ViewName> = {
  readonly [Word in keyof KeysOf<Name>]: KeysOf<Name>[Word] extends Param<infer Value> ? Value : never;
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

function valueIn<Value>(search: URLSearchParams, name: string, key: Key<Value>): Value {
  try {
    return key.read(search.getAll(name).slice(0, 1), name);
  } catch {
    return defaultOf(key);
  }
}

function defaultOf<Value>(key: Key<Value>): Value {
  return key.read([], '');
}

/** The texts of the games that the values of a view name beside the one. */
export function gamesBeside({ with: words }: { readonly with?: unknown }): string[] {
  const texts = typeof words === 'string' ? words.split(';').map(gameText) : [];
  return texts.filter((each) => each !== undefined).slice(0, MAX_COMPARED - 1);
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
    theme: valueIn(found, 'theme', theme),
    why: valueIn(found, 'why', position),
    story: readStory(found.get('story') ?? ''),
    isEmbedded: valueIn(found, 'embed', isGiven),
    values: valuesBy(view, (name, key) => valueIn(found, name, key)),
  };
}

/** The address as a link of the page, relative to wherever the page lies. */
export function printAddress(address: Address): string {
  const { game, view, theme: chosen, why, story, isEmbedded, values } = address;
  const search = new URLSearchParams({ game, ...(view === 'overview' ? {} : { view }) });
  for (const [name, key] of entriesOf(view)) {
    const words = written(values[name]);
    if (words !== written(defaultOf(key))) search.set(name, words);
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
  const kept = valuesBy(view, (name, key) =>
    key.isShared === true && name in address.values ? address.values[name] : defaultOf(key),
  );
  return { ...address, view, why: undefined, values: { ...kept, ...change } };
}

/** The same view of another game, without what was said of the one before. */
export function withGame(address: Address, game: string): Address {
  const values = valuesBy(address.view, (name, key) =>
    key.isOfGame === true ? defaultOf(key) : address.values[name],
  );
  return { ...address, game, why: undefined, values };
}
