/** The static edition on a plain server of files: below a path, under a strict policy. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { writeStaticEdition, type Shipped } from '../../src/explorer/static-edition.js';

/** Nothing inline, nothing from elsewhere, no eval; WebAssembly needs a word of its own. */
const POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; worker-src 'self'";
const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript',
  css: 'text/css',
  svg: 'image/svg+xml',
  json: 'application/json',
  wasm: 'application/wasm',
  png: 'image/png',
  md: 'text/plain; charset=utf-8',
};
const PATH = '/class/games';

export interface Site {
  readonly url: string;
  /** Compressed bytes of each file that was sent. */
  readonly sent: Map<string, number>;
  /** Words in the names of files that are not there for now, and files that are others. */
  readonly missing: Set<string>;
  readonly replaced: Map<string, string | Uint8Array>;
  readonly stop: () => Promise<void>;
}

/** What allows a page to share memory between threads. */
const ISOLATION = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
};

/** Many web spaces have browsers keep every file for a while, whatever comes in its place. */
const LASTING = { 'cache-control': 'max-age=600' };

async function serve(folder: string, isIsolated = false): Promise<Site> {
  const sent = new Map<string, number>();
  const missing = new Set<string>();
  const replaced = new Map<string, string | Uint8Array>();
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://x');
    const name = pathname.startsWith(`${PATH}/`) ? pathname.slice(PATH.length + 1) || 'index.html' : '..';
    const isMissing = [...missing].some((word) => name.includes(word));
    readFile(join(folder, isMissing ? '..' : name)).then(
      (found) => {
        const bytes = replaced.get(name) ?? found;
        sent.set(name, gzipSync(bytes).length);
        const type = TYPES[name.replace(/^.*\./, '')] ?? 'application/octet-stream';
        const isolation = isIsolated ? ISOLATION : {};
        const headers = { 'content-type': type, 'content-security-policy': POLICY, ...LASTING, ...isolation };
        response.writeHead(200, headers).end(bytes);
      },
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const stop = async (): Promise<void> => {
    if (!server.listening) return;
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${PATH}`,
    sent,
    missing,
    replaced,
    stop,
  };
}

/**
 * The static edition for all tests of a file: its folder, a server for one test, and the address of one for all of them. `fill`
 * makes a store, the blocks of which lie beside the page; `site` is the address that it is written for.
 */
export function staticEdition(
  fill?: (store: string) => Promise<unknown>,
  site?: string,
): {
  folder: string;
  url: string;
  serve: (isIsolated?: boolean) => Promise<Site>;
} {
  const edition = {
    folder: '',
    url: '',
    async serve(isIsolated?: boolean): Promise<Site> {
      const site = await serve(edition.folder, isIsolated);
      onTestFinished(() => site.stop());
      return site;
    },
  };
  let all: Site | undefined;
  beforeAll(async () => {
    edition.folder = await mkdtemp(join(tmpdir(), 'takeaway-test-'));
    let shipped: Shipped | undefined;
    if (fill !== undefined) {
      shipped = { store: await mkdtemp(join(tmpdir(), 'takeaway-test-')) };
      await fill(shipped.store);
    }
    await writeStaticEdition(edition.folder, shipped, site);
    if (shipped !== undefined) await rm(shipped.store, { recursive: true });
    all = await serve(edition.folder);
    edition.url = all.url;
  });
  afterAll(async () => {
    await all?.stop();
    await rm(edition.folder, { recursive: true, force: true });
  });
  return edition;
}
