/**
 * Verifies a store: each series by its checker, the rows of the catalog against each other, and recorded periods. Repairs on
 * request.
 */
import { factsOf, hasCode } from '../../common/errors.js';
import type { Game } from '../../game/game.js';
import type { Quantity } from '../../game/periods.js';
import type { BlockStore } from '../../store/block-store.js';
import { gapProblems, sumProblems } from '../../store/catalog/relations.js';
import { gameProblem, periodOf, periodProblem, seriesProblem, unsound } from '../../store/catalog/rows.js';
import type { SeriesSnapshot } from '../../store/records.js';
import { periodProblems, periodRowProblems, type PeriodProblem } from '../extending/proving.js';
import { findAgain, provePeriods } from '../keeping/prove-periods.js';
import { storedGame } from '../keeping/stored-game.js';
import { REBUILD, REPAIR, type Problem, type Verification, type VerifyOptions } from './problems.js';
import { SeriesChecker } from './series-checker.js';

/**
 * Verifies the store or one game in it, and continues past everything damaged or unreadable. A block counts as repaired if a second
 * look finds no problem. Cost: reading every block once; with `full`, solving it again.
 */
export async function verifyStore(store: BlockStore, options: VerifyOptions): Promise<Verification> {
  const problems: Problem[] = [];
  const ofCatalog = store.catalog.problems();
  let [looks, blocks, values, sampled] = [0, 0, 0, 0];
  // Blocks before games: every series then has its game, even if a writer adds some.
  const snapshot = store.catalog.snapshot(options.gameKey);
  // All series first, as those of a game are compared.
  for (const series of snapshot) {
    store.addRows(series);
    // For the report on files beyond the catalog.
    store.catalog.requested.set(series.id, series);
  }
  const total = (options.full ? 2 : 1) * snapshot.reduce((sum, series) => sum + series.blocks.length, 0);
  let game: Game | undefined;
  for (const [index, series] of snapshot.entries()) {
    const ofGame = { game: series.gameKey, series: series.name, repaired: false };
    if (game?.key !== series.gameKey) {
      const found = gameOf(store, series.gameKey);
      if (typeof found === 'string') {
        problems.push({ ...ofGame, problem: found, remedy: REBUILD });
        continue;
      }
      game = found;
    }
    problems.push(...(await seriesFileProblems(store, game, series, options.repair)));
    const onBlock = (): void => options.onBlock?.(series, Math.min(looks++, total - 1), total);
    const found = await new SeriesChecker(store, game, series, options, onBlock).check();
    blocks += series.blocks.length;
    values += found.values;
    sampled += found.sampled;
    problems.push(...found.problems);
    problems.push(...seriesProblems(store, series, options.repair));
    // The series of a game are adjacent.
    if (snapshot.at(index + 1)?.gameKey !== game.key) {
      problems.push(...(await recordedPeriodProblems(store, game, options)));
    }
  }
  if (options.gameKey === undefined) problems.push(...strayProblems(store));
  problems.unshift(...catalogProblems(store, ofCatalog, options.repair));
  return { ok: problems.every(({ repaired }) => repaired), blocks, values, sampled, problems };
}

/** Returns the game of a key, or the problem of its row. */
function gameOf(store: BlockStore, gameKey: string): Game | string {
  try {
    const { definition = '' } = store.catalog.games(gameKey).at(0) ?? {};
    return (
      storedGame(gameKey, definition) ?? `The catalog has a definition of ${gameKey} that does not name it`
    );
  } catch (error) {
    if (hasCode(error, 'corrupt', 'io')) return factsOf(error);
    throw error;
  }
}

/** Returns the problems of games without series. Those with series are checked with them. */
function strayProblems(store: BlockStore): Problem[] {
  return store.catalog.gamesWithoutSeries().flatMap((game) => {
    const problem = gameProblem(game);
    if (problem === undefined) return [];
    return { problem: factsOf(unsound(problem)), repaired: false, remedy: REBUILD };
  });
}

/**
 * Returns the problems that SQLite finds in the catalog. Invalid numbers in rows are gone once the blocks or periods are repaired.
 */
function catalogProblems(store: BlockStore, found: readonly string[], repair: boolean): Problem[] {
  const left = found.length > 0 && repair ? store.catalog.problems() : found;
  return found.map((problem) => {
    if (!left.includes(problem)) return { problem, repaired: true };
    const isOfRow = problem.startsWith('CHECK constraint failed');
    return { problem, repaired: false, remedy: isOfRow && !repair ? REPAIR : REBUILD };
  });
}

/**
 * Returns the problems of a series' row and between the rows of its blocks. Repairs the counts of cold positions below blocks on
 * request; only the block files can correct the rest.
 */
function seriesProblems(store: BlockStore, series: SeriesSnapshot, repair: boolean): Problem[] {
  const lasting = [seriesProblem(series) ?? [], gapProblems(series)].flat();
  const sums = sumProblems(series);
  const isMended = sums.length > 0 && lasting.length === 0 && repair;
  if (isMended) store.recountColdBefore(series.id);
  const repaired = isMended && sumProblems(store.catalog.seriesSnapshot(series.id)).length === 0;
  const remedy = lasting.length > 0 || repair ? REBUILD : REPAIR;
  return [...lasting, ...sums].map(({ subject, problem }) => {
    return { problem: `${subject} ${problem}`, repaired, ...(repaired ? {} : { remedy }) };
  });
}

/** Returns the problems of the recorded periods, and proves them again on request. Damaged blocks are reported by themselves. */
async function recordedPeriodProblems(
  store: BlockStore,
  game: Game,
  options: VerifyOptions,
): Promise<Problem[]> {
  const { full, repair, random, signal } = options;
  const problemsIn = (found: readonly PeriodProblem[], repaired: boolean): Problem[] => {
    const remedy = repaired ? {} : { remedy: repair ? REBUILD : REPAIR };
    return found.map(({ problem }) => ({ game: game.key, problem, repaired, ...remedy }));
  };
  let found: PeriodProblem[] = [];
  try {
    found = periodRowProblems(store, game);
    found = await periodProblems(store, game, { full, random, signal });
    if (found.length === 0 || !repair) return problemsIn(found, false);
    await provePeriodsAgain(store, game, found, options);
    const left = await periodProblems(store, game, { full, random, signal });
    return problemsIn(found, left.length === 0);
  } catch (error) {
    // Unreadable values are reported elsewhere; an invalid row is found without them.
    if (hasCode(error, 'corrupt', 'io')) return problemsIn(found, false);
    throw error;
  }
}

/** Removes the rows of some periods and proves them again. On an interruption restores the valid rows. */
async function provePeriodsAgain(
  store: BlockStore,
  game: Game,
  found: readonly PeriodProblem[],
  { random, signal }: VerifyOptions,
): Promise<void> {
  const rows = store.catalog.periodRows(game.key);
  const examined = Math.max(...rows.map((row) => row.examined));
  for (const { quantity } of found) store.catalog.removePeriod(game.key, quantity);
  try {
    // In full: a sample does not vindicate states that were found wrong.
    await provePeriods(store, game, { full: true, random, signal });
    await findAgain(store, game, examined, random, signal);
  } catch (error) {
    const known = store.catalog.periods(game.key);
    for (const row of rows) {
      const isMissing = known[row.quantity as Quantity] === undefined && periodProblem(row) === undefined;
      if (isMissing) store.catalog.putPeriods(game.key, { [row.quantity]: periodOf(row) });
    }
    throw error;
  }
}

/**
 * Returns the problems of a series' description, and rewrites it on request. Raises `corrupt` for a description that contradicts
 * the catalog.
 */
async function seriesFileProblems(
  store: BlockStore,
  { key, definition }: Game,
  series: SeriesSnapshot,
  repair: boolean,
): Promise<Problem[]> {
  const { id, name, blocks } = series;
  const file = await store.requireOwn(series);
  if (file?.definition === definition || blocks.length === 0) return [];
  if (repair) await store.describe(series);
  const problem = `series/${id}.json does not say what the series is`;
  return [{ game: key, series: name, problem, repaired: repair, ...(repair ? {} : { remedy: REPAIR }) }];
}
