/** Writes the files of blocks, and beside them the file that says what the blocks of a series are of. */
import { join } from 'node:path';
import type { Range } from '../common/range.js';
import type { ColumnValues } from '../columnar/layout.js';
import type { Encodable, Encoded } from './encoding.js';
import { blockFileName, type BlockFiles, type NewFile } from './files/block-files.js';
import type { Leftovers } from './files/leftovers.js';
import { SERIES_FOLDER } from './files/names.js';
import { encodeSeriesFile, seriesFileName } from './files/series-files.js';
import type { PlannedSeries } from './planned-series.js';
import type { BlockRecord, StoredSeries } from './records.js';

/** What the solver side says of a block to be stored. */
export interface NewBlock extends Range {
  readonly values: ColumnValues;
  readonly coldCount: number;
  readonly coldBefore: number;
  readonly largest: number;
  readonly methods: readonly string[];
  /** Its file, where somebody has encoded it already. */
  readonly encoded?: Encoded | undefined;
}

export interface BlockOfSeries {
  readonly series: StoredSeries;
  readonly block: NewBlock;
}

/** Encodes a block. What does that is loaded only here: it costs a point query more than the answer. */
async function encodedHere(block: Encodable): Promise<Encoded> {
  const { encode } = await import('./encoding.js');
  return encode(block);
}

export class BlockWriter {
  readonly #root: string;
  readonly #files: BlockFiles;
  readonly #leftovers: Leftovers;
  readonly #planned: PlannedSeries;
  /** Series whose file is known to be there. */
  readonly #described = new Set<number>();

  constructor(root: string, files: BlockFiles, leftovers: Leftovers, planned: PlannedSeries) {
    this.#root = root;
    this.#files = files;
    this.#leftovers = leftovers;
    this.#planned = planned;
  }

  /** Writes the files of blocks durably, and before them those that say of what series they are; returns their rows. */
  async writeAll(blocks: readonly BlockOfSeries[]): Promise<BlockRecord[]> {
    await this.describe(blocks.map(({ series }) => series));
    const folderOf = ({ series }: BlockOfSeries): string => this.#files.folder(series.id);
    const records: BlockRecord[] = [];
    // Each is encoded when its turn comes.
    const files = async function* (): AsyncGenerator<NewFile> {
      for (const one of blocks) {
        const { start, stop, values, coldCount, coldBefore, largest, methods, encoded } = one.block;
        const { id: seriesId, gameKey: game, name: series } = one.series;
        const label = { game, series, start, stop };
        const { file: bytes, ...facts } = encoded ?? (await encodedHere({ label, values }));
        const name = blockFileName(one.block, facts.sha256);
        yield { folder: folderOf(one), name, bytes };
        const counts = { width: values.width, coldCount, coldBefore, largest, methods };
        records.push({ seriesId, start, stop, file: name, bytes: bytes.length, ...facts, ...counts });
      }
    };
    await this.#files.writeAll(new Set(blocks.map(folderOf)), files());
    return records;
  }

  /** Writes the files that say what the blocks of series are of, unless they are there and right. */
  async describe(all: readonly StoredSeries[]): Promise<void> {
    const folder = join(this.#root, SERIES_FOLDER);
    const missing = new Map<number, NewFile>();
    for (const { id, gameKey, name } of all) {
      if (this.#described.has(id) || missing.has(id)) continue;
      const file = await this.#leftovers.seriesFile(id);
      const definition = this.#planned.definitionOf(gameKey);
      if (file?.game === gameKey && file.series === name && file.definition === definition) continue;
      const bytes = encodeSeriesFile({ game: gameKey, definition, series: name });
      await this.#leftovers.clearWay(join(SERIES_FOLDER, seriesFileName(id)), 'file');
      missing.set(id, { folder, name: seriesFileName(id), bytes });
    }
    if (missing.size > 0) await this.#files.writeAll(new Set([folder]), missing.values());
    for (const { id } of all) this.#described.add(id);
  }

  /** Moves what lies where a block is to be written, and is no file, out of the way. */
  async clearWay(block: BlockRecord): Promise<void> {
    const folder = String(block.seriesId);
    await this.#leftovers.clearWay(folder, 'directory');
    await this.#leftovers.clearWay(join(folder, block.file), 'file');
  }
}
