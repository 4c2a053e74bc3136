/** Work in another thread or process: takes one request at a time, may ask questions meanwhile, and answers with a result. */
import { platform } from '../../platform/platform.js';

/** Types of a request and its result, and of a question and its answer. */
export interface Talk {
  readonly request: unknown;
  readonly result: unknown;
  readonly question: unknown;
  readonly answer: unknown;
}

/** Messages from the worker. */
type FromWork<T extends Talk> =
  | { readonly kind: 'ready' }
  | { readonly kind: 'ask'; readonly id: number; readonly question: T['question'] }
  | { readonly kind: 'done'; readonly result: T['result'] };

/** Messages to the worker. */
type ToWork<T extends Talk> =
  | { readonly kind: 'request'; readonly request: T['request'] }
  | { readonly kind: 'stop' }
  | { readonly kind: 'answer'; readonly id: number; readonly answer: T['answer'] };

/** Computes the result of a request. Must not raise; its signal is aborted when the result is no longer wanted. */
export type Work<T extends Talk> = (
  request: T['request'],
  ask: (question: T['question']) => Promise<T['answer']>,
  signal: AbortSignal,
) => Promise<T['result']>;

/** The worker's channel to its client. */
export interface Port {
  readonly post: (message: object) => void;
  readonly listen: (take: (message: unknown) => void) => void;
}

/** Serves the requests that arrive at a port. */
export function serveQuestions<T extends Talk>(work: Work<T>, port: Port): void {
  let stop: AbortController | undefined;
  const waiting = new Map<number, (answer: T['answer']) => void>();
  let next = 0;
  const post = (message: FromWork<T>): void => port.post(message);
  const ask = (question: T['question']): Promise<T['answer']> =>
    new Promise((resolve) => {
      const id = next++;
      waiting.set(id, resolve);
      post({ kind: 'ask', id, question });
    });
  port.listen((heard) => {
    const message = heard as ToWork<T>;
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
      // A stop that arrives from now on is for the finished request.
      stop = undefined;
      post({ kind: 'done', result });
    });
  });
  post({ kind: 'ready' });
}

/** The worker, as its client reaches it. */
export interface Peer {
  readonly post: (message: unknown) => void;
  readonly end: () => Promise<unknown>;
}

/** A client that sends requests to a worker. */
export class Asking<T extends Talk> {
  /** Resolves once the script is loaded; never if that fails. */
  readonly ready: Promise<void>;
  readonly #peer: Peer;
  #isReady: () => void = () => undefined;
  #pending:
    | { answer: (question: T['question']) => Promise<T['answer']>; settle: (result: unknown) => void }
    | undefined;
  #failure: Error | undefined;

  /** `start` starts the worker; it passes on its messages, and the reason for its end. */
  constructor(start: (take: (message: unknown) => void, fail: (error: Error) => void) => Peer) {
    this.ready = new Promise((resolve) => (this.#isReady = resolve));
    this.#peer = start(
      (message) => void this.#take(message as FromWork<T>),
      (error) => this.#fail(error),
    );
  }

  /** Whether the worker has ended, or is about to, and takes no other request. */
  get hasFailed(): boolean {
    return this.#failure !== undefined;
  }

  /**
   * Sends a request, while none is pending. Rejects if the worker crashes or is ended. An aborted `signal` asks it to stop; its
   * result then reports the outcome of the request.
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

  /** Ends the worker. A pending request rejects, unless its result is on the way; no other is taken from now on. */
  async end(): Promise<void> {
    this.#failure ??= new Error('it was ended');
    await this.#peer.end();
  }

  async #take(message: FromWork<T>): Promise<void> {
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
      // The worker waits for an answer that will never come.
      this.#fail(error instanceof Error ? error : new Error(String(error)));
      await this.end();
    }
  }

  #post(message: ToWork<T>): void {
    this.#peer.post(message);
  }

  #fail(error: Error): void {
    this.#failure ??= error;
    this.#pending?.settle(this.#failure);
  }
}

/** A client of a thread whose script is one call of `serveRequests`. */
export class AskingThread<T extends Talk> extends Asking<T> {
  /** `script` is relative to dist/. */
  constructor(script: string) {
    super((take, fail) => {
      const thread = platform.startThread(script, undefined, {
        message: (message) => take(message),
        ended: (reason) => fail(new Error(reason)),
      });
      const end = async (): Promise<void> => {
        await thread.end();
        fail(new Error('it was ended'));
      };
      return { post: (message) => thread.post(message), end };
    });
  }
}
