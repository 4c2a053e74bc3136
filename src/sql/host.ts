/**
 * The process in which DuckDB runs, in a thread of its own. Some of what it does knows neither its bound on memory nor an
 * interruption (one call of `range` or `repeat`), while a process can be watched from beside it and ended at any moment. Only
 * hands on what that thread and the process that asks say to each other.
 */
import { MessageChannel, Worker } from 'node:worker_threads';
import { messageOf } from '../common/errors.js';
import { inBuild } from '../common/package-root.js';
import { boundMemory, endWithParent } from '../processes/within.js';
import type { FromHost, RowsQuestion, RowsAnswer, ToHost } from './messages.js';

/** Bytes beside those that DuckDB may use: its own program, and the rows on their way. */
const SLACK = 2 ** 28;

endWithParent();

const say = (message: FromHost): void => void process.send?.(message);

process.once('message', ({ setup }: Extract<ToHost, { readonly setup: unknown }>) => {
  const { port1, port2 } = new MessageChannel();
  const answers = new Int32Array(new SharedArrayBuffer(4));
  boundMemory(setup.options.memoryBytes + SLACK);
  port1.on('message', (question: RowsQuestion) => say({ question }));
  const worker = new Worker(inBuild('program/sql-worker.js'), {
    workerData: { ...setup, port: port2, answers },
    transferList: [port2],
  });
  worker.on('message', (report: Uint8Array) => say({ report }));
  worker.on('error', (error: unknown) => say({ crash: messageOf(error) }));
  worker.on('exit', (code) => {
    say({ crash: `its thread ended with code ${code}` });
    port1.close();
    process.removeAllListeners('disconnect').disconnect();
  });
  process.on('message', (message: ToHost) => {
    if ('order' in message) worker.postMessage(message.order);
    if (!('answer' in message)) return;
    port1.postMessage(message.answer, buffersOf(message.answer));
    Atomics.add(answers, 0, 1);
    Atomics.notify(answers, 0);
  });
});

function buffersOf(answer: RowsAnswer): ArrayBuffer[] {
  if (typeof answer === 'string') return [];
  const buffers = answer.columns.flatMap((column) =>
    'buffer' in column ? [column.buffer as ArrayBuffer] : [],
  );
  // Several columns may come in one piece of memory.
  return [...new Set(buffers)];
}
