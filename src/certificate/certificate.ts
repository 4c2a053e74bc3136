/**
 * Certificates: proofs from the definition that stored values are right. They use no code that solves or samples, and are as
 * plain as possible, because their worth is that they can be read and believed.
 *
 * A set of positions is the set of cold ones exactly if no two of its members differ by a subtrahend, and every other position
 * is a member plus a subtrahend (Eppstein 2018, section 1: a maximal S-difference-free set). By induction from 0 no other set
 * has both properties. Both are checked for every position: those with a cold option are marked, block by block, and must be
 * exactly the other positions.
 *
 * For a game with hotspots or a seed, a claim of its own says that these are stored as declared; the other positions are proven
 * relative to them.
 *
 * Nim-values: Ferguson's pairing (value 1 exactly if min S below is value 0), value 0 exactly at the cold positions, and on
 * request the mex rule at every position, which by induction proves all of them.
 */
import { availableParallelism } from 'node:os';
import { refuse } from '../common/errors.js';
import { integersOf, valueAt } from '../columnar/layout.js';
import type { SeriesSource } from '../engine/views/aggregating.js';
import type { Store } from '../engine/store.js';
import type { Game } from '../game/game.js';
import { getBit } from '../kernel/bitset.js';
import { cutAtMultiples, lengthOf, type Range } from '../common/range.js';
import { checkThreads } from '../common/threads.js';
import type { WalkOptions } from '../engine/series/options.js';
import type { JobRunner } from '../jobs/job.js';
import { LocalJobRunner } from '../jobs/local.js';
import { MAX_MARK_BYTES } from './checks/mex.js';
import { replayStates } from './replaying.js';
import { checkTargets } from './targets.js';

/** Positions of a target: 8 MiB of marks; for the mex rule, a bit per position and nim-value. */
const MAX_COLD_TARGET = 2 ** 26;
const MAX_MEX_TARGET = 2 ** 20;
/** Fewer sums of a position and a subtrahend are marked here before a thread has started. */
const MIN_SHARED_SUMS = 2 ** 29;
/** The last targets take longest: with so many per thread, threads hardly wait for each other. */
const TARGETS_PER_THREAD = 8;

/** Positions examined between yields to the event loop. */
const POSITIONS_PER_TURN = 2 ** 20;

/** The share of the cold positions in the work, next to the mex rule, for progress. */
const COLD_SHARE = 0.1;

/** Reports the share of the work done, and raises `interrupted` when aborted. */
type Breathe = (share: number) => Promise<void>;

interface Pool {
  readonly threads: number;
  readonly runner: JobRunner;
}

type ClaimName =
  'declared' | 'difference-free' | 'maximal' | 'pairing' | 'zeros' | 'mex' | 'states' | 'repeats' | 'minimal';

/** A property checked at every position of a range. */
export interface Claim {
  /**
   * `declared`: every hotspot is hot, every seeded position has its declared value. `difference-free`: no two cold positions
   * differ by a subtrahend. `maximal`: every other position is a cold one plus a subtrahend, or declared hot. `pairing`:
   * Ferguson's. `zeros`: nim-value 0 exactly at the cold positions. `mex`: each nim-value is the least that no option has. For
   * a period kept as states, on [0, preperiod + period): `states`: the values from 0 on lead to every state. `repeats`: enough
   * of them to decide all others equal those a period later. `minimal`: no smaller period or preperiod has these properties.
   */
  readonly claim: ClaimName;
  readonly series: 'cold' | 'nim';
  readonly range: Range;
  readonly holds: boolean;
  readonly counterexample: string | null;
}

export interface Certificate {
  readonly game: string;
  readonly ok: boolean;
  readonly coldCount: number;
  /** The declarations relative to which the claims hold, if any. */
  readonly declares: 'hotspots' | 'seed' | 'sink' | null;
  readonly claims: readonly Claim[];
}

export interface CertificateOptions extends Pick<WalkOptions, 'to' | 'signal' | 'onProgress'> {
  /** Whether to check the mex rule at every position. Default false. */
  readonly mex?: boolean | undefined;
  /** Default: all that the machine offers. */
  readonly threads?: number | undefined;
}

/**
 * Checks the stored positions of a game below `to`, or all. Raises `not-stored` if there are none. Cost, shared by the threads:
 * at most a mark for each sum of a cold position and a subtrahend, some nanoseconds each (squares: a part of the 4.4e10 below
 * 2^30); with `mex` one for each sum of any position and a subtrahend, some 1 ns each (4.6e10 below 2^24); without `to`, also
 * each value of a period kept as states, some ns for each move. Memory: a block, and per thread 80 MiB (100 MiB more for dense
 * sets), with `mex` a bit for each of 2^20 positions and each nim-value, at most 256 MiB.
 */
export async function certify(
  store: Store,
  game: string | Game,
  { mex = false, threads: wanted = availableParallelism(), ...options }: CertificateOptions = {},
): Promise<Certificate> {
  const threads = checkThreads(wanted);
  const cold = store.storedSource(game, 'cold', options);
  if (cold.game.pass !== undefined)
    refuse(
      'A certificate is about moves, and {game} has a pass. Use verify, which checks it by the definition.',
      {
        game: cold.game.key,
      },
    );
  const frontier = store.info(game)[0]?.series.nim?.frontier ?? 0;
  const to = Math.min(frontier, cold.range.stop);
  const nim =
    mex || to > 0 ? store.storedSource(game, 'nim', { ...options, ...(to > 0 ? { to } : {}) }) : undefined;
  const before = mex ? COLD_SHARE : 1;
  const pool = { threads, runner: new LocalJobRunner(threads, cold.signal) };
  try {
    const { claims, coldCount } = await coldClaims(cold, pool, (share) => cold.breathe(before * share));
    claims.unshift(...(await declaredClaims(cold, nim, () => cold.breathe(before))));
    if (nim !== undefined) claims.push(...(await nimClaims(nim, cold, () => cold.breathe(before))));
    if (nim !== undefined && mex) {
      claims.push(await mexClaim(nim, pool, (share) => cold.breathe(before + (1 - before) * share)));
    }
    // A lower end restricts the request to the stored values below it.
    if (options.to === undefined) claims.push(...(await statesClaims(store, cold)));
    const { hotspots, seed, isSink } = cold.game;
    const declaresValues = isSink === true ? 'sink' : seed !== undefined ? 'seed' : null;
    const declares = hotspots !== undefined ? 'hotspots' : declaresValues;
    return { game: cold.game.key, ok: claims.every(({ holds }) => holds), coldCount, declares, claims };
  } finally {
    await pool.runner.close();
  }
}

/** Checks that hotspots and seeded positions are stored as declared. */
async function declaredClaims(
  cold: SeriesSource,
  nim: SeriesSource | undefined,
  breathe: () => Promise<void>,
): Promise<Claim[]> {
  const { game, range, parts } = cold;
  const { hotspots, seed } = game;
  const claims: Claim[] = [];
  if (hotspots !== undefined) {
    let wrong: string | null = null;
    for (const part of parts) {
      const { bytes } = await cold.read(part);
      for (const { start, stop } of cutAtMultiples(part, POSITIONS_PER_TURN)) {
        await breathe();
        const n = hotspots.between(start, stop).find((spot) => getBit(bytes, spot - part.start) === 1);
        if (n !== undefined) wrong ??= `${n} is cold, and declared hot`;
      }
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

/** Checks that the cold positions are S-difference-free, and maximal among such sets. */
async function coldClaims(
  source: SeriesSource,
  { threads, runner }: Pool,
  breathe: Breathe,
): Promise<{ claims: Claim[]; coldCount: number }> {
  const cold = await source.view.coldBefore(source.range.stop);
  const targets = targetsOf(source, cold, threads, MAX_COLD_TARGET);
  const findings = await checkTargets(source, 'cold', targets, runner, breathe);
  const pair = firstOf(findings.map((finding) => finding.pair));
  const outsider = firstOf(findings.map((finding) => finding.outsider));
  const paired = pair === null ? null : `${pair} is cold, and so is ${await coldOption(source, pair)}`;
  const missed = outsider === null ? null : `${outsider} is hot, and has no move to a cold position`;
  return {
    claims: [
      claim('difference-free', 'cold', source.range, paired),
      claim('maximal', 'cold', source.range, missed),
    ],
    coldCount: findings.reduce((sum, { coldCount }) => sum + coldCount, 0),
  };
}

function firstOf<Finding>(findings: readonly (Finding | null)[]): Finding | null {
  return findings.find((finding) => finding !== null) ?? null;
}

/** Cuts a range into targets of at most `most` positions, small enough to keep all threads busy if there are sums for several. */
function targetsOf({ game, range }: SeriesSource, positions: number, threads: number, most: number): Range[] {
  const isShared = positions * game.set.approximateCount(range.stop) >= MIN_SHARED_SUMS;
  const share = Math.ceil(lengthOf(range) / (TARGETS_PER_THREAD * threads));
  return [...cutAtMultiples(range, isShared ? Math.min(most, share) : most)];
}

/** Describes a cold option of n, which must have one, and its move. */
async function coldOption(source: SeriesSource, n: number): Promise<string> {
  for (const { start, stop } of cutAtMultiples({ start: 1, stop: n + 1 }, POSITIONS_PER_TURN)) {
    const { bytes } = await source.read({ start: n + 1 - stop, stop: n + 1 - start });
    const s = source.game.set.between(start, stop).find((one) => getBit(bytes, stop - 1 - one) === 1);
    if (s !== undefined) return `${n - s}, a move of ${s} away`;
  }
  throw new Error(`coldOption: ${n} has none`);
}

/** Checks Ferguson's pairing, unless a seed may break it, and that value 0 stands exactly at the cold positions. */
async function nimClaims(
  source: SeriesSource,
  cold: SeriesSource,
  breathe: () => Promise<void>,
): Promise<Claim[]> {
  const { game, range, parts } = source;
  const first = game.set.smallest;
  let unpaired: string | null = null;
  let wrongZero: string | null = null;
  for (const part of parts) {
    const values = integersOf(await source.read(part));
    const { bytes: isCold } = await cold.read(part);
    const partnerStart = Math.max(0, part.start - first);
    const partners = integersOf(
      await source.read({ start: partnerStart, stop: Math.max(partnerStart, part.stop - first) }),
    );
    for (let i = 0; i < values.length; i++) {
      if (i % POSITIONS_PER_TURN === 0) await breathe();
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

/** Checks that every nim-value is the mex of those of the options. */
async function mexClaim(source: SeriesSource, { threads, runner }: Pool, breathe: Breathe): Promise<Claim> {
  const targets = targetsOf(source, lengthOf(source.range), threads, MAX_MEX_TARGET);
  const findings = await checkTargets(source, 'mex', targets, runner, breathe);
  const needed = firstOf(findings.map((finding) => finding.needed));
  if (needed !== null) {
    refuse(
      'The mex rule of {game} cannot be checked: the nim-values are so large that {positions} positions at a time take {needed} bytes of marks, more than {most}. Choose a lower end, or leave the mex rule out.',
      { game: source.game.key, positions: lengthOf(targets[0]), needed, most: MAX_MARK_BYTES },
    );
  }
  const wrong = firstOf(findings.map((finding) => finding.wrong));
  if (wrong === null) return claim('mex', 'nim', source.range, null);
  const { position, value, of } = wrong;
  const why = of < value ? `no option has ${of}` : 'so has an option';
  return claim('mex', 'nim', source.range, `${position} has nim-value ${value}, and ${why}`);
}

/** Checks that the definition leads to the states of periods, and that these prove the periods. */
async function statesClaims(store: Store, cold: SeriesSource): Promise<Claim[]> {
  const claims: Claim[] = [];
  for (const kept of await store.storedStates(cold.game)) {
    const { state, repeat, smaller } = await replayStates(cold.game, kept, (share) => cold.breathe(share));
    const series = kept.quantity === 'nim' ? 'nim' : 'cold';
    const range = { start: 0, stop: kept.period.preperiod + kept.period.period };
    claims.push(
      claim('states', series, range, state),
      claim('repeats', series, range, repeat),
      claim('minimal', series, range, smaller),
    );
  }
  return claims;
}

function claim(
  name: Claim['claim'],
  series: Claim['series'],
  range: Range,
  counterexample: string | null,
): Claim {
  return { claim: name, series, range, holds: counterexample === null, counterexample };
}
