/**
 * What every reading of a store starts from: games by their text, and for each series a view that has the positions
 * which are asked for, after computing what is cheap. The one place that decides between a kept view and a fresh one.
 */
import { SERIES, type SeriesName } from '../../columnar/layout.js';
import { usageError, type TakeawayError } from '../../common/errors.js';
import { checkRange, lengthOf, POSITION_LIMIT, type Range } from '../../common/range.js';
import { parseGame, type Game } from '../../game/game.js';
import type { SetFile } from '../../game/sets/described-set.js';
import { cachedSet } from '../../game/sets/cached-set.js';
import type { BlockStore } from '../../store/block-store.js';
import type { FileSystem } from '../../store/files/file-system.js';
import type { GameSnapshot } from '../../store/records.js';
import { seriesToExtend } from '../series/declared.js';
import type { RangeOptions } from '../series/options.js';
import { ContinuedView } from '../views/continued.js';
import type { ReadableSeries } from '../views/stored.js';
import type { Computing, Effort } from './computing.js';
import { highest, requireStored } from './query.js';
import { POSITION_COLUMN } from './series-table.js';

/** A range that is asked for, and what may be done to compute what it lacks. */
type StoppableRange = RangeOptions & Effort;

/** A series with a range of it that the view has. */
export interface ReadableRange {
  readonly view: ContinuedView;
  readonly range: Range;
}

/** Games that are remembered: each may keep millions of elements of its set. */
const MOST_GAMES = 16;

/** The reader of one open store. */
export class Reader {
  readonly store: BlockStore;
  readonly fileSystem: FileSystem;
  readonly #computing: Computing;
  readonly #onFile: ((file: SetFile) => void) | undefined;
  readonly #games = new Map<string, Game>();
  /** By series and game, the last view that was made. */
  readonly #views = new Map<string, ContinuedView>();

  constructor(
    store: BlockStore,
    fileSystem: FileSystem,
    computing: Computing,
    onFile?: (file: SetFile) => void,
  ) {
    this.#onFile = onFile;
    this.store = store;
    this.fileSystem = fileSystem;
    this.#computing = computing;
  }

  /** The game of a text, or a game as it is, with a set that remembers its elements. */
  game(named: string | Game): Game {
    const isText = typeof named === 'string';
    const text = isText ? named : named.definition;
    let game = this.#games.get(text);
    if (game === undefined) {
      const parsed = isText ? parseGame(named, (path) => this.fileSystem.readText(path)) : named;
      game = { ...parsed, set: cachedSet(parsed.set) };
      if (parsed.file !== undefined) this.#onFile?.(parsed.file);
      if (this.#games.size === MOST_GAMES) this.#games.delete(this.#games.keys().next().value!);
      this.#games.set(text, game);
    }
    return game;
  }

  snapshot(game: Game): GameSnapshot {
    return this.store.game(game.key);
  }

  /** The view of a series now. Blocks that it reads stay in the cache; the view itself is kept for `viewFor`. */
  view(game: Game, series: SeriesName, snapshot = this.snapshot(game)): ContinuedView {
    const view = ContinuedView.of(this.store, game, snapshot, series, 'keep', this.#computing.of(game));
    this.#views.set(`${series} ${game.key}`, view);
    return view;
  }

  /** As `view`, for reading through once: blocks do not stay in the cache. */
  passingView(game: Game, series: SeriesName, snapshot = this.snapshot(game)): ContinuedView {
    return ContinuedView.of(this.store, game, snapshot, series, 'pass', this.#computing.of(game));
  }

  /**
   * A view that has all the positions: the kept one where it does, since values never change, else a fresh one, after
   * computing what is cheap. One that lacks some is left to the caller's check.
   */
  async viewFor(
    game: Game,
    series: SeriesName,
    positions: ArrayLike<number>,
    effort?: Effort,
  ): Promise<ContinuedView> {
    const stop = highest(positions) + 1;
    const kept = this.#views.get(`${series} ${game.key}`);
    if (kept !== undefined && stop <= kept.reach) return kept;
    const fresh = this.view(game, series);
    if (stop <= fresh.reach) return fresh;
    await this.compute(game, series, stop, effort);
    return this.view(game, series);
  }

  /** Computes what a series lacks below `stop`, where that is cheap. */
  compute(game: Game, series: SeriesName, stop: number, effort?: Effort): Promise<void> {
    return this.#computing.reach(game, series, stop, effort);
  }

  /**
   * Computes the nim-values of some positions, or of those for which that is cheap from what is stored, whatever was computed
   * or asked before.
   */
  async computeNimValues(game: Game, positions: ArrayLike<number>, effort?: Effort): Promise<void> {
    const stop = highest(positions) + 1;
    if (stop <= this.view(game, 'nim').reach) return;
    await this.compute(game, 'nim', stop, effort);
    if (stop <= this.view(game, 'nim').reach) return;
    const sorted = Float64Array.from(positions).sort();
    let cheap = 0;
    let dear = sorted.length;
    while (cheap < dear) {
      const middle = (cheap + dear) >>> 1;
      if (this.#computing.isCheap(game, sorted[middle] + 1)) cheap = middle + 1;
      else dear = middle;
    }
    if (cheap > 0) await this.compute(game, 'nim', sorted[cheap - 1] + 1, effort);
  }

  /** Sees to it that a series is known below `stop`. Raises `not-stored` where that is not cheap. */
  async reach(game: Game, series: SeriesName, stop: number, effort?: Effort): Promise<void> {
    if (stop > this.view(game, series).reach) await this.compute(game, series, stop, effort);
    requireStored(game, this.view(game, series), stop);
  }

  /** Looks for the periods of a game, where values can prove one and enough of them are cheap; returns those it knows. */
  async findPeriods(game: Game): Promise<ReturnType<Computing['of']>['periods']> {
    await this.#computing.findPeriods(game);
    return this.#computing.of(game).periods;
  }

  /** The range of a series that is wanted, by default all that is stored, with a view that has it. */
  async readable(game: Game, series: SeriesName, options: StoppableRange): Promise<ReadableRange> {
    const range = await this.reachRange(game, [series], options);
    return { view: this.passingView(game, series), range };
  }

  /** The range that is wanted of some series, after seeing to it that all of them have it. */
  async reachRange(game: Game, names: readonly SeriesName[], options: StoppableRange): Promise<Range> {
    const views = names.map((series) => this.view(game, series));
    const { range, needed } = wantedRange(game, views, options);
    for (const view of views) {
      if (lengthOf(range) === 0) requireStored(game, view, needed);
      else await this.reach(game, view.series, needed, options);
    }
    return range;
  }

  /** The columns of a scan unless others are named: positions, and cold and nim-values as far as the game has them. */
  usualColumns(game: Game): string[] {
    return [POSITION_COLUMN, ...seriesToExtend(game).map((series) => SERIES[series].column)];
  }
}

/** The range that is wanted of some views, and the end of the positions that it needs. */
export function wantedRange(
  game: Game,
  views: readonly ReadableSeries[],
  { from = 0, to }: RangeOptions,
): { range: Range; needed: number } {
  const frontier = Math.min(...views.map((view) => view.frontier));
  const range = checkRange({ start: from, stop: to ?? Math.max(from, frontier) });
  // All that is stored from a position on, where nothing is.
  const isMissing = to === undefined && (frontier === 0 || from > frontier);
  if (isMissing && views.every(({ reach }) => reach === POSITION_LIMIT)) throw endless(game);
  // An empty range that was asked for needs nothing.
  return { range, needed: isMissing ? from + 1 : lengthOf(range) > 0 ? range.stop : 0 };
}

/** All that is stored from a position on, where nothing is but a rule gives every position. */
function endless(game: Game): TakeawayError {
  return usageError({
    subject: `The range of ${game.key}`,
    expected: 'an end, as nothing is stored there and a rule gives every position',
    found: 'none',
    remedy: { do: 'give', option: 'to', value: null },
  });
}
