/**
 * Nim-values by dynamic programming with the mex rule (Eppstein 2018, section 1), 16 positions at a time: for these, a
 * subtrahend of 16 or more gives one contiguous run of lower nim-values, and the 16 tables of excluded values stay in the L1
 * cache. Cost: O(n abs(S)) options. Memory: the nim-values within reach.
 */
import { cutAtMultiples, lengthOf, type Range } from '../../common/range.js';
import { decideNimValues } from '../../game/first-values.js';
import { lowerBound } from '../../game/sets/subtraction-set.js';
import { largestOf } from '../../kernel/counting.js';
import { narrowest } from '../task/integers.js';
import { RecentValues } from '../task/recent-values.js';
import type { IntegerTask, Integers, Piece } from '../task/task.js';

/** Positions whose exclusion tables are filled together. 8 to 32 are equally fast; more exceed the L1 cache. */
const LANES = 16;
/** Positions for which subtrahends are listed together. */
const CHUNK = 1 << 16;
/** Options of 16 positions between two pauses for other work: about 10 ms. */
const STRETCH = 1 << 19;

export async function* solvePlainly(task: IntegerTask): AsyncGenerator<Piece<Integers>, void, undefined> {
  const { range, set, pieceLength } = task;
  if (task.also !== undefined) {
    yield* solveWithOption(task);
    return;
  }
  const recent = new RecentValues(Math.max(pieceLength, set.largest), range);
  const table = new ExclusionTable();
  let marked = 0;
  for (const window of cutAtMultiples({ start: recent.base, stop: range.start }, pieceLength)) {
    const lower = await task.readLower(window);
    table.see(lower);
    recent.append(lower);
  }
  for (const piece of cutAtMultiples(range, pieceLength)) {
    for (const chunk of cutAtMultiples(piece, CHUNK)) {
      const subtrahends = set.between(1, chunk.stop);
      for (let start = chunk.start; start < chunk.stop; start += LANES) {
        const stop = Math.min(start + LANES, chunk.stop);
        recent.reserve(stop - start, table.largest + LANES);
        table.begin();
        const whole = wholeRuns(start, stop, subtrahends);
        for (let from = whole.start; from < whole.stop; from += STRETCH) {
          const run = { start: from, stop: Math.min(from + STRETCH, whole.stop) };
          markRuns(recent, start, stop, subtrahends, run, table);
          if ((marked += lengthOf(run)) < STRETCH) continue;
          marked = 0;
          await task.breathe();
        }
        solveLanes(recent, start, stop, subtrahends, whole, table);
      }
      await task.breathe();
    }
    yield { ...piece, values: narrowest(recent.last(lengthOf(piece))), method: 'plain' };
  }
}

/** Solves a finite set whose positions have one more option, a position at a time. */
async function* solveWithOption(task: IntegerTask): AsyncGenerator<Piece<Integers>, void, undefined> {
  const { range, set, pieceLength, also } = task;
  const moves = set.between(1, set.largest + 1);
  for (const piece of cutAtMultiples(range, pieceLength)) {
    const base = Math.max(0, piece.start - set.largest);
    const values = new Uint16Array(piece.stop - base);
    values.set(await task.readLower({ start: base, stop: piece.start }));
    for (const chunk of cutAtMultiples(piece, CHUNK)) {
      decideNimValues(values, chunk, moves, { base, also });
      await task.breathe();
    }
    yield { ...piece, values: narrowest(values.subarray(piece.start - base)), method: 'plain' };
  }
}

/** Indices of the subtrahends that all positions [start, stop) have and that lead below them; shorter ones come later. */
function wholeRuns(start: number, stop: number, subtrahends: Float64Array): Range {
  const first = lowerBound(subtrahends, stop - start);
  return { start: first, stop: Math.max(first, lowerBound(subtrahends, start + 1)) };
}

/** The hot loop: marks one run of options, of LANES except at the end of a range, for each of some subtrahends. */
function markRuns(
  { values, base }: RecentValues,
  start: number,
  stop: number,
  subtrahends: Float64Array,
  { start: from, stop: to }: Range,
  { marks, width, stamp }: ExclusionTable,
): void {
  const origin = start - base;
  const end = (stop - start) * width;
  for (let k = from; k < to; k++) {
    // Indices may reach 2^31 and more.
    let option = (origin - subtrahends[k]) >>> 0;
    for (let row = 0; row < end; row += width) marks[row + values[option++]] = stamp;
  }
}

/** Solves the positions [start, stop), at most LANES, whose whole runs are marked, and appends their nim-values. */
function solveLanes(
  recent: RecentValues,
  start: number,
  stop: number,
  subtrahends: Float64Array,
  whole: Range,
  table: ExclusionTable,
): void {
  const lanes = stop - start;
  const values = recent.values;
  const origin = start - recent.base;
  const { marks, width, stamp } = table;
  const end = lowerBound(subtrahends, stop);
  // start < s < stop: only the lanes from s - start on have this option.
  for (let k = whole.stop; k < end; k++) {
    const run = origin - subtrahends[k];
    for (let lane = subtrahends[k] - start; lane < lanes; lane++) {
      marks[lane * width + values[run + lane]] = stamp;
    }
  }
  for (let lane = 0; lane < lanes; lane++) {
    const row = lane * width;
    for (let k = 0; k < whole.start && subtrahends[k] <= start + lane; k++) {
      marks[row + values[origin + lane - subtrahends[k]]] = stamp;
    }
    let mex = 0;
    while (marks[row + mex] === stamp) mex++;
    values[origin + lane] = mex;
    if (mex > table.largest) table.largest = mex;
  }
  recent.length += lanes;
}

/** Excluded values of each lane: a row of marks, valid if they equal the current stamp. */
class ExclusionTable {
  /** Row length: above every nim-value so far plus LANES, so that a mex search ends inside its row. */
  width = 64;
  marks = new Uint8Array(LANES * this.width);
  stamp = 0;
  largest = 0;

  /** Clears all marks. A value can exceed the largest by one per position, so by LANES before the next call. */
  begin(): void {
    if (this.largest + LANES >= this.width) {
      while (this.largest + LANES >= this.width) this.width *= 2;
      this.marks = new Uint8Array(LANES * this.width);
      this.stamp = 0;
    }
    if (this.stamp === 0xff) {
      this.marks.fill(0);
      this.stamp = 0;
    }
    this.stamp++;
  }

  /** Accounts for values found earlier. */
  see(values: Integers): void {
    this.largest = Math.max(this.largest, largestOf(values));
  }
}
