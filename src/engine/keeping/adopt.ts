/**
 * Taking over block files that the catalog has no row of: those that a killed writer left before its commit, those
 * that an older copy of the catalog does not know, and all of them when the catalog is rebuilt.
 */
import { join } from 'node:path';
import { factsOf, TakeawayError } from '../../common/errors.js';
import { sha256 } from '../../common/sha256.js';
import type { BlockLabel } from '../../columnar/block-label.js';
import type { Game } from '../../game/game.js';
import type { Range } from '../../common/range.js';
import { narrowest } from '../../solver/task/integers.js';
import {
  columnOfBits,
  columnOfIntegers,
  integersOf,
  sliceColumn,
  type SeriesName,
} from '../../columnar/layout.js';
import type { BlockStore } from '../../store/block-store.js';
import { UNKNOWN_METHODS, type BlockRecord, type StoredSeries } from '../../store/records.js';
import { gapProblems } from '../../store/catalog/relations.js';
import type { BlockFile, UnknownBlock } from '../../store/files/store-folder.js';
import { contradictionIn, firstDifference, type Random } from '../extending/checks.js';
import { countsOf } from '../series/columns.js';
import { seriesOf } from '../series/declared.js';
import { DESCRIPTIONS } from '../series/descriptions.js';
import { currentOwnView } from '../views/game-views.js';
import type { SolvedView } from '../views/view.js';
import { storedGame } from './stored-game.js';

/** Positions of each file checked against the definition. */
const SAMPLED_POSITIONS = 16;

/**
 * What became of a file without a row: a block of the catalog now; removed, as a stored block has its values; left where
 * it is, as values before it are missing; or moved to `orphans/`.
 */
export type Outcome = 'adopted' | 'covered' | 'waiting' | 'set aside';

/** A file without a row, and what became of it. */
export interface FoundFile extends Range {
  /** Inside the folder of the store. */
  readonly file: string;
  readonly outcome: Outcome;
  /** The key of the game and the series; absent where the file does not say it. */
  readonly game?: string;
  readonly series?: string;
  /** Why it is waiting or set aside. */
  readonly reason?: string;
  /** Where it is now, when it was set aside. */
  readonly movedTo?: string;
}

/**
 * Looks at the block files of some series that have no row (`BlockStore.unknownFiles`). `definitions` are those of games, by key,
 * for folders of which no file of the store has it. Cost: reading those files.
 */
export async function adoptFiles(
  store: BlockStore,
  random: Random,
  of: Parameters<BlockStore['unknownFiles']>[0],
  definitions: ReadonlyMap<string, string> = new Map(),
): Promise<FoundFile[]> {
  const folders = new Map<number, BlockFile[]>();
  for (const file of await store.unknownFiles(of)) {
    const files = folders.get(file.seriesId);
    if (files === undefined) folders.set(file.seriesId, [file]);
    else files.push(file);
  }
  const found: FoundFile[] = [];
  if (folders.size === 0) return found;
  // Looked at once, however many folders there are: taking over blocks mends and damages nothing.
  const isDamaged = store.catalog.problems().length > 0;
  const stored = new Map(store.catalog.series().map((series) => [series.id, series]));
  for (const [id, files] of folders) {
    const adoption = new Adoption({ store, id, random, definitions, isDamaged, stored: stored.get(id) });
    found.push(...(await adoption.run(files)));
  }
  return found;
}

/** What is to be done with a file. */
type Verdict = Pick<FoundFile, 'outcome' | 'reason'>;

/** What the blocks of a folder are of. */
interface Known {
  readonly game: Game;
  readonly name: SeriesName;
  readonly definition: string;
}

/** A folder with files to look at. */
interface Folder {
  readonly store: BlockStore;
  readonly id: number;
  readonly random: Random;
  readonly definitions: ReadonlyMap<string, string>;
  /** Whether SQLite finds something wrong in the catalog. */
  readonly isDamaged: boolean;
  /** The catalog's row of the folder. */
  readonly stored: StoredSeries | undefined;
}

/** The files of one folder, in increasing order. */
class Adoption {
  readonly #folder: Folder;

  constructor(folder: Folder) {
    this.#folder = folder;
  }

  async run(files: readonly BlockFile[]): Promise<FoundFile[]> {
    const { folder } = this.#folder.store;
    const found: FoundFile[] = [];
    const known = await this.#known(files);
    const names = typeof known === 'string' ? {} : { game: known.game.key, series: known.name };
    for (const file of files) {
      const verdict = typeof known === 'string' ? waiting(known) : await this.#decide(file, known);
      const { start, stop } = file;
      const path = join(String(file.seriesId), file.file);
      if (verdict.outcome === 'covered') await folder.remove(file);
      const isAside = verdict.outcome === 'set aside';
      const moved = isAside ? { movedTo: await folder.setAside(path) } : {};
      found.push({ file: path, start, stop, ...names, ...verdict, ...moved });
    }
    return found;
  }

  /** What the folder is of; a text where that cannot be told, and nothing can be done. */
  async #known(files: readonly BlockFile[]): Promise<Known | string> {
    const { store, id, definitions: given, isDamaged, stored: series } = this.#folder;
    if (isDamaged) return 'rows of the catalog are missing; rebuilding it mends them';
    try {
      store.catalog.requireRelated();
    } catch (error) {
      if (!(error instanceof TakeawayError)) throw error;
      return `${factsOf(error)} Rebuilding the catalog mends it.`;
    }
    const stored = series && store.catalog.snapshot(series.gameKey).find(({ id }) => id === series.id);
    if (stored !== undefined) {
      const { key, definition = '' } = store.catalog.games(stored.gameKey).at(0) ?? { key: '' };
      const game = storedGame(key, definition);
      if (game === undefined) return `the catalog does not say what game ${stored.gameKey} is`;
      if (gapProblems(stored).length > 0)
        return 'the rows of its series are damaged; rebuilding the catalog mends them';
      return { game, name: stored.name, definition };
    }
    const label = await this.#label(files);
    if (label === undefined) return 'no file in it says what it is';
    const { game: key, series: name } = label;
    const described = await store.folder.seriesFile(id);
    // The key has a digest of a definition that it does not spell out, so that the right one can be told.
    const definitions = [described?.definition, given.get(key), key];
    const definition = definitions.find((text) => text !== undefined && storedGame(key, text) !== undefined);
    const game = definition === undefined ? undefined : storedGame(key, definition);
    if (definition === undefined || game === undefined || !seriesOf(game).includes(name)) {
      return `nothing says what game ${key} is; rebuild the catalog with its text`;
    }
    const other = store.catalog.series(key).find((candidate) => candidate.name === name);
    return other === undefined ? { game, name, definition } : `${key} ${name} is in the folder ${other.id}`;
  }

  /** What the first block that can be read says it is; undefined when none can. */
  async #label(files: readonly BlockFile[]): Promise<BlockLabel | undefined> {
    for (const file of files) {
      const block = await this.#read(file);
      if (isBlock(block)) return block.label;
    }
    return undefined;
  }

  /** A block that is what its name says; else what is to be done with the file. */
  async #read(file: BlockFile): Promise<UnknownBlock | Verdict> {
    try {
      const block = await this.#folder.store.folder.readUnknown(file);
      return typeof block === 'string' ? setAside(block) : block;
    } catch (error) {
      if (!(error instanceof TakeawayError)) throw error;
      // It may be whole: it stays where it is, and the next writer looks again.
      return waiting(factsOf(error));
    }
  }

  async #decide(file: BlockFile, known: Known): Promise<Verdict> {
    const block = await this.#read(file);
    if (!isBlock(block)) return block;
    const { label, values, ...ofFile } = block;
    const { start, stop } = ofFile;
    const { game, name } = known;
    const { store, id } = this.#folder;
    if (label.game !== game.key || label.series !== name) {
      return setAside(`its label says ${label.game} ${label.series}, its folder ${game.key} ${name}`);
    }
    if (start % 64 !== 0) return setAside('it begins where no block may');
    const view = currentOwnView(store, game.key, name);
    if (start > view.frontier) return waiting(`the values from ${view.frontier} to ${start} are missing`);
    if (stop <= view.frontier) return this.#compare(block, view);
    const last = view.frontier === 0 ? undefined : store.index(id).at(view.frontier - 1);
    const replaces = start === view.frontier ? undefined : last;
    if (replaces !== undefined && !beginsWith(block, replaces)) {
      return setAside(`it is not the longer form of the stored block ${replaces.start}-${replaces.stop}`);
    }
    const below = replaces === undefined ? view : view.below(start);
    const found = await this.#contradiction(block, game, name, below);
    if (found !== undefined) return setAside(found);
    const { rule } = DESCRIPTIONS[name];
    const series = store.seriesToExtend(game.key, known.definition, name, id);
    const coldBelow = last === undefined ? 0 : last.coldBefore + last.coldCount;
    const coldBefore = replaces?.coldBefore ?? coldBelow;
    const row = { ...ofFile, ...countsOf(values, rule), coldBefore, methods: UNKNOWN_METHODS };
    await store.adopt(series, row, replaces);
    return { outcome: 'adopted' };
  }

  /** Whether stored blocks have the same values. */
  async #compare(block: UnknownBlock, view: SolvedView): Promise<Verdict> {
    try {
      const difference = firstDifference(block.values, await view.read(block));
      if (difference === undefined) return { outcome: 'covered' };
      return setAside(`position ${block.start + difference} differs from the stored block`);
    } catch (error) {
      if (!(error instanceof TakeawayError)) throw error;
      return waiting(`the stored block cannot be read: ${error.message}`);
    }
  }

  /** What the definition says against the values, at a sample of positions. */
  #contradiction(
    block: UnknownBlock,
    game: Game,
    name: SeriesName,
    below: SolvedView,
  ): Promise<string | undefined> {
    const known = below.with(block);
    const lower = {
      partAt: (position: number) => known.partAt(position),
      // A damaged block below is named by whoever reads it; it says nothing against this one.
      read: (part: Range) =>
        known.read(part).catch((error: unknown) => {
          if (!(error instanceof TakeawayError)) throw error;
          return undefined;
        }),
    };
    return contradictionIn(game, name, block, lower, SAMPLED_POSITIONS, this.#folder.random);
  }
}

function isBlock(read: UnknownBlock | Verdict): read is UnknownBlock {
  return 'label' in read;
}

function waiting(reason: string): Verdict {
  return { outcome: 'waiting', reason };
}

function setAside(reason: string): Verdict {
  return { outcome: 'set aside', reason };
}

/** Whether a block is a longer form of a stored one: by the hash of its values, as the stored file may be gone. */
function beginsWith({ start, values }: UnknownBlock, stored: BlockRecord): boolean {
  if (stored.start !== start) return false;
  const first = sliceColumn(values, 0, stored.stop - start);
  const alike =
    first.width === 1
      ? columnOfBits(first.bytes, first.length)
      : columnOfIntegers(narrowest(integersOf(first)));
  return alike.width === stored.width && sha256(alike.bytes) === stored.valuesSha256;
}
