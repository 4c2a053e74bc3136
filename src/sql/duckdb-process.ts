/** DuckDB's process as the one that asks sees it: what it reports, in the order in which it does. */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { deserialize } from 'node:v8';
import { fail, failure, type TakeawayError } from '../common/errors.js';
import { inBuild } from '../common/package-root.js';
import { pause } from '../common/stoppable.js';
import { startBeside } from '../processes/beside.js';
import {
  MOST_ROW_BYTES,
  type Begun,
  type FromHost,
  type LargeRow,
  type Report,
  type RowsAnswer,
  type RowsQuestion,
  type Sent,
  type Setup,
  type SqlColumn,
  type ToHost,
} from './messages.js';
import { refusalOf } from './refusals.js';

const SCRIPT = inBuild('program/sql-host.js');

/** Milliseconds that DuckDB has to end what it does; then its process is ended. */
const MOST_TO_END = 300;

/** Options of Node: a heap of so many MiB, as rows are on their way a few at a time, and collecting it when that helps. */
const OPTIONS = ['max-old-space-size=128', 'expose-gc'];

export class DuckDBProcess {
  readonly #child: ChildProcess;
  readonly #exited: Promise<unknown>;
  readonly #sql: string;
  readonly #tables: readonly string[];
  readonly #reports: Report[] = [];
  #failure: TakeawayError | undefined;
  #wake: (() => void) | undefined;
  #hasEnded = false;

  constructor(
    setup: Setup,
    tables: readonly string[],
    answer: (question: RowsQuestion) => Promise<RowsAnswer>,
  ) {
    this.#sql = setup.sql;
    this.#tables = tables;
    this.#child = startBeside(SCRIPT, OPTIONS);
    this.#exited = once(this.#child, 'exit').catch(() => undefined);
    this.#child.on('message', (message: FromHost) => {
      if ('question' in message) void answer(message.question).then((rows) => this.#tell({ answer: rows }));
      else if ('report' in message) this.#reports.push(deserialize(message.report) as Report);
      else if ('crash' in message) this.#fail(crashError(message.crash));
      else this.#fail(this.#refusal(`Out of Memory Error: more than ${message.takes} bytes`));
      this.#wake?.();
    });
    this.#child.on('error', (error) => this.#fail(crashError(error.message)));
    this.#child.on('exit', (code, signal) =>
      this.#fail(crashError(`it ended with ${signal ?? `code ${code ?? ''}`}`)),
    );
    this.#tell({ setup });
  }

  /** The columns of the result, once DuckDB has begun. */
  async columns(): Promise<readonly SqlColumn[]> {
    const report = await this.#next();
    if ('columns' in report) return report.columns;
    throw new Error('sql: rows came before their columns');
  }

  async batch(): Promise<Sent> {
    this.#tell({ order: 'more' });
    const report = await this.#next();
    if ('values' in report) return report;
    throw new Error('sql: columns came again');
  }

  /** Interrupts what DuckDB is doing, and ends its process where that does not help. */
  stop(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#tell({ order: 'end' });
    // The timer ends with the process: it would keep this one from ending.
    const hasExited = new AbortController();
    void this.#exited.then(() => hasExited.abort());
    void pause(MOST_TO_END, hasExited.signal).then(() => this.#child.kill('SIGKILL'));
  }

  /** Has the process end, and waits until it has. */
  async close(): Promise<void> {
    this.stop();
    await this.#exited;
  }

  /** A process that has ended hears nothing; its end is told by an event. */
  #tell(message: ToHost): void {
    if (this.#child.connected) this.#child.send(message, () => undefined);
  }

  #fail(failure: TakeawayError): void {
    this.#failure ??= failure;
    this.#wake?.();
  }

  #refusal(message: string): TakeawayError {
    return refusalOf(message, this.#sql, this.#tables);
  }

  async #next(): Promise<Begun | Sent> {
    while (this.#reports.length === 0) {
      if (this.#failure !== undefined) throw this.#failure;
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
    const report = this.#reports.shift()!;
    if (report === 'ended') throw crashError('it ended');
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
}

function largeRowError({ row, column }: LargeRow): TakeawayError {
  return failure(
    'usage',
    'Row {row} of the result has more than {most} MiB, most of it in the column {column}. Take a part of the value, or a row for each element (unnest).',
    { row, most: MOST_ROW_BYTES / 2 ** 20, column },
  );
}

function crashError(reason: string): TakeawayError {
  return failure('internal', 'DuckDB gave no answer: {reason}.', { reason });
}
