/**
 * Proves periods from values, with a hash of the values as evidence. Extensions end with it, searches for periods repeat it, and
 * `verify` compares it with the recorded ones.
 */
import { fail, FAULT, hasCode } from '../../common/errors.js';
import type { Game } from '../../game/game.js';
import {
  areAllKnown,
  betterProven,
  cycleOf,
  givenBelow,
  isSamePeriod,
  reachOf,
  withoutEvidence,
  type FoundPeriod,
  type Period,
  type Periods,
  type Quantity,
} from '../../game/periods.js';
import {
  nimPeriodOf,
  outcomePeriodOf,
  periodOfFiniteAsClaimed,
  remotenessPeriodOf,
} from '../../game/proving-periods.js';
import type { Rule } from '../../game/rules.js';
import { indicesOf } from '../../kernel/bitset.js';
import {
  columnOfBits,
  columnOfIntegers,
  integersOf,
  unpackBits,
  type ColumnValues,
  type SeriesName,
} from '../../columnar/layout.js';
import { largestOf } from '../../kernel/counting.js';
import type { BlockStore } from '../../store/block-store.js';
import type { Blocks } from '../../store/blocks.js';
import { periodOf, periodProblem } from '../../store/catalog/rows.js';
import { statesProblem, type PeriodCheck } from './states-check.js';
import { DESCRIPTIONS, SERIES_OF } from '../series/descriptions.js';
import { stateGameOf } from '../series/states.js';
import { ValueHash } from '../series/value-hash.js';
import { currentView } from '../views/game-views.js';
import type { SolvedView } from '../views/view.js';

type WholeNumbers = Uint8Array | Uint16Array | Uint32Array;

/** The quantities whose periods the values of each series prove. */
const PROVEN_BY: readonly (readonly [SeriesName, readonly Quantity[]])[] = [
  ['nim', ['nim', 'outcome']],
  ['cold', ['outcome']],
  ['remoteness', ['outcome', 'remoteness']],
];

/** Maximum number of values examined at the end of an extension: at most 0.2 s; 80 MB, and 280 MB for cofinite sets. */
export const NOTICED = 2 ** 24;

/**
 * Returns the unknown periods of a game that at most `most` of its first values prove; none that is known with as many values
 * examined. Uses nim-values if there are some, and cold positions for outcomes otherwise.
 */
export async function provenPeriods(
  game: Game,
  known: Periods,
  viewOf: (series: SeriesName) => SolvedView,
  most: number,
): Promise<Periods> {
  const reach = reachOf(game);
  if (reach === undefined) return {};
  let proven: Periods = {};
  let nimValues = 0;
  for (const [series, quantities] of PROVEN_BY) {
    if (areAllKnown(quantities, { ...known, ...proven })) continue;
    const view = viewOf(series);
    const count = Math.min(most, view.reach);
    // At most as many cold positions prove no more about outcomes than the nim-values did.
    if (count < reach + 2 || (series === 'cold' && count <= nimValues)) continue;
    const values = await view.read({ start: 0, stop: count });
    proven = { ...proven, ...betterProven(periodsIn(game, series, values), { ...known, ...proven }) };
    if (series === 'nim') nimValues = count;
  }
  return proven;
}

/** Records the periods that the first stored values of a game prove, at most `most` of them. */
export async function recordProven(store: Blocks, game: Game, most: number): Promise<void> {
  const known = store.catalog.periods(game.key);
  const proven = await provenPeriods(game, known, (series) => currentView(store, game.key, series), most);
  store.catalog.putPeriods(game.key, proven);
}

/**
 * Returns claimed periods with their evidence in the first values of a series, at most `most` of them. Raises `internal` for a
 * claim that these do not prove. Searches for periods that may have a saltus.
 */
export async function proveClaims(
  game: Game,
  view: SolvedView,
  claims: Periods,
  most: number,
): Promise<Periods> {
  const reach = reachOf(game);
  const { nim, outcome } = claims;
  if (reach === undefined || Object.keys(claims).length === 0) return {};
  const values = await view.read({ start: 0, stop: Math.min(most, view.reach) });
  const [start, cycle] = [givenBelow(game), cycleOf(game)];
  const asClaimed = {
    nim: (found: WholeNumbers) => nim && periodOfFiniteAsClaimed(found, reach, start, nim, cycle),
    outcome: (cold: Uint8Array) => outcome && periodOfFiniteAsClaimed(cold, reach, start, outcome, cycle),
    remoteness: (found: WholeNumbers) => remotenessPeriodOf(game, found),
  };
  const find = game.set.excluded === undefined ? asClaimed : undefined;
  const proven = periodsIn(game, view.series, values, find);
  for (const [quantity, claim] of Object.entries(claims)) {
    const found = proven[quantity as Quantity];
    if (found !== undefined && isSamePeriod(withoutEvidence(found), withoutEvidence(claim))) continue;
    const { period, preperiod, saltus } = claim;
    const claimed = `the ${quantity} period ${period} from ${preperiod} on, with the saltus ${saltus}`;
    const reason = `The first ${values.length} values of ${game.key} do not prove ${claimed}, which was not stored`;
    fail('internal', FAULT, { reason });
  }
  return proven;
}

export interface PeriodProblem {
  readonly quantity: string;
  readonly problem: string;
}

/** Returns the problems of the rows of a game's periods, without reading values. */
export function periodRowProblems(store: BlockStore, game: Game): PeriodProblem[] {
  return store.catalog.periodRows(game.key).flatMap((row) => {
    const unsound = periodProblem(row);
    if (unsound === undefined) return [];
    return { quantity: row.quantity, problem: `${unsound.subject} ${unsound.problem}` };
  });
}

/**
 * Returns the problems of the recorded periods of a game: each row must be valid, and the values that it names, or its states, must
 * prove it again. Skips those that need more than 2^24 values unless `full`.
 */
export async function periodProblems(
  store: BlockStore,
  game: Game,
  check: PeriodCheck,
): Promise<PeriodProblem[]> {
  const problems = periodRowProblems(store, game);
  for (const row of store.catalog.periodRows(game.key)) {
    const { quantity } = row;
    if (problems.some((found) => found.quantity === quantity)) continue;
    const problem = await problemOfPeriod(store, game, quantity as Quantity, periodOf(row), check);
    if (problem !== undefined) problems.push({ quantity, problem });
  }
  return problems;
}

async function problemOfPeriod(
  store: BlockStore,
  game: Game,
  quantity: Quantity,
  recorded: Period,
  check: PeriodCheck,
): Promise<string | undefined> {
  const examined = recorded.evidence?.examined ?? 0;
  const nim = currentView(store, game.key, 'nim');
  const isByNim = quantity === 'outcome' && nim.frontier >= examined;
  const view = isByNim ? nim : currentView(store, game.key, SERIES_OF[quantity]);
  // A period beyond the stored values was found by states, if the quantity has any.
  if (view.frontier < examined && stateGameOf(game, quantity) !== undefined) {
    const wrong = await problemOfStates(store, game, recorded, quantity, check);
    return wrong && `the states of the ${quantity} period ${recorded.period}: ${wrong}`;
  }
  const isStored = view.frontier >= examined;
  if (isStored && examined > NOTICED && !check.full) return undefined;
  const values = isStored ? await view.read({ start: 0, stop: examined }) : undefined;
  const found = values && periodsIn(game, view.series, values)[quantity];
  if (found !== undefined && isSamePeriod(found, recorded)) return undefined;
  return `catalog: the ${quantity} period ${recorded.period} is not what the first ${examined} values prove`;
}

/** Returns the problem of a period whose values are stored as states. */
async function problemOfStates(
  store: BlockStore,
  game: Game,
  period: Period,
  quantity: Quantity,
  check: PeriodCheck,
): Promise<string | undefined> {
  try {
    const record = await store.states.read(game.key, quantity);
    return record === undefined ? 'they are missing' : await statesProblem(game, record, period, check);
  } catch (error) {
    if (hasCode(error, 'corrupt')) return 'the file is damaged';
    throw error;
  }
}

interface Finders {
  readonly nim: (values: WholeNumbers) => FoundPeriod | undefined;
  readonly outcome: (cold: Uint8Array) => FoundPeriod | undefined;
  readonly remoteness: (values: WholeNumbers) => FoundPeriod | undefined;
}

/** Returns the periods that the first values of a series prove; every series proves those of outcomes. */
function periodsIn(
  game: Game,
  series: SeriesName,
  values: ColumnValues,
  find: Finders = {
    nim: (integers) => nimPeriodOf(game, integers),
    outcome: (cold) => outcomePeriodOf(game, cold),
    remoteness: (integers) => remotenessPeriodOf(game, integers),
  },
): Periods {
  const integers = series === 'cold' ? undefined : integersOf(values);
  const cold =
    integers === undefined
      ? unpackBits(values.bytes, values.length)
      : coldOf(integers, DESCRIPTIONS[series].rule);
  const nim = series === 'nim' ? find.nim(integersOf(values)) : undefined;
  const remoteness = series === 'remoteness' ? find.remoteness(integersOf(values)) : undefined;
  const outcome = find.outcome(cold);
  return {
    ...(nim && { nim: withEvidence(nim, hashOfIntegers(values, nim)) }),
    ...(remoteness && { remoteness: withEvidence(remoteness, hashOfIntegers(values, remoteness)) }),
    ...(outcome && { outcome: withEvidence(outcome, hashOfCold(cold, outcome)) }),
  };
}

/** Returns 1 for each cold position, 0 for each hot one. */
function coldOf(values: WholeNumbers, { hotBits }: Rule): Uint8Array {
  const cold = new Uint8Array(values.length);
  // Four bytes at a time, in a third of the time: adding 127 to the lower 7 bits of a byte carries if any of them is set.
  const words = values.BYTES_PER_ELEMENT === 1 && values.byteOffset % 4 === 0 ? values.length >>> 2 : 0;
  const four = new Uint32Array(values.buffer, words === 0 ? 0 : values.byteOffset, words);
  const coldFour = new Uint32Array(cold.buffer, 0, words);
  const hotFour = Math.imul(hotBits & 0xff, 0x01010101);
  for (let i = 0; i < words; i++) {
    const hot = four[i] & hotFour;
    coldFour[i] = ~(hot | ((hot & 0x7f7f7f7f) + 0x7f7f7f7f) | 0x7f7f7f7f) >>> 7;
  }
  // Without a branch, which would often be mispredicted.
  for (let n = 4 * words; n < cold.length; n++) cold[n] = Number((values[n] & hotBits) === 0);
  return cold;
}

function withEvidence({ examined, needed, seen, ...period }: FoundPeriod, valuesSha256: string): Period {
  return { ...period, evidence: { examined, needed, seen, valuesSha256 } };
}

/** Returns the hash of the values of [0, preperiod + period). */
function hashOfIntegers(values: ColumnValues, { preperiod, period }: Period): string {
  const first = integersOf(values).subarray(0, preperiod + period);
  return hashOf(columnOfIntegers(first), largestOf(first));
}

/** Returns the hash of the outcomes of [0, preperiod + period). */
function hashOfCold(cold: Uint8Array, { preperiod, period }: Period): string {
  const first = cold.subarray(0, preperiod + period);
  return hashOf(columnOfBits(indicesOf(first, 1), first.length));
}

function hashOf(values: ColumnValues, largest?: number): string {
  const hash = new ValueHash(largest);
  hash.add(values);
  return hash.hex();
}
