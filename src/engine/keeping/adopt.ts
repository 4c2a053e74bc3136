/**
 * Adopts block files without a row in the catalog: those that a killed writer left before its commit, those that an older copy of
 * the catalog does not know, and all of them in a rebuild.
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
 * Outcome of a file without a row: adopted as a block; removed as `covered`, as a stored block has its values; left `waiting`, as
 * values below it are missing; or moved to `orphans/`.
 */
export type Outcome = 'adopted' | 'covered' | 'waiting' | 'set aside';

/** A file without a row, and its outcome. */
export interface FoundFile extends Range {
  /** Path inside the folder of the store. */
  readonly file: string;
  readonly outcome: Outcome;
  /** The key of the game and the series; absent if the file does not name them. */
  readonly game?: string;
  readonly series?: string;
  /** Reason for waiting or setting aside. */
  readonly reason?: string;
  /** New path of a file that was set aside. */
  readonly movedTo?: string;
}

/**
 * Adopts the block files without a row of some series (`BlockStore.unknownFiles`). `definitions` are those of games by key, for
 * folders without a description. Cost: reading these files.
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
  // Checked once for all folders: adopting blocks neither repairs nor damages the catalog.
  const isDamaged = store.catalog.problems().length > 0;
  const stored = new Map(store.catalog.series().map((series) => [series.id, series]));
  for (const [id, files] of folders) {
    const adoption = new Adoption({ store, id, random, definitions, isDamaged, stored: stored.get(id) });
    found.push(...(await adoption.run(files)));
  }
  return found;
}

type Verdict = Pick<FoundFile, 'outcome' | 'reason'>;

/** The series of a folder's blocks. */
interface Known {
  readonly game: Game;
  readonly name: SeriesName;
  readonly definition: string;
}

interface Folder {
  readonly store: BlockStore;
  readonly id: number;
  readonly random: Random;
  readonly definitions: ReadonlyMap<string, string>;
  /** Whether SQLite finds a problem in the catalog. */
  readonly isDamaged: boolean;
  /** The catalog's row of the folder. */
  readonly stored: StoredSeries | undefined;
}

/** Adopts the files of one folder, in increasing order. */
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

  /** Returns the folder's series, or a reason why it is unknown and nothing can be done. */
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
    // A key has a digest of a definition that it does not spell out, so the right one can be recognized.
    const definitions = [described?.definition, given.get(key), key];
    const definition = definitions.find((text) => text !== undefined && storedGame(key, text) !== undefined);
    const game = definition === undefined ? undefined : storedGame(key, definition);
    if (definition === undefined || game === undefined || !seriesOf(game).includes(name)) {
      return `nothing says what game ${key} is; rebuild the catalog with its text`;
    }
    const other = store.catalog.series(key).find((candidate) => candidate.name === name);
    return other === undefined ? { game, name, definition } : `${key} ${name} is in the folder ${other.id}`;
  }

  /** Returns the label of the first readable block. */
  async #label(files: readonly BlockFile[]): Promise<BlockLabel | undefined> {
    for (const file of files) {
      const block = await this.#read(file);
      if (isBlock(block)) return block.label;
    }
    return undefined;
  }

  /** Returns a block that matches its name, or the verdict on the file. */
  async #read(file: BlockFile): Promise<UnknownBlock | Verdict> {
    try {
      const block = await this.#folder.store.folder.readUnknown(file);
      return typeof block === 'string' ? setAside(block) : block;
    } catch (error) {
      if (!(error instanceof TakeawayError)) throw error;
      // It may be intact: leave it for the next writer.
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

  /** Compares with the stored blocks of the same positions. */
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

  /** Returns a contradiction between the definition and a sample of the values. */
  #contradiction(
    block: UnknownBlock,
    game: Game,
    name: SeriesName,
    below: SolvedView,
  ): Promise<string | undefined> {
    const known = below.with(block);
    const lower = {
      partAt: (position: number) => known.partAt(position),
      // A damaged block below says nothing against this one; its readers report it.
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

/** Whether a block is a longer form of a stored one, by the hash of its values: the stored file may be gone. */
function beginsWith({ start, values }: UnknownBlock, stored: BlockRecord): boolean {
  if (stored.start !== start) return false;
  const first = sliceColumn(values, 0, stored.stop - start);
  const alike =
    first.width === 1
      ? columnOfBits(first.bytes, first.length)
      : columnOfIntegers(narrowest(integersOf(first)));
  return alike.width === stored.width && sha256(alike.bytes) === stored.valuesSha256;
}
