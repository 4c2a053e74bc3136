/**
 * Certificates: proof that stored values are right, from the definition and nothing else. Separate from everything
 * that solves or samples, and written as plainly as it can be, because its worth is that it can be read and believed.
 *
 * A set of positions is the set of cold ones exactly when no two of its members differ by a subtrahend, and every
 * position outside is a member plus a subtrahend (Eppstein 2018, section 1: a maximal S-difference-free set). By
 * induction from 0 no other set has both properties. So both are checked for every position: all sums of a cold position
 * and a subtrahend are marked, block by block, and must be exactly the other positions.
 *
 * A game with hotspots or a seed declares some positions: that these are stored as declared is a claim of its own, and
 * the others are then proven relative to them.
 *
 * Nim-values: Ferguson's pairing (value 1 exactly where min S below is value 0), that 0 stands exactly at the cold
 * positions, and on request the mex rule at every position, which by induction proves all of them.
 */
import { usageError } from '../common/errors.js';
import { integersOf, valueAt } from '../columnar/layout.js';
import type { SeriesSource } from '../engine/views/aggregating.js';
import type { Store } from '../engine/store.js';
import type { Game } from '../game/game.js';
import { createBitset, forEachOne, getBit, setBit } from '../kernel/bitset.js';
import { lengthOf, type Range } from '../common/range.js';
import type { AnalysisOptions } from '../analysis/analysis.js';

/** Bytes that the marks of one block may take when the mex rule is checked: nim-values up to about 2000. */
const MOST_MARK_BYTES = 2 ** 28;
/** Positions whose marks for the mex rule are made together: few enough to stay in a processor's cache. */
const WINDOW = 2 ** 13;

/** The part of the work that the cold positions are beside the mex rule, for the progress shown. */
const COLD_SHARE = 0.1;

/** Cold positions are looked at in stretches of so many, and marks checked, before signals are heard again. */
const STRETCH = 2 ** 12;

/** Lets signals be heard, says what share of a part of the work is done, and raises `interrupted` when it is to stop. */
type Breathe = (share?: number) => Promise<void>;

/** Something that was checked at every position of a range. */
export interface Claim {
  /**
   * `declared`: every hotspot is hot, every seeded position has its declared value. `difference-free`: no two cold
   * positions differ by a subtrahend. `maximal`: every other position is a cold one plus a subtrahend, or declared hot. `pairing`: Ferguson's. `zeros`: nim-value 0 exactly at the cold positions. `mex`: each
   * nim-value is the least that no option has.
   */
  readonly claim: 'declared' | 'difference-free' | 'maximal' | 'pairing' | 'zeros' | 'mex';
  readonly series: 'cold' | 'nim';
  readonly range: Range;
  readonly holds: boolean;
  /** The first position that shows it does not hold, in words. */
  readonly counterexample: string | null;
}

/** What a certificate says of a game's stored values. */
export interface Certificate {
  readonly game: string;
  /** Whether every claim holds. */
  readonly ok: boolean;
  /** Cold positions in the range of the claims on them. */
  readonly coldCount: number;
  /** What the game declares beside its set, relative to which the claims hold; null where it declares nothing. */
  readonly declares: 'hotspots' | 'seed' | null;
  readonly claims: readonly Claim[];
}

/** What to certify, and who is told how far it is. */
export interface CertificateOptions extends Pick<AnalysisOptions, 'to' | 'signal' | 'onProgress'> {
  /** Check the mex rule at every position too. Default false. */
  readonly mex?: boolean | undefined;
}

/**
 * Checks the stored positions of a game below `to`, or all. Raises `not-stored` when there are none. Cost: a mark for
 * each sum of a cold position and a subtrahend, some 4 ns each (squares: 1.4e9 below 2^26); with `mex` for each sum of any
 * position and a subtrahend, some 2 ns each (4.6e10 below 2^24). Memory: two blocks and the marks of one.
 */
export async function certify(
  store: Store,
  game: string | Game,
  { mex = false, ...options }: CertificateOptions = {},
): Promise<Certificate> {
  const cold = store.storedSource(game, 'cold', options);
  const frontier = store.info(game)[0]?.series.nim?.frontier ?? 0;
  const to = Math.min(frontier, cold.range.stop);
  const nim =
    mex || to > 0 ? store.storedSource(game, 'nim', { ...options, ...(to > 0 ? { to } : {}) }) : undefined;
  // The mex rule takes nearly all of the time where it is checked.
  const before = mex ? COLD_SHARE : 1;
  const { claims, coldCount } = await coldClaims(cold, (share) => cold.breathe(shareOf(0, before, share)));
  claims.unshift(...(await declaredClaims(cold, nim)));
  if (nim !== undefined) claims.push(...(await nimClaims(nim, cold, () => cold.breathe(before))));
  if (nim !== undefined && mex) {
    claims.push(await mexClaim(nim, (share) => cold.breathe(shareOf(before, 1, share))));
  }
  const { hotspots, seed } = cold.game;
  const declares = hotspots !== undefined ? 'hotspots' : seed !== undefined ? 'seed' : null;
  return { game: cold.game.key, ok: claims.every(({ holds }) => holds), coldCount, declares, claims };
}

/** The share of the whole where one of a part of it is done. */
function shareOf(from: number, to: number, share: number | undefined): number | undefined {
  return share === undefined ? undefined : from + (to - from) * share;
}

/** That the stored values of hotspots and seeded positions are those that the game declares. */
async function declaredClaims(cold: SeriesSource, nim: SeriesSource | undefined): Promise<Claim[]> {
  const { game, range, parts } = cold;
  const { hotspots, seed } = game;
  const claims: Claim[] = [];
  if (hotspots !== undefined) {
    let wrong: string | null = null;
    for (const part of parts) {
      const { bytes } = await cold.read(part);
      const n = hotspots
        .between(part.start, part.stop)
        .find((spot) => getBit(bytes, spot - part.start) === 1);
      if (n !== undefined) wrong ??= `${n} is cold, and declared hot`;
    }
    claims.push(claim('declared', 'cold', range, wrong));
  }
  if (seed === undefined) return claims;
  const expected = { cold: seed.map((value) => Number(value === 0)), nim: seed };
  for (const [series, source] of [
    ['cold', cold],
    ['nim', nim],
  ] as const) {
    if (source === undefined) continue;
    const stop = Math.min(seed.length, source.range.stop);
    const values = await source.read({ start: 0, stop });
    const n = expected[series].slice(0, stop).findIndex((value, i) => valueAt(values, i) !== value);
    const found =
      n === -1 ? null : `${n} has ${valueAt(values, n)}, and the seed says ${expected[series][n]}`;
    claims.push(claim('declared', series, source.range, found));
  }
  return claims;
}

/** That the cold positions are S-difference-free, and maximal among such sets. */
async function coldClaims(
  source: SeriesSource,
  breathe: Breathe,
): Promise<{ claims: Claim[]; coldCount: number }> {
  const { game, range, parts } = source;
  let pair: string | null = null;
  let outsider: string | null = null;
  let coldCount = 0;
  for (const [k, target] of parts.entries()) {
    const sums = createBitset(lengthOf(target));
    for (const [j, lower] of parts.slice(0, k + 1).entries()) {
      await breathe((k * (k + 1) + 2 * j) / (parts.length * (parts.length + 1)));
      const { bytes } = await source.read(lower);
      for (let first = 0; first < bytes.length; first += STRETCH / 8) {
        await breathe();
        forEachOne(bytes.subarray(first, first + STRETCH / 8), (i) => {
          const c = lower.start + 8 * first + i;
          const subtrahends = game.set.between(Math.max(1, target.start - c), target.stop - c);
          for (let s = 0; s < subtrahends.length; s++) setBit(sums, c - target.start + subtrahends[s]);
        });
      }
    }
    const declaredHot = createBitset(lengthOf(target));
    for (const n of game.hotspots?.between(target.start, target.stop) ?? [])
      setBit(declaredHot, n - target.start);
    const seeded = game.seed?.length ?? 0;
    const { bytes: isCold } = await source.read(target);
    for (let i = 0; i < lengthOf(target); i++) {
      if (i % STRETCH === 0) await breathe();
      const n = target.start + i;
      if (getBit(isCold, i) === 1) {
        coldCount++;
        if (getBit(sums, i) === 1) pair ??= `${n} is cold, and so is ${await coldOption(source, n)}`;
      } else if (getBit(sums, i) === 0 && getBit(declaredHot, i) === 0 && n >= seeded) {
        outsider ??= `${n} is hot, and has no move to a cold position`;
      }
    }
  }
  return {
    claims: [claim('difference-free', 'cold', range, pair), claim('maximal', 'cold', range, outsider)],
    coldCount,
  };
}

/** A cold option of n, which has one, and the move to it. */
async function coldOption(source: SeriesSource, n: number): Promise<string> {
  for (const s of source.game.set.between(1, n + 1)) {
    const values = await source.read({ start: n - s, stop: n - s + 1 });
    if (valueAt(values, 0) === 1) return `${n - s}, a move of ${s} away`;
  }
  throw new Error(`coldOption: ${n} has none`);
}

/** Ferguson's pairing, which a seed may break, and that 0 stands exactly at the cold positions. */
async function nimClaims(source: SeriesSource, cold: SeriesSource, breathe: Breathe): Promise<Claim[]> {
  const { game, range, parts } = source;
  const first = game.set.smallest;
  let unpaired: string | null = null;
  let wrongZero: string | null = null;
  for (const part of parts) {
    await breathe();
    const values = integersOf(await source.read(part));
    const { bytes: isCold } = await cold.read(part);
    const partnerStart = Math.max(0, part.start - first);
    const partners = integersOf(
      await source.read({ start: partnerStart, stop: Math.max(partnerStart, part.stop - first) }),
    );
    for (let i = 0; i < values.length; i++) {
      const n = part.start + i;
      const isPaired = n >= first && partners[n - first - partnerStart] === 0;
      if ((values[i] === 1) !== isPaired) {
        const partner = n < first ? 'nothing' : `${n - first}, which ${isPaired ? 'has' : 'has not'} 0,`;
        unpaired ??= `${n} has nim-value ${values[i]}, and ${partner} stands ${first} below`;
      }
      if ((values[i] === 0) !== (getBit(isCold, i) === 1)) {
        wrongZero ??= `${n} has nim-value ${values[i]}, and is ${getBit(isCold, i) === 1 ? 'cold' : 'hot'}`;
      }
    }
  }
  const pairing = game.seed === undefined ? [claim('pairing', 'nim', range, unpaired)] : [];
  return [...pairing, claim('zeros', 'nim', range, wrongZero)];
}

/** That every nim-value is the mex of those of the options: all lower ones occur among them, and it does not. */
async function mexClaim(source: SeriesSource, breathe: Breathe): Promise<Claim> {
  const { game, range, parts } = source;
  let wrong: string | null = null;
  for (const [k, target] of parts.entries()) {
    const values = integersOf(await source.read(target));
    // Marks of a position: one bit for each nim-value up to the largest of the block, and one word more.
    const words = Math.floor(largest(values) / 32) + 1;
    const marks = marksFor(game, values.length * words, target);
    for (const [j, lower] of parts.slice(0, k + 1).entries()) {
      await breathe((k * (k + 1) + 2 * j) / (parts.length * (parts.length + 1)));
      const options = integersOf(await source.read(lower));
      for (let from = target.start; from < target.stop; from += WINDOW) {
        await breathe();
        const to = Math.min(target.stop, from + WINDOW);
        for (const s of game.set.between(Math.max(1, from - lower.stop + 1), to - lower.start)) {
          const stop = Math.min(to, lower.stop + s);
          for (let n = Math.max(from, lower.start + s); n < stop; n++) {
            const value = options[n - s - lower.start];
            const word = value >>> 5;
            if (word < words) marks[(n - target.start) * words + word] |= 1 << (value & 31);
          }
        }
      }
    }
    const isMarked = (i: number, value: number): boolean =>
      ((marks[i * words + (value >>> 5)] >>> (value & 31)) & 1) === 1;
    for (let i = Math.max(0, (game.seed?.length ?? 0) - target.start); i < values.length; i++) {
      if (i % STRETCH === 0) await breathe();
      if (isMarked(i, values[i]))
        wrong ??= `${target.start + i} has nim-value ${values[i]}, and so has an option`;
      for (let value = 0; value < values[i]; value++) {
        if (!isMarked(i, value))
          wrong ??= `${target.start + i} has nim-value ${values[i]}, and no option has ${value}`;
      }
    }
  }
  return claim('mex', 'nim', range, wrong);
}

function marksFor({ key }: Game, words: number, target: Range): Uint32Array {
  if (4 * words <= MOST_MARK_BYTES) return new Uint32Array(words);
  throw usageError({
    subject: `The mex rule of ${key} from ${target.start} to ${target.stop}`,
    expected: `marks of at most ${MOST_MARK_BYTES} bytes`,
    found: `${4 * words}, as the nim-values are large`,
    help: 'Choose a lower end, or leave the mex rule out.',
  });
}

function largest(values: ArrayLike<number>): number {
  let most = 0;
  for (let i = 0; i < values.length; i++) if (values[i] > most) most = values[i];
  return most;
}

function claim(
  name: Claim['claim'],
  series: Claim['series'],
  range: Range,
  counterexample: string | null,
): Claim {
  return { claim: name, series, range, holds: counterexample === null, counterexample };
}
