/**
 * What answers the page: its server, or where the page has no server a worker beside it, which runs the same routes
 * (`explore --static`). Then its document names the script of the worker.
 */
import type { FromEngine, ToEngine, Wish } from '../edition.js';

/** A worker that answers requests as a server would. One that has ended is replaced at the next request. */
class Engine {
  readonly #script: string;
  /** For each answer that is awaited, what says that it does not come. */
  readonly #awaited = new Set<(reason: Error) => void>();
  #worker: Worker | undefined;

  constructor(script: string) {
    this.#script = script;
  }

  readonly fetch: Fetch = (address, { method = 'GET', headers, body, signal }) =>
    new Promise((resolve, reject) => {
      const { port1: port, port2: theirs } = new MessageChannel();
      let stream: ReadableStreamDefaultController<Uint8Array> | undefined;
      const say = (wish: Wish): void => port.postMessage(wish);
      const forget = (): void => {
        this.#awaited.delete(fail);
        signal?.removeEventListener('abort', leave);
        port.close();
      };
      /** Ends an answer that does not come, or not as a whole: who reads its body waits no longer either. */
      const fail = (reason: Error): void => {
        forget();
        reject(reason);
        stream?.error(reason);
      };
      const leave = (): void => {
        say('abort');
        fail(new DOMException('nobody waits for the answer', 'AbortError'));
      };
      port.onmessage = ({ data }: MessageEvent<FromEngine>) => {
        if ('head' in data) {
          const answer = new ReadableStream<Uint8Array>({
            start: (controller) => {
              stream = controller;
            },
            pull: () => say('next'),
            cancel: () => {
              say('abort');
              forget();
            },
          });
          resolve(new Response(answer, data.head));
        } else if ('bytes' in data) stream!.enqueue(data.bytes);
        else if ('failed' in data) fail(new Error(data.failed));
        else {
          forget();
          stream!.close();
        }
      };
      this.#awaited.add(fail);
      const { pathname, search } = new URL(address, 'http://page/');
      const request: ToEngine = {
        ...{ address: pathname + search, method, headers: Object.fromEntries(new Headers(headers)) },
        body: typeof body === 'string' ? body : null,
      };
      this.#worker ??= this.#begin();
      this.#worker.postMessage(request, [theirs]);
      if (signal?.aborted === true) leave();
      else signal?.addEventListener('abort', leave, { once: true });
    });

  #begin(): Worker {
    const worker = new Worker(new URL(this.#script, document.baseURI), { type: 'module' });
    worker.addEventListener('error', () => {
      if (worker !== this.#worker) return;
      worker.terminate();
      this.#worker = undefined;
      for (const fail of [...this.#awaited]) fail(new Error('the worker has ended'));
    });
    return worker;
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
