/** A request in the pool: its client, and the pieces of its answer. */
import { Refusal } from '../http/errors.js';
import type { PoolRequest, AnswerTalk, Head, Piece } from './talk.js';

/** A client that takes nothing of an answer for this long counts as gone. */
const STALLED_MS = 10_000;

export interface Client {
  readonly request: PoolRequest;
  /** Whether it takes as long as its client takes to receive it. */
  readonly isLong: boolean;
  /** Aborted when the client goes. */
  readonly signal: AbortSignal;
  /** Cuts the connection, so that half an answer is not taken for a whole one. */
  readonly cut: () => void;
}

export class Job {
  readonly client: Client;
  readonly response: Promise<Response>;
  #settle!: { readonly resolve: (response: Response) => void; readonly reject: (error: unknown) => void };
  #stream: ReadableStreamDefaultController<Uint8Array> | undefined;
  /** Tells the process whether to continue with the next piece. */
  #goOn: ((isWanted: boolean) => void) | undefined;
  #stalled: NodeJS.Timeout | undefined;
  #hasEnded = false;
  readonly #onLeave: (job: Job) => void;

  /** `onLeave` is called once if the client goes before the end. */
  constructor(client: Client, onLeave: (job: Job) => void) {
    this.client = client;
    this.#onLeave = onLeave;
    this.response = new Promise((resolve, reject) => (this.#settle = { resolve, reject }));
    client.signal.addEventListener('abort', () => this.leave(), { once: true });
  }

  /** Whether a part of the answer was sent. */
  get hasBegun(): boolean {
    return this.#stream !== undefined;
  }

  /** Sends a piece. Resolves when the client can take the next one; to false if the client is gone. */
  take({ head, bytes }: Piece): Promise<boolean> {
    if (this.#hasEnded) return Promise.resolve(false);
    if (head !== undefined) {
      const body = new ReadableStream<Uint8Array>({
        start: (controller) => {
          this.#stream = controller;
        },
        pull: () => this.#answer(true),
        // The client is gone, or wanted the head alone.
        cancel: () => {
          this.#stream = undefined;
          this.leave();
        },
      });
      this.#settle.resolve(responseOf(head, body));
    }
    return new Promise((resolve) => {
      this.#goOn = resolve;
      this.#stalled = setTimeout(() => this.leave(), STALLED_MS);
      // A waiting client pulls the next piece at once.
      this.#stream?.enqueue(bytes);
    });
  }

  /** Ends with a whole answer, or after its last piece. */
  finish(whole: AnswerTalk['result']['whole']): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    if (whole === null) this.#stream?.close();
    else {
      const response = responseOf(whole, whole.bytes as Uint8Array<ArrayBuffer>);
      response.headers.set('content-length', String(whole.bytes.length));
      this.#settle.resolve(response);
    }
  }

  fail(error: unknown): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#answer(false);
    if (this.#stream !== undefined) this.client.cut();
    this.#settle.reject(error);
  }

  /** Ends the job because its client is gone. */
  leave(): void {
    if (this.#hasEnded) return;
    this.fail(new Refusal(503, 'Nobody waits for the answer any more.'));
    this.#onLeave(this);
  }

  #answer(isWanted: boolean): void {
    clearTimeout(this.#stalled);
    this.#goOn?.(isWanted);
    this.#goOn = undefined;
  }
}

function responseOf({ status, headers }: Head, body: ReadableStream | Uint8Array<ArrayBuffer>): Response {
  return new Response(body, { status, headers: Object.fromEntries(headers) });
}
