/**
 * What every reading of a store starts from: a game by its text, and its series as views of one moment, which have the
 * positions that are asked for after computing what is cheap.
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

/** What is to be read through: a range in some play, how it is watched, and what may be done to compute what it lacks. */
export type ReadOptions = WalkOptions & PlayOptions & Effort;

/** A range of a game, with series of it as views that have the range. */
export interface ReadableRange {
  readonly game: Game;
  readonly range: Range;
  /** One for each series, in the order in which they were asked for. */
  readonly views: readonly View[];
  readonly walk: Walk;
}

/** A game that was asked for, and the views of it that were opened last. */
interface Opened {
  readonly game: Game;
  readonly set: CachedSet;
  views?: GameViews;
}

/** Bytes of a game in memory beside the elements of its set, about; and of a character of its definition, which may list a set. */
const GAME_BYTES = 2 ** 13;
const CHARACTER_BYTES = 16;

export class Reader {
  readonly store: Blocks;
  readonly #readText: ReadText;
  readonly computing: Computing;
  readonly #onFile: ((file: SetFile) => void) | undefined;
  /** The game that was asked last, which is kept whatever its size; the others are in the cache of the store. */
  #last: { readonly text: string; readonly opened: Opened } | undefined;

  constructor(store: Blocks, readText: ReadText, computing: Computing, onFile?: (file: SetFile) => void) {
    this.#onFile = onFile;
    this.store = store;
    this.#readText = readText;
    this.computing = computing;
  }

  /** The game of a text, or a game as it is, with a set that remembers its elements. */
  game(named: GameOrText): Game {
    return this.#openedOf(named).game;
  }

  #openedOf(named: GameOrText): Opened {
    const isText = typeof named === 'string';
    const text = isText ? named : named.definition;
    if (this.#last?.text === text) return this.#last.opened;
    const { cache } = this.store;
    // The one before is weighed as it leaves: its set may remember more elements by now.
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

  /** Lets go of all that is kept of games. */
  close(): void {
    this.#last = undefined;
    this.computing.close();
  }

  /** A game as it is stored now. Cost: one reading of the catalog, which all its views share. */
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
   * A view that has all the positions: one of before where it does, since values never change, else of now, after computing
   * what is cheap. Raises `not-stored` where that is dear.
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

  /**
   * Computes the nim-values of some positions, or of those for which that is cheap from what is stored, whatever was computed
   * or asked before.
   */
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
   * The first of some positions at which one of the series is neither known nor cheap to compute; Infinity where there is none.
   * What is known of a series is all below some position.
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

  /** Sees to it that a series is known below `stop`. Raises `not-stored` where that is not cheap. */
  async reach(views: GameViews, series: SeriesName, stop: number, effort?: Effort): Promise<void> {
    this.#requireRelated(views, series, stop);
    await this.computing.reach(views, series, stop, effort);
    await this.#require(views, series, stop, effort);
  }

  /** Raises `not-stored`, with the price of what would help, unless a series is known below `stop`. */
  async #require(views: GameViews, series: SeriesName, stop: number, effort?: Effort): Promise<void> {
    const view = views.view(series);
    const isRefused = stop > view.reach && seriesOf(views.game).includes(series) && !view.lacksStates;
    const price = isRefused ? await priceOf(views, series, stop, effort?.signal) : undefined;
    requireStored(views.game, view, stop, price);
  }

  /** The recorded periods of a game that are kept as states, with these. Raises `corrupt` for states that are damaged or gone. */
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

  /** How many positions below `position` are cold. Raises `not-stored` where they are not known and not cheap to compute. */
  async coldBelow(named: GameOrText, position: number, effort?: Effort): Promise<number> {
    const views = this.open(named);
    await this.reach(views, 'cold', checkEnd(position, 'The position'), effort);
    return views.view('cold').coldBefore(position);
  }

  /**
   * The range of some series that is wanted, by default all that is stored, with views that have it in the play that is asked
   * for: for reading through once, so that blocks do not stay in the cache.
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

  /** Checks all rows before positions pass for not stored: a row that is missing would hide them. */
  #requireRelated(views: GameViews, series: SeriesName, stop: number): void {
    if (stop > views.view(series).reach) this.store.catalog.requireRelated();
  }
}

function sizeOf({ game, set }: Opened): number {
  return GAME_BYTES + CHARACTER_BYTES * (game.key.length + game.definition.length) + set.keptBytes;
}

/** How many of the increasing positions lie below an end of which something is true, as it is of all lower ends. */
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

/** The range that is wanted of some views, and the end of the positions that it needs. */
export function resolveRange(
  game: Game,
  views: readonly View[],
  { from = 0, to }: RangeOptions,
): { range: Range; needed: number } {
  const frontier = Math.min(...views.map((view) => view.frontier));
  const range = checkRange({ start: from, stop: to ?? Math.max(from, frontier) });
  // All that is stored from a position on, where nothing is.
  const isMissing = to === undefined && (frontier === 0 || from > frontier);
  if (isMissing && views.every(({ reach }) => reach === POSITION_LIMIT)) {
    refuse(
      'The range has no end: nothing of {game} is stored there, and a rule gives every position.',
      { game: game.key },
      { remedy: { do: 'give', option: 'to', value: null } },
    );
  }
  // An empty range that was asked for needs nothing.
  return { range, needed: isMissing ? from + 1 : lengthOf(range) > 0 ? range.stop : 0 };
}
