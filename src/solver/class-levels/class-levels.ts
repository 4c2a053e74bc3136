/**
 * Nim-values level by level: the positions of nim-value v are the cold positions of the same game with hotspots at the
 * positions of lower value (Eppstein 2018, Lemma 2), and each level crowds into few residue classes of a suitable
 * modulus as cold positions do, so it is found by the kernels of the residue-class method. An epoch is a stretch of
 * positions that is solved level by level; threads follow each other through its chunks, each with a level of its own.
 */
import { cutAtMultiples, lengthOf, type Range } from '../../common/range.js';
import { createKernelContext } from '../../kernel/context.js';
import type { KernelKind } from '../../kernel/kernels.js';
import { solvePlainly } from '../dynamic-programming/plain.js';
import { largestOf, narrowest } from '../task/integers.js';
import type { IntegerTask, Integers, Piece } from '../task/task.js';
import { WorkerPool } from '../threads/pool.js';
import { LEVELS_WORK } from './level-job.js';
import { MOST_LEVELS, emptyPositions, positionsOf, trimmed, valuesOf, type LevelPositions } from './positions.js';
import { layOutLevels, OPEN, type LevelShape } from './tables.js';

/** What a caller may set; every choice gives the same nim-values. */
export interface ClassLevelsOptions {
  /** Threads; 1 when absent. */
  readonly threads?: number;
  /** Which siblings of the kernels to use; the fastest that the runtime has when absent. */
  readonly kernels?: KernelKind;
  /** The modulus; chosen by estimated cost when absent. */
  readonly modulus?: number;
  /** Quotients of a chunk, and positions of an epoch, at most. */
  readonly window?: number;
  readonly epoch?: number;
  /** Epochs that end at or below this position use one thread: starting workers would cost more. */
  readonly parallelFrom?: number;
}

/** Quotients of a chunk: 2 KiB of bits a class, so that a window and its sources stay in the L1 cache. */
const WINDOW = 2 ** 14;
const LEAST_WINDOW = 2 ** 11;
/** Chunks of an epoch for each thread at least, so that none waits long for the one before it. */
const CHUNKS = 4;
const FIRST_EPOCH = 2 ** 12;
const EPOCH_SHARE = 1 / 4;
const LEAST_EPOCH = 2 ** 16;
const PARALLEL_FROM = 2 ** 18;
/** Levels between two chances for other work to run. */
const BATCH = 16;
/** Where the tables begin in the memory: no bitset may have address 0. */
const BASE = 64;
/** Lower values that are read at a time. */
const READ = 2 ** 22;

/** Finds nim-values by levels. Memory: 4 bytes a position in reach. */
export async function* solveByClassLevels(
  task: IntegerTask,
  options: ClassLevelsOptions = {},
): AsyncGenerator<Piece<Integers>, void, undefined> {
  const { range, set, pieceLength } = task;
  const context = createKernelContext(options.kernels);
  const pool = new WorkerPool(context, LEVELS_WORK);
  // Positions below this are out of reach, so all positions are counted from here.
  const origin = Math.max(0, range.start - set.largest);
  const known: LevelPositions[] = [];
  for (const { start, stop } of cutAtMultiples({ start: origin, stop: range.start }, READ)) {
    const values = await task.readLower({ start, stop });
    const largest = largestOf(values);
    if (largest >= MOST_LEVELS) {
      yield* solvePlainly(task);
      return;
    }
    known.push(positionsOf({ start: start - origin, stop: stop - origin }, values, largest));
  }
  const pieces = cutAtMultiples(range, pieceLength);
  let piece = next(pieces);
  let values: Uint16Array | undefined;
  try {
    for (let start = range.start; start < range.stop;) {
      const stop = Math.min(range.stop, start + (options.epoch ?? epochLength(start)));
      const epoch = { start: start - origin, stop: stop - origin };
      const isParallel = stop > (options.parallelFrom ?? PARALLEL_FROM) && (options.threads ?? 1) > 1;
      const threads = isParallel ? (options.threads ?? 1) : 1;
      // Threads wait for each other, so the main thread, which must not, takes no part when there are several.
      if (isParallel) pool.grow(threads + 1);
      const reached = known.filter((part) => part.range.stop > epoch.start - set.largest);
      const shape = shapeOf(options, epoch, threads);
      const subtrahends = set.between(1, epoch.stop);
      const tables = layOutLevels(context, BASE, epoch, shape, subtrahends, threads);
      const found = emptyPositions(epoch, MOST_LEVELS);
      const counters = new Int32Array(context.memory.buffer, tables.counters.address, 3);
      let levels = 0;
      while (counters[OPEN] > 0 && levels < MOST_LEVELS) {
        levels = Math.min(MOST_LEVELS, levels + BATCH);
        counters[0] = levels - BATCH;
        const job = { tables, until: levels, known: reached, found, firstThread: isParallel ? 1 : 0 };
        await pool.run(job);
        await task.breathe();
      }
      if (counters[OPEN] > 0) {
        yield* solvePlainly({ ...task, range: { start: piece?.start ?? start, stop: range.stop } });
        return;
      }
      known.push(trimmed(found, levels));
      const solved = valuesOf(found, levels);
      for (let at = start; at < stop && piece !== undefined;) {
        values ??= new Uint16Array(lengthOf(piece));
        const end = Math.min(stop, piece.stop);
        values.set(solved.subarray(at - start, end - start), at - piece.start);
        at = end;
        if (end === piece.stop) {
          yield { ...piece, values: narrowest(values), method: 'class-levels' };
          values = undefined;
          piece = next(pieces);
        }
      }
      start = stop;
    }
  } finally {
    await pool.close();
  }
}

function next(pieces: Iterator<Range, undefined>): Range | undefined {
  return pieces.next().value;
}

function epochLength(start: number): number {
  return start < FIRST_EPOCH ? FIRST_EPOCH : Math.max(Math.min(start, LEAST_EPOCH), Math.floor(start * EPOCH_SHARE));
}

function shapeOf(options: ClassLevelsOptions, { start, stop }: Range, threads: number): LevelShape {
  const modulus = options.modulus ?? (start < 2 ** 14 ? 1 : 5);
  const quotient = Math.floor(start / modulus);
  const quotients = Math.ceil(stop / modulus) - quotient;
  const wished = options.window ?? Math.min(WINDOW, Math.max(LEAST_WINDOW, quotients / (CHUNKS * threads)));
  const window = Math.min(quotients, 128 * Math.ceil(wished / 128));
  return { modulus, window, quotient, chunks: Math.ceil(quotients / window) };
}
