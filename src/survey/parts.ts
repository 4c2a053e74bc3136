/**
 * What a survey has done so far, as parts: each a small file beside the output, complete once it has its name. Separate
 * from the survey, which so goes on where an earlier one was stopped or killed, and whose rows come out in the same
 * order whatever thread did what.
 */
import { basename, dirname, join } from 'node:path';
import type { RecordBatch, Schema } from 'apache-arrow';
import { TakeawayError, usageError } from '../common/errors.js';
import { reasonOf } from '../common/system-errors.js';
import type { SurveySpace } from './rows.js';
import { columnOfIntegers } from '../columnar/layout.js';
import { writeFully, type FileSystem } from '../store/files/file-system.js';
import { writeNewFile } from '../store/files/new-file.js';

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

/** Parts as files `<output>.max42-size4.7-of-55.part`: raw little-endian rows. */
export class PartsInFiles implements Parts {
  readonly #fs: FileSystem;
  readonly #output: string;
  readonly #space: SurveySpace;
  readonly #batches: number;
  readonly #take: (rows: Uint32Array) => void;
  readonly #names: Set<string>;

  private constructor(
    fs: FileSystem,
    output: string,
    space: SurveySpace,
    batches: number,
    take: (rows: Uint32Array) => void,
    names: Set<string>,
  ) {
    this.#fs = fs;
    this.#output = output;
    this.#space = space;
    this.#batches = batches;
    this.#take = take;
    this.#names = names;
  }

  static async open(
    fs: FileSystem,
    output: string,
    space: SurveySpace,
    batches: number,
    take: (rows: Uint32Array) => void,
  ): Promise<PartsInFiles> {
    if ((await fs.kind(output)) !== 'missing') {
      throw usageError({
        subject: `The output ${output}`,
        expected: 'a file that does not exist yet',
        found: 'one that does',
        help: 'Choose another name, or remove it first.',
      });
    }
    const names = await fs.list(dirname(output)).catch((error: unknown) => {
      throw ioError(output, error);
    });
    const parts = new PartsInFiles(fs, output, space, batches, take, new Set(names));
    await parts.#removeUnfinished(names);
    return parts;
  }

  /** Removes the files that a killed survey into the same output had begun. */
  async #removeUnfinished(names: readonly string[]): Promise<void> {
    const begun = new Set([
      this.#joined,
      ...this.#batchNumbers().map((batch) => `${this.#nameOf(batch)}.new`),
    ]);
    const folder = dirname(this.#output);
    for (const name of names) {
      if (begun.has(join(folder, name))) await this.#fs.remove(join(folder, name)).catch(() => undefined);
    }
  }

  /** The file in which the parts are joined. */
  get #joined(): string {
    return join(dirname(this.#output), `${basename(this.#output)}.new`);
  }

  #batchNumbers(): number[] {
    return Array.from({ length: this.#batches }, (_, batch) => batch);
  }

  has(batch: number): boolean {
    return this.#names.has(basename(this.#nameOf(batch)));
  }

  async put(batch: number, rows: Uint32Array): Promise<void> {
    const path = this.#nameOf(batch);
    try {
      const file = await this.#fs.create(`${path}.new`);
      try {
        await writeFully(file, new Uint8Array(rows.buffer, rows.byteOffset, rows.byteLength));
        await file.sync();
      } finally {
        await file.close();
      }
      await this.#fs.rename(`${path}.new`, path);
    } catch (error) {
      await this.#fs.remove(`${path}.new`).catch(() => undefined);
      throw ioError(path, error);
    }
  }

  async finish(): Promise<void> {
    const batches = this.#batches;
    const { toArrow } = await import('../export/arrow.js');
    const { schema, batchOf } = await arrowOf(this.#space);
    const all = async function* (this: PartsInFiles): AsyncGenerator<RecordBatch> {
      for (let batch = 0; batch < batches; batch++) {
        const bytes = await this.#fs.read(this.#nameOf(batch));
        const rows = new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4);
        this.#take(rows);
        if (rows.length > 0) yield batchOf(rows);
      }
    };
    const joined = this.#joined;
    await writeNewFile(this.#fs, joined, toArrow(all.call(this), schema, 'arrow', false));
    await this.#fs.rename(joined, this.#output);
    await this.#fs.syncDirectory(dirname(this.#output));
    for (const batch of this.#batchNumbers()) await this.#fs.remove(this.#nameOf(batch));
  }

  #nameOf(batch: number): string {
    const { max, size } = this.#space;
    const name = `${basename(this.#output)}.max${max}-size${size}.${batch + 1}-of-${this.#batches}.part`;
    return join(dirname(this.#output), name);
  }
}

function ioError(path: string, error: unknown): TakeawayError {
  return new TakeawayError('io', {
    subject: `The output ${path}`,
    expected: 'a file that can be written',
    found: reasonOf(error),
    help: 'Check the folder, its permissions and the free space. What is done is kept.',
    cause: error,
  });
}

/** The columns of a survey, s1, s2, ... and the periods, all uint32; and a batch of them from rows. */
async function arrowOf({
  size,
}: SurveySpace): Promise<{ schema: Schema; batchOf: (rows: Uint32Array) => RecordBatch }> {
  const arrow = await import('../columnar/arrow-types.js');
  const elements = Array.from({ length: size }, (_, i) => `s${i + 1}`);
  const names = [...elements, 'nim_preperiod', 'nim_period', 'outcome_preperiod', 'outcome_period'];
  const schema = arrow.schemaOf(names.map((name) => ({ name, type: arrow.arrowType(32) })));
  const batchOf = (rows: Uint32Array): RecordBatch =>
    arrow.batchOf(
      schema,
      names.map((_, column) => {
        const values = new Uint32Array(rows.length / names.length);
        for (let i = 0; i < values.length; i++) values[i] = rows[i * names.length + column];
        return arrow.arrowData(columnOfIntegers(values));
      }),
    );
  return { schema, batchOf };
}
