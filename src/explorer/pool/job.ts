/** A request that a process answers, as the server sees it: who waits for it, and the pieces of its answer. */
import { Refusal } from '../http/errors.js';
import type { Asking, AnswerTalk, Head, Piece } from './talk.js';

/** A client that takes nothing of an answer for so long counts as gone. */
const STALLED_MS = 10_000;

/** What a job is made for. */
export interface Client {
  readonly asking: Asking;
  /** Whether it takes as long as the client takes it. */
  readonly isLong: boolean;
  /** Aborted when the client goes. */
  readonly signal: AbortSignal;
  /** Cuts the connection: nobody shall take half an answer for a whole one. */
  readonly cut: () => void;
}

export class Job {
  readonly asking: Asking;
  readonly isLong: boolean;
  readonly response: Promise<Response>;
  readonly #cut: () => void;
  #settle!: { readonly resolve: (response: Response) => void; readonly reject: (error: unknown) => void };
  #stream: ReadableStreamDefaultController<Uint8Array> | undefined;
  /** Tells the process whether to go on with the next piece. */
  #goOn: ((isWanted: boolean) => void) | undefined;
  #stalled: NodeJS.Timeout | undefined;
  #hasEnded = false;
  readonly #onLeave: (job: Job) => void;

  /** `onLeave` is called once when the client goes before the end. */
  constructor({ asking, isLong, signal, cut }: Client, onLeave: (job: Job) => void) {
    this.asking = asking;
    this.isLong = isLong;
    this.#cut = cut;
    this.#onLeave = onLeave;
    this.response = new Promise((resolve, reject) => (this.#settle = { resolve, reject }));
    signal.addEventListener('abort', () => this.leave(), { once: true });
  }

  /** Whether a part of the answer is sent. */
  get hasBegun(): boolean {
    return this.#stream !== undefined;
  }

  /** Takes a piece of the answer; resolves when the client can take the next, with whether there is a client. */
  take({ head, bytes }: Piece): Promise<boolean> {
    if (this.#hasEnded) return Promise.resolve(false);
    if (head !== undefined) {
      const body = new ReadableStream<Uint8Array>({
        start: (controller) => {
          this.#stream = controller;
        },
        pull: () => this.#answer(true),
        // Whoever takes the answer wants no more of it: its client has gone, or has asked for the head alone.
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
      // A client that waits for it asks for the next at once.
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
    if (this.#stream !== undefined) this.#cut();
    this.#settle.reject(error);
  }

  /** Ends because nobody waits for the answer any more. */
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
