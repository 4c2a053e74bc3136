/**
 * What a survey has done so far, as parts: each a small file beside the output that says what it is of, with a digest.
 * No file is believed, replaced or removed that is not such a part.
 */
import { createHash } from 'node:crypto';
import { basename, dirname, join } from 'node:path';
import { failure, TakeawayError } from '../common/errors.js';
import { formatForFile } from '../common/formats.js';
import { reasonOf } from '../common/system-errors.js';
import { encode, TABLE_FORMATS, type TableFileFormat } from '../tables/formats.js';
import type { Batch, Table } from '../tables/table.js';
import type { SurveyPart } from './part.js';
import { writeFully, type FileSystem } from '../store/files/file-system.js';
import { fileOf, kindOf, outputExists, writeAside } from '../store/files/new-file.js';

/** A batch of sets by their indices, and which it is. */
export interface SurveyBatch extends SurveyPart {
  readonly batch: number;
}

/** Where the rows of the batches are kept until all are there; each is handed over to be counted. */
interface Parts {
  has(batch: number): boolean;
  put(batch: number, rows: Uint32Array): Promise<void>;
  /** Makes the output of all batches. */
  finish(): Promise<void>;
}

/** Nothing is kept: rows are handed over as they come, in any order. */
export class NoParts implements Parts {
  readonly #take: (rows: Uint32Array) => void;

  constructor(take: (rows: Uint32Array) => void) {
    this.#take = take;
  }

  has(): boolean {
    return false;
  }

  put(_: number, rows: Uint32Array): Promise<void> {
    this.#take(rows);
    return Promise.resolve();
  }

  finish(): Promise<void> {
    return Promise.resolve();
  }
}

/** Bytes of the digest (SHA-256) that stands between the head of a part and its rows. */
const DIGEST_BYTES = 32;

/**
 * Parts as files `<output>.max42-size4.7-of-55.part`: a line that says which sets it is of, the digest of the rows, and the
 * rows, little-endian.
 */
export class PartsInFiles implements Parts {
  readonly #fs: FileSystem;
  readonly #output: string;
  readonly #format: TableFileFormat;
  readonly #batches: readonly SurveyBatch[];
  readonly #take: (rows: Uint32Array) => void;
  /** The batches of which there is a part that is whole, and those of which a survey that was killed had begun one. */
  readonly #whole = new Set<number>();
  readonly #begun = new Set<number>();

  private constructor(
    fs: FileSystem,
    output: string,
    batches: readonly SurveyBatch[],
    take: (rows: Uint32Array) => void,
  ) {
    this.#fs = fs;
    this.#output = output;
    this.#format = formatForFile<TableFileFormat>(TABLE_FORMATS, output);
    this.#batches = batches;
    this.#take = take;
  }

  /**
   * Looks at all that is there already. Raises a usage error where the output exists or has an ending of no format, and where
   * a file has the name of a part and is none.
   */
  static async open(
    fs: FileSystem,
    output: string,
    batches: readonly SurveyBatch[],
    take: (rows: Uint32Array) => void,
  ): Promise<PartsInFiles> {
    const parts = new PartsInFiles(fs, output, batches, take);
    if ((await kindOf(fs, output)) !== 'missing') throw outputExists(output);
    const names = new Set(
      await fs.list(dirname(output)).catch((error: unknown) => {
        throw ioError(output, error);
      }),
    );
    for (const { batch } of batches) {
      if (!names.has(basename(parts.#nameOf(batch)))) continue;
      const isWhole = (await parts.#rowsOf(batch)) !== undefined;
      (isWhole ? parts.#whole : parts.#begun).add(batch);
    }
    return parts;
  }

  has(batch: number): boolean {
    return this.#whole.has(batch);
  }

  async put(batch: number, rows: Uint32Array): Promise<void> {
    const path = this.#nameOf(batch);
    try {
      if (this.#begun.has(batch)) await this.#fs.remove(path);
      const file = await this.#fs.create(path);
      this.#begun.add(batch);
      const bytes = bytesOf(rows);
      try {
        // Without a sync: what a loss of power leaves of it is found by its digest, and done again.
        for (const piece of [this.#headOf(batch), digestOf(bytes), bytes]) await writeFully(file, piece);
      } finally {
        await file.close();
      }
      this.#whole.add(batch);
    } catch (error) {
      if (this.#begun.has(batch)) await this.#fs.remove(path).catch(() => undefined);
      throw ioError(path, error);
    }
  }

  async finish(): Promise<void> {
    const place = async (aside: string): Promise<void> => {
      if ((await this.#fs.kind(this.#output)) !== 'missing') throw outputExists(this.#output);
      await this.#fs.rename(aside, this.#output);
      await this.#fs.syncDirectory(dirname(this.#output));
    };
    const rows = encode(this.#table(), this.#format);
    await writeAside(this.#output, fileOf(this.#fs, rows, place), ioError);
    for (const { batch } of this.#batches) await this.#fs.remove(this.#nameOf(batch));
  }

  /** All rows in columns s1, s2, ... and the periods, all uint32. */
  #table(): Table {
    const { size } = this.#batches[0];
    const elements = Array.from({ length: size }, (_, i) => `s${i + 1}`);
    const names = [...elements, 'nim_preperiod', 'nim_period', 'outcome_preperiod', 'outcome_period'];
    const columns = names.map((name) => ({ name, type: 'uint32' as const }));
    const batches = async function* (this: PartsInFiles): AsyncGenerator<Batch> {
      for (const { batch } of this.#batches) {
        const rows = await this.#rowsOf(batch);
        if (rows === undefined) throw foreign(this.#nameOf(batch), 'one that was cut short meanwhile');
        this.#take(rows);
        if (rows.length > 0) yield columnsOf(rows, names.length);
      }
    };
    return { columns, metadata: {}, batches: () => batches.call(this) };
  }

  /**
   * The rows of a part; undefined where it is not whole, as a survey that was killed leaves it. Raises a usage error where the
   * file is no part of this batch.
   */
  async #rowsOf(batch: number): Promise<Uint32Array | undefined> {
    const path = this.#nameOf(batch);
    const head = this.#headOf(batch);
    try {
      const { kind, size } = this.#fs.look(path);
      if (kind !== 'file' && kind !== 'missing') throw foreign(path, 'no regular file');
      const { count, size: elements } = this.#batches[batch];
      const width = Uint32Array.BYTES_PER_ELEMENT * (elements + 4);
      if (size > head.length + DIGEST_BYTES + width * count) throw foreign(path, `${size} bytes`);
      const bytes = await this.#fs.read(path, { size });
      const begun = Math.min(size, head.length);
      if (!Buffer.from(bytes.subarray(0, begun)).equals(head.subarray(0, begun)))
        throw foreign(path, 'a file that begins in another way');
      if (size < head.length + DIGEST_BYTES) return undefined;
      const digest = bytes.subarray(head.length, head.length + DIGEST_BYTES);
      const rows = bytes.slice(head.length + DIGEST_BYTES);
      if (rows.length % width !== 0 || !digestOf(rows).equals(digest)) return undefined;
      return new Uint32Array(rows.buffer);
    } catch (error) {
      throw error instanceof TakeawayError ? error : ioError(path, error);
    }
  }

  /** The first line of a part, which says what it is of: only a file that begins with it is a part. */
  #headOf(batch: number): Buffer {
    const { max, size, first, count } = this.#batches[batch];
    return Buffer.from(`takeaway survey part ${JSON.stringify({ max, size, first, count })}\n`);
  }

  #nameOf(batch: number): string {
    const { max, size } = this.#batches[batch];
    const name = `${basename(this.#output)}.max${max}-size${size}.${batch + 1}-of-${this.#batches.length}.part`;
    return join(dirname(this.#output), name);
  }
}

function bytesOf(rows: Uint32Array): Uint8Array {
  return new Uint8Array(rows.buffer, rows.byteOffset, rows.byteLength);
}

function digestOf(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest();
}

/** Rows of `width` numbers as columns. */
function columnsOf(rows: Uint32Array, width: number): Batch {
  const length = rows.length / width;
  const columns = Array.from({ length: width }, (_, column) => {
    const values = new Uint32Array(length);
    for (let i = 0; i < length; i++) values[i] = rows[i * width + column];
    return values;
  });
  return { length, columns };
}

/** The error for a file in the place of a part, which is left as it is. */
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
