/**
 * Certificate of a period kept as states. All values from 0 to the end of its proof follow one by one from the definition, and
 * are compared with every state, every count and the hash. No solver and no kernel is used, and no state is trusted.
 */
import type { Range } from '../common/range.js';
import { platform } from '../platform/platform.js';
import { primeFactors } from '../common/divisors.js';
import type { Game } from '../game/game.js';
import { givenBelow, type Period, type Quantity } from '../game/periods.js';

/** Positions computed between yields to the event loop. */
const RUN_POSITIONS = 2 ** 16;
/** The value below position 0, where no move leads. */
const NOTHING = 255;
const BYTE = 8;
/** A state of outcomes has a multiple of 64 positions, one of nim-values a multiple of `BYTE`. */
const WORD = 64;

/** The states of one quantity of a finite game, and the period that they prove. */
export interface KeptPeriod {
  readonly quantity: Quantity;
  readonly period: Period;
  /** Distance of states: the k-th ends at (k + 1) times this. */
  readonly apart: number;
  readonly states: readonly Uint8Array[];
  /** The number of cold positions below each state's end. */
  readonly coldBefore: readonly number[];
}

/** The contradictions between the values and a kept period, each as a sentence; null if there is none. */
export interface StatesFinding {
  /** The first state or count, or the hash, that the values contradict. */
  readonly state: string | null;
  /** A difference between values a period apart. */
  readonly repeat: string | null;
  /** A smaller period or preperiod. */
  readonly smaller: string | null;
}

interface Window extends Range {
  readonly values: Uint8Array;
}

/** Replays the values of a game. `breathe` receives the share done. Cost: each value once, some 6 ns for each move. */
export async function replayStates(
  game: Game,
  kept: KeptPeriod,
  breathe: (share: number) => unknown,
): Promise<StatesFinding> {
  const { quantity, apart, states, coldBefore } = kept;
  const { preperiod, period, evidence } = kept.period;
  const end = preperiod + period;
  // The values that decide all later ones, and the one before the preperiod.
  const from = Math.max(0, preperiod - 1);
  const length = Math.max(preperiod + game.set.largest, givenBelow(game)) - from;
  const windowAt = (start: number): Window => ({
    start,
    stop: start + length,
    values: new Uint8Array(length),
  });
  const first = windowAt(from);
  const later = windowAt(from + period);
  const shifts = primeFactors(period).map((prime) => period / prime);
  const shifted = shifts.map((shift) => windowAt(from + shift));
  const hash = platform.hash();
  let cold = 0;
  let state: string | null = null;
  const values = new Values(game, quantity);
  while (values.position < later.stop) {
    await breathe(values.position / later.stop);
    const { start, run } = values.next(Math.min(later.stop, Math.floor(values.position / apart + 1) * apart));
    const stop = start + run.length;
    for (const window of [first, later, ...shifted]) gather(window, start, run);
    if (start < end) hash.update(packed(run.subarray(0, end - start), quantity === 'nim' ? 16 : 1));
    const coldValue = quantity === 'nim' ? 0 : 1;
    for (const value of run) if (value === coldValue) cold++;
    if (stop % apart !== 0 || stop > end || state !== null) continue;
    const index = stop / apart - 1;
    const isSame = index < states.length && platform.sameBytes(states[index], values.state());
    if (!isSame) state = `the state ${index}, at ${stop}, is another one`;
    else if (coldBefore[index] !== cold) {
      state = `${cold} positions below ${stop} are cold, and ${coldBefore[index]} are said to be`;
    }
  }
  const count = Math.floor(end / apart);
  if (states.length !== count) state ??= `there are ${states.length} states, and not ${count}`;
  if (hash.hex() !== evidence?.valuesSha256) state ??= `the values of [0, ${end}) have another hash`;
  const shorter = shifts.find((_, i) => differing(first, shifted[i], preperiod) === null);
  let smaller = shorter === undefined ? null : `they repeat with ${shorter} already`;
  if (preperiod > 0 && first.values[0] === later.values[0])
    smaller = `${preperiod - 1} has the value of ${preperiod - 1 + period}, too`;
  return { state, repeat: differing(first, later, preperiod), smaller };
}

/** Describes the first position from `least` on whose value differs from that of a later window. */
function differing(first: Window, later: Window, least: number): string | null {
  for (let i = least - first.start; i < first.values.length; i++) {
    if (first.values[i] !== later.values[i]) return `${first.start + i} and ${later.start + i} differ`;
  }
  return null;
}

/** Copies the values of a run from `start` on that lie in a window. */
function gather({ start: from, stop, values }: Window, start: number, run: Uint8Array): void {
  const [least, most] = [Math.max(from, start), Math.min(stop, start + run.length)];
  if (least < most) values.set(run.subarray(least - start, most - start), least - from);
}

/** The values of a finite game in order, by the definition. */
class Values {
  readonly #game: Game;
  readonly #quantity: Quantity;
  readonly #moves: readonly number[];
  /** The last `#below` values, which decide the next ones, then a run. */
  readonly #row: Uint8Array;
  /** The largest move, rounded up to a whole state. */
  readonly #below: number;
  /** For each nim-value, the last position with an option of it. */
  readonly #seen = new Float64Array(NOTHING + 1).fill(-1);
  position = 0;
  #length = 0;

  constructor(game: Game, quantity: Quantity) {
    this.#game = game;
    this.#quantity = quantity;
    this.#moves = Array.from(game.set.between(1, game.set.largest + 1));
    this.#below = WORD * Math.ceil(game.set.largest / WORD);
    this.#row = new Uint8Array(this.#below + RUN_POSITIONS).fill(NOTHING);
  }

  /** Computes the next run, which ends at or before `stop`; its bytes are valid until the next call. */
  next(stop: number): { start: number; run: Uint8Array } {
    const below = this.#below;
    const row = this.#row;
    row.copyWithin(0, this.#length, this.#length + below);
    const start = this.position;
    const length = Math.min(RUN_POSITIONS, stop - start);
    const { seed = [], hotspots } = this.#game;
    const hot = new Set(hotspots?.between(start, start + length));
    for (let i = 0; i < length; i++) {
      const n = start + i;
      if (n < seed.length) row[below + i] = this.#quantity === 'nim' ? seed[n] : Number(seed[n] === 0);
      else if (hot.has(n)) row[below + i] = 0;
      else
        row[below + i] = this.#quantity === 'nim' ? this.#mex(row, below + i, n) : this.#cold(row, below + i);
    }
    this.#length = length;
    this.position = start + length;
    return { start, run: row.subarray(below, below + length) };
  }

  /** Returns the values below the position in the format of a state. */
  state(): Uint8Array {
    const reach = this.#game.set.largest;
    const inWord = this.#quantity === 'nim' ? BYTE : WORD;
    const end = this.#below + this.#length;
    return packed(
      this.#row.subarray(end - inWord * Math.ceil(reach / inWord), end),
      this.#quantity === 'nim' ? 8 : 1,
    );
  }

  #cold(row: Uint8Array, at: number): number {
    const moves = this.#moves;
    for (let k = 0; k < moves.length; k++) if (row[at - moves[k]] === 1) return 0;
    return 1;
  }

  #mex(row: Uint8Array, at: number, n: number): number {
    const moves = this.#moves;
    const seen = this.#seen;
    for (let k = 0; k < moves.length; k++) seen[row[at - moves[k]]] = n;
    let value = 0;
    while (seen[value] === n) value++;
    return value;
  }
}

/** Packs values as bits, least significant first, as bytes, or as little-endian 16-bit integers. */
function packed(values: Uint8Array, bits: 1 | 8 | 16): Uint8Array {
  if (bits === 8) return values;
  if (bits === 16) {
    const wide = new Uint8Array(2 * values.length);
    for (let i = 0; i < values.length; i++) wide[2 * i] = values[i];
    return wide;
  }
  const bytes = new Uint8Array(Math.ceil(values.length / BYTE));
  for (let i = 0; i < values.length; i++) bytes[i >>> 3] |= values[i] << (i & 7);
  return bytes;
}
