/**
 * A worker thread that is sent one request at a time, may ask questions back while it works, and answers with a result.
 * Separate from the pool of a solver, whose threads share one memory and all do a part of the same job.
 */
import { parentPort, Worker } from 'node:worker_threads';

/** The types of what a thread is asked to do and makes of it, and of what it asks back. */
export interface Talk {
  readonly request: unknown;
  readonly result: unknown;
  readonly question: unknown;
  readonly answer: unknown;
}

/** What a thread posts. */
type FromThread<T extends Talk> =
  | { readonly kind: 'ask'; readonly id: number; readonly question: T['question'] }
  | { readonly kind: 'done'; readonly result: T['result'] };

/** What a thread is sent. */
type ToThread<T extends Talk> =
  | { readonly kind: 'request'; readonly request: T['request'] }
  | { readonly kind: 'answer'; readonly id: number; readonly answer: T['answer'] };

/** Serves requests in a worker thread. `work` must not raise. */
export function serveQuestions<T extends Talk>(
  work: (
    request: T['request'],
    ask: (question: T['question']) => Promise<T['answer']>,
  ) => Promise<T['result']>,
): void {
  const waiting = new Map<number, (answer: T['answer']) => void>();
  let next = 0;
  const post = (message: FromThread<T>): void => parentPort?.postMessage(message);
  const ask = (question: T['question']): Promise<T['answer']> =>
    new Promise((resolve) => {
      const id = next++;
      waiting.set(id, resolve);
      post({ kind: 'ask', id, question });
    });
  parentPort?.on('message', (message: ToThread<T>) => {
    if (message.kind === 'answer') {
      waiting.get(message.id)?.(message.answer);
      waiting.delete(message.id);
      return;
    }
    void work(message.request, ask).then((result) => post({ kind: 'done', result }));
  });
}

/** A thread that can be sent requests. */
export class AskingThread<T extends Talk> {
  readonly #worker: Worker;
  #pending:
    | { answer: (question: T['question']) => Promise<T['answer']>; settle: (result: unknown) => void }
    | undefined;
  #failure: Error | undefined;

  constructor(script: URL) {
    this.#worker = new Worker(script);
    this.#worker.on('message', (message: FromThread<T>) => void this.#take(message));
    this.#worker.on('error', (error: Error) => this.#fail(error));
    this.#worker.on('exit', (code) => this.#fail(new Error(`it ended with code ${code}`)));
  }

  /** Whether the thread has ended and can do nothing more. */
  get hasFailed(): boolean {
    return this.#failure !== undefined;
  }

  /** Sends a request, while none is under way. Rejects when the thread crashes or is ended. */
  run(
    request: T['request'],
    answer: (question: T['question']) => Promise<T['answer']>,
  ): Promise<T['result']> {
    if (this.#failure !== undefined) return Promise.reject(this.#failure);
    return new Promise((resolve, reject) => {
      const settle = (result: unknown): void => {
        this.#pending = undefined;
        if (result instanceof Error) reject(result);
        else resolve(result);
      };
      this.#pending = { answer, settle };
      this.#post({ kind: 'request', request });
    });
  }

  /** Ends the thread; a request under way rejects. */
  async end(): Promise<void> {
    await this.#worker.terminate();
  }

  async #take(message: FromThread<T>): Promise<void> {
    const pending = this.#pending;
    if (message.kind === 'done') {
      pending?.settle(message.result);
      return;
    }
    try {
      const answer = await pending?.answer(message.question);
      if (answer !== undefined) this.#post({ kind: 'answer', id: message.id, answer });
    } catch (error) {
      // The thread waits for an answer that will never come.
      this.#fail(error instanceof Error ? error : new Error(String(error)));
      await this.end();
    }
  }

  #post(message: ToThread<T>): void {
    this.#worker.postMessage(message);
  }

  #fail(error: Error): void {
    this.#failure ??= error;
    this.#pending?.settle(this.#failure);
  }
}
