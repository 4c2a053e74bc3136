/** The client of DuckDB's process: a query, and its result in parts. */
import { deserialize } from 'node:v8';
import { fail, failure, messageOf, type TakeawayError } from '../common/errors.js';
import { inBuild } from '../platform/package-root.js';
import { pause } from '../common/stoppable.js';
import { AskingProcess, TooMuchMemoryError } from '../processes/beside.js';
import {
  MAX_ROW_BYTES,
  type Begun,
  type LargeRow,
  type Report,
  type RowsAnswer,
  type RowsQuestion,
  type Sent,
  type Setup,
  type SqlColumn,
  type SqlTalk,
} from './messages.js';
import { refusalOf } from './refusals.js';

const SCRIPT = inBuild('program/sql-host.js');

/** Then the process is killed. */
const MAX_END_MS = 300;

/** Options of Node: a small heap in MiB, as few rows are in transit, and explicit garbage collection. */
const OPTIONS = ['max-old-space-size=128', 'expose-gc'];

export class DuckDBProcess {
  readonly #process = new AskingProcess<SqlTalk>(SCRIPT, OPTIONS);
  readonly #setup: Setup;
  readonly #tables: readonly string[];
  readonly #answer: (question: RowsQuestion) => Promise<RowsAnswer>;
  readonly #signal: AbortSignal | undefined;

  /** `tables` are the names that a query may use. An aborted `signal` interrupts DuckDB, or kills its process if that fails. */
  constructor(
    setup: Setup,
    tables: readonly string[],
    answer: (question: RowsQuestion) => Promise<RowsAnswer>,
    signal: AbortSignal | undefined,
  ) {
    this.#setup = setup;
    this.#tables = tables;
    this.#answer = answer;
    this.#signal = signal;
  }

  async columns(): Promise<readonly SqlColumn[]> {
    const report = await this.#ask(this.#setup);
    if ('columns' in report) return report.columns;
    throw new Error('sql: rows came before their columns');
  }

  async batch(): Promise<Sent> {
    const report = await this.#ask('more');
    if ('values' in report) return report;
    throw new Error('sql: columns came again');
  }

  /** Lets DuckDB close its resources, and ends its process. */
  async close(): Promise<void> {
    await this.#end(this.#process.run('end', this.#answer));
  }

  /** Ends the process after its last work, or after a short grace period. */
  async #end(last: Promise<unknown>): Promise<void> {
    const isDone = new AbortController();
    const done = (): void => isDone.abort();
    void last.then(done, done);
    await pause(MAX_END_MS, isDone.signal);
    await this.#process.end();
  }

  async #ask(request: Setup | 'more'): Promise<Begun | Sent> {
    const reported = this.#process.run(request, this.#answer, this.#signal);
    const stop = (): void => void this.#end(reported);
    this.#signal?.addEventListener('abort', stop);
    const report = await reported
      .catch((error: unknown) => {
        if (error instanceof TooMuchMemoryError) throw this.#refusal(`Out of Memory Error: ${error.message}`);
        throw crashError(messageOf(error));
      })
      .finally(() => this.#signal?.removeEventListener('abort', stop));
    return this.#checked(deserialize(report) as Report);
  }

  #checked(report: Report): Begun | Sent {
    if (report === 'ended') throw crashError('it ended');
    if ('crash' in report) throw crashError(report.crash);
    if ('missing' in report)
      fail(
        'incompatible',
        'SQL needs DuckDB, which cannot be loaded: {reason}.',
        { reason: report.missing },
        { remedy: { do: 'install', package: '@duckdb/node-api' } },
      );
    if ('tooLarge' in report) throw largeRowError(report.tooLarge);
    if ('refused' in report) throw this.#refusal(report.refused);
    return report;
  }

  #refusal(message: string): TakeawayError {
    return refusalOf(message, this.#setup.sql, this.#tables);
  }
}

function largeRowError({ row, column }: LargeRow): TakeawayError {
  return failure(
    'usage',
    'Row {row} of the result has more than {most} MiB, most of it in the column {column}. Take a part of the value, or a row for each element (unnest).',
    { row, most: MAX_ROW_BYTES / 2 ** 20, column },
  );
}

function crashError(reason: string): TakeawayError {
  return failure('internal', 'DuckDB gave no answer: {reason}.', { reason });
}
