/** From batches to jobs and back: which sets the next job is of, and rows put together again to those of batches. */
import { nextShare } from '../jobs/part-of.js';
import { lengthOf, type Range } from '../common/range.js';
import { inOnePiece } from '../platform/bytes.js';
import type { SurveyBatch } from './batches.js';
import { MOST_LIST_SETS, MOST_PART_SETS, type SurveyRows } from './part.js';
import { PERIOD_NUMBERS, rowsIn } from './rows.js';

/** Sets that a job is given, while there are so many. One set of a list may take minutes. */
const OF_ALL = { least: 2 ** 11, most: MOST_PART_SETS };
const OF_LIST = { least: 1, most: MOST_LIST_SETS };

/**
 * The sets of batches as ranges of indices, each the share of one place in all that is left by then: as few as will do, and
 * smaller ones towards the end, so that nobody waits long for the last.
 */
export function* jobsOf(batches: readonly SurveyBatch[], places: () => number): Generator<Range> {
  const bounds = batches.at(0)?.list === undefined ? OF_ALL : OF_LIST;
  const all = batches.reduce((sum, { count }) => sum + count, 0);
  let left = all;
  for (const { start, stop } of joined(batches)) {
    for (let first = start; first < stop;) {
      const share = nextShare(left, places(), { all, ...bounds });
      const range = { start: first, stop: Math.min(stop, first + share) };
      yield range;
      left -= lengthOf(range);
      first = range.stop;
    }
  }
}

/** Batches, increasing, as ranges of which none goes on with the next. */
function joined(batches: readonly SurveyBatch[]): Range[] {
  const ranges: { start: number; stop: number }[] = [];
  for (const { first, count } of batches) {
    const last = ranges.at(-1);
    if (last?.stop === first) last.stop += count;
    else ranges.push({ start: first, stop: first + count });
  }
  return ranges;
}

/** Puts rows together to those of batches, of which each is handed on once it is whole: one at a time. */
export class Gathering {
  readonly #batches: readonly SurveyBatch[];
  readonly #put: (batch: SurveyBatch, rows: Uint32Array) => Promise<void>;
  /** Rows of batches that are not whole, by the batch and the index of their first set. */
  readonly #found = new Map<SurveyBatch, { count: number; readonly rows: Map<number, Uint32Array> }>();
  #putting: Promise<void> = Promise.resolve();
  #missing: number;

  /** Of batches in their order. */
  constructor(
    batches: readonly SurveyBatch[],
    put: (batch: SurveyBatch, rows: Uint32Array) => Promise<void>,
  ) {
    this.#batches = batches;
    this.#put = put;
    this.#missing = batches.reduce((sum, { count }) => sum + count, 0);
  }

  /** Sets of which there are no rows yet. */
  get missing(): number {
    return this.#missing;
  }

  /** Takes the rows of the sets from an index on. */
  async add(first: number, { count, rows }: SurveyRows): Promise<void> {
    this.#missing -= count;
    const stop = first + count;
    let at = 0;
    for (const batch of this.#batches) {
      const range = { start: Math.max(first, batch.first), stop: Math.min(stop, batch.first + batch.count) };
      if (range.start >= range.stop) continue;
      const end = at + (batch.size + PERIOD_NUMBERS) * rowsIn(batch, range.start, lengthOf(range));
      const found = this.#found.get(batch) ?? { count: 0, rows: new Map<number, Uint32Array>() };
      this.#found.set(batch, found);
      found.rows.set(range.start, rows.subarray(at, end));
      found.count += lengthOf(range);
      at = end;
      if (found.count < batch.count) continue;
      this.#found.delete(batch);
      this.#putting = this.#putting.then(() => this.#put(batch, inOrderOfSets(found.rows)));
    }
    await this.#putting;
  }
}

function inOrderOfSets(found: ReadonlyMap<number, Uint32Array>): Uint32Array {
  return inOnePiece<Uint32Array>(
    Uint32Array,
    [...found].sort(([a], [b]) => a - b).map(([, rows]) => rows),
  );
}
