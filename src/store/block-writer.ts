/** Writes the files of blocks, and beside them the file that says what the blocks of a series are of. */
import { sha256 } from '../common/sha256.js';
import { join } from 'node:path';
import type { Range } from '../common/range.js';
import type { ColumnValues } from '../columnar/layout.js';
import { blockFileName, type BlockFiles } from './files/block-files.js';
import type { Leftovers } from './files/leftovers.js';
import { SERIES_FOLDER } from './files/names.js';
import { encodeSeriesFile, seriesFileName } from './files/series-files.js';
import type { BlockRecord, StoredSeries } from './records.js';

/** What the solver side says of a block to be stored. */
export interface NewBlock extends Range {
  readonly values: ColumnValues;
  readonly coldCount: number;
  readonly coldBefore: number;
  readonly largest: number;
  readonly methods: readonly string[];
}

export class BlockWriter {
  readonly #root: string;
  readonly #files: BlockFiles;
  readonly #leftovers: Leftovers;
  /** Gives the definition of a game by its key. */
  readonly #definitionOf: (gameKey: string) => string;
  /** Series whose file is known to be there. */
  readonly #described = new Set<number>();

  constructor(
    root: string,
    files: BlockFiles,
    leftovers: Leftovers,
    definitionOf: (gameKey: string) => string,
  ) {
    this.#root = root;
    this.#files = files;
    this.#leftovers = leftovers;
    this.#definitionOf = definitionOf;
  }

  /** Writes the file of a block durably; returns the row that will name it. */
  async write(series: StoredSeries, block: NewBlock): Promise<BlockRecord> {
    const { start, stop, values, coldCount, coldBefore, largest, methods } = block;
    const label = { game: series.gameKey, series: series.name, start, stop };
    // Loaded only here: it costs a point query more than the answer.
    const { encodeBlock } = await import('../columnar/block-file.js');
    const { file, encoding, valuesOffset } = encodeBlock(label, values);
    const digest = sha256(file);
    const name = blockFileName(block, digest);
    await this.describe(series);
    await this.#files.write(this.#files.folder(series.id), name, file);
    return {
      seriesId: series.id,
      start,
      stop,
      file: name,
      bytes: file.length,
      sha256: digest,
      valuesSha256: sha256(values.bytes),
      encoding,
      valuesOffset,
      width: values.width,
      coldCount,
      coldBefore,
      largest,
      methods,
    };
  }

  /** Writes the file that says what the blocks of a series are of, unless it is there and right. */
  async describe({ id, gameKey, name }: StoredSeries): Promise<void> {
    if (this.#described.has(id)) return;
    const folder = join(this.#root, SERIES_FOLDER);
    const file = await this.#leftovers.seriesFile(id);
    const definition = this.#definitionOf(gameKey);
    if (file?.game !== gameKey || file.series !== name || file.definition !== definition) {
      const bytes = encodeSeriesFile({ game: gameKey, definition, series: name });
      await this.#leftovers.clearWay(join(SERIES_FOLDER, seriesFileName(id)), 'file');
      await this.#files.write(folder, seriesFileName(id), bytes);
    }
    this.#described.add(id);
  }

  /** Moves what lies where a block is to be written, and is no file, out of the way. */
  async clearWay(block: BlockRecord): Promise<void> {
    const folder = String(block.seriesId);
    await this.#leftovers.clearWay(folder, 'directory');
    await this.#leftovers.clearWay(join(folder, block.file), 'file');
  }
}
