/**
 * The far part of the nim-values of one big game, done by workers: stretches above the frontier are marked from all values that are
 * known by then, and listed is what each position still lacks. The options that a worker could not know yet are marked here.
 */
import { columnOfIntegers, integersOf, type Width } from '../../columnar/layout.js';
import type { Range } from '../../common/range.js';
import { randomPositions } from '../../engine/extending/samples.js';
import type { Random } from '../../engine/extending/checks.js';
import type { Game } from '../../game/game.js';
import { lowerBound, type SubtractionSet } from '../../game/sets/subtraction-set.js';
import { bytesOf, columnOf } from '../kinds/columns.js';
import { MOST_STRETCH, NIM_STRETCH, type NimStretchInput } from '../kinds/nim-stretch.js';
import { LEAST_SHARED } from '../../solver/chunks/chunks.js';
import type { FarChunks, MakeFarChunks } from '../../solver/chunks/far.js';
import { dynamicProgrammingCost } from '../../solver/cost-model.js';
import type { FarLists } from '../../solver/dynamic-programming/chunk-rows.js';
import type { MarkedStretch } from '../../solver/dynamic-programming/far-marker.js';
import { listOf } from '../../solver/dynamic-programming/lacking.js';
import { cheapestNim } from '../../solver/planner.js';
import { createIntegers, narrowest } from '../../solver/task/integers.js';
import type { Integers, ReadLower } from '../../solver/task/task.js';
import { FarJobs, FarRun, type FarJobRunner } from './far-jobs.js';
import { News, type NewsFormat, type NewsPiece } from './news.js';

/** What is left to this machine: of the options of a position, those in two stretches, at most one in so many. */
const LEFT_HERE = 1 / 8;
/** A stretch that takes a worker less is not worth a job, which costs both sides some 5 ms. */
const LEAST_SECONDS = 0.015;
/** Stretches are no shorter than the chunks of threads, wherever they are asked for. */
const LEAST_STRETCH = 2 ** 12;
/** About how large the values are where a method is chosen. */
const LARGEST = 100;
/** Positions of a result that are looked at: each takes all subtrahends, some 0.1 ms. */
const LOOKED_AT = 4;
/** Whether an option below what was known, or above it, has a value. */
const FAR = 1;
const NEAR = 2;
/** Positions that are read at a time of what is stored. */
const MOST_READ = 2 ** 20;
/** Stretches that are listed ahead, more than there are workers. */
const MOST_AHEAD = 2 ** 10;

/** A piece of nim-values, each in so many bits. */
interface NimPiece extends NewsPiece {
  readonly width: Width;
}

const NIM_NEWS: NewsFormat<Integers, NimPiece> = {
  most: MOST_READ,
  pieceOf: (range, values, first) => {
    const own = narrowest(values.subarray(range.start - first, range.stop - first));
    const column = columnOfIntegers(own);
    return { ...range, width: column.width, bytes: bytesOf(column) };
  },
};

/** The length of the stretches from a power of two to the next. */
function stretchAt(set: SubtractionSet, octave: number): number {
  const left = LEFT_HERE * set.approximateCount(octave);
  let length = 1;
  while (length < MOST_STRETCH && set.approximateCount(4 * length) <= left) length *= 2;
  return length;
}

/**
 * From where on it pays to have stretches of nim-values marked by workers: where dynamic programming is the method of choice, and
 * a stretch that leaves little to this machine takes a worker long enough. Infinite where that is nowhere below `to`.
 */
export function nimStretchesFrom(set: SubtractionSet, to: number, method: string): number {
  for (let octave = 2 ** 12; octave < to; octave *= 2) {
    // Where options are few, what takes a worker long is what is left to this machine.
    if (set.approximateCount(octave) < LEAST_SHARED) continue;
    const range = { start: octave, stop: octave + stretchAt(set, octave) };
    if (dynamicProgrammingCost(set, range, 1, 0xff) < 1e9 * LEAST_SECONDS) continue;
    const chosen =
      method === 'auto' ? cheapestNim(set, { start: octave, stop: 2 * octave }, LARGEST) : method;
    if (chosen === 'dynamic-programming') return octave;
  }
  return Infinity;
}

/** Makes stretches that are jobs of a run. `to` is the end of all of them. */
export function nimStretchesByJobs(
  runner: FarJobRunner,
  game: Game,
  random: Random,
  { start: from, stop: to }: Range,
): MakeFarChunks<FarLists> {
  const run = new FarRun(runner);
  let shared: { readonly news: News<Integers, NimPiece>; readonly input: Shared } | undefined;
  return {
    from,
    make: (range, readLower) => {
      // Of what is out of reach for the first of them nothing needs to be known.
      const origin = Math.max(0, range.start - Math.min(game.set.largest, to));
      shared ??= {
        news: new News(NIM_NEWS, origin),
        input: {
          key: game.key,
          definition: game.definition,
          range: { start: range.start, stop: to },
          origin,
        },
      };
      const { news, input } = shared;
      const jobs = new FarJobs(run, NIM_STRETCH, (stretch, known) => ({ ...input, stretch, news: known }));
      return new StretchesByJobs(jobs, game.set, random, range, news, readLower);
    },
  };
}

/** What all stretches have in common. */
type Shared = Omit<NimStretchInput, 'stretch' | 'news'>;

class StretchesByJobs implements FarChunks<FarLists> {
  readonly #jobs: FarJobs<NimStretchInput, MarkedStretch>;
  readonly #set: SubtractionSet;
  readonly #random: Random;
  readonly #range: Range;
  readonly #news: News<Integers, NimPiece>;
  readonly #readLower: ReadLower<Integers>;
  /** The latest stretch, and what has been decided of it; values that others may decide have 16 bits. */
  #stretch: (Range & MarkedStretch) | undefined;
  #decided: { readonly start: number; readonly values: Integers } | undefined;
  #subtrahends: Float64Array | undefined;

  constructor(
    jobs: FarJobs<NimStretchInput, MarkedStretch>,
    set: SubtractionSet,
    random: Random,
    range: Range,
    news: News<Integers, NimPiece>,
    readLower: ReadLower<Integers>,
  ) {
    this.#jobs = jobs;
    this.#set = set;
    this.#random = random;
    this.#range = range;
    this.#news = news;
    this.#readLower = readLower;
  }

  endFor(position: number): number {
    const octave = 2 ** Math.floor(Math.log2(Math.max(1, position)));
    const length = Math.max(LEAST_STRETCH, stretchAt(this.#set, octave));
    return Math.min(this.#range.stop, (Math.floor(position / length) + 1) * length);
  }

  async of(chunk: Range): Promise<FarLists> {
    const stretch = this.#stretch;
    if (stretch === undefined || chunk.start >= stretch.stop) {
      this.#stretch = await this.#mark(chunk.start);
      return this.of(chunk);
    }
    let start = stretch.start;
    let known = chunk.start;
    for (const part of stretch.parts) {
      if (start < chunk.stop && chunk.start < part.stop) known = Math.min(known, part.known);
      start = part.stop;
    }
    return { lists: stretch.lists, index: chunk.start - stretch.start, known };
  }

  learn(chunk: Range, values: Integers): void {
    const stop = this.endFor(chunk.start);
    this.#decided ??= { start: chunk.start, values: createIntegers(stop - chunk.start, 0xffff) };
    const { start, values: all } = this.#decided;
    all.set(values, chunk.start - start);
    if (chunk.stop < stop) return;
    this.#news.learn({ start, stop }, all, start);
    this.#decided = undefined;
  }

  async #mark(start: number): Promise<Range & MarkedStretch> {
    const pieces = await this.#news.upTo(start, this.#readLower);
    const stretches = this.#stretchesFrom(start);
    const { result, published } = await this.#jobs.next(stretches, pieces, (marked) =>
      this.#contradictionIn({ ...stretches[0], ...marked }, pieces),
    );
    await published;
    return { ...stretches[0], ...result };
  }

  /** The next stretches, as many as may be begun. */
  #stretchesFrom(start: number): Range[] {
    const stretches: Range[] = [];
    for (let at = start; at < this.#range.stop && stretches.length < MOST_AHEAD;) {
      const stretch = { start: at, stop: this.endFor(at) };
      stretches.push(stretch);
      at = stretch.stop;
    }
    return stretches;
  }

  /** What the values below a stretch say against what was found of some of its positions, in words. */
  #contradictionIn(
    { start, stop, lists, parts }: Range & MarkedStretch,
    pieces: readonly NimPiece[],
  ): string | undefined {
    this.#subtrahends ??= this.#set.between(1, this.#range.stop);
    for (const position of randomPositions({ start, stop }, LOOKED_AT, this.#random)) {
      const known = parts.find((part) => position < part.stop)!.known;
      const seen = new Uint8Array(2 ** 16);
      for (const piece of pieces) {
        const values = integersOf(columnOf(piece, piece.bytes));
        const end = lowerBound(this.#subtrahends, position - piece.start + 1);
        for (let i = lowerBound(this.#subtrahends, position - piece.stop + 1); i < end; i++) {
          const option = position - this.#subtrahends[i];
          seen[values[option - piece.start]] |= option < known ? FAR : NEAR;
        }
      }
      const listed = listOf(lists, position - start);
      const wrong = listed.find((value) => (seen[value] & FAR) !== 0);
      if (wrong !== undefined) return `position ${position} lacks ${wrong}, but an option below it has it`;
      for (let value = 0; value < (listed.at(-1) ?? 0); value++) {
        if (seen[value] !== 0 || listed.includes(value)) continue;
        return `position ${position} does not lack ${value}, but no option below it has it`;
      }
    }
    return undefined;
  }
}
