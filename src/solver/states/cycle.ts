/**
 * The least period and preperiod of the values of a finite set, found and proven by the return of states (Brent 1980) in the
 * memory of a few states: docs/ALGORITHMS.md, "Periods by states".
 */
import { Arena } from '../../kernel/arena.js';
import { copyBits, getBit } from '../../kernel/bitset.js';
import { borrowContext, returnContext } from '../../kernel/context.js';
import { enoughSeen, PassedStates, wordsAtOnce, type Cycle, type Place } from './place.js';
import { Seeker } from './seeking.js';
import { packValues, positionsInWord, stateBytes, StateWalk, wholeWords, type StateRule } from './walk.js';

/** A set with its given values. */
export interface StateGame extends StateRule {
  /** Values of the first positions, one an element, seeded or around hotspots; all others follow from those before. */
  readonly given: Uint8Array;
}

export interface CycleOptions {
  /** Maximum number of positions to examine. */
  readonly limit: number;
  /** Called between steps, when the place of the search may be read. */
  readonly breathe: () => Promise<void>;
  /** Called with the number of positions examined so far. */
  readonly onProgress?: ((positions: number) => void) | undefined;
}

/**
 * A search for the cycle of a game's values, which can be stopped and resumed. Cost: to find it, at most about three times the
 * greater of preperiod and period in positions, and then the preperiod twice.
 */
export class CycleSearch {
  readonly #game: StateGame;
  readonly #given: Uint8Array;
  readonly #context = borrowContext();
  readonly #arena = new Arena(this.#context.memory, 64);
  readonly #from: Place | undefined;
  readonly #passed: PassedStates;
  #place: () => Place | undefined;

  /** `from` is the place of another search in the same game. */
  constructor(game: StateGame, from?: Place) {
    this.#game = game;
    this.#given = wholeWords(game.given, game);
    this.#from = from;
    this.#passed = new PassedStates(game, from !== undefined && 'passed' in from ? from.passed : []);
    this.#place = () => from;
  }

  /** State of the search, from which another can resume; undefined before it begins. */
  get place(): Place | undefined {
    return this.#place();
  }

  /** Returns the memory. The search has no place afterwards. */
  close(): void {
    this.#place = () => undefined;
    returnContext(this.#context);
  }

  /** The cycle; undefined if the search does not end below the limit. Callable once. */
  async run(options: CycleOptions): Promise<Cycle | undefined> {
    const from = this.#from;
    if (from?.stage === 'found') return from.cycle;
    const cycle = await this.#cycleFrom(from, options);
    if (cycle !== undefined) this.#place = () => ({ stage: 'found', cycle });
    return cycle;
  }

  async #cycleFrom(
    from: Exclude<Place, { stage: 'found' }> | undefined,
    options: CycleOptions,
  ): Promise<Cycle | undefined> {
    if (from?.stage === 'preperiod') return this.#preperiodFrom(from, options);
    const period = from?.stage === 'period' ? from.period : await this.#firstReturn(from, options);
    if (period === undefined) return undefined;
    const passed = [...this.#passed.all];
    this.#place = () => ({ stage: 'period', period, passed });
    return this.#preperiodFrom(await this.#beginOfPreperiod(period, options), options);
  }

  /** The period, by the first return of a state; undefined if there is none below the limit. */
  async #firstReturn(
    from: (Place & { stage: 'return' }) | undefined,
    { limit, breathe, onProgress }: CycleOptions,
  ): Promise<number | undefined> {
    const game = this.#game;
    const walk = new StateWalk(this.#context, this.#arena, game);
    const seeker = new Seeker(this.#context, this.#arena, game, walk);
    const passed = this.#passed;
    const inWord = positionsInWord(game);
    let words = from?.words ?? Math.max(16, stateBytes(game) / 8);
    if (from === undefined) walk.begin(this.#given);
    else walk.load(from.lap.state, from.lap.position);
    for (let at = from?.at; ; words *= 2) {
      const lap = { position: walk.position, state: walk.state() };
      walk.advance(1);
      let returned = seeker.mark();
      if (at !== undefined) {
        walk.load(at.state, at.position);
        seeker.goOn();
        at = undefined;
      }
      const length = words;
      // Describes a moment before any return in this lap.
      this.#place = () => {
        const here = { position: walk.position, state: walk.state() };
        return { stage: 'return', lap, words: length, at: here, passed: [...passed.all] };
      };
      const end = lap.position + (words + 1) * inWord;
      while (returned === undefined && walk.position < end) {
        await breathe();
        if (walk.position >= limit) return undefined;
        const most = Math.ceil((Math.min(end, limit) - walk.position) / inWord);
        returned = seeker.look(walk.advance(most).length / 8);
        passed.offer(walk.position, () => walk.state());
        onProgress?.(Math.min(walk.position, limit));
      }
      if (returned?.isLeast === true) return returned.distance;
      // States after the marked one repeat, so from here on all do: the next mark finds the period.
      if (returned !== undefined) words = Math.ceil(returned.distance / inWord);
    }
  }

  /** Two walks a period apart, at the end of the given values and a period above it. */
  async #beginOfPreperiod(
    period: number,
    { breathe }: CycleOptions,
  ): Promise<Place & { stage: 'preperiod' }> {
    const game = this.#game;
    const given = this.#given;
    const lower = new StateWalk(this.#context, this.#arena, game);
    const upper = new StateWalk(this.#context, this.#arena, game);
    lower.begin(given);
    const inWord = positionsInWord(game);
    const start = Math.floor(period / inWord) * inWord;
    // Values from `start` on, up to a word beyond those needed.
    const bytes = new Uint8Array((given.length * game.bits) / 8 + 8);
    const from = this.#passed.below(start);
    if (from === undefined) {
      upper.begin(given);
      bytes.set(packValues(given.subarray(start), game));
    } else upper.load(from.state, from.position);
    while (upper.position < period + given.length) {
      await breathe();
      const toStart = (start - upper.position) / inWord;
      const toEnd = Math.ceil((period + given.length - upper.position) / inWord);
      const at = ((upper.position - start) * game.bits) / 8;
      const fresh = upper.advance(toStart > 0 ? toStart : toEnd);
      if (at >= 0) bytes.set(fresh, at);
    }
    const over = upper.position - period - given.length;
    const tail = new Uint8Array((given.length * game.bits) / 8);
    copyBits(bytes, (period - start) * game.bits, tail, 0, given.length * game.bits);
    const { position } = lower;
    // The given values may repeat only from a position among them on.
    const begun = {
      lower: { position, state: lower.state() },
      upper: upper.state(over),
      preperiod: position,
      equal: 0,
    };
    return { stage: 'preperiod', period, tail, ...begun };
  }

  /** The preperiod, and the number of values from there on that equal those a period above. */
  async #preperiodFrom(from: Place & { stage: 'preperiod' }, { breathe }: CycleOptions): Promise<Cycle> {
    const game = this.#game;
    const given = this.#given;
    const { period, tail } = from;
    let { preperiod, equal } = from;
    const lower = new StateWalk(this.#context, this.#arena, game);
    const upper = new StateWalk(this.#context, this.#arena, game);
    lower.load(from.lower.state, from.lower.position);
    upper.load(from.upper, from.lower.position + period);
    this.#place = () => {
      const walks = { lower: { position: lower.position, state: lower.state() }, upper: upper.state() };
      return { stage: 'preperiod', period, tail, ...walks, preperiod, equal };
    };
    for (const [enough, words] = [enoughSeen(game), wordsAtOnce(game)]; equal < enough;) {
      await breathe();
      const below = lower.advance(words).slice();
      const above = upper.advance(words);
      const differing = lastDifference(below, above, game.bits);
      const length = (below.length * 8) / game.bits;
      equal = differing === undefined ? equal + length : length - differing - 1;
      if (differing !== undefined) preperiod = lower.position - equal;
    }
    if (preperiod > given.length) return { preperiod, period, seen: equal };
    while (preperiod > 0 && valueIn(tail, preperiod - 1, game) === given[preperiod - 1]) preperiod--;
    return { preperiod, period, seen: equal + given.length - preperiod };
  }
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
