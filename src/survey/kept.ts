/** Completed batches as small files beside the output. Any other file is never trusted, replaced or removed. */
import { basename, dirname, join } from 'node:path';
import { failure, TakeawayError } from '../common/errors.js';
import { lengthOf, type Range } from '../common/range.js';
import { reasonOf } from '../common/system-errors.js';
import { kindWord, type FileSystem } from '../store/files/file-system.js';
import { checkOutput, fileOf, outputExists, writeAside, writeFully } from '../store/files/new-file.js';
import type { FoundBatch } from './part.js';
import { headOf, mostFileBytes, NotWhole, readRows, rowsFile, type RowsOfFile } from './rows-file.js';
import { fieldsOf, type SurveySpace } from './space.js';

/** Bytes of columns that are cached; their files are not read again. */
const MAX_HELD_BYTES = 2 ** 26;

interface Keeping {
  readonly output: string;
  readonly force: boolean;
  readonly space: SurveySpace;
  readonly batches: readonly Range[];
}

/** Batches as files with names such as `<output>.max42-size4.7-of-55.part`. */
export class KeptBatches {
  readonly #fs: FileSystem;
  readonly #keeping: Keeping;
  /** Whole batches; undefined unless cached. */
  readonly #whole = new Map<Range, FoundBatch | undefined>();
  /** Batches that have a file, which may be truncated. */
  readonly #begun = new Set<Range>();
  #heldBytes = 0;

  private constructor(fs: FileSystem, keeping: Keeping) {
    this.#fs = fs;
    this.#keeping = keeping;
  }

  /** Reads all kept batches. Raises a usage error for a file that has the name of a batch and is none. */
  static async open(fs: FileSystem, keeping: Keeping): Promise<KeptBatches> {
    const kept = new KeptBatches(fs, keeping);
    await checkOutput(keeping.output, keeping.force, fs);
    const names = new Set(
      await fs.list(dirname(keeping.output)).catch((error: unknown) => {
        throw ioError(keeping.output, error);
      }),
    );
    for (const batch of keeping.batches) {
      if (!names.has(basename(kept.#nameOf(batch)))) continue;
      kept.#begun.add(batch);
      const found = await kept.#read(batch);
      if (found !== undefined) kept.#add(batch, found);
    }
    return kept;
  }

  has(batch: Range): boolean {
    return this.#whole.has(batch);
  }

  async put(batch: Range, found: FoundBatch): Promise<void> {
    const path = this.#nameOf(batch);
    try {
      if (this.#begun.has(batch)) await this.#fs.remove(path);
      const file = await this.#fs.create(path);
      this.#begun.add(batch);
      try {
        // Without fsync: the digest detects the damage of a power loss, and the batch is computed again.
        for await (const piece of rowsFile(this.#rowsOf(batch).head, [found])) await writeFully(file, piece);
      } finally {
        await file.close();
      }
      this.#add(batch, found);
    } catch (error) {
      if (this.#begun.has(batch)) await this.#fs.remove(path).catch(() => undefined);
      throw ioError(path, error);
    }
  }

  #add(batch: Range, found: FoundBatch): void {
    // All columns of a batch share one buffer.
    const bytes = found.columns.texts.bytes.buffer.byteLength + found.packed.length;
    const isHeld = this.#heldBytes + bytes <= MAX_HELD_BYTES;
    if (isHeld) this.#heldBytes += bytes;
    this.#whole.set(batch, isHeld ? found : undefined);
  }

  /** Yields the batches that are complete, in order. */
  async *complete(): AsyncGenerator<readonly [Range, FoundBatch], void, undefined> {
    for (const batch of this.#keeping.batches.filter((one) => this.#whole.has(one))) {
      const found = this.#whole.get(batch) ?? (await this.#read(batch));
      if (found === undefined) throw foreign(this.#nameOf(batch), 'one that was cut short meanwhile');
      yield [batch, found];
    }
  }

  async *all(): AsyncGenerator<FoundBatch, void, undefined> {
    for (const batch of this.#keeping.batches) {
      const found = this.#whole.get(batch) ?? (await this.#read(batch));
      if (found === undefined) throw foreign(this.#nameOf(batch), 'one that was cut short meanwhile');
      yield found;
      this.#whole.delete(batch);
    }
  }

  /** Writes the output, and removes the batches. */
  async finish(bytes: AsyncIterable<Uint8Array>): Promise<void> {
    const { output, force, batches } = this.#keeping;
    const place = async (aside: string): Promise<void> => {
      if (!force && this.#fs.look(output, 'followed').kind !== 'missing') throw outputExists(output);
      await this.#fs.rename(aside, output);
      await this.#fs.syncDirectory(dirname(output));
    };
    await writeAside(output, fileOf(this.#fs, bytes, place), ioError);
    for (const batch of batches) await this.#fs.remove(this.#nameOf(batch));
  }

  /** Reads a batch; undefined for a truncated file of a killed survey. Raises a usage error for any other file. */
  async #read(batch: Range): Promise<FoundBatch | undefined> {
    const path = this.#nameOf(batch);
    const rows = this.#rowsOf(batch);
    try {
      const { kind, size } = this.#fs.look(path);
      if (kind !== 'file' && kind !== 'missing') throw foreign(path, `is ${kindWord({ kind })}`);
      if (size > mostFileBytes(rows)) throw foreign(path, 'is too large');
      const file = await this.#fs.open(path, { size });
      try {
        const begun = await file.read(0, rows.head.length);
        // A power loss leaves zeros instead of bytes.
        if (begun.some((byte, i) => byte !== 0 && byte !== rows.head[i]))
          throw foreign(path, 'begins in another way');
        if (!rows.head.equals(begun)) return undefined;
        let found: FoundBatch | undefined;
        for await (found of readRows(file, rows));
        return found;
      } finally {
        await file.close();
      }
    } catch (error) {
      if (error instanceof NotWhole) return undefined;
      throw error instanceof TakeawayError ? error : ioError(path, error);
    }
  }

  #rowsOf(batch: Range): RowsOfFile {
    const { space } = this.#keeping;
    const head = headOf({ ...fieldsOf(space), first: batch.start, count: lengthOf(batch), of: 'columns' });
    return { head, space, batches: [batch] };
  }

  #nameOf(batch: Range): string {
    const { output, batches, space } = this.#keeping;
    const { max, size, list } = space;
    const sets = list === undefined ? `max${max}-size${size}` : `list-${list.hash.slice(0, 8)}`;
    const place = `${batches.indexOf(batch) + 1}-of-${batches.length}`;
    return join(dirname(output), `${basename(output)}.${sets}.${place}.part`);
  }
}

/** Returns the error for a foreign file in the place of a batch, which is not touched. */
function foreign(path: string, problem: string): TakeawayError {
  return failure(
    'usage',
    'The file {path} lies where a part of this survey is kept, but {problem}. Move it away, or choose another name for the output.',
    { path, problem },
  );
}

function ioError(path: string, error: unknown): TakeawayError {
  return failure(
    'io',
    'The output {path} cannot be written: {reason}. Check the folder, its permissions and the free space; what is done is kept.',
    { path, reason: reasonOf(error) },
    { cause: error },
  );
}
