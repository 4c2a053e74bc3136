/**
 * What answers the page: its server, or where the page has no server a worker beside it, which runs the same routes
 * (`takeaway site`). Then its document names the script of the worker.
 */
import type { FromEngine, ToEngine, Wish } from '../edition.js';

type Fetch = (address: string, options: RequestInit) => Promise<Response>;

/** Has a worker answer requests as a server would. One that has ended is replaced at the next request. */
function fromEngine(script: string): Fetch {
  // Only pages that came safely have one.
  if ('serviceWorker' in navigator)
    void navigator.serviceWorker
      .register(new URL(`offline.js?${document.documentElement.dataset.version ?? ''}`, document.baseURI))
      .catch(() => undefined);
  /** For each answer that is awaited, what says that it does not come. */
  const awaited = new Set<(reason: Error) => void>();
  let worker: Worker | undefined;
  const begin = (): Worker => {
    const begun = new Worker(new URL(script, document.baseURI), { type: 'module' });
    begun.addEventListener('error', () => {
      if (begun !== worker) return;
      begun.terminate();
      worker = undefined;
      for (const fail of [...awaited]) fail(new Error('the worker has ended'));
    });
    return begun;
  };
  return (address, { method = 'GET', headers, body, signal }) =>
    new Promise((resolve, reject) => {
      const { port1: port, port2: theirs } = new MessageChannel();
      let stream: ReadableStreamDefaultController<Uint8Array> | undefined;
      const say = (wish: Wish): void => port.postMessage(wish);
      const forget = (): void => {
        awaited.delete(fail);
        signal?.removeEventListener('abort', leave);
        // Something may be on its way still.
        port.onmessage = null;
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
      awaited.add(fail);
      const { pathname, search } = new URL(address, 'http://page/');
      const request: ToEngine = {
        ...{ address: pathname + search, method, headers: Object.fromEntries(new Headers(headers)) },
        body: typeof body === 'string' ? body : null,
      };
      worker ??= begin();
      worker.postMessage(request, [theirs]);
      if (signal?.aborted === true) leave();
      else signal?.addEventListener('abort', leave, { once: true });
    });
}

let chosen: Fetch | undefined;

/** Whether this is the static edition, which keeps values in the page alone. */
export function isStatic(): boolean {
  return document.documentElement.dataset.engine !== undefined;
}

/** What is said of values that an extension has computed. */
export function kept(): 'known' | 'stored' {
  return isStatic() ? 'known' : 'stored';
}

/** An answer to a request. The document of the static edition names the script of the worker that answers. */
export function fetchAnswer(address: string, options: RequestInit): Promise<Response> {
  const { engine } = document.documentElement.dataset;
  chosen ??= engine === undefined ? (...asked) => fetch(...asked) : fromEngine(engine);
  return chosen(address, options);
}
