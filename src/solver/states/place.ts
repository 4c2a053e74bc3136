/** The place of a search for a cycle: everything it needs to resume after a stop, as data that can be stored. */
import { positionsInWord, stateBytes, type StateRule } from './walk.js';

/** Maximum number of states kept on the way, and of their bytes; their distance doubles whenever there are more. */
const MAX_KEPT_STATES = 256;
const MAX_KEPT_BYTES = 2 ** 26;
const FIRST_APART = 2 ** 20;

/** A cycle: v(n + period) = v(n) for every n >= preperiod, both minimal. */
export interface Cycle {
  readonly preperiod: number;
  readonly period: number;
  /** Number of consecutive equalities seen from the preperiod on: at least the largest move. */
  readonly seen: number;
}

/** A state and the position of its end. */
export interface PlacedState {
  readonly position: number;
  readonly state: Uint8Array;
}

/** The place of a search, by its stage. */
export type Place =
  /** Seeks the first return of the states a word above `lap`, for `words` words more, and has come to `at`. */
  | {
      readonly stage: 'return';
      readonly lap: PlacedState;
      readonly words: number;
      readonly at: PlacedState;
      readonly passed: readonly PlacedState[];
    }
  /** Has the period. */
  | { readonly stage: 'period'; readonly period: number; readonly passed: readonly PlacedState[] }
  /** Seeks the preperiod by two walks; `tail` has the values a period above the given ones. */
  | {
      readonly stage: 'preperiod';
      readonly period: number;
      readonly tail: Uint8Array;
      readonly lower: PlacedState;
      readonly upper: Uint8Array;
      readonly preperiod: number;
      readonly equal: number;
    }
  | { readonly stage: 'found'; readonly cycle: Cycle };

/** Number of equalities that prove a period: as many as a state has values. */
export function enoughSeen(rule: StateRule): number {
  return (8 * stateBytes(rule)) / rule.bits;
}

/** Words by which the two walks for the preperiod advance at a time. */
export function wordsAtOnce(rule: StateRule): number {
  return Math.min(512, Math.ceil(enoughSeen(rule) / positionsInWord(rule)));
}

/** Validates a stored place of a search in a game; undefined if it cannot be one. */
export function asPlace(
  stored: unknown,
  game: StateRule & { readonly given: Uint8Array },
): Place | undefined {
  const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 0;
  const isState = (value: unknown): boolean =>
    value instanceof Uint8Array && value.length === stateBytes(game);
  const isPlaced = (value: unknown): boolean => {
    const { position, state } = (value ?? {}) as Partial<PlacedState>;
    return isCount(position) && Number(position) % positionsInWord(game) === 0 && isState(state);
  };
  const { stage, ...rest } = (stored ?? {}) as Record<string, unknown>;
  const { lap, words, at, passed, period, tail, lower, upper, preperiod, equal, cycle } = rest;
  const arePlaced = Array.isArray(passed) && passed.every(isPlaced);
  const isPeriod = isCount(period) && Number(period) > 0;
  // The walks end once enough was seen; the given values may add to that.
  const mostSeen = enoughSeen(game) + wordsAtOnce(game) * positionsInWord(game) + game.given.length;
  const isSeen = (value: unknown): boolean => isCount(value) && Number(value) <= mostSeen;
  const largestMove = game.moves[game.moves.length - 1];
  const isCycle = ({ preperiod, period, seen }: Partial<Cycle>): boolean =>
    isCount(preperiod) && isCount(period) && isSeen(seen) && Number(seen) >= largestMove;
  const checks: Readonly<Record<string, () => boolean>> = {
    return: () => isPlaced(lap) && isPlaced(at) && isCount(words) && arePlaced,
    period: () => isPeriod && arePlaced,
    preperiod: () =>
      isPeriod &&
      isPlaced(lower) &&
      isState(upper) &&
      isCount(preperiod) &&
      isSeen(equal) &&
      isTail(tail, game),
    found: () => isCycle(cycle ?? {}),
  };
  const name = String(stage);
  return Object.hasOwn(checks, name) && checks[name]() ? (stored as Place) : undefined;
}

function isTail(tail: unknown, game: StateRule & { readonly given: Uint8Array }): boolean {
  const inWord = positionsInWord(game);
  return tail instanceof Uint8Array && tail.length === 8 * Math.ceil(game.given.length / inWord);
}

/** Some states that a walk has passed, at equal distances. */
export class PassedStates {
  readonly #most: number;
  #apart = FIRST_APART;
  #states: PlacedState[] = [];

  constructor(rule: StateRule, states: readonly PlacedState[] = []) {
    this.#most = Math.min(MAX_KEPT_STATES, MAX_KEPT_BYTES / stateBytes(rule));
    this.#states = [...states];
    if (states.length > 1)
      this.#apart = states[states.length - 1].position - states[states.length - 2].position;
  }

  get all(): readonly PlacedState[] {
    return this.#states;
  }

  /** Keeps the state at which a walk has arrived if the last one lies far below. */
  offer(position: number, state: () => Uint8Array): void {
    if (position < (this.#states.at(-1)?.position ?? 0) + this.#apart) return;
    this.#states.push({ position, state: state() });
    if (this.#states.length < this.#most) return;
    this.#states = this.#states.filter((_, i) => i % 2 === 1);
    this.#apart *= 2;
  }

  /** The last state at or below a position. */
  below(position: number): PlacedState | undefined {
    return this.#states.findLast((one) => one.position <= position);
  }
}
