/** Check that every nim-value of a target is the mex of those of its options. */
import { integersOf } from '../../columnar/layout.js';
import { cutAtMultiples, lengthOf, type Range } from '../../common/range.js';
import { Arena } from '../../kernel/arena.js';
import type { Space } from '../../kernel/space.js';
import { BASE, SUMS_PER_TURN, type CheckRequest, type MexFinding } from './request.js';

/** Marks of one target: nim-values up to about 2000. */
export const MAX_MARK_BYTES = 2 ** 28;
/** Positions marked together: their marks fit into the L2 cache. */
const WINDOW_POSITIONS = 2 ** 11;

interface Options extends Range {
  readonly values: Space;
  readonly bytes: number;
}

/** The marks of a window, a row per position. */
interface Rows extends Range {
  readonly address: number;
  readonly rowBytes: number;
}

/**
 * Checks that options have all lower values, but not the value itself. Cost: a mark for each sum of a position and a subtrahend
 * in the target. Memory: a bit for each position of the target and nim-value up to its largest, and one lower range.
 */
export async function checkMex(request: CheckRequest): Promise<MexFinding> {
  const { game, target, read, breathe, context } = request;
  const values = integersOf(await read(target)).slice();
  const rowBytes = 4 * (Math.floor(largestOf(values) / 32) + 1);
  const needed = rowBytes * values.length;
  if (needed > MAX_MARK_BYTES) return { wrong: null, needed };
  const arena = new Arena(context.memory, BASE);
  const marks = arena.take(needed);
  marks.clear();
  for (const lower of target.lower) {
    const own = new Arena(context.memory, arena.next);
    const { width, bytes } = await read(lower);
    const options = { ...lower, values: own.take(bytes.length), bytes: width / 8 };
    options.values.u8.set(bytes);
    for (const window of cutAtMultiples(target, WINDOW_POSITIONS)) {
      const address = marks.address + (window.start - target.start) * rowBytes;
      await markOptions(request, new Arena(context.memory, own.next), options, {
        ...window,
        address,
        rowBytes,
      });
    }
  }
  const words = rowBytes / 4;
  for (let i = Math.max(0, (game.seed?.length ?? 0) - target.start); i < values.length; i++) {
    if (i % WINDOW_POSITIONS === 0) await breathe();
    const mex = firstZero(marks.u32, i * words, words);
    const value = values[i];
    if (mex !== value) {
      return { wrong: { position: target.start + i, value, of: Math.min(mex, value) }, needed: null };
    }
  }
  return { wrong: null, needed: null };
}

/** Marks the values of the options of a window's positions in a range. */
async function markOptions(
  { game: { set }, context, breathe }: CheckRequest,
  arena: Arena,
  options: Options,
  { address, rowBytes, ...window }: Rows,
): Promise<void> {
  const subtrahends = set.between(Math.max(1, window.start - options.stop + 1), window.stop - options.start);
  const leads = arena.take(4 * subtrahends.length);
  const { u32 } = leads;
  for (let k = 0; k < subtrahends.length; k++) u32[k] = subtrahends[k] - (window.start - options.stop);
  const together = Math.floor(SUMS_PER_TURN / WINDOW_POSITIONS);
  for (let first = 0; first < subtrahends.length; first += together) {
    await breathe();
    context.kernels.markValues(
      options.values.address,
      options.bytes,
      lengthOf(options),
      leads.address + 4 * first,
      Math.min(together, subtrahends.length - first),
      lengthOf(window),
      address,
      rowBytes,
    );
  }
}

/** Returns the first zero bit of a row of words, or the number of its bits if there is none. */
function firstZero(marks: Uint32Array, start: number, words: number): number {
  let w = 0;
  while (w < words && marks[start + w] === 0xffffffff) w++;
  return w === words ? 32 * words : 32 * w + 31 - Math.clz32(~marks[start + w] & (marks[start + w] + 1));
}

function largestOf(values: ArrayLike<number>): number {
  let most = 0;
  for (let i = 0; i < values.length; i++) if (values[i] > most) most = values[i];
  return most;
}
