/** Values far out, computed from the nearest of some states below, which are kept at regular distances. */
import { Arena } from '../../kernel/arena.js';
import { copyBits, countOnes } from '../../kernel/bitset.js';
import { borrowContext, createKernelContext, returnContext } from '../../kernel/context.js';
import { countWithout } from '../../kernel/counting.js';
import type { StateGame } from './cycle.js';
import { packValues, positionsInWord, stateBytes, StateWalk, wholeWords } from './walk.js';

/** Limits of the distance between states, in positions, which doubles if they would be too many. */
const MIN_APART = 2 ** 20;
const MAX_APART = { 1: 2 ** 24, 8: 2 ** 22 } as const;
const MANY = 2 ** 8;
/** Maximum bytes of all states, with STATE_TEXT more each: 4/3 of this is below 2^28, the longest file. */
const MAX_STATES_BYTES = 2 ** 27;
const STATE_TEXT = 32;

export interface KeptStates {
  /** Positions from one state to the next: the k-th ends at (k + 1) times as many. */
  readonly apart: number;
  readonly states: readonly Uint8Array[];
  /** Number of cold positions below the end of each state. */
  readonly coldBefore: readonly number[];
}

export interface RecordOptions {
  readonly breathe: () => Promise<void>;
  /** Receives the values of [0, stop) in order, packed: bits of outcomes (whole bytes but the last) or bytes of nim-values. */
  readonly onValues: (bytes: Uint8Array) => void;
}

/** Computes the values below `stop` and keeps states. Cost: each value once. */
export async function keepStates(game: StateGame, stop: number, options: RecordOptions): Promise<KeptStates> {
  const context = borrowContext();
  try {
    return await statesOf(new StateWalk(context, new Arena(context.memory, 64), game), game, stop, options);
  } finally {
    returnContext(context);
  }
}

async function statesOf(
  walk: StateWalk,
  game: StateGame,
  stop: number,
  { breathe, onValues }: RecordOptions,
): Promise<KeptStates> {
  const inWord = positionsInWord(game);
  const given = wholeWords(game.given, game);
  const states: Uint8Array[] = [];
  const coldBefore: number[] = [];
  let apart = MIN_APART;
  let cold = 0;
  const take = (bytes: Uint8Array, from: number): void => {
    const length = Math.min((bytes.length * 8) / game.bits, stop - from);
    const taken = bytes.slice(0, Math.ceil((length * game.bits) / 8));
    if (length * game.bits < 8 * taken.length) taken[taken.length - 1] &= 2 ** (length % 8) - 1;
    cold += countCold(taken, length, game.bits);
    onValues(taken);
  };
  if (given.length > 0) take(packValues(given, game), 0);
  walk.begin(given);
  while (walk.position < stop) {
    await breathe();
    const next = Math.min(stop, Math.floor(walk.position / apart) * apart + apart);
    const from = walk.position;
    take(walk.advance(Math.ceil((next - from) / inWord)), from);
    if (walk.position % apart !== 0 || walk.position > stop) continue;
    states.push(walk.state());
    coldBefore.push(cold);
    const isMuch = states.length * (stateBytes(game) + STATE_TEXT) > MAX_STATES_BYTES;
    if (!isMuch && (states.length < 2 * MANY || apart === MAX_APART[game.bits])) continue;
    apart *= 2;
    for (const list of [states, coldBefore]) thin(list);
  }
  return { apart, states, coldBefore };
}

/** Keeps every other element of a list, from the second on. */
function thin(list: unknown[]): void {
  for (let i = 0; 2 * i + 1 < list.length; i++) list[i] = list[2 * i + 1];
  list.length = Math.floor(list.length / 2);
}

/** Values of a game below any position, from states. Serves one reader at a time. */
export class Replay {
  readonly #game: StateGame;
  readonly #kept: KeptStates;
  readonly #given: Uint8Array;
  readonly #walk: StateWalk;
  /** Packed values of the walk's last step, and the position of the first. */
  #latest: Uint8Array = new Uint8Array();
  #from = 0;

  constructor(game: StateGame, kept: KeptStates) {
    const context = createKernelContext();
    this.#game = game;
    this.#kept = kept;
    this.#given = wholeWords(game.given, game);
    this.#walk = new StateWalk(context, new Arena(context.memory, 64), game);
    this.#begin();
  }

  /** The values of a range, packed from bit or byte 0. Cost: the values from the nearest state below, or the last reading. */
  read(start: number, stop: number): Uint8Array {
    const { bits } = this.#game;
    const target = new Uint8Array(Math.ceil(((stop - start) * bits) / 8));
    this.#seek(start);
    for (let at = start; at < stop;) {
      if (at >= this.#walk.position) this.#step(stop);
      const end = Math.min(stop, this.#walk.position);
      if (at < end) {
        if (bits === 8) target.set(this.#latest.subarray(at - this.#from, end - this.#from), at - start);
        else copyBits(this.#latest, at - this.#from, target, at - start, end - at);
        at = end;
      }
    }
    return target;
  }

  /** Number of cold positions below a position. Cost: as `read`. */
  coldBefore(position: number): number {
    const { apart, coldBefore } = this.#kept;
    const state = Math.min(Math.floor(position / apart), coldBefore.length);
    const start = state * apart;
    const before = state === 0 ? 0 : coldBefore[state - 1];
    return before + countCold(this.read(start, position), position - start, this.#game.bits);
  }

  /** The state with an index, and its recomputation from the state before. */
  stateAgain(index: number): { kept: Uint8Array; again: Uint8Array } {
    const { apart, states } = this.#kept;
    const stop = (index + 1) * apart;
    if (index === 0) this.#begin();
    else this.#load(index - 1);
    while (this.#walk.position < stop) this.#step(stop);
    return { kept: states[index], again: this.#walk.state() };
  }

  #begin(): void {
    this.#walk.begin(this.#given);
    this.#latest = packValues(this.#given, this.#game);
    this.#from = 0;
  }

  #load(index: number): void {
    const { apart, states } = this.#kept;
    this.#walk.load(states[index], (index + 1) * apart);
    this.#from = this.#walk.position;
    this.#latest = new Uint8Array();
  }

  /** Moves the walk to the nearest place from which steps reach a position. */
  #seek(position: number): void {
    const { apart, states } = this.#kept;
    const index = Math.min(Math.floor(position / apart), states.length) - 1;
    const nearest = index < 0 ? 0 : (index + 1) * apart;
    if (this.#from <= position && this.#walk.position >= nearest) return;
    if (index < 0) this.#begin();
    else this.#load(index);
  }

  /** Computes the next values, towards a position. */
  #step(stop: number): void {
    this.#from = this.#walk.position;
    this.#latest = this.#walk.advance(Math.ceil((stop - this.#from) / positionsInWord(this.#game)));
  }
}

function countCold(bytes: Uint8Array, length: number, bits: 1 | 8): number {
  return bits === 1 ? countOnes(bytes, 0, length) : countWithout(bytes.subarray(0, length), 0xff);
}
