/**
 * A worker thread that is sent one request at a time, may ask questions back while it works, and answers with a
 * result.
 */
import { parentPort, Worker, type ResourceLimits } from 'node:worker_threads';

/** The types of what a thread is asked to do and makes of it, and of what it asks back. */
export interface Talk {
  readonly request: unknown;
  readonly result: unknown;
  readonly question: unknown;
  readonly answer: unknown;
}

/** What a thread posts. */
type FromThread<T extends Talk> =
  | { readonly kind: 'ready' }
  | { readonly kind: 'ask'; readonly id: number; readonly question: T['question'] }
  | { readonly kind: 'done'; readonly result: T['result'] };

/** What a thread is sent. */
type ToThread<T extends Talk> =
  | { readonly kind: 'request'; readonly request: T['request'] }
  | { readonly kind: 'stop' }
  | { readonly kind: 'answer'; readonly id: number; readonly answer: T['answer'] };

/** Serves requests in a worker thread. `work` must not raise; its signal is aborted when the result is not wanted any more. */
export function serveQuestions<T extends Talk>(
  work: (
    request: T['request'],
    ask: (question: T['question']) => Promise<T['answer']>,
    signal: AbortSignal,
  ) => Promise<T['result']>,
): void {
  let stop: AbortController | undefined;
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
    if (message.kind === 'stop') {
      stop?.abort();
      return;
    }
    stop = new AbortController();
    void work(message.request, ask, stop.signal).then((result) => {
      // An order to stop that comes now is for what is done.
      stop = undefined;
      post({ kind: 'done', result });
    });
  });
  post({ kind: 'ready' });
}

/** A thread that can be sent requests. */
export class AskingThread<T extends Talk> {
  /** Resolves once the script is loaded; never where that fails. */
  readonly ready: Promise<void>;
  readonly #worker: Worker;
  #isReady: () => void = () => undefined;
  #pending:
    | { answer: (question: T['question']) => Promise<T['answer']>; settle: (result: unknown) => void }
    | undefined;
  #failure: Error | undefined;

  /**
   * `limits` bound the thread's own heap: it ends with ERR_WORKER_OUT_OF_MEMORY where that is too small, or with the whole
   * process where a single allocation goes far beyond.
   */
  constructor(script: URL, limits: ResourceLimits = {}) {
    this.ready = new Promise((resolve) => (this.#isReady = resolve));
    this.#worker = new Worker(script, { resourceLimits: limits });
    this.#worker.on('message', (message: FromThread<T>) => void this.#take(message));
    this.#worker.on('error', (error: Error) => this.#fail(error));
    this.#worker.on('exit', (code) => this.#fail(new Error(`it ended with code ${code}`)));
  }

  /** Whether the thread has ended and can do nothing more. */
  get hasFailed(): boolean {
    return this.#failure !== undefined;
  }

  /**
   * Sends a request, while none is under way. Rejects when the thread crashes or is ended. An aborted `signal` asks the
   * thread to stop; its result then says what has become of the request.
   */
  run(
    request: T['request'],
    answer: (question: T['question']) => Promise<T['answer']>,
    signal?: AbortSignal,
  ): Promise<T['result']> {
    if (this.#failure !== undefined) return Promise.reject(this.#failure);
    return new Promise((resolve, reject) => {
      const stop = (): void => this.#post({ kind: 'stop' });
      const settle = (result: unknown): void => {
        this.#pending = undefined;
        signal?.removeEventListener('abort', stop);
        if (result instanceof Error) reject(result);
        else resolve(result);
      };
      this.#pending = { answer, settle };
      this.#post({ kind: 'request', request });
      if (signal?.aborted === true) stop();
      signal?.addEventListener('abort', stop);
    });
  }

  /** Ends the thread; a request under way rejects. */
  async end(): Promise<void> {
    await this.#worker.terminate();
  }

  async #take(message: FromThread<T>): Promise<void> {
    const pending = this.#pending;
    if (message.kind === 'ready') {
      this.#isReady();
      return;
    }
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
