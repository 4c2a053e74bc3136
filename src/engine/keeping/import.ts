/**
 * Imports the series of another store: its blocks are checked, compared with the present ones, and stored like solved values, in
 * blocks of this store.
 */
import { join } from 'node:path';
import { fail, failure, hasCode, refuse, TakeawayError, throwIfAborted } from '../../common/errors.js';
import { cutAtMultiples, type Range } from '../../common/range.js';
import { valueAt, type SeriesName } from '../../columnar/layout.js';
import type { Game } from '../../game/game.js';
import { quantitiesOf, type Periods } from '../../game/periods.js';
import { BlockStore } from '../../store/block-store.js';
import { ownNames } from '../../store/own-names.js';
import { nodeFileSystem, type FileSystem } from '../../store/files/file-system.js';
import { CATALOG_FILE } from '../../store/files/names.js';
import type { SeriesSnapshot } from '../../store/records.js';
import { plainPath, requirePlace } from '../../store/files/place.js';
import { firstDifference, type Random } from '../extending/checks.js';
import { extendGame, type CommittedBlock } from '../extending/extend.js';
import type { PartsSource } from '../extending/parts.js';
import { NOTICED, proveClaims } from '../extending/proving.js';
import { checkSolved, storeChecked, type CheckedSeries } from '../extending/sweep.js';
import { narrow } from '../extending/rule-parts.js';
import type { SolvedPart } from '../series/columns.js';
import { DESCRIPTIONS } from '../series/descriptions.js';
import type { ReadingOptions, Environment } from '../series/options.js';
import { currentOwnView } from '../views/game-views.js';
import type { SolvedView } from '../views/view.js';
import { provePeriods } from './prove-periods.js';
import { storedGame } from './stored-game.js';

/** Maximum number of short series in one commit, and of their positions. */
const MAX_BATCH_SERIES = 256;
const MAX_BATCH_POSITIONS = 2 ** 22;

/** A series of the other store, and its game. */
interface Offered {
  readonly game: Game;
  readonly name: SeriesName;
  readonly view: SolvedView;
}

/**
 * Imports the series of the store in a folder. Raises `corrupt` with the first position where the two stores differ, before
 * anything is changed.
 */
export async function* importInto(
  store: BlockStore,
  folder: string,
  { fileSystem, random }: Environment,
  options: ReadingOptions,
): AsyncGenerator<CommittedBlock, void, undefined> {
  const source = await openSource(folder, fileSystem);
  try {
    const offers = await asSource(folder, () => checkedOffers(source, options));
    yield* importOffers(store, source, offers, random, options);
  } finally {
    source.close();
  }
}

/** Copies all of a store, names too, into a new or empty folder. */
export async function* copyStore(
  store: BlockStore,
  folder: string,
  { fileSystem, random }: Environment,
  options: ReadingOptions,
): AsyncGenerator<CommittedBlock, void, undefined> {
  await checkEmpty(fileSystem, folder);
  await requirePlace(fileSystem, folder);
  // Before there is a copy, so that a refusal leaves nothing behind.
  const offers = await checkedOffers(store, options);
  const names = await ownNames(store.root, fileSystem);
  const copy = await BlockStore.open(folder, { readOnly: false, fileSystem });
  try {
    yield* importOffers(copy, store, offers, random, options);
    if (names.size > 0) await copy.writeNames(names);
  } finally {
    copy.close();
  }
}

/**
 * Opens the store to import from. Raises a usage error if it is missing; remedies in errors name that store. Called before the
 * importing store is opened, which may create it.
 */
async function openSource(folder: string, fs: FileSystem): Promise<BlockStore> {
  if (!(await isStore(fs, folder)))
    refuse('The folder {folder} is no store, as it has no {file}. Name the store to import from.', {
      ...{ folder, file: CATALOG_FILE },
    });
  return asSource(folder, () => BlockStore.open(folder, { readOnly: true, fileSystem: fs }));
}

/** Raises the errors of opening the store to import from. */
export async function checkImport(folder: string): Promise<void> {
  (await openSource(folder, nodeFileSystem)).close();
}

async function isStore(fs: FileSystem, folder: string): Promise<boolean> {
  try {
    return fs.look(join(await plainPath(fs, folder), CATALOG_FILE)).kind !== 'missing';
  } catch {
    return false;
  }
}

/** Runs an action on the store to import from. Remedies in its errors name that store. */
async function asSource<Result>(folder: string, action: () => Promise<Result>): Promise<Result> {
  try {
    return await action();
  } catch (error) {
    if (!(error instanceof TakeawayError) || error.remedy === undefined) throw error;
    const { code, text, facts, remedy, cause } = error;
    const isOfStore = remedy.do === 'migrate' || remedy.do === 'rebuild' || remedy.do === 'verify';
    const there = isOfStore ? { ...remedy, store: folder } : undefined;
    throw new TakeawayError(code, text, facts, { remedy: there, cause });
  }
}

/** Returns every series of a store after checking each block. Raises `corrupt` for a damaged one. Cost: reading the store. */
async function checkedOffers(
  other: BlockStore,
  { signal, onProgress }: ReadingOptions = {},
): Promise<Offered[]> {
  const offers: Offered[] = [];
  const snapshot = other.catalog.snapshot();
  const all = snapshot.reduce((sum, { frontier }) => sum + frontier, 0);
  let checked = 0;
  for (const series of snapshot) {
    other.addRows(series);
    const offer = offered(other, series);
    for (const block of series.blocks) {
      throwIfAborted(signal);
      await other.check(series, block);
      checked += block.stop - block.start;
      onProgress?.(checked / (2 * all));
    }
    offers.push(offer);
  }
  return offers;
}

/**
 * Imports the series of another store. Yields each block once it is durable. First compares all series with the present ones, and
 * raises `corrupt` at a difference before changing anything. Then checks samples of the values against the definition. Cost:
 * reading the other store, and the present values of its series.
 */
async function* importOffers(
  store: BlockStore,
  other: BlockStore,
  offers: readonly Offered[],
  random: Random,
  { signal, onProgress }: ReadingOptions,
): AsyncGenerator<CommittedBlock, void, undefined> {
  const all = offers.reduce((sum, { view }) => sum + view.frontier, 0);
  let imported = 0;
  for (const offer of offers) await refuseDifference(store, other, offer, signal);
  const announced = (blocks: readonly CommittedBlock[]): readonly CommittedBlock[] => {
    for (const block of blocks) imported += block.stop - block.newFrom;
    onProgress?.((all + imported) / (2 * all));
    return blocks;
  };
  for (const batch of batchesOf(offers, (offer) => isNewAndShort(store, offer))) {
    try {
      yield* announced(await importNew(store, other, batch, random, signal));
    } catch (error) {
      throw asDamageOf(other, error);
    }
  }
  for (const { game, name, view } of offers) {
    const own = currentOwnView(store, game.key, name);
    if (own.frontier >= view.frontier) continue;
    const known: PartsSource = ({ range, pieceLength }) => storedParts(view, range, pieceLength, signal);
    try {
      const blocks = extendGame(store, game, [name], {
        to: view.frontier,
        threads: 1,
        examined: 0,
        ...{ random, signal, known },
      });
      for await (const block of blocks) yield* announced([block]);
    } catch (error) {
      throw asDamageOf(other, error);
    }
  }
  let damage: TakeawayError | undefined;
  for (const { game } of offers) {
    const [here, there] = [store, other].map(({ catalog }) => Object.keys(catalog.periods(game.key)).length);
    if (here >= there) continue;
    for (const quantity of quantitiesOf(game)) {
      if (!other.states.has(game.key, quantity) || store.states.has(game.key, quantity)) continue;
      try {
        const states = await asSource(other.root, () => other.states.read(game.key, quantity));
        if (states !== undefined) await store.states.write(states);
      } catch (error) {
        if (!hasCode(error, 'corrupt')) throw error;
        // Import everything else first.
        damage ??= error;
      }
    }
    await provePeriods(store, game, { full: false, random, signal });
  }
  if (damage !== undefined) throw damage;
}

/** Whether a series is short and nothing of it is stored: many such series share one commit. */
function isNewAndShort(store: BlockStore, { game, name, view }: Offered): boolean {
  return view.frontier <= MAX_BATCH_POSITIONS && currentOwnView(store, game.key, name).frontier === 0;
}

/** Yields the offers of a kind in batches of at most `MAX_BATCH_SERIES` with `MAX_BATCH_POSITIONS`. */
function* batchesOf(
  offers: readonly Offered[],
  isOfKind: (offer: Offered) => boolean,
): Generator<Offered[], void, undefined> {
  let batch: Offered[] = [];
  let positions = 0;
  for (const offer of offers.filter(isOfKind)) {
    const { frontier } = offer.view;
    if (
      batch.length === MAX_BATCH_SERIES ||
      (batch.length > 0 && positions + frontier > MAX_BATCH_POSITIONS)
    ) {
      yield batch;
      [batch, positions] = [[], 0];
    }
    batch.push(offer);
    positions += frontier;
  }
  if (batch.length > 0) yield batch;
}

/** Stores new series in one commit, after the checks that every block gets. */
async function importNew(
  store: BlockStore,
  other: BlockStore,
  batch: readonly Offered[],
  random: Random,
  signal: AbortSignal | undefined,
): Promise<CommittedBlock[]> {
  const checked: CheckedSeries[] = [];
  for (const { game, name, view } of batch) {
    const { pieceLength } = DESCRIPTIONS[name];
    const parts: SolvedPart[] = [];
    for await (const part of storedParts(view, { start: 0, stop: view.frontier }, pieceLength, signal))
      parts.push(part);
    const solved = await checkSolved({ game, series: name, parts, claims: {} }, random);
    checked.push({ ...solved, periods: await provenAgain(other, { game, name, view }) });
  }
  const records = await storeChecked(store, checked);
  const series = checked.flatMap(({ blocks, ...of }) => blocks.map(() => of));
  return records.map(({ start, stop, methods, coldCount, largest, bytes }, i) => ({
    ...{ game: series[i].game.key, series: series[i].series, start, stop, newFrom: start },
    ...{ methods, coldCount, largest, bytes, progress: 1, isDoubleChecked: false },
  }));
}

/**
 * Returns the recorded periods of another store that the values of a series prove. The others are searched for after the import.
 */
async function provenAgain(other: BlockStore, { game, name, view }: Offered): Promise<Periods> {
  const recorded = other.catalog.periods(game.key);
  const quantities = name === 'nim' ? (['nim', 'outcome'] as const) : [DESCRIPTIONS[name].quantity];
  const claims = quantities.flatMap((quantity) => {
    const period = recorded[quantity];
    return period === undefined ? [] : [[quantity, period] as const];
  });
  try {
    return await proveClaims(game, view, Object.fromEntries(claims), NOTICED);
  } catch (error) {
    if (!hasCode(error, 'internal')) throw error;
    return {};
  }
}

/** Raises a usage error unless a folder is missing or empty: a copy is never mixed with other files. */
async function checkEmpty(fs: FileSystem, folder: string): Promise<void> {
  const { kind } = fs.look(folder, 'followed');
  const names = kind === 'directory' ? await fs.list(folder) : [];
  if (kind === 'missing' || (kind === 'directory' && names.length === 0)) return;
  refuse(
    `The folder {folder} ${kind === 'directory' ? 'has {name} in it' : 'is a file'}, but a copy needs a new or empty one. Importing adds to a store that exists.`,
    { folder, name: names.at(0) },
  );
}

function offered(other: BlockStore, { gameKey, name, frontier }: SeriesSnapshot): Offered {
  const definition = other.catalog.games(gameKey).at(0)?.definition ?? '';
  const game = storedGame(gameKey, definition);
  const view = currentOwnView(other, gameKey, name);
  if (game !== undefined && view.frontier === frontier) return { game, name, view };
  fail(
    'corrupt',
    `The catalog of {store} has ${game === undefined ? 'a definition of {game} that does not name it' : 'blocks of {game} ({series}) below {end}, not {frontier}'}. Nothing was changed.`,
    { store: other.root, game: gameKey, series: name, end: view.frontier, frontier },
    { remedy: { do: 'rebuild', store: other.root } },
  );
}

/** Raises `corrupt` at the first position whose values differ. */
async function refuseDifference(
  store: BlockStore,
  other: BlockStore,
  { game, name, view }: Offered,
  signal: AbortSignal | undefined,
): Promise<void> {
  const own = currentOwnView(store, game.key, name);
  for (const part of view.partsOf({ start: 0, stop: Math.min(own.frontier, view.frontier) })) {
    throwIfAborted(signal);
    const [here, there] = [await own.read(part), await view.read(part)];
    const i = firstDifference(here, there);
    if (i === undefined) continue;
    fail(
      'corrupt',
      'Position {position} of {game} ({series}) is {here} in {store}, but {there} in {other}. Nothing was taken over; verify both stores in full, which shows which one is wrong.',
      {
        ...{ position: part.start + i, game: game.key, series: name },
        ...{ here: valueAt(here, i), store: store.root, there: valueAt(there, i), other: other.root },
      },
    );
  }
}

/** Yields the values of a range of a stored series, in parts that end at the multiples of `pieceLength`, at the latest. */
async function* storedParts(
  view: SolvedView,
  range: Range,
  pieceLength: number,
  signal: AbortSignal | undefined,
): AsyncGenerator<SolvedPart, void, undefined> {
  for (const cut of cutAtMultiples(range, pieceLength)) {
    for (const { start, stop, stored } of view.sourcesOf(cut)) {
      throwIfAborted(signal);
      const values = narrow(await view.read({ start, stop }));
      yield { start, stop, values, methods: stored?.block.methods ?? [] };
    }
  }
}

/** Converts a contradiction in imported values into damage of their store: it is no fault of this program. */
function asDamageOf(other: BlockStore, error: unknown): unknown {
  if (!hasCode(error, 'internal')) return error;
  return failure(
    'corrupt',
    'The store {store} has values that contradict the definition: {reason}. Every block announced so far is stored; verify that store in full, which shows more.',
    { store: other.root, reason: error.facts.reason ?? error.message },
    { cause: error },
  );
}
