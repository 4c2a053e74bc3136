/** The routes that read and compute, as one function from requests to answers: for a process of the server, or a browser. */
import type { Hono } from 'hono';
import { answerOf, errorResponse, Refusal } from '../http/errors.js';
import { Params } from '../http/request.js';
import { analysisRoutes } from './analyses.js';
import type { AddRoute, Call, World } from './context.js';
import { gameRoutes } from './game.js';
import { heapRoutes } from './heaps.js';
import { PARAMETERS } from './parameters.js';
import { planeRoutes } from './plane.js';
import { valueRoutes } from './values.js';

const GROUPS = [gameRoutes, valueRoutes, analysisRoutes, planeRoutes, heapRoutes];

export function addRoutes(app: Hono, world: World): void {
  const add: AddRoute = (path, answer) =>
    app.get(path, async (c) => {
      const { url, signal } = c.req.raw;
      const params = new Params(url, PARAMETERS[path]);
      const open: Call['open'] = (wanted, game = params.text('game')) =>
        world.games.open(game, wanted, signal);
      const answered = await answer({ ...world, params, named: c.req.param(), signal, open });
      return answered instanceof Response ? answered : c.json(answered);
    });
  for (const addGroup of GROUPS) addGroup(add);
  answerErrors(app, world.givenStore);
}

/** Shown to a person at an address that does not exist. */
const WAY_BACK =
  '<!doctype html><html lang="en"><title>takeaway</title><p>There is no such page. <a href="/">The explorer</a> is here.</p></html>';

/** Answers errors and unknown addresses. */
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
