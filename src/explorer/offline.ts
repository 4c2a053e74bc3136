/**
 * The service worker of the static edition: it caches all files at the first visit, so that the page then works offline. Its
 * address carries the version of the edition. A new version caches its own files and waits until no page of the old version is
 * open, as such a page still loads parts of the old version.
 */

/** Globals of a service worker that are used here. */
interface Scope {
  readonly location: { readonly href: string; readonly search: string };
  readonly clients: { claim(): Promise<void> };
  readonly caches: {
    open(name: string): Promise<{
      addAll(requests: readonly Request[]): Promise<void>;
      put(request: Request, response: Response): Promise<void>;
    }>;
    keys(): Promise<string[]>;
    delete(name: string): Promise<boolean>;
    match(
      request: Request | string,
      options: { readonly cacheName: string; readonly ignoreSearch: boolean },
    ): Promise<Response | undefined>;
  };
  addEventListener(name: 'install' | 'activate', listener: (event: Waiting) => void): void;
  addEventListener(name: 'fetch', listener: (event: Fetching) => void): void;
}
interface Waiting {
  waitUntil(work: Promise<unknown>): void;
}
interface Fetching {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}

const scope = globalThis as unknown as Scope;
const PREFIX = `takeaway ${new URL('.', scope.location.href).pathname} `;
const NAME = PREFIX + scope.location.search;
const PAGE = new URL('.', scope.location.href).href;
/** Blocks that were not cached at the first visit are cached when they are read. */
const BLOCKS = `${PAGE}blocks/`;

/** The HTTP cache may have an older version of files without a hash in their names. */
const FRESH: object = { cache: 'no-cache' };

async function keep(): Promise<void> {
  const files = (await (await fetch(new URL('files.json', PAGE), FRESH)).json()) as readonly string[];
  const cache = await scope.caches.open(NAME);
  await cache.addAll(files.map((file) => new Request(new URL(file, PAGE), FRESH)));
}

async function forgetOthers(): Promise<void> {
  for (const name of await scope.caches.keys())
    if (name.startsWith(PREFIX) && name !== NAME) await scope.caches.delete(name);
  await scope.clients.claim();
}

/** Returns the cached response; undefined if there is none, or if the cache cannot be read. */
function kept(request: Request | string): Promise<Response | undefined> {
  return scope.caches.match(request, { cacheName: NAME, ignoreSearch: true }).catch(() => undefined);
}

/** The page itself comes from the network first, as it names the files of its version; these never change. */
async function answer(request: Request): Promise<Response> {
  if (request.mode === 'navigate') {
    const response = await fetch(request, FRESH).catch(() => undefined);
    return response ?? (await kept(request)) ?? (await kept(PAGE)) ?? Response.error();
  }
  // A request that reloads was answered with a damaged file before.
  const known = request.cache === 'reload' ? undefined : await kept(request);
  if (known !== undefined || !request.url.startsWith(BLOCKS)) return known ?? fetch(request);
  const response = await fetch(request);
  const copy = response.clone();
  // The cache may be full or forbidden.
  if (response.ok)
    await scope.caches
      .open(NAME)
      .then((cache) => cache.put(request, copy))
      .catch(() => undefined);
  return response;
}

scope.addEventListener('install', (event) => event.waitUntil(keep()));
scope.addEventListener('activate', (event) => event.waitUntil(forgetOthers()));
scope.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method === 'GET' && request.url.startsWith(PAGE)) event.respondWith(answer(request));
});
