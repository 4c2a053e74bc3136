/**
 * Check that no two cold positions up to the end of a target differ by a subtrahend, and that every other position of the
 * target is a cold one plus a subtrahend. Positions with a cold option are marked; in the end these must be exactly the hot
 * ones.
 *
 * The target is marked stretch by stretch, and each stretch by residue class: the bits of a class fit into a near cache, and if
 * cold positions crowd in few classes, few sums lead from one of these to another. Classes are those of offsets from the start
 * of a stretch or window.
 *
 * All sums of a cold position and a subtrahend have a cold option, and no other position has one. So for each two classes
 * either all their sums are marked, or all options of each unmarked position are probed up to the first cold one: whichever
 * takes fewer steps.
 */
import { cutAtMultiples, intersect, lengthOf, type Range } from '../../common/range.js';
import type { Breathe } from '../../common/stoppable.js';
import type { Game } from '../../game/game.js';
import { Arena } from '../../kernel/arena.js';
import {
  countOnes,
  createBitset,
  forEachOne,
  getBit,
  onesOf,
  setBit,
  sliceBits,
} from '../../kernel/bitset.js';
import type { KernelContext } from '../../kernel/context.js';
import type { Space } from '../../kernel/space.js';
import { BASE, SUMS_PER_TURN, type CheckRequest, type ColdFinding } from './request.js';

/** Positions of one class of a stretch: 256 KiB of bits fit into the L2 cache. */
const MAX_ROW_POSITIONS = 2 ** 21;
/** Open positions of a row are listed once they are at most this share of it. */
const LISTED_SHARE = 1 / 16;
/** Positions read together, and cold ones at which a window ends. */
const PART_POSITIONS = 2 ** 22;
const FULL_WINDOW_COLD = 2 ** 21;
/** Positions of a window and of one of its classes: 16 MiB of bits, 512 KiB for a class. */
const MAX_WINDOW_POSITIONS = 2 ** 27;
const MAX_WINDOW_ROW_POSITIONS = 2 ** 22;

/**
 * Cost: for each two classes and each window a mark for each sum of a cold position and a subtrahend, or as many probes for
 * each unmarked position of the target, whichever is less. Memory: two bits per position of the target, one per position of a
 * window, and up to 100 MiB for lists of positions and subtrahends if these are dense.
 */
export async function checkCold(request: CheckRequest): Promise<ColdFinding> {
  const { game, target, modulus, read, breathe, context } = request;
  const { bytes } = await read(target);
  const arena = new Arena(context.memory, BASE);
  const parts = [...cutAtMultiples(target, modulus * MAX_ROW_POSITIONS)].map((part) => {
    const bits = sliceBits(bytes, part.start - target.start, part.stop - target.start);
    return { bits, stretch: stretchOf(part, bits, modulus, arena) };
  });
  for await (const window of windowsBelow(request, arena.next)) {
    for (const { stretch } of parts.filter((part) => part.stretch.stop > window.start)) {
      await breathe();
      await markFrom(stretch, window, leadsBetween(game, stretch, window, modulus), context, breathe);
    }
  }
  const finding = { coldCount: 0, pair: null as number | null, outsider: null as number | null };
  for (const { bits, stretch } of parts) {
    await breathe();
    const { start, rows } = stretch;
    forEachOne(bits, (offset) => {
      finding.coldCount++;
      if (isMarked(rows[offset % modulus], Math.floor(offset / modulus))) finding.pair ??= start + offset;
    });
    const outsider = outsiderOf(game, stretch, bits);
    if (outsider !== undefined) finding.outsider ??= start + outsider;
  }
  return finding;
}

/** Returns the offset of the first position of a stretch that is hot, not declared and not marked. */
function outsiderOf(game: Game, { rows, ...range }: Stretch, cold: Uint8Array): number | undefined {
  const declared = declaredIn(game, range);
  let first: number | undefined;
  for (const [residue, row] of rows.entries()) {
    for (let i = nextOpen(row, 0); i < row.length; i = nextOpen(row, i + 1)) {
      const offset = rows.length * i + residue;
      if (getBit(cold, offset) === 1 || getBit(declared, offset) === 1) continue;
      first = Math.min(first ?? offset, offset);
      break;
    }
  }
  return first;
}

/** Returns bits for the declared positions of a range: hotspots and seeded ones. */
function declaredIn({ hotspots, seed }: Game, range: Range): Uint8Array {
  const bits = createBitset(lengthOf(range));
  for (const n of hotspots?.between(range.start, range.stop) ?? []) setBit(bits, n - range.start);
  const seeded = intersect(range, { start: 0, stop: seed?.length ?? 0 });
  for (let n = seeded.start; n < seeded.stop; n++) setBit(bits, n - range.start);
  return bits;
}

/** Positions of one class, by their quotients. */
interface Row {
  readonly length: number;
  readonly cold: number;
  readonly marks: Space;
  readonly list: Space;
  isListed: boolean;
  /** The number of open ones when last counted, and the sums marked since. */
  open: number;
  sums: number;
}

/** Positions of a target with a row per class, and a mark for each that has a cold option. */
interface Stretch extends Range {
  readonly rows: readonly Row[];
}

/** Makes a stretch without marks. `cold` has a bit for each cold position. */
function stretchOf(part: Range, cold: Uint8Array, modulus: number, arena: Arena): Stretch {
  const counts = new Uint32Array(modulus);
  forEachOne(cold, (i) => counts[i % modulus]++);
  const rows = Array.from({ length: modulus }, (_, residue) => {
    const length = Math.max(0, Math.ceil((lengthOf(part) - residue) / modulus));
    return {
      length,
      cold: counts[residue],
      marks: arena.take(4 * Math.ceil(length / 32)).clear(),
      list: arena.take(4 * Math.floor(LISTED_SHARE * length)),
      isListed: false,
      open: length,
      sums: 0,
    };
  });
  return { ...part, rows };
}

/** Recounts the open positions of a row, and lists them if they are few. */
function recount(row: Row): void {
  const { length, marks, list } = row;
  row.sums = 0;
  if (!row.isListed) {
    row.open = length - countOnes(marks.u8, 0, length);
    row.isListed = 4 * row.open <= list.bytes;
    let count = 0;
    if (row.isListed)
      for (let i = nextOpen(row, 0); i < length; i = nextOpen(row, i + 1)) list.u32[count++] = i;
    return;
  }
  const listed = list.u32.subarray(0, row.open);
  row.open = 0;
  for (let k = 0; k < listed.length; k++) if (!isMarked(row, listed[k])) listed[row.open++] = listed[k];
}

function isMarked({ marks }: Row, i: number): boolean {
  return ((marks.u32[i >>> 5] >>> (i & 31)) & 1) === 1;
}

/** Returns the first unmarked position of a row from `i` on, or the row's length. */
function nextOpen({ marks, length }: Row, i: number): number {
  const words = marks.u32;
  let w = i >>> 5;
  let open = w < words.length ? ~words[w] & (-1 << (i & 31)) : 0;
  while (open === 0 && ++w < words.length) open = ~words[w];
  return open === 0 ? length : Math.min(length, 32 * w + 31 - Math.clz32(open & -open));
}

// Windows: the cold positions below, and the subtrahends that lead to them.

/** Increasing u32 in the kernels' memory. */
interface List {
  readonly address: number;
  readonly count: number;
}

/** A range whose cold positions are in the kernels' memory. */
interface Window extends Range {
  /** Bits of a class: more than it has quotients, so that the last is zero. */
  readonly length: number;
  /** The quotients of the cold positions of each class, as a list and as bits. */
  readonly classes: readonly { readonly cold: List; readonly bits: number }[];
  /** The nonempty classes, largest first. */
  readonly order: readonly number[];
  readonly next: number;
}

/**
 * Yields windows over all positions that a target leads to, nearest first, as most sums come from there. Each is in the
 * kernels' memory, from `start` on, until the next.
 */
async function* windowsBelow(
  { game: { set }, target, modulus, read, breathe, context: { memory } }: CheckRequest,
  start: number,
): AsyncGenerator<Window, void, undefined> {
  const longest = Math.min(MAX_WINDOW_POSITIONS, modulus * MAX_WINDOW_ROW_POSITIONS);
  let parts: Part[] = [];
  const reached = target.lower.filter(({ stop }) => target.start - stop < set.largest);
  for (const range of reached.reverse()) {
    const { bytes } = await read(range);
    for (const part of [...cutAtMultiples(range, PART_POSITIONS)].reverse()) {
      await breathe();
      const isLong = parts.length > 0 && parts[0].stop - part.start > longest;
      const isFull = parts.reduce((sum, { cold }) => sum + cold.length, 0) > FULL_WINDOW_COLD;
      if (isLong || isFull) {
        yield windowOf(parts, modulus, new Arena(memory, start));
        parts = [];
      }
      const bits = sliceBits(bytes, part.start - range.start, part.stop - range.start);
      parts.push({ ...part, cold: onesOf(bits, lengthOf(part), part.start) });
    }
  }
  if (parts.length > 0) yield windowOf(parts, modulus, new Arena(memory, start));
}

interface Part extends Range {
  readonly cold: Float64Array;
}

/** Makes a window of parts, the last first. */
function windowOf(parts: readonly Part[], modulus: number, arena: Arena): Window {
  const { start } = parts[parts.length - 1];
  const { stop } = parts[0];
  const offsets = new Uint32Array(parts.reduce((sum, { cold }) => sum + cold.length, 0));
  let count = 0;
  for (const { cold } of [...parts].reverse()) {
    for (let i = 0; i < cold.length; i++) offsets[count++] = cold[i] - start;
  }
  const { starts, quotients } = inClasses(offsets, modulus);
  const lists = arena.take(4 * quotients.length);
  lists.u32.set(quotients);
  const length = Math.ceil((stop - start) / modulus) + 1;
  const words = Math.ceil(length / 32);
  const bits = arena.take(4 * words * modulus).clear();
  const classes = Array.from({ length: modulus }, (_, residue) => {
    const row = bits.u32.subarray(words * residue, words * (residue + 1));
    const own = quotients.subarray(starts[residue], starts[residue + 1]);
    for (let i = 0; i < own.length; i++) row[own[i] >>> 5] |= 1 << (own[i] & 31);
    return {
      cold: { address: lists.address + 4 * starts[residue], count: own.length },
      bits: bits.address + 4 * words * residue,
    };
  });
  const order = [...classes.keys()].filter((residue) => classes[residue].cold.count > 0);
  order.sort((a, b) => classes[b].cold.count - classes[a].cold.count || a - b);
  return { start, stop, length, classes, order, next: arena.next };
}

/**
 * Returns the subtrahends from a stretch to a window, by class, shifted to be positive: an offset in the window plus one of
 * them is an offset in the stretch plus `modulus` times the window's `length`.
 */
function leadsBetween({ set }: Game, stretch: Range, window: Window, modulus: number): InClasses {
  const between = set.between(Math.max(1, stretch.start - window.stop + 1), stretch.stop - window.start);
  const ahead = modulus * window.length - (stretch.start - window.start);
  const counted = new Uint32Array(between.length);
  for (let k = 0; k < counted.length; k++) counted[k] = between[k] + ahead;
  return inClasses(counted, modulus);
}

interface InClasses {
  /** The quotients of class r are those from `starts[r]` to `starts[r + 1]`, in the order of their numbers. */
  readonly starts: Uint32Array;
  readonly quotients: Uint32Array;
}

function inClasses(numbers: Uint32Array, modulus: number): InClasses {
  if (modulus === 1) return { starts: Uint32Array.of(0, numbers.length), quotients: numbers };
  const starts = new Uint32Array(modulus + 1);
  for (let i = 0; i < numbers.length; i++) starts[(numbers[i] % modulus) + 1]++;
  for (let residue = 0; residue < modulus; residue++) starts[residue + 1] += starts[residue];
  const next = starts.slice();
  const quotients = new Uint32Array(numbers.length);
  for (let i = 0; i < numbers.length; i++) {
    const residue = numbers[i] % modulus;
    quotients[next[residue]++] = (numbers[i] - residue) / modulus;
  }
  return { starts, quotients };
}

/** A class of a window, and the subtrahends that lead from a row to it. */
interface Source {
  readonly cold: List;
  readonly bits: number;
  readonly leads: List;
  /** The sum of an offset in the window and a lead, less the offset in the stretch. */
  readonly length: number;
}

/** Marks positions with a cold option in a window. `leads` are the subtrahends between the two (`leadsBetween`). */
async function markFrom(
  { rows }: Stretch,
  window: Window,
  { starts, quotients }: InClasses,
  context: KernelContext,
  breathe: Breathe,
): Promise<void> {
  const { address, u32 } = new Arena(context.memory, window.next).take(4 * quotients.length);
  u32.set(quotients);
  for (const [residue, row] of rows.entries()) {
    const sources = window.order.flatMap((of): Source | [] => {
      const by = (residue - of + rows.length) % rows.length;
      const leads = { address: address + 4 * starts[by], count: starts[by + 1] - starts[by] };
      // A smaller residue in the stretch than in the window has wrapped around: its quotient is one more.
      const length = window.length - Number(residue < of);
      return leads.count === 0 ? [] : { ...window.classes[of], leads, length };
    });
    const steps = markRow(row, sources, context);
    while (steps.next().done !== true) await breathe();
  }
}

/** Marks positions with a cold option in some classes of a window, in steps of at most `SUMS_PER_TURN` sums. */
function* markRow(
  row: Row,
  sources: Iterable<Source>,
  { kernels }: KernelContext,
): Generator<void, void, void> {
  let spent = 0;
  for (const { cold, bits, leads, length } of sources) {
    if (row.sums >= row.open / 2) recount(row);
    // Some leads from a position end in the window; from a cold position, the others end in the row.
    const probes = (leads.count * length) / (length + row.length);
    const sums = cold.count * (leads.count - probes);
    const isProbed = row.isListed && probesFor(row, probes, cold.count / length) < sums;
    const count = isProbed ? row.open : cold.count;
    const together = Math.max(1, Math.floor(SUMS_PER_TURN / leads.count));
    let left = 0;
    for (let first = 0; first < count; first += together) {
      const some = Math.min(together, count - first);
      spent += some * leads.count;
      if (spent > SUMS_PER_TURN) {
        yield;
        spent = 0;
      }
      if (isProbed) {
        const [from, to] = [first, left].map((index) => row.list.address + 4 * index);
        left += kernels.probeSums(
          from,
          some,
          leads.address,
          leads.count,
          length,
          bits,
          row.marks.address,
          to,
        );
      } else {
        const from = cold.address + 4 * first;
        kernels.markSums(from, some, leads.address, leads.count, length, row.length, row.marks.address);
      }
    }
    if (isProbed) row.open = left;
    else row.sums += sums;
  }
}

/** Estimates probed options of open positions: all of the cold ones, those of others up to the first cold one. */
function probesFor({ open, cold }: Row, each: number, chance: number): number {
  const untilCold = -Math.expm1(-chance * each) / chance;
  return Math.min(open, cold) * each + Math.max(0, open - cold) * untilCold;
}
