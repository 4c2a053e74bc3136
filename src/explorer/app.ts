/** The routes behind the guard, and errors as answers. Separate from the server, so that it can be asked without one. */
import { Hono } from 'hono';
import { errorObject } from '../cli/error-object.js';
import { answerOf, Refusal } from './http/errors.js';
import { guard, secureHeaders } from './http/security.js';
import type { PageFile } from './page-files.js';
import { analysisRoutes } from './routes/analyses.js';
import type { World } from './routes/context.js';
import { extensionRoutes } from './routes/extension.js';
import { gameRoutes } from './routes/game.js';
import { heapRoutes } from './routes/heaps.js';
import { valueRoutes } from './routes/values.js';

const GROUPS = [gameRoutes, valueRoutes, analysisRoutes, heapRoutes, extensionRoutes];

/** The explorer as a function from requests to answers. `port` is known once the server listens. */
export function createApp(world: World, page: ReadonlyMap<string, PageFile>, port: () => number): Hono {
  const app = new Hono();
  app.use(secureHeaders());
  app.use(guard(port));
  for (const addRoutes of GROUPS) addRoutes(app, world);
  for (const [path, { bytes, type, isImmutable }] of page) {
    app.get(path, () => {
      const cache = isImmutable ? 'private, max-age=31536000, immutable' : 'no-cache';
      return new Response(bytes, { headers: { 'content-type': type, 'cache-control': cache } });
    });
  }
  app.notFound((c) => {
    throw new Refusal(404, {
      subject: 'The address',
      expected: 'one of docs/HTTP.md',
      found: c.req.path.slice(0, 200),
    });
  });
  app.onError((thrown) => {
    const { status, error } = answerOf(thrown);
    const headers: Record<string, string> = { 'content-type': 'application/json' };
    if (status === 503) headers['retry-after'] = '1';
    return new Response(JSON.stringify({ error: errorObject(error, world.givenStore) }), { status, headers });
  });
  return app;
}
