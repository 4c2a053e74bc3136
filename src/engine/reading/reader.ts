/**
 * The start of every reading: a game by its text, and its series as views of one moment, which have the requested positions after
 * cheap ones are computed.
 */
import type { SeriesName } from '../../columnar/layout.js';
import { refuse } from '../../common/errors.js';
import { checkEnd, checkRange, lengthOf, POSITION_LIMIT, type Range } from '../../common/range.js';
import { parseGame, type Game } from '../../game/game.js';
import type { SetFile } from '../../game/sets/described-set.js';
import type { ReadText } from '../../game/sets/number-file.js';
import { cachedSet, type CachedSet } from '../../game/sets/subtraction-set.js';
import { quantitiesOf } from '../../game/periods.js';
import { seriesOf } from '../series/declared.js';
import { SERIES_OF } from '../series/descriptions.js';
import type { Blocks } from '../../store/blocks.js';
import type { StatesRecord } from '../../store/period-files.js';
import {
  checkSeries,
  type GameOrText,
  type PlayOptions,
  type RangeOptions,
  type WalkOptions,
} from '../series/options.js';
import { GameViews } from '../views/game-views.js';
import { inPlay } from '../views/misere.js';
import { statesOf } from '../views/states.js';
import type { View } from '../views/view.js';
import { walkThrough, type Walk } from './walk.js';
import type { Computing, Effort } from './computing.js';
import { highest, requireStored } from './not-stored.js';
import { priceOf } from './price.js';

/** Options of reading a range: play, watching, and limits for computing missing values. */
export type ReadOptions = WalkOptions & PlayOptions & Effort;

/** A range of a game, with views of series that have it. */
export interface ReadableRange {
  readonly game: Game;
  readonly range: Range;
  /** One for each requested series, in that order. */
  readonly views: readonly View[];
  readonly walk: Walk;
}

/** A requested game, and its latest views. */
interface Opened {
  readonly game: Game;
  readonly set: CachedSet;
  views?: GameViews;
}

/**
 * Approximate bytes of a game in memory besides the elements of its set, and of a character of its definition, which may list a
 * set.
 */
const GAME_BYTES = 2 ** 13;
const CHARACTER_BYTES = 16;

export class Reader {
  readonly store: Blocks;
  readonly #readText: ReadText;
  readonly computing: Computing;
  readonly #onFile: ((file: SetFile) => void) | undefined;
  /** The latest game, which is kept whatever its size; the others are in the store's cache. */
  #last: { readonly text: string; readonly opened: Opened } | undefined;

  constructor(store: Blocks, readText: ReadText, computing: Computing, onFile?: (file: SetFile) => void) {
    this.#onFile = onFile;
    this.store = store;
    this.#readText = readText;
    this.computing = computing;
  }

  /** Returns the game of a text, or the given game, with a set that remembers its elements. */
  game(named: GameOrText): Game {
    return this.#openedOf(named).game;
  }

  #openedOf(named: GameOrText): Opened {
    const isText = typeof named === 'string';
    const text = isText ? named : named.definition;
    if (this.#last?.text === text) return this.#last.opened;
    const { cache } = this.store;
    // The previous game is weighed now, as its set may remember more elements.
    if (this.#last !== undefined)
      cache.put(`game ${this.#last.text}`, this.#last.opened, sizeOf(this.#last.opened));
    let opened = cache.get(`game ${text}`) as Opened | undefined;
    if (opened === undefined) {
      const parsed = isText ? parseGame(named, this.#readText) : named;
      const set = cachedSet(parsed.set);
      opened = { game: { ...parsed, set }, set };
      if (parsed.file !== undefined) this.#onFile?.(parsed.file);
    }
    this.#last = { text, opened };
    return opened;
  }

  /** Releases all games. */
  close(): void {
    this.#last = undefined;
    this.computing.close();
  }

  /** Returns a game's views at present. Cost: one reading of the catalog, which all its views share. */
  open(named: GameOrText): GameViews {
    const opened = this.#openedOf(named);
    const { game } = opened;
    const views = new GameViews(this.store, game, this.store.catalog.game(game.key), () =>
      this.computing.of(game),
    );
    opened.views = views;
    return views;
  }

  /**
   * Returns a view that has all the positions: an earlier one if possible, since values never change, otherwise a new one after
   * computing cheap values. Raises `not-stored` if these are expensive.
   */
  async viewFor(
    named: GameOrText,
    series: SeriesName,
    positions: ArrayLike<number>,
    effort?: Effort,
  ): Promise<View> {
    const stop = highest(positions) + 1;
    const kept = this.#openedOf(named).views?.view(series);
    if (kept !== undefined && stop <= kept.reach) return kept;
    const views = this.open(named);
    await this.reach(views, series, stop, effort);
    return views.view(series);
  }

  /** Computes the nim-values of all the positions, or of those for which that is cheap, independent of earlier questions. */
  async computeNimValues(views: GameViews, positions: ArrayLike<number>, effort?: Effort): Promise<void> {
    const stop = highest(positions) + 1;
    this.#requireRelated(views, 'nim', stop);
    await this.computing.reach(views, 'nim', stop, effort);
    if (stop <= views.view('nim').reach) return;
    const sorted = Float64Array.from(positions).sort();
    const cheap = await countWhere(sorted, (end) => this.computing.isCheap(views, end));
    if (cheap > 0) await this.computing.reach(views, 'nim', sorted[cheap - 1] + 1, effort);
  }

  /**
   * Returns the first position at which one of the series is neither known nor cheap to compute, or Infinity. The known positions
   * of a series are all below some position.
   */
  async firstUnknown(
    named: GameOrText,
    series: readonly SeriesName[],
    positions: ArrayLike<number>,
    effort?: Effort,
  ): Promise<number> {
    const views = this.open(named);
    const sorted = Float64Array.from(positions).sort();
    const known = await countWhere(sorted, async (end) => {
      for (const name of series) await this.computing.reach(views, name, end, effort);
      return series.every((name) => end <= views.view(name).reach);
    });
    return sorted.at(known) ?? Infinity;
  }

  /** Makes a series known below `stop`. Raises `not-stored` if that is not cheap. */
  async reach(views: GameViews, series: SeriesName, stop: number, effort?: Effort): Promise<void> {
    this.#requireRelated(views, series, stop);
    await this.computing.reach(views, series, stop, effort);
    await this.#require(views, series, stop, effort);
  }

  /** Raises `not-stored`, with the price of a remedy, unless a series is known below `stop`. */
  async #require(views: GameViews, series: SeriesName, stop: number, effort?: Effort): Promise<void> {
    const view = views.view(series);
    const isRefused = stop > view.reach && seriesOf(views.game).includes(series) && !view.lacksStates;
    const price = isRefused ? await priceOf(views, series, stop, effort?.signal) : undefined;
    requireStored(views.game, view, stop, price);
  }

  /**
   * Returns the recorded periods of a game that are stored as states, with these. Raises `corrupt` for damaged or missing states.
   */
  async states(named: GameOrText): Promise<StatesRecord[]> {
    const { store } = this;
    const views = this.open(named);
    const { key } = views.game;
    const records: StatesRecord[] = [];
    for (const quantity of quantitiesOf(views.game)) {
      const period = views.periods[quantity];
      const { lacksStates } = views.view(SERIES_OF[quantity]);
      if (period === undefined || (!lacksStates && !store.states.has(key, quantity))) continue;
      records.push(await statesOf(store, views.game, quantity, period));
    }
    return records;
  }

  /** Returns the number of cold positions below `position`. Raises `not-stored` if they are neither known nor cheap to compute. */
  async coldBelow(named: GameOrText, position: number, effort?: Effort): Promise<number> {
    const views = this.open(named);
    await this.reach(views, 'cold', checkEnd(position, 'The position'), effort);
    return views.view('cold').coldBefore(position);
  }

  /**
   * Returns a range of some series, by default all stored positions, with views in the requested play that have it. For reading
   * once: its blocks do not remain in the cache.
   */
  async readable(
    named: GameOrText,
    series: readonly SeriesName[],
    options: ReadOptions,
  ): Promise<ReadableRange> {
    for (const name of series) checkSeries(name);
    const views = this.open(named);
    const { game } = views;
    const known = series.map((name) => views.view(name));
    const { range, needed } = resolveRange(game, known, options);
    for (const view of known) {
      this.#requireRelated(views, view.series, needed);
      if (lengthOf(range) === 0) await this.#require(views, view.series, needed, options);
      else await this.reach(views, view.series, needed, options);
    }
    const read = series.map((name) => inPlay(game, views.view(name, 'pass'), options));
    return { game, range, views: read, walk: walkThrough(range, options) };
  }

  /** Checks all rows before reporting positions as not stored: a missing row would hide them. */
  #requireRelated(views: GameViews, series: SeriesName, stop: number): void {
    if (stop > views.view(series).reach) this.store.catalog.requireRelated();
  }
}

function sizeOf({ game, set }: Opened): number {
  return GAME_BYTES + CHARACTER_BYTES * (game.key.length + game.definition.length) + set.keptBytes;
}

/** Returns the number of the increasing positions below an end that satisfies a condition, as all lower ends do. */
async function countWhere(
  positions: Float64Array,
  isTrue: (end: number) => boolean | Promise<boolean>,
): Promise<number> {
  let count = 0;
  for (let most = positions.length; count < most;) {
    const middle = (count + most) >>> 1;
    if (await isTrue(positions[middle] + 1)) count = middle + 1;
    else most = middle;
  }
  return count;
}

/** Resolves `from` and `to` against the views' frontiers; `needed` is how far they must be readable. */
export function resolveRange(
  game: Game,
  views: readonly View[],
  { from = 0, to }: RangeOptions,
): { range: Range; needed: number } {
  const frontier = Math.min(...views.map((view) => view.frontier));
  const range = checkRange({ start: from, stop: to ?? Math.max(from, frontier) });
  // The request is for all stored positions from one on, where none is stored.
  const isMissing = to === undefined && (frontier === 0 || from > frontier);
  if (isMissing && views.every(({ reach }) => reach === POSITION_LIMIT)) {
    refuse(
      'The range has no end: nothing of {game} is stored there, and a rule gives every position.',
      { game: game.key },
      { remedy: { do: 'give', option: 'to', value: null } },
    );
  }
  // An empty requested range needs nothing.
  return { range, needed: isMissing ? from + 1 : lengthOf(range) > 0 ? range.stop : 0 };
}
