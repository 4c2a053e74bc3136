/**
 * The explorer as a function from requests to answers: guard, page, extensions, and the pool of processes for everything else.
 * Nothing here reads values or computes.
 */
import type { HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import type { Changes } from './games/changes.js';
import type { Extensions } from './games/extensions.js';
import { catalogVersion } from './games/folder.js';
import { NO_CATALOG } from './games/source.js';
import { guard, secureHeaders } from './http/security.js';
import type { PageFile } from './page-files.js';
import { extensionRoutes } from './routes/extension.js';
import { answerErrors, ROUTES } from './routes/routes.js';
import type { Pool } from './pool/pool.js';
import type { Shown } from './pool/talk.js';

/** Answers that take as long as their client takes to receive them. */
const LONG = ['/api/export'];

export interface Parts {
  readonly shown: Shown;
  readonly pool: Pool;
  readonly extensions: Extensions;
  readonly changes: Changes;
  readonly page: ReadonlyMap<string, PageFile>;
  /** Known once the server listens. */
  readonly port: () => number;
  /** Random numbers 0 <= r < 1. */
  readonly random: () => number;
}

export function createApp({ shown, pool, extensions, changes, page, port, random }: Parts): Hono {
  const app = new Hono();
  app.use(secureHeaders());
  app.use(guard(port));
  extensionRoutes(app, { extensions, changes, canWrite: shown.canWrite });
  let hadCatalog = false;
  for (const path of ROUTES.keys()) {
    app.get(path, async (c) => {
      const { url, signal, method } = c.req.raw;
      const { outgoing } = c.env as Partial<HttpBindings>;
      hadCatalog ||= (await catalogVersion(shown.folder)).catalog !== NO_CATALOG;
      const answer = await pool.answer({
        request: { shown, url, hadCatalog, seed: Math.floor(random() * 2 ** 32) },
        isLong: LONG.includes(path),
        signal,
        cut: () => outgoing?.destroy(),
      });
      if (method === 'HEAD') await answer.body?.cancel();
      return answer;
    });
  }
  for (const [path, { bytes, type, isImmutable }] of page) {
    app.get(path, () => {
      const cache = isImmutable ? 'private, max-age=31536000, immutable' : 'no-cache';
      return new Response(bytes, { headers: { 'content-type': type, 'cache-control': cache } });
    });
  }
  answerErrors(app, shown.givenStore);
  return app;
}
