/**
 * Values of a finite set computed upwards from the last ones only: a state, which has as many values as the largest move,
 * rounded up to a word. Outcomes take a bit each (1 for cold), nim-values a byte.
 */
import type { Arena } from '../../kernel/arena.js';
import { copyBits, indicesOf } from '../../kernel/bitset.js';
import type { KernelContext } from '../../kernel/context.js';
import { MAX_MOVES, NO_VALUE, OUTCOME_SCRATCH, OutcomeJob, ValueJob } from '../../kernel/state-layout.js';
import type { Space } from '../../kernel/space.js';
import { structBytes, writeStruct } from '../../kernel/struct.js';

const WORD = 8;
/** Maximum words computed before the buffer is moved down: 32 KiB stay in the L1 cache. */
const FRESH_WORDS = 2 ** 12;
/** Words kept below a state, so that it can be read at earlier positions. */
const MARGIN = 3;
/** Bytes that a vector writes beyond the last value. */
const SLACK = 16;
/** Maximum move of a set whose states are kept: a state of nim-values has as many bytes. */
export const MAX_REACH = 2 ** 20;

export interface StateRule {
  /** Bits of a value: 1 for outcomes, 8 for nim-values. */
  readonly bits: 1 | 8;
  /** Increasing. */
  readonly moves: ArrayLike<number>;
}

export function canWalk({ bits, moves }: StateRule): boolean {
  const largest = moves.length === 0 ? Infinity : moves[moves.length - 1];
  return largest <= MAX_REACH && (bits === 1 || moves.length <= MAX_MOVES);
}

export function stateBytes({ bits, moves }: StateRule): number {
  return WORD * Math.ceil((bits * moves[moves.length - 1]) / 64);
}

export function positionsInWord({ bits }: StateRule): number {
  return 64 / bits;
}

/** The last values of a set below a rising position. */
export class StateWalk {
  readonly #rule: StateRule;
  /** Computes `words` words at an address from those below it. */
  readonly #decide: (address: number, words: number) => void;
  readonly #values: Space;
  /** Bytes kept below the computed ones. */
  readonly #kept: number;
  /** End of the values, in bytes of `#values`, and its position. */
  #end: number;
  #position = 0;

  constructor({ kernels }: KernelContext, arena: Arena, rule: StateRule) {
    this.#rule = rule;
    const { bits, moves } = rule;
    const table = arena.take(4 * moves.length);
    table.u32.set(Uint32Array.from(moves));
    const common = { moves: table.address, count: moves.length };
    this.#kept = stateBytes(rule) + MARGIN * WORD;
    this.#values = arena.take(this.#kept + FRESH_WORDS * WORD + SLACK);
    this.#end = this.#kept;
    const job = arena.take(Math.max(structBytes(OutcomeJob), structBytes(ValueJob)));
    const scratch = arena.take(OUTCOME_SCRATCH).address;
    this.#decide = (address, words) => {
      if (bits === 1) {
        writeStruct(job, OutcomeJob, { ...common, words: address, length: words, long: 0, hot: 0, scratch });
        kernels.decideOutcomes(job.address);
      } else {
        writeStruct(job, ValueJob, { ...common, values: address, length: words * WORD });
        kernels.decideValues(job.address);
      }
    };
  }

  /** Position at which the values end. */
  get position(): number {
    return this.#position;
  }

  /** Address of the word with the last values. */
  get lastWord(): number {
    return this.#values.address + this.#end - WORD;
  }

  /** Begins with the values of [0, n), one per element; n is a multiple of `positionsInWord`. */
  begin(values: Uint8Array): void {
    const bytes = this.#values.u8;
    const { bits } = this.#rule;
    bytes.fill(bits === 1 ? 0 : NO_VALUE, 0, this.#kept);
    const last = values.subarray(Math.max(0, values.length - (this.#kept * 8) / bits));
    bytes.set(packValues(last, this.#rule), this.#kept - (last.length * bits) / 8);
    this.#end = this.#kept;
    this.#position = values.length;
  }

  /** Continues from a state at a position. */
  load(state: Uint8Array, position: number): void {
    this.#values.u8.set(state, this.#kept - state.length);
    this.#end = this.#kept;
    this.#position = position;
  }

  /** The state `before` positions before the end; `before` is at most two words. */
  state(before = 0): Uint8Array {
    const { bits } = this.#rule;
    const length = stateBytes(this.#rule);
    const first = 8 * (this.#end - length) - before * bits;
    if (first % 8 === 0) return this.#values.u8.slice(first / 8, first / 8 + length);
    const state = new Uint8Array(length);
    copyBits(this.#values.u8, first, state, 0, 8 * length);
    return state;
  }

  /** Computes at most `mostWords` next words and returns their bytes, which are valid until the next call. */
  advance(mostWords: number): Uint8Array {
    const words = Math.min(mostWords, FRESH_WORDS);
    const bytes = this.#values.u8;
    if (this.#end + words * WORD + SLACK > bytes.length) {
      bytes.copyWithin(0, this.#end - this.#kept, this.#end);
      this.#end = this.#kept;
    }
    const start = this.#end;
    this.#decide(this.#values.address + start, words);
    this.#end += words * WORD;
    this.#position += words * positionsInWord(this.#rule);
    return bytes.subarray(start, this.#end);
  }
}

/** Packs values, one per element, as in states. */
export function packValues(values: Uint8Array, { bits }: StateRule): Uint8Array {
  return bits === 8 ? values : indicesOf(values, 1);
}

/** Returns the given values, one per element, and the next ones up to a multiple of `positionsInWord`. */
export function wholeWords(given: Uint8Array, rule: StateRule): Uint8Array {
  const { bits, moves } = rule;
  const inWord = positionsInWord(rule);
  const values = new Uint8Array(Math.ceil(given.length / inWord) * inWord);
  values.set(given);
  for (let n = given.length; n < values.length; n++) {
    const options = new Set<number>();
    for (let i = 0; i < moves.length && moves[i] <= n; i++) options.add(values[n - moves[i]]);
    if (bits === 1) values[n] = options.has(1) ? 0 : 1;
    else while (options.has(values[n])) values[n]++;
  }
  return values;
}
