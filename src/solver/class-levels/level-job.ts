/**
 * One thread's part in the levels of an epoch: it takes one level after the other and solves it chunk by chunk, each as
 * soon as the level below is done there. A level is the cold positions of the game whose hotspots are the
 * positions of lower value (Eppstein 2018, Lemma 2), found by residue classes as cold positions are: the dense classes
 * of the level are shifted, the positions of the others scattered.
 */
import { inBuild } from '../../common/package-root.js';
import type { KernelContext } from '../../kernel/context.js';
import { ClassRow, FarChunk, FarLayout } from '../../kernel/layout.js';
import type { Work } from '../threads/pool.js';
import type { LevelPositions } from './positions.js';
import { LISTED, NEXT_LEVEL, OPEN, type LevelTables, type Place } from './tables.js';

/** Levels of an epoch: those from the next one on that no thread has taken, up to `until`. */
export interface LevelsJob {
  readonly tables: LevelTables;
  readonly until: number;
  /** The positions below the epoch, increasing, and room for those of the epoch. */
  readonly known: readonly LevelPositions[];
  readonly found: LevelPositions;
  /** The first thread that takes part. */
  readonly firstThread: number;
}

/** From this share of positions on, a class costs less shifted than scattered. */
const DENSE = 1 / 450;

/** Does a thread's share of a job: levels until `until`, or until every position has a value. */
export function runLevelsJob(context: KernelContext, job: LevelsJob, thread: number): void {
  if (thread < job.firstThread) return;
  const runner = new LevelRunner(context, job, thread - job.firstThread);
  const counters = int32(context, job.tables.counters);
  for (;;) {
    if (Atomics.load(counters, OPEN) === 0) return;
    const level = Atomics.add(counters, NEXT_LEVEL, 1);
    if (level >= job.until) return;
    runner.run(level);
  }
}

/** Solves levels in one thread's spaces. */
class LevelRunner {
  readonly #context: KernelContext;
  readonly #job: LevelsJob;
  readonly #spaces;
  readonly #progress: Int32Array;
  readonly #counters: Int32Array;
  readonly #closed: Uint32Array;
  readonly #layout: Uint32Array;
  /** How many known positions of the level each class has, and where the bits of quotient 0 lie among the bitsets. */
  readonly #counts: Float64Array;
  readonly #bitsetStarts: Float64Array;
  /** The positions found of the level at hand. */
  #found = new Uint32Array(1 << 12);
  #foundCount = 0;

  constructor(context: KernelContext, job: LevelsJob, thread: number) {
    const { tables } = job;
    const { modulus } = tables.shape;
    const places = tables.threads[thread];
    const space = ({ address, bytes }: Place) => context.space(address, bytes);
    this.#context = context;
    this.#job = job;
    this.#spaces = {
      layout: places.layout.address,
      farChunk: space(places.farChunk),
      nearChunk: places.nearChunk.address,
      classes: space(places.classes),
      shiftSources: space(places.shiftSources),
      shiftStarts: space(places.shiftStarts),
      scatterFlags: space(places.scatterFlags),
      marks: space(places.marks),
      open: space(places.open),
      cold: space(places.cold),
      bitsets: space(places.bitsets),
      lists: space(places.lists),
    };
    this.#progress = int32(context, tables.progress);
    this.#counters = int32(context, tables.counters);
    this.#closed = space(tables.closed).u32;
    this.#layout = space(places.layout).u32;
    this.#counts = new Float64Array(modulus);
    this.#bitsetStarts = Float64Array.from(
      { length: modulus },
      (_, a) => a * tables.bitsetBytes + tables.bitsetMargin,
    );
  }

  /** Finds the positions of a level, all lower levels being done or under way in other threads. */
  run(level: number): void {
    const { tables, found } = this.#job;
    this.#foundCount = 0;
    const isAnyDense = this.#loadKnown(level);
    for (let k = 0; k < tables.shape.chunks; k++) {
      this.#waitFor(k, level);
      this.#solve(k, isAnyDense);
      Atomics.store(this.#progress, k, level + 1);
      Atomics.notify(this.#progress, k);
    }
    const begin = Atomics.add(this.#counters, LISTED, this.#foundCount);
    found.positions.set(this.#found.subarray(0, this.#foundCount), begin);
    found.begins[level] = begin;
    found.ends[level] = begin + this.#foundCount;
  }

  #waitFor(chunk: number, level: number): void {
    for (;;) {
      const done = Atomics.load(this.#progress, chunk);
      if (done >= level) return;
      Atomics.wait(this.#progress, chunk, done);
    }
  }

  /** Sorts the known positions of a level into its classes: bitsets where they are dense, else lists. True if any is dense. */
  #loadKnown(level: number): boolean {
    const { tables, known } = this.#job;
    const { modulus, quotient } = tables.shape;
    const { classes, bitsets, lists } = this.#spaces;
    const counts = this.#counts.fill(0);
    for (const { positions, begins, ends } of known) {
      for (let k = begins[level]; k < ends[level]; k++) {
        const p = positions[k];
        counts[p - modulus * Math.floor(p / modulus)]++;
      }
    }
    const rows = classes.u32;
    const bits = bitsets.u8;
    const { bitsetBytes } = tables;
    const room = tables.shape.chunks * tables.shape.window;
    let list = lists.address;
    let isAnyDense = false;
    const starts = new Float64Array(modulus);
    for (let a = 0, row = 0; a < modulus; a++, row += ClassRow.WORDS) {
      const isDense = counts[a] > DENSE * quotient;
      isAnyDense ||= isDense;
      if (isDense) bits.fill(0, a * bitsetBytes, (a + 1) * bitsetBytes);
      rows[row + ClassRow.bitset] = isDense ? bitsets.address + this.#bitsetStarts[a] : 0;
      rows[row + ClassRow.list] = list;
      rows[row + ClassRow.end] = list;
      starts[a] = isDense ? -1 : (list - lists.address) / 4;
      if (!isDense) list += 4 * (counts[a] + room);
      rows[row + ClassRow.roomEnd] = isDense ? 0 : list;
    }
    const listed = lists.u32;
    for (const { positions, begins, ends } of known) {
      for (let k = begins[level]; k < ends[level]; k++) {
        const p = positions[k];
        const q = Math.floor(p / modulus);
        const a = p - modulus * q;
        if (starts[a] < 0) bits[this.#bitsetStarts[a] + (q >>> 3)] |= 1 << (q & 7);
        else listed[starts[a]++] = q;
      }
    }
    for (let a = 0, row = 0; a < modulus; a++, row += ClassRow.WORDS) {
      if (starts[a] >= 0) rows[row + ClassRow.end] = lists.address + 4 * starts[a];
    }
    this.#writePlan(starts);
    return isAnyDense;
  }

  /** Tells the kernels which classes are shifted, those whose start is negative, and which are scattered. */
  #writePlan(starts: Float64Array): void {
    const { modulus } = this.#job.tables.shape;
    const { shiftSources, shiftStarts, scatterFlags } = this.#spaces;
    let count = 0;
    for (let target = 0; target < modulus; target++) {
      shiftStarts.u32[target] = count;
      for (let source = 0; source < modulus; source++) {
        if (starts[source] < 0) shiftSources.u16[count++] = source;
      }
    }
    shiftStarts.u32[modulus] = count;
    for (let source = 0; source < modulus; source++) {
      scatterFlags.u8.fill(starts[source] < 0 ? 0 : 1, source * modulus, (source + 1) * modulus);
    }
  }

  /** Finds the level's positions in a chunk and closes them. */
  #solve(k: number, isAnyDense: boolean): void {
    const { kernels } = this.#context;
    const { tables } = this.#job;
    const { shape, stride } = tables;
    const { modulus, window } = shape;
    const { layout, farChunk, nearChunk, classes, marks, open, cold } = this.#spaces;
    const closed = this.#closed.subarray((k * stride) / 4, ((k + 1) * stride) / 4);
    const quotient = shape.quotient + k * window;
    marks.u32.set(closed);
    farChunk.u32[FarChunk.quotient] = quotient;
    farChunk.u32[FarChunk.width] = window;
    farChunk.u32[FarChunk.reachable] = tables.reachable[k];
    this.#layout[FarLayout.groupedRanges] = tables.ranges[k];
    for (let source = 0; source < modulus; source++) kernels.scatter(layout, farChunk.address, source, 0);
    if (isAnyDense) {
      open.u32.fill(0);
      for (let target = 0; target < modulus; target++) {
        kernels.shiftOr(layout, farChunk.address, target, 0);
        kernels.settle(layout, farChunk.address, target, 0);
      }
    } else {
      const [marked, left] = [marks.u32, open.u32];
      for (let i = 0; i < left.length; i++) left[i] = ~marked[i];
    }
    cold.u32.fill(0);
    kernels.decideNear(nearChunk, 0, modulus * window);
    kernels.addToClasses(classes.address, modulus, cold.address, modulus * quotient, 0, modulus * window);
    kernels.orBytes(tables.closed.address + k * stride, cold.address, stride);
    this.#list(modulus * quotient);
  }

  /** Lists the ones of `cold`, bit 0 of which is position `first`. */
  #list(first: number): void {
    const words = this.#spaces.cold.u32;
    const before = this.#foundCount;
    let found = this.#found;
    let count = before;
    for (let i = 0; i < words.length; i++) {
      let word = words[i];
      if (word === 0) continue;
      if (count + 32 > found.length) {
        const longer = new Uint32Array(2 * found.length);
        longer.set(found);
        this.#found = found = longer;
      }
      while (word !== 0) {
        const bit = 31 - Math.clz32(word & -word);
        found[count++] = first + 32 * i + bit;
        word &= word - 1;
      }
    }
    this.#foundCount = count;
    Atomics.sub(this.#counters, OPEN, count - before);
  }
}

function int32({ memory }: KernelContext, { address, bytes }: Place): Int32Array {
  return new Int32Array(memory.buffer, address, bytes / 4);
}

/** The levels as work for a pool of threads. */
export const LEVELS_WORK: Work<LevelsJob, void> = {
  run: runLevelsJob,
  script: inBuild('solver/class-levels/worker.js'),
};
