/** Whether every nim-value of a target is the mex of those of its options. */
import { integersOf } from '../../columnar/layout.js';
import { cutAtMultiples, lengthOf, type Range } from '../../common/range.js';
import { Arena } from '../../kernel/arena.js';
import type { Space } from '../../kernel/space.js';
import { BASE, SPELL, type CheckRequest, type MexFinding } from './request.js';

/** Bytes that the marks of one target may take: nim-values up to about 2000. */
export const MAX_MARK_BYTES = 2 ** 28;
/** Positions that are marked together: the marks of as many stay in a processor's second cache. */
const WINDOW = 2 ** 11;

/** Options of a range, in the kernels' memory. */
interface Options extends Range {
  readonly values: Space;
  readonly bytes: number;
}

/** The marks of a window: a row for each of its positions. */
interface Rows extends Range {
  readonly address: number;
  readonly rowBytes: number;
}

/**
 * All lower values occur among the options, and the value itself does not. Cost: a mark for each sum of a position and a
 * subtrahend that lies in the target. Memory: a bit for each position of the target and each nim-value up to its largest, and
 * one lower range.
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
    for (const window of cutAtMultiples(target, WINDOW)) {
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
    if (i % WINDOW === 0) await breathe();
    const mex = firstZero(marks.u32, i * words, words);
    const value = values[i];
    if (mex !== value) {
      return { wrong: { position: target.start + i, value, of: Math.min(mex, value) }, needed: null };
    }
  }
  return { wrong: null, needed: null };
}

/** Marks the values of the options that the positions of a window have in a range. */
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
  const together = Math.floor(SPELL / WINDOW);
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

/** The first zero bit of a row of words; the number of its bits where there is none. */
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
