/**
 * What answers the page: its server, or where the page has no server a worker beside it, which runs the same routes
 * (`explore --static`). Then its document names the script of the worker.
 */
import type { FromEngine, ToEngine } from '../edition.js';

/** An answer that is on its way. */
interface Awaited {
  readonly begin: (response: Response) => void;
  readonly fail: (reason: Error) => void;
  /** Listens no more for who waits to leave. */
  readonly stopListening: () => void;
  body?: ReadableStreamDefaultController<Uint8Array>;
}

/** A worker that answers requests as a server would. One that has ended is replaced at the next request. */
class Engine {
  readonly #script: string;
  readonly #awaited = new Map<number, Awaited>();
  #worker: Worker | undefined;
  #last = 0;

  constructor(script: string) {
    this.#script = script;
  }

  readonly fetch = (
    address: string,
    { method = 'GET', headers, body, signal }: RequestInit = {},
  ): Promise<Response> =>
    new Promise((resolve, reject) => {
      const id = ++this.#last;
      const leave = (): void => {
        this.#fail(id, new DOMException('nobody waits for the answer', 'AbortError'));
        this.#post({ kind: 'abort', id });
      };
      const stopListening = (): void => signal?.removeEventListener('abort', leave);
      this.#awaited.set(id, { begin: resolve, fail: reject, stopListening });
      const { pathname, search } = new URL(address, 'http://page/');
      this.#post({
        ...{ kind: 'request', id, address: pathname + search, method },
        headers: Object.fromEntries(new Headers(headers)),
        body: typeof body === 'string' ? body : null,
      });
      if (signal?.aborted === true) leave();
      else signal?.addEventListener('abort', leave, { once: true });
    });

  #begin(): Worker {
    const worker = new Worker(new URL(this.#script, document.baseURI), { type: 'module' });
    worker.addEventListener('message', ({ data }: MessageEvent<FromEngine>) => this.#take(data));
    worker.addEventListener('error', () => {
      if (worker !== this.#worker) return;
      worker.terminate();
      this.#worker = undefined;
      for (const id of [...this.#awaited.keys()]) this.#fail(id, new Error('the worker has ended'));
    });
    this.#worker = worker;
    return worker;
  }

  #take(said: FromEngine): void {
    const { id } = said;
    const awaited = this.#awaited.get(id);
    if (awaited === undefined) return;
    if ('head' in said) {
      const { status, headers } = said.head;
      const stream = new ReadableStream<Uint8Array>({
        start: (controller) => {
          awaited.body = controller;
        },
        pull: () => this.#post({ kind: 'next', id }),
        cancel: () => {
          this.#forget(id);
          this.#post({ kind: 'abort', id });
        },
      });
      const pairs = headers.map(([name, value]): [string, string] => [name, value]);
      awaited.begin(new Response(stream, { status, headers: pairs }));
    } else if ('bytes' in said) awaited.body?.enqueue(said.bytes);
    else if ('isDone' in said) this.#forget(id)?.body?.close();
    else this.#fail(id, new Error(said.failed));
  }

  /** Ends an answer that does not come, or not as a whole: who reads its body waits no longer either. */
  #fail(id: number, reason: Error): void {
    const awaited = this.#forget(id);
    awaited?.fail(reason);
    awaited?.body?.error(reason);
  }

  #forget(id: number): Awaited | undefined {
    const awaited = this.#awaited.get(id);
    awaited?.stopListening();
    this.#awaited.delete(id);
    return awaited;
  }

  #post(message: ToEngine): void {
    (this.#worker ?? this.#begin()).postMessage(message);
  }
}

/** Fetches an answer, from whatever answers. */
type Fetch = (address: string, options: RequestInit) => Promise<Response>;

function fromEngine(script: string): Fetch {
  // Only pages that came safely have one.
  if ('serviceWorker' in navigator)
    void navigator.serviceWorker
      .register(new URL(`offline.js?${document.documentElement.dataset.version ?? ''}`, document.baseURI))
      .catch(() => undefined);
  return new Engine(script).fetch;
}

let chosen: Fetch | undefined;

/** Whether this is the static edition, which keeps values in the page alone. */
export function isStatic(): boolean {
  return document.documentElement.dataset.engine !== undefined;
}

/** An answer to a request. The document of the static edition names the script of the worker that answers. */
export function fetchAnswer(address: string, options: RequestInit): Promise<Response> {
  const { engine } = document.documentElement.dataset;
  chosen ??= engine === undefined ? (...asked) => fetch(...asked) : fromEngine(engine);
  return chosen(address, options);
}
