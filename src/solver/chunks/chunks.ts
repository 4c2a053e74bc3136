/**
 * Decides nim-values or remoteness chunk by chunk, by kernels and threads. Long subtrahends reach only values that were
 * finished before the chunk below was begun. So all threads begin a chunk by these, while the main thread decides the chunk
 * below it, in order, by the short ones.
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

/** Options; every choice gives the same values. */
export interface ChunkOptions {
  /** Threads, the caller's included; 1 when absent. */
  readonly threads?: number;
  /** Positions of a chunk. */
  readonly chunk?: number;
  /** Ranges that end at or below this position use one thread: starting workers would cost more. */
  readonly parallelFrom?: number;
  /** Maximum number of values within reach; beyond it the plain sibling takes over. */
  readonly mostKept?: number;
}

/** A chunk that all threads have begun or are beginning: its options by long subtrahends, or from below, are applied. */
export interface Begun {
  readonly chunk: Range;
}

/** The values within reach, and the methods that decide the next ones. */
export interface Chunks<B extends Begun> {
  readonly window: ValueWindow;
  /** Current maximum of a chunk's positions, if less than was laid out. */
  readonly longest?: number;
  /** A chunk and the job that begins it while `beside`, if given, is decided; undefined if it has to wait for that. */
  begin(chunk: Range, beside?: B): { readonly begun: B; readonly job: BeginJob } | undefined;
  /** Decides a chunk or its first part, behind the values of the window. Returns the number of positions decided. */
  decide(begun: B): number;
  /** Makes room of another kind after a chunk was decided only in part. */
  makeRoom(): void;
}

/** A method that decides a quantity in chunks. */
export interface ChunkMethod<B extends Begun> {
  readonly name: string;
  /** Maximum number of values within reach: they must fit a 32-bit memory with everything else. */
  readonly mostKept: number;
  /** The largest value that a chunk can have. */
  readonly largest: number;
  /** Ranges that end here or below use one thread unless the caller chooses otherwise. */
  readonly parallelFrom: number;
  /** Length of chunks of a range that ends at `stop`: `wanted` by the caller, or `alone` if one thread decides a small set. */
  readonly chunkFor: (stop: number, wanted: number | undefined, alone: number | undefined) => number;
  /** Lays out the structures for a task's chunks; options lie at most `reach` below a position. */
  readonly layOut: (
    context: KernelContext,
    threads: number,
    arena: Arena,
    task: Pick<IntegerTask, 'set' | 'range'>,
    reach: number,
    chunkLength: number,
  ) => Chunks<B>;
  /** Takes over if values within reach are too many or too large, or if they exceed the kernels' memory. */
  readonly plain: IntegerSolver;
}

/** Sets of fewer numbers use one thread unless the caller chooses otherwise: messages to another take longer. */
export const MIN_SHARED_NUMBERS = 64;
/** Positions of a chunk that one thread decides of such a set: nothing is begun meanwhile, so a short one gains nothing. */
const ALONE_CHUNK = 2 ** 18;
/** First address of the structures: kernels read, and ignore, up to LANES values below the first. */
const BASE = 64;

/** Yields the values of a task, chunk by chunk while the kernels can, and the rest by the plain sibling. */
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

/** Yields the values that kernels can decide: to the end of the range, or of the last piece before values are too large. */
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
    const isSmall = set.approximateCount(range.stop) < MIN_SHARED_NUMBERS;
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
        // A chunk ends with its piece; values beyond would have to be kept separately.
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
      // The array may be wider than its values, as earlier values may be larger.
      if (values.BYTES_PER_ELEMENT > 1) values = narrowest(values);
      yield { ...piece, values, method: method.name };
    }
  } finally {
    await pool.close();
    returnContext(context);
  }
}
