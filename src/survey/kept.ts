/**
 * What a survey has done so far, as batches: each a small file beside the output that says what it is of, with a digest.
 * No file is believed, replaced or removed that is not such a batch.
 */
import { basename, dirname, join } from 'node:path';
import { failure, TakeawayError } from '../common/errors.js';
import { reasonOf } from '../common/system-errors.js';
import type { FoundBatch, SurveyPart } from './part.js';
import { mostPackedBytes, unpackColumns, type SurveyColumns } from './columns.js';
import { contentOf, digestedFile, fileBytes, headOf } from './rows-file.js';
import { fieldsOf } from './space.js';
import type { FileSystem } from '../store/files/file-system.js';
import { checkOutput, fileOf, outputExists, writeAside, writeFully } from '../store/files/new-file.js';

/** Bytes of columns that stay in memory as well, at most: they need not be read from their files again. */
const MOST_HELD_BYTES = 2 ** 26;

/** What is kept beside which output. */
interface Keeping {
  readonly output: string;
  /** Whether the output may take the place of a file that exists. */
  readonly force: boolean;
  readonly batches: readonly SurveyPart[];
}

/** Batches as files of columns (`rows-file.ts`) that are called `<output>.max42-size4.7-of-55.part`. */
export class KeptBatches {
  readonly #fs: FileSystem;
  readonly #output: string;
  readonly #force: boolean;
  readonly #batches: readonly SurveyPart[];
  /** The batches of which there is a file that is whole, and those of which a survey that was killed had begun one. */
  readonly #whole = new Set<number>();
  readonly #begun = new Set<number>();
  readonly #held = new Map<number, SurveyColumns>();
  #heldBytes = 0;

  private constructor(fs: FileSystem, { output, force, batches }: Keeping) {
    this.#fs = fs;
    this.#output = output;
    this.#force = force;
    this.#batches = batches;
  }

  /** Looks at all that is there already. Raises a usage error where a file has the name of a batch and is none. */
  static async open(fs: FileSystem, keeping: Keeping): Promise<KeptBatches> {
    const kept = new KeptBatches(fs, keeping);
    await checkOutput(keeping.output, keeping.force, fs);
    const names = new Set(
      await fs.list(dirname(keeping.output)).catch((error: unknown) => {
        throw ioError(keeping.output, error);
      }),
    );
    for (const batch of keeping.batches.keys()) {
      if (!names.has(basename(kept.#nameOf(batch)))) continue;
      const isWhole = (await kept.#packed(batch)) !== undefined;
      (isWhole ? kept.#whole : kept.#begun).add(batch);
    }
    return kept;
  }

  has(batch: number): boolean {
    return this.#whole.has(batch);
  }

  /** Keeps a batch, of which these are the columns. */
  async put(batch: number, { columns, packed }: FoundBatch): Promise<void> {
    const path = this.#nameOf(batch);
    try {
      if (this.#begun.has(batch)) await this.#fs.remove(path);
      const file = await this.#fs.create(path);
      this.#begun.add(batch);
      try {
        // Without a sync: what a loss of power leaves of it is found by its digest, and done again.
        for await (const piece of digestedFile(this.#headOf(batch), [packed])) await writeFully(file, piece);
      } finally {
        await file.close();
      }
      this.#whole.add(batch);
      this.#hold(batch, columns);
    } catch (error) {
      if (this.#begun.has(batch)) await this.#fs.remove(path).catch(() => undefined);
      throw ioError(path, error);
    }
  }

  /** All columns of a batch lie in the memory of one. */
  #hold(batch: number, columns: SurveyColumns): void {
    this.#heldBytes += columns.texts.bytes.buffer.byteLength;
    if (this.#heldBytes <= MOST_HELD_BYTES) this.#held.set(batch, columns);
  }

  /** All batches, in order. */
  async *all(): AsyncGenerator<SurveyColumns, void, undefined> {
    for (const [batch, part] of this.#batches.entries()) {
      const held = this.#held.get(batch);
      if (held !== undefined) {
        yield held;
        this.#held.delete(batch);
        continue;
      }
      const packed = await this.#packed(batch);
      if (packed === undefined) throw foreign(this.#nameOf(batch), 'one that was cut short meanwhile');
      yield unpackColumns(part, part.count, packed);
    }
  }

  /** Makes the output of some bytes, and removes the batches. */
  async finish(bytes: AsyncIterable<Uint8Array>): Promise<void> {
    const place = async (aside: string): Promise<void> => {
      if (!this.#force && (await this.#fs.kind(this.#output)) !== 'missing') throw outputExists(this.#output);
      await this.#fs.rename(aside, this.#output);
      await this.#fs.syncDirectory(dirname(this.#output));
    };
    await writeAside(this.#output, fileOf(this.#fs, bytes, place), ioError);
    for (const batch of this.#batches.keys()) await this.#fs.remove(this.#nameOf(batch));
  }

  /**
   * The packed columns of a batch; undefined where it is not whole, as a survey that was killed leaves it. Raises a usage error where the
   * file is no such batch.
   */
  async #packed(batch: number): Promise<Uint8Array | undefined> {
    const path = this.#nameOf(batch);
    const head = this.#headOf(batch);
    try {
      const { kind, size } = this.#fs.look(path);
      if (kind !== 'file' && kind !== 'missing') throw foreign(path, 'no regular file');
      const part = this.#batches[batch];
      if (size > fileBytes(head, mostPackedBytes(part, part.count))) throw foreign(path, `${size} bytes`);
      const file = await this.#fs.open(path, { size });
      try {
        const begun = await file.read(0, head.length);
        // A loss of power leaves zeros in the place of bytes.
        if (begun.some((byte, i) => byte !== 0 && byte !== head[i])) {
          throw foreign(path, 'a file that begins in another way');
        }
        return head.equals(begun) ? contentOf(head, await file.read(head.length, size)) : undefined;
      } finally {
        await file.close();
      }
    } catch (error) {
      throw error instanceof TakeawayError ? error : ioError(path, error);
    }
  }

  /** The first line of a batch, which says what it is of: only a file that begins with it is one. */
  #headOf(batch: number): Buffer {
    const { first, count, ...space } = this.#batches[batch];
    return headOf({ ...fieldsOf(space), first, count, of: 'columns' });
  }

  #nameOf(batch: number): string {
    const { max, size, list } = this.#batches[batch];
    const sets = list === undefined ? `max${max}-size${size}` : `list-${list.hash.slice(0, 8)}`;
    const name = `${basename(this.#output)}.${sets}.${batch + 1}-of-${this.#batches.length}.part`;
    return join(dirname(this.#output), name);
  }
}

/** The error for a file in the place of a batch, which is left as it is. */
function foreign(path: string, found: string): TakeawayError {
  return failure('usage', `The file ${path}`, 'a part of this survey, or nothing', found, {
    help: 'Move it away, or choose another name for the output.',
  });
}

function ioError(path: string, error: unknown): TakeawayError {
  return failure('io', `The output ${path}`, 'a file that can be written', reasonOf(error), {
    help: 'Check the folder, its permissions and the free space. What is done is kept.',
    cause: error,
  });
}
