/**
 * The series of a game as views of one moment: all of them start from one reading of the catalog. What is computed in memory
 * afterwards joins them, as values never change.
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

/** What was computed of a game in memory: values above stored ones, by series, and periods that are not recorded. */
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

  /** `computed` gives what is there in memory by now. */
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

  /** A series as readers see it: what is stored, and above it a rule, or else what was computed in memory. */
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

/**
 * The stored values of a series among those of a game: its blocks, and above them, of cold positions, what the blocks of other
 * series tell.
 */
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

/** The stored values of a series of a game now, to be read through. */
export function currentView(store: Blocks, gameKey: string, series: SeriesName): SolvedView {
  return storedView(store, store.catalog.soundSeries(gameKey), series, 'pass');
}

/** As `currentView`, of the blocks of the series itself: cold is not continued from other series. */
export function currentOwnView(store: Blocks, gameKey: string, series: SeriesName): SolvedView {
  const own = store.catalog.soundSeries(gameKey).filter(({ name }) => name === series);
  return storedView(store, own, series, 'pass');
}
