/** `/api/extension`: begins, shows and stops an extension, and its progress as server-sent events. Changes need --write. */
import type { Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { streamSSE } from 'hono/streaming';
import { usageError } from '../../common/errors.js';
import { oneOf } from '../../common/one-of.js';
import { checkExtension, SERIES_NAMES, type SeriesName } from '../../index.js';
import { parseNumber } from '../../cli/words/numbers.js';
import type { ExtensionAnswer } from '../contract.js';
import { Refusal } from '../http/errors.js';
import type { World } from './context.js';

/** Bytes of what is asked for; a set of some thousand numbers fits. */
const LONGEST_BODY = 65_536;
/** Pages that watch at once. */
const MOST_WATCHERS = 32;
/** Something is sent at least this often, so that a lost client is noticed. */
const HEARTBEAT_MS = 10_000;

const SERIES_CHOICES = [...SERIES_NAMES, 'both'] as const;

export function extensionRoutes(app: Hono, world: World): void {
  const { extensions } = world;
  let watchers = 0;
  const answer = (c: Context, status: 200 | 202): Response =>
    c.json<ExtensionAnswer>({ canWrite: world.canWrite, extension: extensions.state }, status);

  app.get('/api/extension', (c) => answer(c, 200));

  const limit = bodyLimit({
    maxSize: LONGEST_BODY,
    onError: () => {
      throw new Refusal(413, {
        subject: 'The body',
        expected: `at most ${LONGEST_BODY} bytes`,
        found: 'more',
      });
    },
  });
  app.post('/api/extension', limit, async (c) => {
    requireWriting(world);
    if (!/^application\/json\b/i.test(c.req.header('content-type') ?? '')) {
      throw new Refusal(415, {
        subject: 'The content-type',
        expected: 'application/json',
        found: c.req.header('content-type') ?? 'none',
      });
    }
    await extensions.begin(await wantedOf(c, world));
    return answer(c, 202);
  });

  app.delete('/api/extension', async (c) => {
    requireWriting(world);
    await extensions.stop();
    return answer(c, 200);
  });

  app.get('/api/extension/events', (c) => {
    if (watchers >= MOST_WATCHERS) {
      throw new Refusal(503, {
        subject: 'Watching',
        expected: `at most ${MOST_WATCHERS} pages`,
        found: 'one more',
      });
    }
    watchers++;
    return streamSSE(c, async (stream) => {
      const { signal } = c.req.raw;
      let isStale = true;
      let wake: () => void = () => undefined;
      const changed = (): void => {
        isStale = true;
        wake();
      };
      extensions.watch(changed, signal);
      signal.addEventListener('abort', changed, { once: true });
      stream.onAbort(changed);
      try {
        while (!signal.aborted && !stream.aborted) {
          if (isStale) {
            isStale = false;
            await stream.writeSSE({ event: 'extension', data: JSON.stringify(extensions.state) });
          } else {
            await stream.write(': still here\n\n');
          }
          let timer: NodeJS.Timeout | undefined;
          await new Promise<void>((resolve) => {
            wake = resolve;
            timer = setTimeout(resolve, isStale ? 0 : HEARTBEAT_MS);
          });
          clearTimeout(timer);
        }
      } finally {
        watchers--;
      }
    });
  });
}

function requireWriting({ canWrite }: World): void {
  if (canWrite) return;
  throw new Refusal(403, {
    subject: 'The store',
    expected: 'an explorer that may change it',
    found: 'one that only reads',
    help: "Start it with 'takeaway explore --write' to extend games from the page.",
  });
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

async function wantedOf(
  c: Context,
  world: World,
): Promise<{ game: ReturnType<World['games']['parse']>; series: SeriesName | 'both'; to: number }> {
  let body: unknown;
  try {
    body = await c.req.json();
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw usageError({ subject: 'The body', expected: 'a JSON object', found: 'something else' });
  }
  const given = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
  for (const name of Object.keys(given)) oneOf(name, ['game', 'series', 'to'], 'The body');
  if (typeof given.game !== 'string') {
    throw usageError({
      subject: 'The game',
      expected: 'text that names a game',
      found: JSON.stringify(given.game ?? null),
    });
  }
  const game = world.games.parse(given.game);
  const series = oneOf(given.series ?? 'both', SERIES_CHOICES, 'The series');
  const text = typeof given.to === 'number' ? String(given.to) : asText(given.to);
  const to = parseNumber(text, 'The end of the extension');
  checkExtension(game, { series, to });
  return { game, series, to };
}
