/**
 * DuckDB's process, with DuckDB in a thread. Some calls (one of `range` or `repeat`) ignore both DuckDB's memory limit and
 * interruption, but a process can be watched and killed at any moment. Only forwards messages of thread and client.
 */
import { once } from 'node:events';
import { serialize } from 'node:v8';
import { MessageChannel, Worker } from 'node:worker_threads';
import { messageOf } from '../common/errors.js';
import { inBuild } from '../platform/package-root.js';
import { boundMemory, serveFromBeside } from '../processes/within.js';
import type { Order, Report, RowsAnswer, RowsQuestion, Setup, SqlTalk } from './messages.js';

/** Memory besides that allowed to DuckDB: its program, and rows in transit. */
const SLACK_BYTES = 2 ** 28;

type Ask = (question: RowsQuestion) => Promise<RowsAnswer>;

let thread: Worker | undefined;
/** Receives the next report of the thread. */
let take: (report: Uint8Array) => void = () => undefined;
/** The reason why the thread ended. */
let crash: Uint8Array | undefined;

serveFromBeside<SqlTalk>(async (request, ask, signal) => {
  const order = (one: Order): void => thread?.postMessage(one);
  if (request === 'end') {
    order('end');
    if (thread !== undefined && crash === undefined) await once(thread, 'exit');
    return written('ended');
  }
  if (crash !== undefined) return crash;
  const report = new Promise<Uint8Array>((resolve) => (take = resolve));
  signal.addEventListener('abort', () => order('end'));
  if (request === 'more') order('more');
  else thread = startThread(request, ask);
  return report;
});

function startThread(setup: Setup, ask: Ask): Worker {
  const { port1, port2 } = new MessageChannel();
  const answers = new Int32Array(new SharedArrayBuffer(4));
  boundMemory(setup.options.memoryBytes + SLACK_BYTES);
  port1.on('message', (question: RowsQuestion) => {
    void ask(question).then((rows) => {
      port1.postMessage(rows, buffersOf(rows));
      Atomics.add(answers, 0, 1);
      Atomics.notify(answers, 0);
    });
  });
  const worker = new Worker(inBuild('program/sql-worker.js'), {
    workerData: { ...setup, port: port2, answers },
    transferList: [port2],
  });
  const end = (reason: string): void => take((crash ??= written({ crash: reason })));
  worker.on('message', (report: Uint8Array) => take(report));
  worker.on('error', (error: unknown) => end(messageOf(error)));
  worker.on('exit', (code) => end(`its thread ended with code ${code}`));
  return worker;
}

function written(report: Report): Uint8Array {
  return serialize(report);
}

function buffersOf(answer: RowsAnswer): ArrayBuffer[] {
  if (typeof answer === 'string') return [];
  const buffers = answer.columns.flatMap((column) =>
    'buffer' in column ? [column.buffer as ArrayBuffer] : [],
  );
  // Several columns may share a buffer.
  return [...new Set(buffers)];
}
