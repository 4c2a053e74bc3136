/** The script of a process that answers requests: it has its own open store, and does one request at a time. */
import { Hono } from 'hono';
import { randomStream } from '../common/random.js';
import { boundMemory, serveFromBeside, workedSinceNow } from '../processes/within.js';
import { Games } from './games/games.js';
import { storeIn } from './games/folder.js';
import { addRoutes } from './routes/routes.js';
import type { Asking, AnswerTalk, Head } from './crew/talk.js';

let games: Games | undefined;

function routesFor({ shown, hadCatalog, seed }: Asking): Hono {
  games ??= new Games(storeIn(shown.folder));
  games.hadCatalog = hadCatalog;
  const app = new Hono();
  addRoutes(app, { ...shown, games, random: randomStream(seed) });
  return app;
}

/**
 * Bytes that it may take for a request, with what it remembers of earlier ones: what the dearest need, and half as much again.
 * With more than it keeps when it has answered another process goes on.
 */
const MOST_BYTES = 112 * 2 ** 20;
const KEPT_BYTES = 56 * 2 ** 20;
/** Bytes of a piece of an answer: those of one that is longer are sent as the client takes them. */
const PIECE = 2 ** 20;

/** Milliseconds between two times that the work is told: loops give way as often. */
const TELL_EVERY_MS = 50;

const grown = boundMemory(MOST_BYTES);
serveFromBeside<AnswerTalk>(async (asking, ask, signal) => {
  const worked = workedSinceNow();
  const telling = setInterval(() => void ask({ worked: worked() }), TELL_EVERY_MS);
  try {
    const whole = await answer(asking, ask, signal);
    return { whole, worked: worked(), hasGrown: grown() > KEPT_BYTES };
  } finally {
    clearInterval(telling);
  }
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
