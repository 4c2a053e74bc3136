/** Metrics over HTTP: `/metrics` for Prometheus, and `/healthz`, which succeeds while Redis is connected. */
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { failure, messageOf } from '../common/errors.js';

export interface MetricsAddress {
  readonly host: string;
  readonly port: number;
}

/** Returns the lines of a metric: one that only grows has a name that ends in `_total`. */
export function metric(name: string, help: string, value: number): string {
  const type = name.endsWith('_total') ? 'counter' : 'gauge';
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${name} ${value}\n`;
}

export interface Watched {
  /** Whether Redis is connected. */
  readonly isWell: () => boolean;
  readonly metrics: () => readonly string[];
}

const MAX_CONNECTIONS = 32;
const REQUEST_TIMEOUT_MS = 5_000;

/** Serves an address, if one is given, until the returned function is called. Raises `io` if it cannot be listened on. */
export async function serveMetrics(
  address: MetricsAddress | undefined,
  watched: Watched,
): Promise<() => void> {
  if (address === undefined) return () => undefined;
  const { host, port } = address;
  // Loaded on demand, as this loads the whole HTTP client.
  const { createServer } = await import('node:http');
  const limits = { requestTimeout: REQUEST_TIMEOUT_MS, headersTimeout: REQUEST_TIMEOUT_MS };
  const server = createServer(limits, (request, response) => answer(request, response, watched));
  server.maxConnections = MAX_CONNECTIONS;
  // The server must not keep the process alive.
  server.unref();
  try {
    await once(server.listen(port, host), 'listening');
  } catch (error) {
    throw failure(
      'io',
      'The metrics cannot be served at {host}:{port}: {reason}. Choose another port.',
      { host, port: String(port), reason: messageOf(error) },
      { cause: error },
    );
  }
  return () => {
    server.close();
    server.closeAllConnections();
  };
}

function answer(
  { method, url }: IncomingMessage,
  response: ServerResponse,
  { isWell, metrics }: Watched,
): void {
  const say = (status: number, text: string): void => {
    response.writeHead(status, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }).end(text);
  };
  if (method !== 'GET') say(405, 'GET only\n');
  else if (url === '/metrics') {
    const up = metric('takeaway_redis_up', 'Whether the Redis is there.', Number(isWell()));
    say(200, [up, ...metrics()].join(''));
  } else if (url === '/healthz') say(isWell() ? 200 : 503, isWell() ? 'ok\n' : 'no Redis\n');
  else say(404, '/metrics or /healthz\n');
}
