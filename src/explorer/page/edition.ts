/**
 * The transport of requests: the server, or in the static edition (`takeaway site`) a worker that runs the same routes. The
 * document of the static edition names the script of the worker.
 */
import type { FromEngine, ToEngine, AnswerControl } from '../edition.js';

type Fetch = (address: string, options: RequestInit) => Promise<Response>;

/** Returns a fetch that a worker answers. A worker that has ended is replaced at the next request. */
function fromEngine(script: string): Fetch {
  // Only secure contexts have service workers.
  if ('serviceWorker' in navigator)
    void navigator.serviceWorker
      .register(new URL(`offline.js?${document.documentElement.dataset.version ?? ''}`, document.baseURI))
      .catch(() => undefined);
  /** Rejects each pending answer. */
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
      const send = (control: AnswerControl): void => port.postMessage(control);
      const forget = (): void => {
        awaited.delete(fail);
        signal?.removeEventListener('abort', leave);
        // A message may still be on its way.
        port.onmessage = null;
        port.close();
      };
      /** Rejects an answer, or ends its body with an error. */
      const fail = (reason: Error): void => {
        forget();
        reject(reason);
        stream?.error(reason);
      };
      const leave = (): void => {
        send('abort');
        fail(new DOMException('nobody waits for the answer', 'AbortError'));
      };
      port.onmessage = ({ data }: MessageEvent<FromEngine>) => {
        if ('head' in data) {
          const answer = new ReadableStream<Uint8Array>({
            start: (controller) => {
              stream = controller;
            },
            pull: () => send('next'),
            cancel: () => {
              send('abort');
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

/** Whether this is the static edition, which has no server. */
export function isStatic(): boolean {
  return document.documentElement.dataset.engine !== undefined;
}

/** Returns the address that the static edition was written for: it then has cards for previews of links. */
export function siteAddress(): string | undefined {
  return document.documentElement.dataset.site;
}

/** Returns the word for values that an extension has computed. */
export function knownWord(): 'known' | 'stored' {
  return isStatic() ? 'known' : 'stored';
}

/** Sends a request to the server, or to the worker of the static edition. */
export function fetchAnswer(address: string, options: RequestInit): Promise<Response> {
  const { engine } = document.documentElement.dataset;
  chosen ??= engine === undefined ? (...asked) => fetch(...asked) : fromEngine(engine);
  return chosen(address, options);
}
