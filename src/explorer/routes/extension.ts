/** `/api/extension`: begins, shows and stops an extension, and sends changes as server-sent events. Changes need --write. */
import type { Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { streamSSE } from 'hono/streaming';
import { refuse } from '../../common/errors.js';
import type { ExtensionAnswer, StoredEvent } from '../contract.js';
import type { Changes } from '../games/changes.js';
import type { Extensions } from '../games/extensions.js';
import { errorResponse, Refusal } from '../http/errors.js';

/** Bytes of a request; a set of some thousand numbers fits. */
const MAX_BODY_BYTES = 65_536;
/** Pages that listen at a time. */
const MAX_WATCHERS = 32;
/** Longest silence, so that a lost client is noticed. */
const HEARTBEAT_MS = 10_000;

export interface Writing {
  readonly extensions: Pick<Extensions, 'states' | 'begin' | 'stop' | 'watch'>;
  readonly changes: Pick<Changes, 'watch'>;
  readonly canWrite: boolean;
}

export function extensionRoutes(app: Hono, { extensions, changes, canWrite }: Writing): void {
  let watchers = 0;
  const answer = (c: Context, status: 200 | 202): Response =>
    c.json<ExtensionAnswer>({ canWrite, extensions: extensions.states }, status);

  app.get('/api/extension', (c) => answer(c, 200));

  const limit = bodyLimit({
    maxSize: MAX_BODY_BYTES,
    onError: () => {
      throw new Refusal(413, 'The body is too long. It can have at most {most} bytes.', {
        most: MAX_BODY_BYTES,
      });
    },
  });
  app.post('/api/extension', limit, async (c) => {
    requireWriting(canWrite);
    if (!/^application\/json\b/i.test(c.req.header('content-type') ?? '')) {
      throw new Refusal(415, 'The content-type is {type}. Send application/json.', {
        type: c.req.header('content-type') ?? 'missing',
      });
    }
    const refused = await extensions.begin(await bodyOf(c), c.req.raw.signal);
    return refused === undefined ? answer(c, 202) : errorResponse(refused);
  });

  app.delete('/api/extension', async (c) => {
    requireWriting(canWrite);
    await extensions.stop();
    return answer(c, 200);
  });

  app.get('/api/extension/events', (c) => {
    if (watchers >= MAX_WATCHERS) {
      throw new Refusal(503, '{most} pages are watching already. Close one of them.', {
        most: MAX_WATCHERS,
      });
    }
    watchers++;
    return streamSSE(c, async (stream) => {
      const { signal } = c.req.raw;
      // The latest unsent event of each kind.
      const unsent = new Map<string, unknown>([['extensions', extensions.states]]);
      let wake: () => void = () => undefined;
      const send = (event: string, data: unknown): void => {
        unsent.set(event, data);
        wake();
      };
      const end = new AbortController();
      extensions.watch(() => send('extensions', extensions.states), end.signal);
      changes.watch((version) => send('stored', { version } satisfies StoredEvent), end.signal);
      signal.addEventListener('abort', () => wake(), { once: true });
      stream.onAbort(() => wake());
      try {
        while (!signal.aborted && !stream.aborted) {
          const events = [...unsent];
          unsent.clear();
          for (const [event, data] of events) await stream.writeSSE({ event, data: JSON.stringify(data) });
          if (events.length === 0) await stream.write(': still here\n\n');
          if (unsent.size > 0) continue;
          let timer: ReturnType<typeof setTimeout> | undefined;
          await new Promise<void>((resolve) => {
            wake = resolve;
            timer = setTimeout(resolve, HEARTBEAT_MS);
          });
          clearTimeout(timer);
        }
      } finally {
        end.abort();
        watchers--;
      }
    });
  });
}

function requireWriting(canWrite: boolean): void {
  if (canWrite) return;
  throw new Refusal(
    403,
    'This explorer may not change the store. Start it with "takeaway explore --write" to extend games from the page.',
  );
}

async function bodyOf(c: Context): Promise<unknown> {
  try {
    return await c.req.json();
  } catch (error) {
    if (error instanceof Refusal) throw error;
    refuse('The body is no JSON object. Send one such as {"game":"squares","to":100}.');
  }
}
