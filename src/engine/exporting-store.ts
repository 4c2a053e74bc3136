/** Exports into files: the part of the library's face that writes, but nothing into the store. */
import { formatForFile } from '../common/formats.js';
import type { Game } from '../game/game.js';
import type { FileSystem } from '../store/files/file-system.js';
import { writeOutput } from '../store/files/new-file.js';
import { replaceFolder, writeNewFolder, type WrittenFolder } from '../store/files/new-folder.js';
import { EXPORT_FORMATS, encode, type TableFileFormat } from '../tables/formats.js';
import {
  exportOf,
  isPartName,
  partsOf,
  type ExportFileOptions,
  type ExportFolderOptions,
} from './reading/exports.js';
import { ReadableStore } from './reading/readable-store.js';
import type { Reader } from './reading/reader.js';
import { SEQUENCE_FORMATS } from './reading/sequences.js';
import { DEFAULT_PART_LENGTH, type SequenceTextOptions } from './series/options.js';

/** An open store whose values can be written into files. */
export class ExportingStore extends ReadableStore {
  readonly #reader: Reader;
  readonly #fileSystem: FileSystem;

  /** Use `openStore`. */
  constructor(reader: Reader, fileSystem: FileSystem) {
    super(reader);
    this.#reader = reader;
    this.#fileSystem = fileSystem;
  }

  /**
   * Exports into a new file, or with `force` in the place of one; returns its bytes. It has its name once it is whole:
   * a failed export leaves no file, and an old one as it was.
   */
  async exportToFile(game: string | Game, path: string, options: ExportFileOptions): Promise<number> {
    formatForFile<TableFileFormat>(EXPORT_FORMATS, path, options.format);
    const { format, range, tableOf } = await exportOf(this.#reader, game, options);
    return writeOutput(this.#fileSystem, path, encode(tableOf(range), format, options), options);
  }

  /**
   * Exports into a new folder of files, or with `force` in the place of one. All files have the same columns of the
   * same types, so that tools read the folder as one table; a file is named by its range. Like a file, the folder has
   * its name once it is whole. Formats: `arrow` and `parquet`.
   */
  async exportToFolder(
    game: string | Game,
    folder: string,
    options: ExportFolderOptions,
  ): Promise<WrittenFolder> {
    const { partLength = DEFAULT_PART_LENGTH } = options;
    formatForFile<TableFileFormat>(EXPORT_FORMATS, folder, options.format);
    const { range, tableOf } = await exportOf(this.#reader, game, options);
    const files = partsOf(range, tableOf, partLength, options);
    return options.force === true
      ? replaceFolder(this.#fileSystem, folder, isPartName, files)
      : writeNewFolder(this.#fileSystem, folder, files);
  }

  /** Writes a sequence into a new file, or with `force` in the place of one; returns its bytes. Leaves no file behind on failure. */
  async sequenceToFile(game: string | Game, path: string, options: SequenceTextOptions): Promise<number> {
    formatForFile(SEQUENCE_FORMATS, path, options.format ?? 'bfile');
    return writeOutput(this.#fileSystem, path, this.sequenceText(game, options), options);
  }
}
