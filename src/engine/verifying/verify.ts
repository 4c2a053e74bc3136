/**
 * Verifying a store: each series by its checker, the rows of the catalog against each other, and recorded periods.
 * Repairing mends what can be mended.
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
 * Verifies the store or one game in it, past everything that is damaged or cannot be read. A block counts as repaired
 * when a second look finds nothing wrong with it. Cost: reading every block once; with `full`, solving it again.
 */
export async function verifyStore(store: BlockStore, options: VerifyOptions): Promise<Verification> {
  const problems: Problem[] = [];
  const ofCatalog = store.catalog.problems();
  let [looks, blocks, values, sampled] = [0, 0, 0, 0];
  // The blocks first: every series of this moment then has its game, also beside a writer that adds some.
  const snapshot = store.catalog.snapshot(options.gameKey);
  // All of them first, as the series of a game are compared.
  for (const series of snapshot) {
    store.addRows(series);
    // Of each it is told afterwards where files go on beyond the catalog.
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
    // The series of a game lie beside each other.
    if (snapshot.at(index + 1)?.gameKey !== game.key) {
      problems.push(...(await recordedPeriodProblems(store, game, options)));
    }
  }
  if (options.gameKey === undefined) problems.push(...strayProblems(store));
  problems.unshift(...catalogProblems(store, ofCatalog, options.repair));
  return { ok: problems.every(({ repaired }) => repaired), blocks, values, sampled, problems };
}

/** The game of a key as the catalog has it; what is wrong with its row where that says none. */
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

/** What is wrong with the rows of games that have no series, which are looked at with those. */
function strayProblems(store: BlockStore): Problem[] {
  return store.catalog.gamesWithoutSeries().flatMap((game) => {
    const problem = gameProblem(game);
    if (problem === undefined) return [];
    return { problem: factsOf(unsound(problem)), repaired: false, remedy: REBUILD };
  });
}

/** What SQLite finds wrong with the catalog. Rows with numbers that cannot be are gone once what they say is mended. */
function catalogProblems(store: BlockStore, found: readonly string[], repair: boolean): Problem[] {
  const left = found.length > 0 && repair ? store.catalog.problems() : found;
  return found.map((problem) => {
    if (!left.includes(problem)) return { problem, repaired: true };
    const isOfRow = problem.startsWith('CHECK constraint failed');
    return { problem, repaired: false, remedy: isOfRow && !repair ? REPAIR : REBUILD };
  });
}

/**
 * What is wrong with the row of a series and between those of its blocks. Counts of cold positions below blocks are mended
 * where that is asked for; of the rest only the block files can tell what is right.
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

/**
 * What is wrong with the recorded periods; where that is asked for, they are proven again. Where a block is damaged it is
 * itself reported, so not again here.
 */
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
    // Values that cannot be read are reported as such; a row that is not what was written is seen without them.
    if (hasCode(error, 'corrupt', 'io')) return problemsIn(found, false);
    throw error;
  }
}

/** Removes the rows of some periods and proves them again; rows that can be stay where that is interrupted. */
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
    // States that were found wrong are not believed by a sample.
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
 * Problems of the file that makes a series known without the catalog, which is written again where that is asked for. Raises
 * `corrupt` for a file that says that the catalog is another store's.
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
