/**
 * The values of a series from stored states, for a period too long to store, which rules repeat. A kernel computes each from the
 * nearest state below.
 */
import {
  columnOfBits,
  columnOfIntegers,
  type ColumnValues,
  type SeriesName,
  type Width,
} from '../../columnar/layout.js';
import { fail } from '../../common/errors.js';
import { lengthOf, type Range } from '../../common/range.js';
import type { Game } from '../../game/game.js';
import { provenBelow, type Period, type Periods, type Quantity } from '../../game/periods.js';
import { getBit } from '../../kernel/bitset.js';
import { MAX_MOVES } from '../../kernel/state-layout.js';
import { Replay, type KeptStates } from '../../solver/states/replay.js';
import type { StateGame } from '../../solver/states/cycle.js';
import { positionsInWord, stateBytes } from '../../solver/states/walk.js';
import { atWidth } from '../series/columns.js';
import { stateGameOf } from '../series/states.js';
import { DESCRIPTIONS } from '../series/descriptions.js';
import type { Blocks } from '../../store/blocks.js';
import type { StatesRecord } from '../../store/period-files.js';
import type { PartSource, SolvedSegment } from './segments.js';
import { SolvedView } from './view.js';

/** Values beyond those that prove a period, which rules check before they trust it. */
const BEYOND = 2 ** 12;

/** Remedy for states: their values are computed again. */
const REPAIR = { remedy: { do: 'verify', repair: true } } as const;

/** A segment of values computed from states. */
class StatesSegment implements SolvedSegment {
  readonly source = 'computed';
  readonly rule = 'values computed from states';
  readonly start: number;
  readonly stop: number;
  readonly #series: SeriesName;
  readonly #isBits: boolean;
  readonly #replay: () => Promise<Replay>;

  constructor(series: SeriesName, isBits: boolean, range: Range, replay: () => Promise<Replay>) {
    this.start = range.start;
    this.stop = range.stop;
    this.#series = series;
    this.#isBits = isBits;
    this.#replay = replay;
  }

  below(position: number): StatesSegment {
    const range = { start: this.start, stop: Math.min(this.stop, position) };
    return new StatesSegment(this.#series, this.#isBits, range, this.#replay);
  }

  widthOf(): Width {
    return this.#isBits ? 1 : 8;
  }

  boundOf(): number {
    return this.#isBits ? 1 : MAX_MOVES;
  }

  async read({ start, stop }: Range, width?: Width): Promise<ColumnValues> {
    const bytes = (await this.#replay()).read(start, stop);
    const values = this.#isBits ? columnOfBits(bytes, stop - start) : columnOfIntegers(bytes);
    return width === undefined ? values : atWidth(values, width);
  }

  async valuesAt(positions: ArrayLike<number>): Promise<Uint32Array> {
    const replay = await this.#replay();
    const values = new Uint32Array(positions.length);
    const order = Uint32Array.from(values, (_, i) => i).sort((a, b) => positions[a] - positions[b]);
    for (const i of order) {
      const bytes = replay.read(positions[i], positions[i] + 1);
      values[i] = this.#isBits ? getBit(bytes, 0) : bytes[0];
    }
    return values;
  }

  partAt(): Range {
    return { start: this.start, stop: this.stop };
  }

  sourcesOf(range: Range): PartSource[] {
    return [{ ...range, stored: undefined, isWhole: false, steps: lengthOf(range), times: 1, rise: 0 }];
  }

  async coldBefore(position: number): Promise<number> {
    return (await this.#replay()).coldBefore(position);
  }
}

/** Adds the values that a recorded period repeats, and those that prove it, to a view, if they are not stored but states are. */
export function withStates(store: Blocks, game: Game, known: SolvedView, recorded: Periods): SolvedView {
  const { series, reach, segments } = known;
  const { quantity } = DESCRIPTIONS[series];
  const period = recorded[quantity];
  if (period === undefined || !store.states.has(game.key, quantity)) return known;
  const proven = provenBelow(game, period);
  if (proven <= reach || proven === Infinity) return known;
  let replay: Promise<Replay> | undefined;
  const load = async (): Promise<Replay> =>
    replayOf(game, quantity, await statesOf(store, game, quantity, period));
  const loaded = (): Promise<Replay> =>
    (replay ??= load().catch((error: unknown) => {
      // A repair may precede the next reading.
      replay = undefined;
      throw error;
    }));
  const range = { start: reach, stop: proven + BEYOND };
  return new SolvedView(series, [
    ...segments,
    new StatesSegment(series, quantity === 'outcome', range, loaded),
  ]);
}

/** Returns the states of a recorded period. Raises `corrupt` if there are none. */
export async function statesOf(
  store: Pick<Blocks, 'states'>,
  { key }: Game,
  quantity: Quantity,
  period: Period,
): Promise<StatesRecord> {
  const record = await store.states.read(key, quantity);
  if (record !== undefined && areAlike(record.period, period)) return record;
  wrongStates(key, quantity);
}

function wrongStates(game: string, quantity: Quantity): never {
  fail(
    'corrupt',
    'The stored states of {game} are not those of its {quantity} period.',
    { game, quantity },
    REPAIR,
  );
}

function areAlike(one: Period, other: Period): boolean {
  const isSame = one.preperiod === other.preperiod && one.period === other.period;
  return isSame && one.evidence?.valuesSha256 === other.evidence?.valuesSha256;
}

/** Returns a replay of a game's values. Raises `corrupt` for states that cannot be the game's. */
export function replayOf(game: Game, quantity: Quantity, kept: KeptStates): Replay {
  const stateGame = stateGameOf(game, quantity);
  if (stateGame !== undefined && areStatesOf(kept, stateGame)) return new Replay(stateGame, kept);
  wrongStates(game.key, quantity);
}

/** Whether states have the lengths and positions of a game's. */
export function areStatesOf({ apart, states }: KeptStates, game: StateGame): boolean {
  return apart % positionsInWord(game) === 0 && states.every(({ length }) => length === stateBytes(game));
}
