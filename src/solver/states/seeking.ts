/** The first return of a state: the ends of words are compared with it and the states of the next positions, up to a word. */
import type { Arena } from '../../kernel/arena.js';
import type { KernelContext } from '../../kernel/context.js';
import { FILTER_BYTES, SeekJob } from '../../kernel/state-layout.js';
import type { Space } from '../../kernel/space.js';
import { structBytes, writeStruct } from '../../kernel/struct.js';
import { positionsInWord, stateBytes, type StateRule, type StateWalk } from './walk.js';

const WORD = 8;

/** The return of a state that occurred `distance` positions before. */
export interface Return {
  readonly distance: number;
  /** Whether no smaller distance is one: the sought state itself has returned, not only a later one. */
  readonly isLeast: boolean;
}

export class Seeker {
  readonly #rule: StateRule;
  readonly #context: KernelContext;
  readonly #walk: StateWalk;
  readonly #job: Space;
  readonly #hash: Space;
  readonly #hashes: Space;
  readonly #filter: Space;
  readonly #states: Space;
  /** The position of the first state sought. */
  #from = 0;

  constructor(context: KernelContext, arena: Arena, rule: StateRule, walk: StateWalk) {
    this.#rule = rule;
    this.#context = context;
    this.#walk = walk;
    const phases = positionsInWord(rule);
    this.#job = arena.take(structBytes(SeekJob));
    this.#hash = arena.take(WORD);
    this.#hashes = arena.take(WORD * phases);
    this.#filter = arena.take(FILTER_BYTES);
    this.#states = arena.take(phases * stateBytes(rule));
  }

  /** Seeks from now on the state a word before the walk's end, and the states of the positions from there to the end. */
  mark(): Return | undefined {
    const phases = positionsInWord(this.#rule);
    const length = stateBytes(this.#rule);
    this.#from = this.#walk.position - phases;
    this.#filter.u8.fill(0);
    for (let phase = 0; phase < phases; phase++) {
      this.#states.u8.set(this.#walk.state(phases - phase), phase * length);
      const address = this.#hashes.address + WORD * phase;
      const state = this.#states.address + phase * length;
      this.#context.kernels.hashState(state, length / WORD, address);
      const high = this.#hashes.u32[2 * phase + 1] >>> 16;
      this.#filter.u8[high >>> 3] |= 1 << (high & 7);
    }
    this.#hash.u8.set(this.#hashes.u8.subarray(0, WORD));
    return this.look(1);
  }

  /** Resumes seeking the marked states, from the walk's present place. */
  goOn(): void {
    const length = stateBytes(this.#rule);
    this.#context.kernels.hashState(this.#walk.lastWord + WORD - length, length / WORD, this.#hash.address);
  }

  /** The first return in the last `words` words of the walk, which have not been searched. */
  look(words: number): Return | undefined {
    const length = stateBytes(this.#rule);
    const job = {
      state: length / WORD,
      hash: this.#hash.address,
      hashes: this.#hashes.address,
      phases: positionsInWord(this.#rule),
      filter: this.#filter.address,
    };
    const end = this.#walk.lastWord + WORD;
    for (let left = words; left > 0;) {
      const first = end - left * WORD;
      writeStruct(this.#job, SeekJob, { ...job, words: first, length: left });
      const found = this.#context.kernels.seekState(this.#job.address);
      if (found === left) return undefined;
      left -= found + 1;
      const returned = this.#returnAt(left);
      if (returned !== undefined) return returned;
    }
    return undefined;
  }

  /** The return at the end of the word with `after` words after it, if any: an equal hash may belong to another state. */
  #returnAt(after: number): Return | undefined {
    const phases = positionsInWord(this.#rule);
    const behind = after * phases;
    const state = this.#walk.state(behind);
    const position = this.#walk.position - behind;
    for (let phase = phases - 1; phase >= 0; phase--) {
      if (!this.#equals(phase, state)) continue;
      return {
        distance: position - this.#from - phase,
        isLeast: this.#equals(0, this.#walk.state(behind + phase)),
      };
    }
    return undefined;
  }

  #equals(phase: number, state: Uint8Array): boolean {
    const start = phase * state.length;
    const states = this.#states.u8;
    return state.every((byte, i) => states[start + i] === byte);
  }
}
