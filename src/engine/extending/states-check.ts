/** Computes states of all values of a period with their hash, and checks recorded states. */
import { columnOfBits, columnOfIntegers } from '../../columnar/layout.js';
import { platform } from '../../platform/platform.js';
import { breather } from '../../common/stoppable.js';
import type { Game } from '../../game/game.js';
import { primeFactors } from '../../common/divisors.js';
import { givenBelow, isSamePeriod, reachOf, type Period, type Quantity } from '../../game/periods.js';
import { keepStates, type Replay } from '../../solver/states/replay.js';
import type { StatesRecord } from '../../store/period-files.js';
import type { Stoppable } from '../series/options.js';
import { stateGameOf } from '../series/states.js';
import { ValueHash } from '../series/value-hash.js';
import { areStatesOf, replayOf } from '../views/states.js';
import type { Random } from './checks.js';

/** Intervals between states that a partial check computes again. */
const CHECKED_INTERVALS = 2;

/** Extent of a check of recorded periods. With `full` it covers all values. */
export interface PeriodCheck extends Stoppable {
  readonly full: boolean;
  readonly random: Random;
}

/** Returns the states of the values below `stop`, and the hash of all these values. */
export async function statesBelow(
  game: Game,
  quantity: Quantity,
  stop: number,
  signal: AbortSignal | undefined,
): Promise<{ kept: Awaited<ReturnType<typeof keepStates>>; valuesSha256: string }> {
  const hash = new ValueHash();
  const onValues = (bytes: Uint8Array): void => {
    hash.add(quantity === 'nim' ? columnOfIntegers(bytes) : columnOfBits(bytes, 8 * bytes.length));
  };
  const kept = await keepStates(stateGameOf(game, quantity)!, stop, { breathe: breather(signal), onValues });
  return { kept, valuesSha256: hash.hex() };
}

/**
 * Returns the problem of states and the period that they prove, or undefined. Values must repeat long enough to prove the period,
 * and neither with a smaller period nor from a smaller preperiod. The states are computed from each other at a sample, or with
 * `full` all of them from 0 on.
 */
export async function statesProblem(
  game: Game,
  record: StatesRecord,
  recorded: Period,
  { full, random, signal }: PeriodCheck,
): Promise<string | undefined> {
  const { quantity, period } = record;
  const given = stateGameOf(game, quantity);
  const reach = reachOf(game);
  if (given === undefined || reach === undefined) return 'the game has no states';
  if (!isSamePeriod(period, recorded)) return 'its states prove another one';
  if (record.states.length !== Math.floor((period.preperiod + period.period) / record.apart)) {
    return 'its states do not reach as far as it does';
  }
  if (!areStatesOf(record, given)) return 'its states are not as long as those of the game';
  const replay = replayOf(game, quantity, record);
  if (!repeats(replay, period.period, game, period)) return 'the values do not repeat so';
  const { preperiod, period: length } = period;
  for (const prime of primeFactors(length)) {
    if (repeats(replay, length / prime, game, period))
      return `the values repeat with ${length / prime} already`;
  }
  if (preperiod > 0 && valueAt(replay, preperiod - 1) === valueAt(replay, preperiod - 1 + length)) {
    return 'the preperiod is smaller';
  }
  if (full) {
    const { kept, valuesSha256 } = await statesBelow(game, quantity, preperiod + length, signal);
    const isEqual =
      valuesSha256 === period.evidence?.valuesSha256 &&
      kept.coldBefore.length === record.coldBefore.length &&
      kept.coldBefore.every((count, i) => count === record.coldBefore[i]) &&
      kept.states.length === record.states.length &&
      kept.states.every((state, i) => platform.sameBytes(state, record.states[i]));
    return isEqual ? undefined : 'its states are not those that the values come to';
  }
  for (let i = 0; i < CHECKED_INTERVALS && record.states.length > 0; i++) {
    const index = Math.floor(random() * record.states.length);
    const { kept, again } = replay.stateAgain(index);
    if (!platform.sameBytes(kept, again)) return `the state ${index} does not follow from the one before`;
  }
  return undefined;
}

/** Whether the values from the preperiod on repeat after `shift`, for as many positions as prove the period. */
function repeats(replay: Replay, shift: number, game: Game, { preperiod }: Period): boolean {
  const stop = Math.max(preperiod + reachOf(game)!, givenBelow(game));
  const lower = replay.read(preperiod, stop);
  const upper = replay.read(preperiod + shift, stop + shift);
  return lower.every((byte, i) => byte === upper[i]);
}

function valueAt(replay: Replay, position: number): number {
  return replay.read(position, position + 1)[0];
}
