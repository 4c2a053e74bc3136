/** The script of a process that answers requests: it has its own open store, and does one request at a time. */
import { Hono } from 'hono';
import { randomStream } from '../common/random.js';
import { boundMemory, serveFromBeside } from '../processes/within.js';
import { Games } from './games/games.js';
import { storeIn } from './games/folder.js';
import { addRoutes } from './routes/routes.js';
import type { Asking, AnswerTalk, Head } from './pool/talk.js';

/** Of the request that is answered. */
let random: () => number;
let world: { readonly games: Games; readonly app: Hono } | undefined;

/** The routes over the store, which are made once: a process serves one store. */
function routesFor({ shown, hadCatalog, seed }: Asking): Hono {
  if (world === undefined) {
    world = { games: new Games(storeIn(shown.folder)), app: new Hono() };
    addRoutes(world.app, { ...shown, games: world.games, random: () => random() });
  }
  world.games.hadCatalog = hadCatalog;
  random = randomStream(seed);
  return world.app;
}

/**
 * Memory limit of a request, with what the process remembers of earlier ones: 1.5 times the most expensive one. A process that keeps
 * more than `KEPT_BYTES` afterwards is replaced.
 */
const MOST_BYTES = 112 * 2 ** 20;
const KEPT_BYTES = 56 * 2 ** 20;
/** Bytes of a piece of an answer: those of one that is longer are sent as the client takes them. */
const PIECE = 2 ** 20;

const grown = boundMemory(MOST_BYTES);
serveFromBeside<AnswerTalk>(async (asking, ask, signal) => {
  const whole = await answer(asking, ask, signal);
  return { whole, hasGrown: grown() > KEPT_BYTES };
});

async function answer(
  asking: Asking,
  ask: (said: AnswerTalk['question']) => Promise<boolean>,
  signal: AbortSignal,
): Promise<AnswerTalk['result']['whole']> {
  const response = await routesFor(asking).fetch(new Request(asking.url, { signal }));
  const pieces = piecesOf(response);
  const { value: first = new Uint8Array() } = await pieces.next();
  let next = await pieces.next();
  const head: Head = { status: response.status, headers: [...response.headers] };
  // What is one piece is sent whole, so that its length is known.
  if (next.done === true) return { ...head, bytes: first };
  let isWanted = await ask({ head, bytes: first });
  for (; isWanted && next.done !== true; next = await pieces.next())
    isWanted = await ask({ bytes: next.value });
  await pieces.return(undefined);
  return null;
}

/** The body of a response; to leave before its end cancels it. */
async function* piecesOf({ body }: Response): AsyncGenerator<Uint8Array, undefined> {
  if (body === null) return;
  for await (const bytes of body as AsyncIterable<Uint8Array>)
    for (let at = 0; at < bytes.length; at += PIECE) yield bytes.subarray(at, at + PIECE);
}
