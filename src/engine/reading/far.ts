/**
 * Positions of any size. Those from 2^53 - 1 on are bigints: a period puts a nearer position in the place of each, of which all is
 * asked as of any other, and only distances and the rise of values are computed in bigints. A few closed forms without a period
 * take bigints themselves.
 */
import { failure, refuse, type TakeawayError } from '../../common/errors.js';
import { POSITION_LIMIT } from '../../common/range.js';
import { MAX_STEPS } from '../../common/cost.js';
import { closedFormOf, type ClosedForm } from '../../game/closed-forms.js';
import type { Game } from '../../game/game.js';
import type { Play, SumAnswer } from '../../game/heaps.js';
import { canHavePeriod, type Period } from '../../game/periods.js';
import { SERIES, type SeriesName } from '../../columnar/layout.js';
import { seriesOf } from '../series/declared.js';
import type {
  FarRun,
  FarValuesOptions,
  QueryOptions,
  SumOptions,
  ValueRun,
  ValuesOptions,
} from '../series/options.js';
import type { Answer } from './query.js';
import { repetitionOf } from './repetition.js';
import type { Why } from './why.js';

const LIMIT = BigInt(POSITION_LIMIT);
/** Positions of a run of values. */
const RUN_POSITIONS = 2 ** 16;

/** The questions about near positions that are asked of a store. */
interface Answering {
  periodOf(game: Game, series: SeriesName): Promise<Period | null>;
  query(game: Game, positions: ArrayLike<number>, options: QueryOptions): Promise<Answer[]>;
  values(game: Game, options: ValuesOptions): AsyncIterable<ValueRun>;
  why(game: Game, position: number, signal?: AbortSignal): Promise<Why>;
  solveSum(game: Game, heaps: readonly number[], options: SumOptions): Promise<SumAnswer>;
}

/** The position that stands for a far one, which lies `distance` above it and has a value greater by `rise`. */
interface Near {
  readonly position: number;
  readonly distance: bigint;
  readonly rise: bigint;
}

/**
 * Returns the near position of n, so far above preperiod, seed and hotspots that its moves, and the next `length` positions, repeat as
 * well: the highest, which of an infinite set has the most moves of n, or the lowest, whose values are small.
 */
type Fold = (n: bigint, which: 'highest' | 'lowest', length?: number) => Near;

async function foldOf(store: Answering, game: Game, series: SeriesName): Promise<Fold | undefined> {
  return foldBy(game, await repetitionOf(store, game, series));
}

/** Folds by the period of nim-values if one is known, as answers contain nim-values, and otherwise by that of outcomes. */
async function foldOfAnswers(store: Answering, game: Game): Promise<Fold | undefined> {
  const byNim = seriesOf(game).includes('nim') ? await foldOf(store, game, 'nim') : undefined;
  return byNim ?? (await foldOf(store, game, 'cold'));
}

/** Returns how positions of a series are folded by its period; undefined without one, or if it is near 2^53. */
function foldBy(game: Game, repetition: Period | null): Fold | undefined {
  if (repetition === null) return undefined;
  const { set } = game;
  const { preperiod, period, saltus } = repetition;
  // Twice the period: misere play exchanges values below 2, which only the first period may have if values rise.
  const least = preperiod + 2 * period + (Number.isFinite(set.largest) ? set.largest : set.smallest);
  if (least + period + RUN_POSITIONS > POSITION_LIMIT) return undefined;
  const step = BigInt(period);
  return (n, which, length = 1) => {
    if (n + BigInt(length) <= LIMIT) return { position: Number(n), distance: 0n, rise: 0n };
    const start = which === 'lowest' ? BigInt(least) : LIMIT - BigInt(period + length);
    const position = start + ((((n - start) % step) + step) % step);
    const distance = n - position;
    return { position: Number(position), distance, rise: (distance / step) * BigInt(saltus) };
  };
}

/** Returns the error for a position that no rule gives. */
function beyond(game: Game, series: SeriesName): TakeawayError {
  const remedy = canHavePeriod(game)
    ? ({ do: 'find-period', game: game.definition, series, limit: null } as const)
    : undefined;
  return failure(
    remedy === undefined ? 'usage' : 'not-stored',
    'Positions of {game} end at 2^53 - 2, as no period or closed form is known that gives larger ones.',
    { game: game.key, series },
    { remedy, otherwise: 'Ask for a smaller one.' },
  );
}

function farFormOf(game: Game): (ClosedForm & Required<Pick<ClosedForm, 'far'>>) | undefined {
  const form = closedFormOf(game);
  return form?.far === undefined ? undefined : { ...form, far: form.far };
}

/** Returns the takes from n to positions of a nim-value, by a closed form. */
function takesByForm(game: Game, { far, farMove }: ClosedForm, n: bigint, nimValue: bigint): bigint[] {
  if (farMove !== undefined) return [farMove(n, nimValue)].filter((move) => move !== undefined);
  const moves = Array.from(game.set.between(1, game.set.largest + 1), BigInt);
  return moves.filter((move) => move <= n && far?.(n - move) === nimValue);
}

/** As `ReadableStore.query`. */
export async function queryFar(
  store: Answering,
  game: Game,
  positions: readonly bigint[],
  options: QueryOptions,
): Promise<Answer<bigint>[]> {
  const { winningMoves = true, remoteness = false, misere = false } = options;
  const fold = await foldOfAnswers(store, game);
  const form = farFormOf(game);
  const isCofinite = game.set.excluded !== undefined;
  const lengthFold =
    remoteness && positions.some((n) => n >= LIMIT) ? await foldOf(store, game, 'remoteness') : undefined;
  const answers: Answer<bigint>[] = [];
  for (const n of positions) {
    const lengths = remoteness ? { remoteness: await remotenessOf(store, game, n, lengthFold, options) } : {};
    if (fold === undefined && form !== undefined && n >= LIMIT) {
      const value = form.far(n);
      const nimValue = misere && value < 2n ? 1n - value : value;
      const isCold = nimValue === 0n;
      const takes = winningMoves && !isCold ? takesByForm(game, form, n, misere ? 1n : 0n) : [];
      answers.push({
        ...{ position: n, cold: isCold, nimValue, ...lengths },
        winningMoves: winningMoves || isCold ? takes : null,
        source: 'closed-form',
      });
      continue;
    }
    if (fold === undefined && n >= LIMIT) throw beyond(game, 'cold');
    const near = fold?.(n, 'highest') ?? { position: Number(n), distance: 0n, rise: 0n };
    const [answer] = await store.query(game, [near.position], { ...options, remoteness: false });
    // Winning moves of a cofinite set lead to its few cold positions, far below.
    const further = isCofinite ? near.distance : 0n;
    const isPartial = near.distance > 0n && !isCofinite && !Number.isFinite(game.set.largest);
    answers.push({
      ...{ position: n, cold: answer.cold },
      nimValue: answer.nimValue === null ? null : BigInt(answer.nimValue) + near.rise,
      ...lengths,
      winningMoves: answer.winningMoves?.map((move) => BigInt(move) + further) ?? null,
      ...(answer.moreMoves === true || (isPartial && winningMoves && !answer.cold)
        ? { moreMoves: true }
        : {}),
      source: answer.source,
    });
  }
  return answers;
}

async function remotenessOf(
  store: Answering,
  game: Game,
  n: bigint,
  fold: Fold | undefined,
  options: QueryOptions,
): Promise<bigint> {
  if (fold === undefined && n >= LIMIT) throw beyond(game, 'remoteness');
  const near = fold?.(n, 'lowest') ?? { position: Number(n), rise: 0n };
  const [answer] = await store.query(game, [near.position], { ...options, winningMoves: false });
  return BigInt(answer.remoteness ?? 0) + near.rise;
}

/** As `ReadableStore.values`. */
export async function* farValues(
  store: Answering,
  game: Game,
  options: FarValuesOptions,
): AsyncGenerator<FarRun, void, undefined> {
  yield* runsBy(store, game, options, await foldOf(store, game, options.series));
}

async function* runsBy(
  store: Answering,
  game: Game,
  { from, to, series, ...options }: FarValuesOptions,
  fold: Fold | undefined,
): AsyncGenerator<FarRun, void, undefined> {
  if (from > to || from < 0n)
    refuse('The range begins at {start}, above its end {stop}. Choose a start that is not above the end.', {
      start: String(from),
      stop: String(to),
    });
  const form = series === 'remoteness' ? undefined : farFormOf(game);
  for (let start = from; start < to;) {
    const stop = start + BigInt(RUN_POSITIONS) < to ? start + BigInt(RUN_POSITIONS) : to;
    const length = Number(stop - start);
    if (fold === undefined && form !== undefined) {
      const nim = Array.from({ length }, (_, i) => form.far(start + BigInt(i)));
      const inPlay = options.misere === true ? nim.map((value) => (value < 2n ? 1n - value : value)) : nim;
      const values = SERIES[series].isBits ? inPlay.map((value) => (value === 0n ? 1n : 0n)) : inPlay;
      yield { start, stop, values };
    } else {
      if (fold === undefined && stop > LIMIT) throw beyond(game, series);
      const near = fold?.(start, 'lowest', length) ?? { position: Number(start), rise: 0n };
      const range = { from: near.position, to: near.position + length };
      const values: bigint[] = [];
      for await (const run of store.values(game, { series, ...options, ...range }))
        for (const value of run.values) values.push(BigInt(value) + near.rise);
      yield { start, stop, values };
    }
    start = stop;
  }
}

/** As `ReadableStore.valuesAt`. */
export async function farValuesAt(
  store: Answering,
  game: Game,
  series: SeriesName,
  positions: readonly bigint[],
): Promise<bigint[]> {
  const fold = await foldOf(store, game, series);
  const values: bigint[] = [];
  for (const n of positions) {
    for await (const run of runsBy(store, game, { series, from: n, to: n + 1n }, fold))
      values.push(...run.values);
  }
  return values;
}

/** As `ReadableStore.why`: the moves of the near position, which are those of n, or the first of them. */
export async function whyFar(
  store: Answering,
  game: Game,
  n: bigint,
  signal?: AbortSignal,
): Promise<Why<bigint>> {
  const fold = await foldOfAnswers(store, game);
  if (fold === undefined && n >= LIMIT) throw beyond(game, seriesOf(game).includes('nim') ? 'nim' : 'cold');
  const { position, distance, rise } = fold?.(n, 'highest') ?? {
    position: Number(n),
    distance: 0n,
    rise: 0n,
  };
  const why = await store.why(game, position, signal);
  const risen = (value: number | null): bigint | null => (value === null ? null : BigInt(value) + rise);
  const isWhole = distance === 0n || Number.isFinite(game.set.largest);
  const isCofinite = game.set.excluded !== undefined;
  return {
    ...{ position: n, cold: why.cold, nimValue: risen(why.nimValue), declared: why.declared },
    moveCount: isWhole || isCofinite ? BigInt(why.moveCount) + (isWhole ? 0n : distance) : null,
    winningCount: isWhole && why.winningCount !== null ? BigInt(why.winningCount) : null,
    moves: why.moves.map(({ take, to, cold, nimValue }) => ({
      ...{ take: BigInt(take), to: BigInt(to) + distance, cold, nimValue: risen(nimValue) },
    })),
    reached: isWhole ? (why.reached?.map((value) => BigInt(value) + rise) ?? null) : null,
  };
}

/** As `ReadableStore.solveSum`. */
export async function solveFarSum(
  store: Answering,
  game: Game,
  heaps: readonly bigint[],
  options: SumOptions,
): Promise<SumAnswer<bigint>> {
  const repetition = await repetitionOf(store, game, 'nim');
  const fold = foldBy(game, repetition);
  if (fold === undefined || repetition?.saltus !== 0)
    return solveRisingSum(store, game, heaps, repetition, options);
  const near = heaps.map((heap) => fold(heap, 'highest'));
  const answer = await store.solveSum(
    game,
    near.map(({ position }) => position),
    options,
  );
  const isPartial = !Number.isFinite(game.set.largest) && near.some(({ distance }) => distance > 0n);
  return {
    ...{ nimSum: BigInt(answer.nimSum), winner: answer.winner },
    moves: answer.moves.map(({ heap, take }) => ({ heap, take: BigInt(take) })),
    ...(answer.moreMoves === true || (isPartial && answer.winner === 'next') ? { moreMoves: true } : {}),
  };
}

/** Solves a sum with values of any size: each is at few positions, which a period with a saltus or a closed form names. */
async function solveRisingSum(
  store: Answering,
  game: Game,
  heaps: readonly bigint[],
  repetition: Period | null,
  { misere = false }: SumOptions,
): Promise<SumAnswer<bigint>> {
  // Refuses what cannot be summed or read.
  await store.solveSum(
    game,
    heaps.map(() => 0),
    { misere },
  );
  const form = farFormOf(game);
  const { preperiod, period, saltus } = repetition ?? { preperiod: 0, period: 0, saltus: 0 };
  const end = preperiod + period;
  if (form === undefined && (saltus === 0 || end > MAX_STEPS)) throw beyond(game, 'nim');
  const values = await farValuesAt(store, game, 'nim', heaps);
  const play: Play = misere ? 'misere' : 'normal';
  const nimSum = values.reduce((sum, value) => sum ^ value, 0n);
  const losing = play === 'misere' && values.every((value) => value < 2n) ? 1n : 0n;
  if (nimSum === losing) return { nimSum, winner: 'previous', moves: [] };
  const low = form === undefined ? await farValuesOf(store, game, end) : [];
  const moves = heaps.flatMap((heap, i) => {
    const others = nimSum ^ values[i];
    const areSmall = values.every((value, k) => k === i || value < 2n);
    // In misere play 0 and 1 are exchanged where no heap above 1 is left.
    const wanted = misere && areSmall && others < 2n ? 1n - others : others;
    const takes =
      form === undefined
        ? takesByPeriod(game, repetition!, low, heap, wanted)
        : takesByForm(game, form, heap, wanted);
    return takes.sort((a, b) => (a < b ? -1 : 1)).map((take) => ({ heap: i + 1, take }));
  });
  return { nimSum, winner: 'next', moves };
}

async function farValuesOf(store: Answering, game: Game, end: number): Promise<bigint[]> {
  const values: bigint[] = [];
  for await (const run of farValues(store, game, { series: 'nim', from: 0n, to: BigInt(end) }))
    for (const value of run.values) values.push(value);
  return values;
}

/** Returns the takes to a nim-value by those below preperiod + period, each of which rises with the periods. */
function takesByPeriod(
  { set }: Game,
  { preperiod, period, saltus }: Period,
  low: readonly bigint[],
  n: bigint,
  wanted: bigint,
): bigint[] {
  const excluded = new Set(Array.from(set.excluded ?? [], BigInt));
  return low.flatMap((value, i) => {
    const rise = wanted - value;
    const isReached = rise === 0n || (rise > 0n && i >= preperiod && rise % BigInt(saltus) === 0n);
    const take = n - BigInt(i) - (rise / BigInt(saltus)) * BigInt(period);
    return isReached && take > 0n && !excluded.has(take) ? [take] : [];
  });
}
