/**
 * The least period and preperiod of the values of a finite set, found and proven by the return of states (Brent 1980) in the
 * memory of a few states: docs/ALGORITHMS.md, "Periods by states".
 */
import { Arena } from '../../kernel/arena.js';
import { copyBits, getBit } from '../../kernel/bitset.js';
import { createKernelContext, type KernelContext } from '../../kernel/context.js';
import { Seeker } from './seeking.js';
import { packValues, positionsInWord, stateBytes, StateWalk, wholeWords, type StateRule } from './walk.js';

/** States that are kept on the way, at most: twice as far apart whenever there are more. */
const MOST_KEPT = 256;

/** A set with what is given of it. */
export interface StateGame extends StateRule {
  /** Values of the first positions, one an element, from which on each follows from those before: seeded, or around hotspots. */
  readonly given: Uint8Array;
}

/** What repeats: v(n + period) = v(n) for every n >= preperiod, both minimal. */
export interface Cycle {
  readonly preperiod: number;
  readonly period: number;
  /** How many consecutive equalities were seen from the preperiod on: at least as many as the largest move. */
  readonly seen: number;
}

/** How to look. */
export interface CycleOptions {
  /** Positions to look at, at most. */
  readonly limit: number;
  readonly breathe: () => Promise<void>;
  /** Called with the positions that were looked at so far. */
  readonly onProgress?: ((positions: number) => void) | undefined;
}

/**
 * The cycle of a game's values; undefined where it does not come to an end below the limit. Cost: at most some three times the
 * greater of preperiod and period in positions to find it, and once the preperiod twice.
 */
export async function findCycle(game: StateGame, options: CycleOptions): Promise<Cycle | undefined> {
  const context = createKernelContext();
  const arena = new Arena(context.memory, 64);
  const given = wholeWords(game.given, game);
  const passed = new PassedStates();
  const period = await firstReturn(context, arena, game, given, passed, options);
  if (period === undefined) return undefined;
  const { preperiod, equal: seen } = await preperiodOf(context, arena, game, given, passed, period, options);
  return { preperiod, period, seen };
}

/** The period, by the first return of a state; undefined where there is none below the limit. */
async function firstReturn(
  context: KernelContext,
  arena: Arena,
  game: StateGame,
  given: Uint8Array,
  passed: PassedStates,
  { limit, breathe, onProgress }: CycleOptions,
): Promise<number | undefined> {
  const walk = new StateWalk(context, arena, game);
  const seeker = new Seeker(context, arena, game, walk);
  walk.begin(given);
  const inWord = positionsInWord(game);
  for (let words = Math.max(16, stateBytes(game) / 8); ; words *= 2) {
    walk.advance(1);
    let returned = seeker.mark();
    for (let left = words; returned === undefined && left > 0;) {
      if (walk.position >= limit) return undefined;
      const fresh = walk.advance(Math.min(left, Math.ceil((limit - walk.position) / inWord))).length / 8;
      left -= fresh;
      returned = seeker.look(fresh);
      passed.offer(walk);
      onProgress?.(Math.min(walk.position, limit));
      await breathe();
    }
    if (returned?.isLeast === true) return returned.distance;
    // States after the marked one repeat, so from here on all do: the next mark finds the period.
    if (returned !== undefined) words = Math.ceil(returned.distance / inWord);
  }
}

/** The preperiod, by two walks a period apart, and how many values from there on are equal to those a period on. */
async function preperiodOf(
  context: KernelContext,
  arena: Arena,
  game: StateGame,
  given: Uint8Array,
  passed: PassedStates,
  period: number,
  { breathe }: CycleOptions,
): Promise<{ preperiod: number; equal: number }> {
  const lower = new StateWalk(context, arena, game);
  const upper = new StateWalk(context, arena, game);
  lower.begin(given);
  const tail = await walkTo(upper, game, given, passed, period, breathe);
  // The given values may repeat only from a position among them on.
  let preperiod = given.length;
  let equal = 0;
  for (const enough = (stateBytes(game) * 8) / game.bits; equal < enough;) {
    await breathe();
    const words = Math.min(512, Math.ceil(enough / positionsInWord(game)));
    const below = lower.advance(words).slice();
    const above = upper.advance(words);
    const differing = lastDifference(below, above, game.bits);
    const length = (below.length * 8) / game.bits;
    equal = differing === undefined ? equal + length : length - differing - 1;
    if (differing !== undefined) preperiod = lower.position - equal;
  }
  if (preperiod > given.length) return { preperiod, equal };
  while (preperiod > 0 && valueIn(tail, preperiod - 1, game) === given[preperiod - 1]) preperiod--;
  return { preperiod, equal: equal + given.length - preperiod };
}

/** Brings a walk to a period above the end of the given values; returns the values a period above them, as states have them. */
async function walkTo(
  walk: StateWalk,
  game: StateGame,
  given: Uint8Array,
  passed: PassedStates,
  period: number,
  breathe: () => Promise<void>,
): Promise<Uint8Array> {
  const inWord = positionsInWord(game);
  const start = Math.floor(period / inWord) * inWord;
  // The values from `start` on, up to a word beyond those that are wanted.
  const bytes = new Uint8Array((given.length * game.bits) / 8 + 8);
  const from = passed.below(start);
  if (from === undefined) {
    walk.begin(given);
    bytes.set(packValues(given.subarray(start), game));
  } else walk.load(from.state, from.position);
  while (walk.position < period + given.length) {
    const toStart = (start - walk.position) / inWord;
    const toEnd = Math.ceil((period + given.length - walk.position) / inWord);
    const at = ((walk.position - start) * game.bits) / 8;
    const fresh = walk.advance(toStart > 0 ? toStart : toEnd);
    if (at >= 0) bytes.set(fresh, at);
    await breathe();
  }
  const over = walk.position - period - given.length;
  const state = walk.state(over);
  walk.load(state, period + given.length);
  const tail = new Uint8Array((given.length * game.bits) / 8);
  copyBits(bytes, (period - start) * game.bits, tail, 0, given.length * game.bits);
  return tail;
}

function valueIn(packed: Uint8Array, n: number, { bits }: StateRule): number {
  return bits === 8 ? packed[n] : getBit(packed, n);
}

/** The index of the last value in which two rows of packed values differ. */
function lastDifference(a: Uint8Array, b: Uint8Array, bits: 1 | 8): number | undefined {
  let i = a.length - 1;
  while (i >= 0 && a[i] === b[i]) i--;
  if (i < 0) return undefined;
  return bits === 8 ? i : 8 * i + 31 - Math.clz32(a[i] ^ b[i]);
}

/** Some states that a walk has passed, evenly apart. */
class PassedStates {
  #apart = 2 ** 20;
  #states: { readonly position: number; readonly state: Uint8Array }[] = [];

  /** Keeps the state of a walk where the last one lies far below. */
  offer(walk: StateWalk): void {
    if (walk.position < (this.#states.at(-1)?.position ?? 0) + this.#apart) return;
    this.#states.push({ position: walk.position, state: walk.state() });
    if (this.#states.length < MOST_KEPT) return;
    this.#states = this.#states.filter((_, i) => i % 2 === 1);
    this.#apart *= 2;
  }

  /** The last one at or below a position. */
  below(position: number): { readonly position: number; readonly state: Uint8Array } | undefined {
    return this.#states.findLast((one) => one.position <= position);
  }
}
