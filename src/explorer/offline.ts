/**
 * The service worker of the static edition: it keeps all files at the first visit, so that the page works without a network
 * afterwards. Its address carries the version of the edition; another version has other files and keeps them by itself, and
 * waits until no page of the one before is open: such a page still loads parts of its own version.
 */

/** What a service worker has, as far as it is used here. */
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
/** Blocks that were not kept at the first visit are kept when they are read. */
const BLOCKS = `${PAGE}blocks/`;

/** Files whose names have no hash may be those of the version before in what the browser or the way to it keeps. */
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

/** Where the browser cannot read what it has kept, nothing is. */
function kept(request: Request | string): Promise<Response | undefined> {
  return scope.caches.match(request, { cacheName: NAME, ignoreSearch: true }).catch(() => undefined);
}

/** The page itself is looked for in the network first, as it names the files of its version; these never change. */
async function answer(request: Request): Promise<Response> {
  if (request.mode === 'navigate') {
    const response = await fetch(request, FRESH).catch(() => undefined);
    return response ?? (await kept(request)) ?? (await kept(PAGE)) ?? Response.error();
  }
  // Whoever asks for one anew was given a damaged one.
  const known = request.cache === 'reload' ? undefined : await kept(request);
  if (known !== undefined || !request.url.startsWith(BLOCKS)) return known ?? fetch(request);
  const response = await fetch(request);
  const copy = response.clone();
  // A browser that is full or refuses keeps what it has.
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
