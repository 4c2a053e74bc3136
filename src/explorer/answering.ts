/** The script of a process that answers requests, one at a time, over its own open store. */
import { Hono } from 'hono';
import { randomStream } from '../common/random.js';
import { boundMemory, serveFromBeside } from '../processes/within.js';
import { Games } from './games/games.js';
import { storeIn } from './games/folder.js';
import { addRoutes } from './routes/routes.js';
import type { PoolRequest, AnswerTalk, Head } from './pool/talk.js';

/** The random stream of the current request. */
let random: () => number;
let world: { readonly games: Games; readonly app: Hono } | undefined;

/** Returns the routes over the store. They are made once, as a process serves one store. */
function routesFor({ shown, hadCatalog, seed }: PoolRequest): Hono {
  if (world === undefined) {
    world = { games: new Games(storeIn(shown.folder)), app: new Hono() };
    addRoutes(world.app, { ...shown, games: world.games, random: () => random() });
  }
  world.games.hadCatalog = hadCatalog;
  random = randomStream(seed);
  return world.app;
}

/**
 * Memory limit of a request, including what the process remembers of earlier ones: 1.5 times the most expensive request. A
 * process that keeps more than `KEPT_BYTES` afterwards is replaced.
 */
const MAX_BYTES = 112 * 2 ** 20;
const KEPT_BYTES = 56 * 2 ** 20;
/** Bytes of a piece. Pieces of a longer answer are sent as the client takes them. */
const PIECE_BYTES = 2 ** 20;

const grown = boundMemory(MAX_BYTES);
serveFromBeside<AnswerTalk>(async (request, ask, signal) => {
  const whole = await answer(request, ask, signal);
  return { whole, hasGrown: grown() > KEPT_BYTES };
});

async function answer(
  request: PoolRequest,
  ask: (said: AnswerTalk['question']) => Promise<boolean>,
  signal: AbortSignal,
): Promise<AnswerTalk['result']['whole']> {
  const response = await routesFor(request).fetch(new Request(request.url, { signal }));
  const pieces = piecesOf(response);
  const { value: first = new Uint8Array() } = await pieces.next();
  let next = await pieces.next();
  const head: Head = { status: response.status, headers: [...response.headers] };
  // A single piece is sent whole, so that the answer has a content-length.
  if (next.done === true) return { ...head, bytes: first };
  let isWanted = await ask({ head, bytes: first });
  for (; isWanted && next.done !== true; next = await pieces.next())
    isWanted = await ask({ bytes: next.value });
  await pieces.return(undefined);
  return null;
}

/** Yields the body of a response in pieces. Returning early cancels it. */
async function* piecesOf({ body }: Response): AsyncGenerator<Uint8Array, undefined> {
  if (body === null) return;
  for await (const bytes of body as AsyncIterable<Uint8Array>)
    for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES);
}
