/** The routes that read and compute, as one function from requests to answers: in a process beside the server, or in a browser. */
import type { Hono } from 'hono';
import { answerOf, errorResponse, Refusal } from '../http/errors.js';
import { readRequest } from '../http/request.js';
import { analysisRoutes } from './analyses.js';
import type { Call, World } from './context.js';
import { gameRoutes } from './game.js';
import { heapRoutes } from './heaps.js';
import { planeRoutes } from './plane.js';
import { valueRoutes } from './values.js';

/** The routes, by path. */
export const ROUTES = new Map<string, (call: Call) => Promise<object>>();
for (const addGroup of [gameRoutes, valueRoutes, analysisRoutes, planeRoutes, heapRoutes])
  addGroup((path, answer) => ROUTES.set(`/api/${path}`, answer));

export function addRoutes(app: Hono, world: World): void {
  for (const [path, answer] of ROUTES)
    app.get(path, async (c) => {
      const { url, signal } = c.req.raw;
      const read: Call['read'] = (params) => readRequest(url, params);
      const open: Call['open'] = (game, wanted) => world.games.open(game, wanted, signal);
      const answered = await answer({ ...world, read, named: c.req.param(), signal, open });
      return answered instanceof Response ? answered : c.json(answered);
    });
  answerErrors(app, world.givenStore);
}

/** For a person at an address that is not there. */
const WAY_BACK =
  '<!doctype html><html lang="en"><title>takeaway</title><p>There is no such page. <a href="/">The explorer</a> is here.</p></html>';

/** Has an application answer errors, and addresses that it does not have. */
export function answerErrors(app: Hono, givenStore: string | undefined): void {
  app.notFound((c) => {
    const isVisit = c.req.header('accept')?.includes('text/html') === true;
    if (isVisit && !c.req.path.startsWith('/api/')) return c.html(WAY_BACK, 404);
    throw new Refusal(404, 'There is nothing at {address}. The addresses are in docs/HTTP.md.', {
      address: c.req.path.slice(0, 200),
    });
  });
  app.onError((thrown) => errorResponse(answerOf(thrown, givenStore)));
}
