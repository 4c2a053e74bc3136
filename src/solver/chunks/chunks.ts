/**
 * Values decided chunk by chunk with fast kernels and threads, of nim-values and of remoteness: long subtrahends reach only
 * values that were finished before the chunk below was begun, so all threads begin a chunk by these while the main thread
 * decides the chunk below it, in order, by the short ones.
 */
import { Arena, isOutOfMemory } from '../../kernel/arena.js';
import { borrowContext, returnContext, type KernelContext } from '../../kernel/context.js';
import { cutAtMultiples, lengthOf, type Range } from '../../common/range.js';
import { createIntegers, narrowest, withRoomFor } from '../task/integers.js';
import type { IntegerSolver, IntegerTask, Integers, Piece } from '../task/task.js';
import { WorkerPool } from '../threads/pool.js';
import { BEGIN_WORK, type BeginJob } from './begin.js';
import { chunkAt } from './layout.js';
import type { ValueWindow } from './value-window.js';

/** What a caller may set; every choice gives the same values. */
export interface ChunkOptions {
  /** Threads, the caller's included; 1 when absent. */
  readonly threads?: number;
  /** Positions of a chunk. */
  readonly chunk?: number;
  /** Ranges that end at or below this position use one thread: starting workers would cost more. */
  readonly parallelFrom?: number;
  /** Values within reach at most; where there are more the plain sibling goes on. */
  readonly mostKept?: number;
}

/** A chunk that all threads have begun, or begin: what each of its positions reaches by long subtrahends, or from below. */
export interface Begun {
  readonly chunk: Range;
}

/** The values within reach, and what decides the next ones. */
export interface Chunks<B extends Begun> {
  readonly window: ValueWindow;
  /** Positions that a chunk may have now, where that is fewer than it was laid out for. */
  readonly longest?: number;
  /**
   * A chunk, and the job of beginning it. With `beside`, another one that is decided meanwhile: undefined where it has to wait
   * for that.
   */
  begin(chunk: Range, beside?: B): { readonly begun: B; readonly job: BeginJob } | undefined;
  /** Decides a chunk or its beginning, behind the values of the window. Returns how many positions. */
  decide(begun: B): number;
  /** Makes room of another kind, where not all of a chunk could be decided. */
  makeRoom(): void;
}

/** How a quantity is decided in chunks. */
export interface ChunkMethod<B extends Begun> {
  /** The name of the method. */
  readonly name: string;
  /** Values within reach at most: they must fit a 32-bit memory, beside the rest. */
  readonly mostKept: number;
  /** The largest value that a chunk can have. */
  readonly largest: number;
  /** Ranges that end here or below are solved by one thread unless the caller says otherwise. */
  readonly parallelFrom: number;
  /**
   * The length of the chunks of a range that ends at `stop`: as the caller wants it, or where one thread decides a small set
   * and longer ones pay, `alone`.
   */
  readonly chunkFor: (stop: number, wanted: number | undefined, alone: number | undefined) => number;
  /** Lays out what the chunks of a task need; options lie at most `reach` below a position. */
  readonly layOut: (
    context: KernelContext,
    threads: number,
    arena: Arena,
    task: Pick<IntegerTask, 'set' | 'range'>,
    reach: number,
    chunkLength: number,
  ) => Chunks<B>;
  /** Goes on if there are too many values within reach, too large ones, or more than the kernels' memory holds. */
  readonly plain: IntegerSolver;
}

/** Sets of fewer numbers are solved by one thread unless the caller says otherwise: to tell another one takes longer. */
export const LEAST_SHARED = 64;
/** Positions of a chunk that one thread decides of such a set: nothing is begun beside it, so a short one gains nothing. */
const ALONE_CHUNK = 2 ** 18;
/** Where the first structures lie in the memory: kernels read, and drop, up to LANES values below the first. */
const BASE = 64;

/** Yields the values of a task, chunk by chunk as far as the kernels can, and the rest by the plain sibling. */
export async function* solveInChunks<B extends Begun>(
  method: ChunkMethod<B>,
  task: IntegerTask,
  options: ChunkOptions,
): AsyncGenerator<Piece<Integers>, void, undefined> {
  const { start, stop } = task.range;
  const mostKept = options.mostKept ?? method.mostKept;
  const cut = task.set.largest > mostKept ? Math.min(mostKept, stop) : stop;
  let done = start;
  try {
    if (cut > start) {
      for await (const piece of decideInChunks(method, { ...task, range: { start, stop: cut } }, options)) {
        done = piece.stop;
        yield piece;
      }
    }
  } catch (error) {
    if (!isOutOfMemory(error)) throw error;
  }
  if (done < stop) yield* method.plain({ ...task, range: { start: done, stop } });
}

/** The values that the kernels can decide: up to the end of the range, or of the last piece before values become too large. */
async function* decideInChunks<B extends Begun>(
  method: ChunkMethod<B>,
  task: IntegerTask,
  options: ChunkOptions,
): AsyncGenerator<Piece<Integers>, void, undefined> {
  const { range, set, pieceLength } = task;
  const reach = Math.min(set.largest, range.stop);
  const context = borrowContext();
  const pool = new WorkerPool(context, BEGIN_WORK);
  try {
    const isSmall = set.approximateCount(range.stop) < LEAST_SHARED;
    const parallelFrom = options.parallelFrom ?? (isSmall ? Infinity : method.parallelFrom);
    pool.grow(range.stop > parallelFrom ? (options.threads ?? 1) : 1);
    const alone = isSmall && pool.threads === 1 ? Math.min(ALONE_CHUNK, range.stop) : undefined;
    const chunkLength = method.chunkFor(range.stop, options.chunk, alone);
    const arena = new Arena(context.memory, BASE);
    const chunks = method.layOut(context, pool.threads, arena, task, reach, chunkLength);
    const { window } = chunks;
    for (const lower of cutAtMultiples({ start: window.base, stop: range.start }, pieceLength)) {
      window.append(await task.readLower(lower));
    }
    let done = range.start;
    let ahead: B | undefined;
    for (const piece of cutAtMultiples(range, pieceLength)) {
      let values = createIntegers(lengthOf(piece), 0);
      while (done < piece.stop && !window.full) {
        // A chunk that passes a piece's end would have to be kept apart.
        const longest = chunks.longest ?? chunkLength;
        const isAhead = ahead?.chunk.start === done;
        const chunk = isAhead ? ahead!.chunk : chunkAt(done, range, pieceLength, longest);
        const next = chunkAt(chunk.stop, range, pieceLength, longest);
        if (window.reserve(2 * chunkLength)) ahead = undefined;
        let begun = ahead?.chunk.start === chunk.start ? ahead : undefined;
        if (begun === undefined) {
          const first = chunks.begin(chunk)!;
          await pool.run(first.job);
          begun = first.begun;
        }
        const isAlone = pool.threads === 1 || lengthOf(next) === 0;
        const following = isAlone ? undefined : chunks.begin(next, begun);
        let decided = 0;
        const decide = (): void => {
          decided = chunks.decide(begun);
        };
        if (following === undefined) decide();
        else await pool.run(following.job, decide);
        window.extend(decided);
        done = chunk.start + decided;
        const isWhole = done === chunk.stop;
        if (!isWhole) chunks.makeRoom();
        ahead = isWhole ? following?.begun : undefined;
        values = withRoomFor(values, Math.min(window.largest, method.largest));
        values.set(window.valuesOf({ start: chunk.start, stop: done }), chunk.start - piece.start);
        await task.breathe();
      }
      if (window.full) return;
      // Earlier values may be larger than these.
      if (values.BYTES_PER_ELEMENT > 1) values = narrowest(values);
      yield { ...piece, values, method: method.name };
    }
  } finally {
    await pool.close();
    returnContext(context);
  }
}
