/**
 * The script of the static edition's worker: the routes of the server over a store in memory. The page sends requests and pulls
 * the pieces of an answer (`page/edition.ts`).
 */
import { Hono } from 'hono';
import { messageOf } from '../common/errors.js';
import { randomStream } from '../common/random.js';
import { provide } from '../platform/browser.js';
import { MemoryStore, meaningOf } from '../rim.js';
import { Changes } from './games/changes.js';
import { Extensions } from './games/extensions.js';
import { extendFor } from './games/extend.js';
import { Games } from './games/games.js';
import { forgetKept, keep } from './kept.js';
import { shippedNames, shippedRows } from './shipped.js';
import type { CatalogVersion, StoreSource } from './games/source.js';
import type { FromEngine, ToEngine, AnswerControl } from './edition.js';
import { extensionRoutes } from './routes/extension.js';
import { addRoutes } from './routes/routes.js';

/** CPU time for values that a question needs and that are not in memory, by the cost model. */
const MAX_SECONDS = 10;
const NAME = 'this browser';

/** Globals of a worker that are used here. */
const scope = globalThis as unknown as {
  onmessage: (event: { readonly data: ToEngine; readonly ports: readonly [Port] }) => void;
};
/** The port that takes the answer to one request. */
interface Port {
  onmessage: (event: { readonly data: AnswerControl }) => void;
  postMessage(message: FromEngine, transferred?: readonly ArrayBuffer[]): void;
}

async function fetched(path: string): Promise<Response> {
  const response = await fetch(new URL(path, import.meta.url));
  if (!response.ok) throw new Error(`the file ${path} of the page has the status ${response.status}`);
  return response;
}

async function start(): Promise<Hono> {
  const kernels = new Uint8Array(await (await fetched('kernels.wasm')).arrayBuffer());
  const text = async (path: string): Promise<string> => (await fetched(path.replace(/^.*\//, ''))).text();
  provide({ kernels, text });
  const random = randomStream(crypto.getRandomValues(new Uint32Array(1))[0]);
  const store = MemoryStore.create(NAME, random, { seconds: MAX_SECONDS });
  const save = await keep(store, shippedRows(await text('blocks.json')));
  const version = (): Promise<CatalogVersion> =>
    Promise.resolve({ catalog: NAME, version: String(store.commits) });
  const names = shippedNames(await text('names.json'));
  const source = {
    folder: NAME,
    version,
    open: () => Promise.resolve(store),
    names: () => Promise.resolve(names),
    // A refusal becomes a rejection.
    meant: (game: string) => Promise.resolve().then(() => meaningOf(game, NAME, names)),
  } satisfies StoreSource;
  const shown = { folder: NAME, givenStore: undefined, canWrite: true };
  const extensions = new Extensions(shown, () => ({
    run: (request, take, signal) => extendFor(request, source, take, signal),
    end: () => Promise.resolve(),
  }));
  extensions.watch(() => void save(), new AbortController().signal);
  const app = new Hono();
  app.delete('/api/kept', async (c) => {
    await extensions.stop();
    await save();
    await forgetKept();
    return c.json({});
  });
  extensionRoutes(app, { extensions, changes: new Changes(source), canWrite: shown.canWrite });
  addRoutes(app, { ...shown, games: new Games(source), random });
  return app;
}

const started = start();
// The page sees the error and starts another worker; this one would never answer.
started.catch((error: unknown) => {
  setTimeout(() => {
    throw error;
  });
});

async function answer({ address, method, headers, body }: ToEngine, port: Port): Promise<void> {
  const end = new AbortController();
  const { signal } = end;
  let goOn = (): void => undefined;
  port.onmessage = ({ data }) => {
    if (data === 'abort') end.abort();
    goOn();
  };
  try {
    const app = await started;
    const response = await app.fetch(
      new Request(new URL(address, 'http://browser/'), { method, headers, body, signal }),
    );
    port.postMessage({ head: { status: response.status, headers: [...response.headers] } });
    const reader = (response.body as ReadableStream<Uint8Array> | null)?.getReader();
    signal.addEventListener('abort', () => void reader?.cancel().catch(() => undefined));
    while (!signal.aborted) {
      await new Promise<void>((resolve) => (goOn = resolve));
      const piece = await reader?.read();
      if (piece?.value === undefined) break;
      // A copy, because the transfer detaches its buffer.
      const bytes = piece.value.slice();
      port.postMessage({ bytes }, [bytes.buffer]);
    }
    port.postMessage({ isDone: true });
  } catch (error) {
    port.postMessage({ failed: messageOf(error) });
  }
}

scope.onmessage = ({ data, ports: [port] }) => void answer(data, port);
