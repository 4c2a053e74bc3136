/**
 * Whether no two cold positions of a target and below differ by a subtrahend, and every other position of the target is a cold
 * one plus a subtrahend. Positions with a cold option are marked; in the end these must be exactly the hot ones.
 *
 * There are two ways to mark. All sums of a cold position and a subtrahend have a cold option, and no other position has.
 * So either all sums that lie in a tile are marked, or for each position that is not marked yet all options are looked
 * up. The first is quicker while many positions are open, the second once these are fewer than the cold positions below. Most
 * cold positions crowd in few residue classes, which few sums reach: there all of these few sums are marked.
 */
import { cutAtMultiples, intersect, lengthOf, type Range } from '../../common/range.js';
import { lowerBound } from '../../game/sets/subtraction-set.js';
import type { Game } from '../../game/game.js';
import { Arena } from '../../kernel/arena.js';
import { countOnes, createBitset, onesOf, setBit, sliceBits } from '../../kernel/bitset.js';
import type { KernelMemory } from '../../kernel/kernels.js';
import type { Space } from '../../kernel/space.js';
import { BASE, SPELL, type CheckRequest, type Classes, type ColdFinding } from './request.js';

/** Positions that are marked together: 256 KiB of bits, few enough for a processor's second cache. */
const TILE = 2 ** 21;
/** Lower positions that are looked at together: those that are cold are listed. */
const LOWER = 2 ** 22;
/** Positions of a tile that are open at most, where these are listed. */
const MOST_OPEN = 2 ** 16;

/** Numbers in the kernels' memory: increasing u32. */
interface List {
  readonly address: number;
  readonly count: number;
}

/** Part of a target, with a bit for each of its positions that is known to have a cold option. */
interface Tile extends Range {
  readonly marks: Space;
  /** The positions outside crowded classes that are not marked, counted from its start, once they are few. */
  open: Uint32Array | undefined;
}

/** Cold positions of a lower range whose sums with some subtrahends are marked, counted from its start. */
interface Source {
  readonly cold: List;
  /** The subtrahends, increasing; all where none are listed. */
  readonly by: Float64Array | undefined;
}

/** A lower range with its cold positions, in the kernels' memory. */
interface Lower extends Range {
  readonly bits: Space;
  readonly all: Source;
  /** Those of each crowded class, with the subtrahends that lead to crowded classes; and the others. */
  readonly sources: readonly Source[];
  readonly scratch: Scratch;
}

/** Room in the kernels' memory for one list at a time, which grows as needed. */
class Scratch {
  readonly #memory: KernelMemory;
  readonly #address: number;
  #space: Space;

  constructor(memory: KernelMemory, address: number) {
    this.#memory = memory;
    this.#address = address;
    this.#space = new Arena(memory, address).take(0);
  }

  get room(): Uint32Array {
    return this.#space.u32;
  }

  /** Makes room for so many numbers; what the room has is then whatever was there. */
  take(count: number): List {
    if (4 * count > this.#space.bytes) this.#space = new Arena(this.#memory, this.#address).take(8 * count);
    return { address: this.#space.address, count };
  }
}

/**
 * Cost: a mark for each sum of a cold position and a subtrahend that lies in a crowded class of the target, and a few for each
 * other position. Memory: two bits a position of the target, one of a lower range, and up to 100 MiB for lists of its
 * positions and of subtrahends where these are dense.
 */
export async function checkCold(request: CheckRequest): Promise<ColdFinding> {
  const { game, target, classes, read, breathe, context } = request;
  const arena = new Arena(context.memory, BASE);
  const tiles = [...cutAtMultiples(target, TILE)].map((tile): Tile => {
    const marks = arena.take(4 * Math.ceil(lengthOf(tile) / 32));
    marks.clear();
    return { ...tile, marks, open: undefined };
  });
  const leading = subtrahendsLeading(game, target.stop, classes);
  // The nearest first: most sums come from there, which leaves few positions open.
  for (const range of [...target.lower].reverse()) {
    const { bytes } = await read(range);
    for (const part of [...cutAtMultiples(range, LOWER)].reverse()) {
      const bits = sliceBits(bytes, part.start - range.start, part.stop - range.start);
      const lower = lowerFrom(part, bits, classes, leading, context.memory, arena.next);
      for (const tile of tiles.filter(({ stop }) => stop > part.start)) {
        await breathe();
        await markTile(request, tile, lower);
      }
    }
  }
  const { bytes } = await read(target);
  const coldCount = countOnes(bytes, 0, lengthOf(target));
  const finding = { coldCount, pair: null as number | null, outsider: null as number | null };
  for (const tile of tiles) {
    await breathe();
    const length = lengthOf(tile);
    const cold = wordsOf(sliceBits(bytes, tile.start - target.start, tile.stop - target.start), length);
    const marks = tile.marks.u32;
    const declared = declaredIn(game, tile);
    for (let w = 0; w < cold.length; w++) {
      const inside = w < length >>> 5 ? -1 : (1 << (length & 31)) - 1;
      const both = cold[w] & marks[w];
      const neither = ~(cold[w] | marks[w] | declared[w]) & inside;
      if (both !== 0) finding.pair ??= tile.start + 32 * w + lowestOne(both);
      if (neither !== 0) finding.outsider ??= tile.start + 32 * w + lowestOne(neither);
    }
  }
  return finding;
}

/** For each crowded class, the subtrahends below `stop` that lead from it to a crowded class. */
function subtrahendsLeading({ set }: Game, stop: number, { modulus, crowded }: Classes): Float64Array[] {
  if (crowded.length === 0) return [];
  const isCrowded = flagsOf(crowded, modulus);
  const all = set.between(1, stop);
  return crowded.map((residue) => all.filter((s) => isCrowded[(residue + s) % modulus] === 1));
}

/** The cold positions of a lower range, given as bits, listed in the kernels' memory. */
function lowerFrom(
  part: Range,
  bits: Uint8Array,
  { modulus, crowded }: Classes,
  leading: readonly Float64Array[],
  memory: KernelMemory,
  start: number,
): Lower {
  const arena = new Arena(memory, start);
  const space = arena.take(bits.length);
  space.u8.set(bits);
  const offsets = onesOf(bits, lengthOf(part));
  const listed = arena.take(4 * offsets.length);
  listed.u32.set(offsets);
  const all: Source = { cold: { address: listed.address, count: offsets.length }, by: undefined };
  const sources = [];
  if (crowded.length > 0) {
    // The others come after all crowded classes.
    const classOf = new Int32Array(modulus).fill(crowded.length);
    crowded.forEach((residue, k) => (classOf[residue] = k));
    const ends = new Uint32Array(crowded.length + 2);
    for (const offset of offsets) ends[classOf[(part.start + offset) % modulus] + 1]++;
    for (let k = 1; k < ends.length; k++) ends[k] += ends[k - 1];
    const starts = ends.slice();
    const sorted = arena.take(4 * offsets.length);
    const { u32 } = sorted;
    for (const offset of offsets) u32[starts[classOf[(part.start + offset) % modulus]]++] = offset;
    for (let k = 0; k <= crowded.length; k++) {
      const cold = { address: sorted.address + 4 * ends[k], count: ends[k + 1] - ends[k] };
      if (cold.count > 0) sources.push({ cold, by: leading.at(k) });
    }
  }
  return { ...part, bits: space, all, sources, scratch: new Scratch(memory, arena.next) };
}

/** Marks the positions of a tile that have a cold option in a lower range. */
async function markTile(request: CheckRequest, tile: Tile, lower: Lower): Promise<void> {
  if (tile.open === undefined) {
    await markSums(request, tile, lower, lower.all);
    tile.open = openIn(tile, request.classes, Math.min(MOST_OPEN, lower.all.cold.count));
    return;
  }
  for (const source of lower.sources) await markSums(request, tile, lower, source);
  if (tile.open.length > 0) tile.open = await probe(request, tile, tile.open, lower);
}

/** Marks the sums of cold positions of a lower range and subtrahends that lie in a tile. */
async function markSums(
  { game, context, breathe }: CheckRequest,
  tile: Tile,
  lower: Lower,
  { cold, by }: Source,
): Promise<void> {
  const leads = leadsBetween(game, tile, lower, by);
  const together = Math.max(1, Math.floor(SPELL / leads.count));
  for (let first = 0; first < cold.count && leads.count > 0; first += together) {
    if (first > 0) await breathe();
    context.kernels.markSums(
      cold.address + 4 * first,
      Math.min(together, cold.count - first),
      leads.address,
      leads.count,
      lengthOf(lower),
      lengthOf(tile),
      tile.marks.address,
    );
  }
}

/** Marks the open positions of a tile that have a cold option in a lower range, and returns the others. */
async function probe(
  { game, context, breathe }: CheckRequest,
  tile: Tile,
  open: Uint32Array,
  lower: Lower,
): Promise<Uint32Array> {
  const leads = leadsBetween(game, tile, lower, undefined);
  if (leads.count === 0) return open;
  const space = new Arena(context.memory, leads.address + 4 * leads.count).take(4 * open.length);
  space.u32.set(open);
  const together = Math.max(1, Math.floor(SPELL / leads.count));
  let left = 0;
  for (let first = 0; first < open.length; first += together) {
    if (first > 0) await breathe();
    left += context.kernels.probeSums(
      space.address + 4 * first,
      Math.min(together, open.length - first),
      leads.address,
      leads.count,
      lengthOf(lower),
      lower.bits.address,
      tile.marks.address,
      space.address + 4 * left,
    );
  }
  return space.u32.slice(0, left);
}

/**
 * The subtrahends that lead from a tile to a lower range, of those that are listed, or else of all. They are counted so that all
 * are positive: an offset in the lower range and one of these are an offset in the tile, and the length of the lower range.
 */
function leadsBetween({ set }: Game, tile: Tile, lower: Lower, by: Float64Array | undefined): List {
  const least = Math.max(1, tile.start - lower.stop + 1);
  const end = tile.stop - lower.start;
  const subtrahends = by ?? set.between(least, end);
  const first = lowerBound(subtrahends, least);
  const leads = lower.scratch.take(lowerBound(subtrahends, end) - first);
  const { room } = lower.scratch;
  for (let k = 0; k < leads.count; k++) room[k] = subtrahends[first + k] - (tile.start - lower.stop);
  return leads;
}

/** The positions of a tile outside crowded classes that are not marked; undefined where these are more than `most`. */
function openIn(
  { marks, ...tile }: Tile,
  { modulus, crowded }: Classes,
  most: number,
): Uint32Array | undefined {
  const length = lengthOf(tile);
  // For each residue a word: which of 32 positions from one that leaves it are in no crowded class.
  const isCrowded = flagsOf(crowded, modulus);
  const outside = Uint32Array.from({ length: modulus }, (_, residue) => {
    let word = 0;
    for (let bit = 0; bit < 32; bit++) word |= (1 - isCrowded[(residue + bit) % modulus]) << bit;
    return word;
  });
  const open = new Uint32Array(most);
  let count = 0;
  const words = marks.u32;
  for (let w = 0, residue = tile.start % modulus; w < words.length; w++, residue = (residue + 32) % modulus) {
    for (let rest = ~words[w] & outside[residue]; rest !== 0; rest &= rest - 1) {
      const i = 32 * w + lowestOne(rest);
      if (i >= length) break;
      if (count === most) return undefined;
      open[count++] = i;
    }
  }
  return open.subarray(0, count);
}

function flagsOf(residues: readonly number[], modulus: number): Uint8Array {
  const flags = new Uint8Array(modulus);
  for (const residue of residues) flags[residue] = 1;
  return flags;
}

/** Bits for the positions of a range that a game declares: hotspots and seeded ones. */
function declaredIn({ hotspots, seed }: Game, range: Range): Uint32Array {
  const bits = createBitset(lengthOf(range));
  for (const n of hotspots?.between(range.start, range.stop) ?? []) setBit(bits, n - range.start);
  const seeded = intersect(range, { start: 0, stop: seed?.length ?? 0 });
  for (let n = seeded.start; n < seeded.stop; n++) setBit(bits, n - range.start);
  return wordsOf(bits, lengthOf(range));
}

/** The first `length` bits as words of 32, with zeros after them. */
function wordsOf(bits: Uint8Array, length: number): Uint32Array {
  const words = new Uint32Array(Math.ceil(length / 32));
  new Uint8Array(words.buffer).set(bits.subarray(0, Math.ceil(length / 8)));
  return words;
}

/** The index of the lowest one of a word that has one. */
function lowestOne(word: number): number {
  return 31 - Math.clz32(word & -word);
}
