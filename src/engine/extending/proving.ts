/**
 * From values to the periods that they prove, with a hash of the values as evidence. Extensions end with it, searches for
 * periods repeat it, and `verify` looks whether it comes to what is recorded.
 */
import { fail, FAULT, hasCode } from '../../common/errors.js';
import type { Game } from '../../game/game.js';
import {
  areAllKnown,
  betterProven,
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

/** What the values of each series prove periods of. */
const PROVEN_BY: readonly (readonly [SeriesName, readonly Quantity[]])[] = [
  ['nim', ['nim', 'outcome']],
  ['cold', ['outcome']],
  ['remoteness', ['outcome', 'remoteness']],
];

/** Values looked through at the end of an extension: at most 0.2 s; 80 MB, and 280 MB for cofinite sets. */
export const NOTICED = 2 ** 24;

/**
 * The periods of a game that its first values prove, at most `most` of them, where those known are not all; none that is known
 * with as many values examined. From nim-values where there are some, else of outcomes alone from the cold positions.
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
    // As many cold positions say no more of outcomes than nim-values did.
    if (count < reach + 2 || (series === 'cold' && count <= nimValues)) continue;
    const values = await view.read({ start: 0, stop: count });
    proven = { ...proven, ...betterProven(periodsIn(game, series, values), { ...known, ...proven }) };
    if (series === 'nim') nimValues = count;
  }
  return proven;
}

/** Records the periods that the stored values of a game prove, at most the first `most` of them. */
export async function recordProven(store: Blocks, game: Game, most: number): Promise<void> {
  const known = store.catalog.periods(game.key);
  const proven = await provenPeriods(game, known, (series) => currentView(store, game.key, series), most);
  store.catalog.putPeriods(game.key, proven);
}

/**
 * The periods that are claimed of a game, with their evidence in the values of a series from position 0 on, at most `most` of
 * them. Raises `internal` for one that these do not prove. Those that may have a saltus are looked for.
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
  const start = givenBelow(game);
  const asClaimed = {
    nim: (found: WholeNumbers) => nim && periodOfFiniteAsClaimed(found, reach, start, nim),
    outcome: (cold: Uint8Array) => outcome && periodOfFiniteAsClaimed(cold, reach, start, outcome),
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

/** What is wrong with the rows of the periods of a game, whatever its values are. */
export function periodRowProblems(store: BlockStore, game: Game): PeriodProblem[] {
  return store.catalog.periodRows(game.key).flatMap((row) => {
    const unsound = periodProblem(row);
    if (unsound === undefined) return [];
    return { quantity: row.quantity, problem: `${unsound.subject} ${unsound.problem}` };
  });
}

/**
 * What is wrong with the recorded periods of a game: each row must be one that can be, and is found again in the values
 * it was found in, or by its states. Those that need more than 2^24 values are passed over unless `full`.
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
  // One that reaches beyond what is stored was found by states, where there are any.
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

/** What is wrong with a period whose values are kept as states. */
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

/** How periods are looked for in values. */
interface Finders {
  readonly nim: (values: WholeNumbers) => FoundPeriod | undefined;
  readonly outcome: (cold: Uint8Array) => FoundPeriod | undefined;
  readonly remoteness: (values: WholeNumbers) => FoundPeriod | undefined;
}

/** The periods that the values of a series from position 0 on prove: all of them those of outcomes, too. */
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

/** 1 for each cold position, and 0 for each hot one. */
function coldOf(values: WholeNumbers, { hotBits }: Rule): Uint8Array {
  const cold = new Uint8Array(values.length);
  // Bytes by four, which takes a third of the time: 127 more than the lower bits of one carry where any of these is set.
  const words = values.BYTES_PER_ELEMENT === 1 && values.byteOffset % 4 === 0 ? values.length >>> 2 : 0;
  const four = new Uint32Array(values.buffer, words === 0 ? 0 : values.byteOffset, words);
  const coldFour = new Uint32Array(cold.buffer, 0, words);
  const hotFour = Math.imul(hotBits & 0xff, 0x01010101);
  for (let i = 0; i < words; i++) {
    const hot = four[i] & hotFour;
    coldFour[i] = ~(hot | ((hot & 0x7f7f7f7f) + 0x7f7f7f7f) | 0x7f7f7f7f) >>> 7;
  }
  // Without a branch, which would often be guessed wrong.
  for (let n = 4 * words; n < cold.length; n++) cold[n] = Number((values[n] & hotBits) === 0);
  return cold;
}

function withEvidence({ examined, needed, seen, ...period }: FoundPeriod, valuesSha256: string): Period {
  return { ...period, evidence: { examined, needed, seen, valuesSha256 } };
}

/** The hash of the values of [0, preperiod + period). */
function hashOfIntegers(values: ColumnValues, { preperiod, period }: Period): string {
  const first = integersOf(values).subarray(0, preperiod + period);
  return hashOf(columnOfIntegers(first), largestOf(first));
}

/** The hash of the outcomes of [0, preperiod + period). */
function hashOfCold(cold: Uint8Array, { preperiod, period }: Period): string {
  const first = cold.subarray(0, preperiod + period);
  return hashOf(columnOfBits(indicesOf(first, 1), first.length));
}

function hashOf(values: ColumnValues, largest?: number): string {
  const hash = new ValueHash(largest);
  hash.add(values);
  return hash.hex();
}
