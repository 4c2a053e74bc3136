/**
 * The series of a game as views of one moment, from one reading of the catalog. Values computed in memory later join them, as
 * values never change.
 */
import { SERIES_NAMES, type Run, type SeriesName } from '../../columnar/layout.js';
import type { Game } from '../../game/game.js';
import type { Periods } from '../../game/periods.js';
import type { Blocks } from '../../store/blocks.js';
import type { GameSnapshot, StoredSeries } from '../../store/records.js';
import { DESCRIPTIONS } from '../series/descriptions.js';
import { rulesOf } from './rules.js';
import { BlockSegment, type ReadMode } from './segments.js';
import { withStates } from './states.js';
import { SolvedView, View } from './view.js';

/** Results for a game in memory: values above stored ones, by series, and periods that are not recorded. */
export interface Computed {
  readonly runs: Readonly<Partial<Record<SeriesName, Run>>>;
  readonly periods: Periods;
}

export const NOTHING_COMPUTED: Computed = { runs: {}, periods: {} };

/** A game of a store at one moment. */
export class GameViews {
  readonly game: Game;
  readonly periods: Periods;
  readonly #store: Blocks;
  readonly #series: readonly StoredSeries[];
  readonly #computed: () => Computed;
  readonly #kept = new Map<SeriesName, { readonly view: View; readonly computed: Computed }>();

  /** `computed` returns the present results in memory. */
  constructor(
    store: Blocks,
    game: Game,
    { series, periods }: GameSnapshot,
    computed = (): Computed => NOTHING_COMPUTED,
  ) {
    this.game = game;
    this.periods = periods;
    this.#store = store;
    this.#series = series;
    this.#computed = computed;
  }

  stored(series: SeriesName, mode: ReadMode = 'keep'): SolvedView {
    return storedView(this.#store, this.#series, series, mode);
  }

  /** Returns a series for readers: the stored values, and above them a rule, or else values in memory. */
  view(series: SeriesName, mode: ReadMode = 'keep'): View {
    const computed = this.#computed();
    const kept = mode === 'keep' ? this.#kept.get(series) : undefined;
    if (kept?.computed === computed) return kept.view;
    const stored = this.stored(series, mode);
    const run = computed.runs[series];
    const known = run === undefined ? stored : stored.with(run);
    const repeated = withStates(this.#store, this.game, known, this.periods);
    const rule = rulesOf(this.game, stored.frontier, repeated, this.periods, computed.periods).at(0);
    const { quantity } = DESCRIPTIONS[series];
    const lacksStates = rule === undefined && this.periods[quantity] !== undefined;
    const view = new View(series, rule === undefined ? known.segments : [...stored.segments, rule], {
      lacksStates,
    });
    if (mode === 'keep') this.#kept.set(series, { view, computed });
    return view;
  }
}

/** Returns the stored values of a series: its blocks, and for cold positions also those derived from longer series. */
export function storedView(
  store: Blocks,
  stored: readonly StoredSeries[],
  series: SeriesName,
  mode: ReadMode = 'keep',
): SolvedView {
  const segments: BlockSegment[] = [];
  let start = 0;
  for (const name of series === 'cold' ? SERIES_NAMES : [series]) {
    const found = stored.find((candidate) => candidate.name === name);
    if (found === undefined || found.frontier <= start) continue;
    segments.push(new BlockSegment(store, found, { start, stop: found.frontier }, series, mode));
    start = found.frontier;
  }
  return new SolvedView(series, segments);
}

/** Returns the present stored values of a series, for reading once. */
export function currentView(store: Blocks, gameKey: string, series: SeriesName): SolvedView {
  return storedView(store, store.catalog.soundSeries(gameKey), series, 'pass');
}

/** As `currentView`, of the series' own blocks only: cold is not derived from other series. */
export function currentOwnView(store: Blocks, gameKey: string, series: SeriesName): SolvedView {
  const own = store.catalog.soundSeries(gameKey).filter(({ name }) => name === series);
  return storedView(store, own, series, 'pass');
}
