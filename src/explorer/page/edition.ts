/**
 * What answers the page: its server, or where the page has no server a worker beside it, which runs the same routes
 * (`explore --static`). Then its document names the script of the worker.
 */
import type { FromEngine, ToEngine } from '../edition.js';

/** An answer that is on its way. */
interface Awaited {
  readonly begin: (response: Response) => void;
  readonly fail: (reason: Error) => void;
  body?: ReadableStreamDefaultController<Uint8Array>;
}

/** A worker that answers requests as a server would. */
class Engine {
  readonly #worker: Worker;
  readonly #awaited = new Map<number, Awaited>();
  #last = 0;

  constructor(script: string) {
    this.#worker = new Worker(new URL(script, document.baseURI), { type: 'module' });
    this.#worker.addEventListener('message', ({ data }: MessageEvent<FromEngine>) => this.#take(data));
    this.#worker.addEventListener('error', () => {
      for (const { fail } of this.#awaited.values()) fail(new Error('the worker has ended'));
      this.#awaited.clear();
    });
  }

  readonly fetch = (
    address: string,
    { method = 'GET', headers, body, signal }: RequestInit = {},
  ): Promise<Response> =>
    new Promise((resolve, reject) => {
      const id = ++this.#last;
      this.#awaited.set(id, { begin: resolve, fail: reject });
      const { pathname, search } = new URL(address, 'http://page/');
      this.#post({
        ...{ kind: 'request', id, address: pathname + search, method },
        headers: Object.fromEntries(new Headers(headers)),
        body: typeof body === 'string' ? body : null,
      });
      const leave = (): void => {
        reject(new DOMException('nobody waits for the answer', 'AbortError'));
        this.#leave(id);
      };
      if (signal?.aborted === true) leave();
      else signal?.addEventListener('abort', leave, { once: true });
    });

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
        cancel: () => this.#leave(id),
      });
      const pairs = headers.map(([name, value]): [string, string] => [name, value]);
      awaited.begin(new Response(stream, { status, headers: pairs }));
    } else if ('bytes' in said) awaited.body?.enqueue(said.bytes);
    else {
      this.#awaited.delete(id);
      if ('isDone' in said) awaited.body?.close();
      else {
        awaited.fail(new Error(said.failed));
        awaited.body?.error(new Error(said.failed));
      }
    }
  }

  #leave(id: number): void {
    if (this.#awaited.delete(id)) this.#post({ kind: 'abort', id });
  }

  #post(message: ToEngine): void {
    this.#worker.postMessage(message);
  }
}

/** The events of a worker, as far as the page listens to an `EventSource`. */
class EngineEvents extends EventTarget {
  static readonly CLOSED = 2;
  readyState = 0;
  readonly #end = new AbortController();

  constructor(engine: Engine, address: string) {
    super();
    void this.#listen(engine, address).catch(() => {
      if (this.readyState === EngineEvents.CLOSED) return;
      this.readyState = EngineEvents.CLOSED;
      this.dispatchEvent(new Event('error'));
    });
  }

  close(): void {
    this.readyState = EngineEvents.CLOSED;
    this.#end.abort();
  }

  async #listen(engine: Engine, address: string): Promise<void> {
    const { body } = await engine.fetch(address, { signal: this.#end.signal });
    const reader = body!.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    for (;;) {
      const { value } = await reader.read();
      if (value === undefined) throw new Error('the events have ended');
      const events = (text + value).split('\n\n');
      text = events.pop()!;
      for (const event of events) {
        const name = /^event: (.*)$/m.exec(event)?.[1];
        const data = /^data: (.*)$/m.exec(event)?.[1];
        if (name !== undefined) this.dispatchEvent(new MessageEvent(name, { data }));
      }
    }
  }
}

/** Saves what a link of the page names by a route, which no server has. */
async function save(engine: Engine, address: string): Promise<void> {
  const response = await engine.fetch(address);
  const named = /filename="([^"]*)"/.exec(response.headers.get('content-disposition') ?? '')?.[1];
  if (!response.ok || named === undefined) {
    const { error } = (await response.json()) as {
      error: { subject: string; expected: string | null; found: string | null; help: string | null };
    };
    const { subject, expected, found, help } = error;
    alert(`${subject}: expected ${expected ?? ''}, found ${found ?? ''}. ${help ?? ''}`);
    return;
  }
  const link = document.createElement('a');
  link.href = URL.createObjectURL(await response.blob());
  link.download = named;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** A stream of events, as far as the page uses an `EventSource`. */
export interface Events extends EventTarget {
  readonly readyState: number;
  close(): void;
}

interface Answers {
  readonly fetch: (address: string, options: RequestInit) => Promise<Response>;
  readonly events: (address: string) => Events;
}

const fromServer: Answers = {
  fetch: (address, options) => fetch(address, options),
  events: (address) => new EventSource(address),
};

function fromEngine(script: string): Answers {
  const engine = new Engine(script);
  // The routes, as links in the page have them.
  const api = new URL('api/', document.baseURI).href;
  document.addEventListener('click', (event) => {
    const href = (event.target as Element).closest('a[download]')?.getAttribute('href');
    const whole = new URL(href ?? '', document.baseURI).href;
    if (!whole.startsWith(api)) return;
    event.preventDefault();
    void save(engine, `/api/${whole.slice(api.length)}`);
  });
  // Only pages that came safely have one.
  if ('serviceWorker' in navigator)
    void navigator.serviceWorker
      .register(new URL(`offline.js?${document.documentElement.dataset.version ?? ''}`, document.baseURI))
      .catch(() => undefined);
  return { fetch: engine.fetch, events: (address) => new EngineEvents(engine, address) };
}

let chosen: Answers | undefined;

/** What answers. The document of the static edition names the script of its worker. */
export function answers(): Answers {
  const { engine } = document.documentElement.dataset;
  chosen ??= engine === undefined ? fromServer : fromEngine(engine);
  return chosen;
}
