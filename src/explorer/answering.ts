/** The script of a thread that answers requests: it has its own open store, and does one request at a time. */
import { getHeapStatistics } from 'node:v8';
import { Hono } from 'hono';
import { randomStream } from '../cli/match/random.js';
import { serveQuestions } from '../solver/threads/questions.js';
import { Games } from './games/games.js';
import { answerOf, errorResponse } from './http/errors.js';
import { analysisRoutes } from './routes/analyses.js';
import type { World } from './routes/context.js';
import { gameRoutes } from './routes/game.js';
import { heapRoutes } from './routes/heaps.js';
import { valueRoutes } from './routes/values.js';
import type { Asking, AnswerTalk, Head } from './threads/talk.js';

const GROUPS = [gameRoutes, valueRoutes, analysisRoutes, heapRoutes];

let games: Games | undefined;

/** The routes as a function from requests to responses. */
function routesFor({ shown, seed }: Asking): Hono {
  games ??= new Games(shown.folder);
  const world: World = { ...shown, games, random: randomStream(seed) };
  const app = new Hono();
  for (const addRoutes of GROUPS) addRoutes(app, world);
  app.onError((thrown) => errorResponse(answerOf(thrown, shown.givenStore)));
  return app;
}

const headOf = ({ status, headers }: Response): Head => ({ status, headers: [...headers] });

/** Milliseconds between two times that the thread says what it holds: loops give way every 50. */
const TELL_MS = 20;

serveQuestions<AnswerTalk>(async (asking, ask, signal) => {
  const telling = setInterval(() => {
    const { total_heap_size: heap, external_memory: outside } = getHeapStatistics();
    void ask({ held: heap + outside });
  }, TELL_MS);
  try {
    return await answer(asking, ask, signal);
  } finally {
    clearInterval(telling);
  }
});

async function answer(
  asking: Asking,
  ask: (said: AnswerTalk['question']) => Promise<boolean>,
  signal: AbortSignal,
): Promise<AnswerTalk['result']> {
  const response = await routesFor(asking).fetch(new Request(asking.url, { signal }));
  const reader = response.body?.getReader();
  const next = async (): Promise<Uint8Array | undefined> =>
    (await reader?.read())?.value as Uint8Array | undefined;
  try {
    const first = await next();
    let bytes = await next();
    // What is one piece is sent whole, so that its length is known.
    if (bytes === undefined) return { ...headOf(response), bytes: first ?? new Uint8Array() };
    let isWanted = await ask({ head: headOf(response), bytes: first! });
    for (; isWanted && bytes !== undefined; bytes = await next()) isWanted = await ask({ bytes });
    return null;
  } finally {
    await reader?.cancel();
  }
}
