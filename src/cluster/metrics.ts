/** Metrics over HTTP: `/metrics` for Prometheus, and `/healthz`, which succeeds while Redis is connected. */
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { failure, messageOf } from '../common/errors.js';

export interface MetricsAddress {
  readonly host: string;
  readonly port: number;
}

/** Returns the lines of a metric that goes up and down. */
export function gauge(name: string, help: string, value: number): string {
  return metric('gauge', name, help, value);
}

/** Returns the lines of a metric that only grows. */
export function counter(name: string, help: string, value: number): string {
  return metric('counter', name, help, value);
}

function metric(type: 'gauge' | 'counter', name: string, help: string, value: number): string {
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
  const server = createServer(
    { requestTimeout: REQUEST_TIMEOUT_MS, headersTimeout: REQUEST_TIMEOUT_MS },
    (request, response) => {
      answer(request.method, request.url, watched, response);
    },
  );
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
  method: string | undefined,
  url: string | undefined,
  { isWell, metrics }: Watched,
  response: ServerResponse,
): void {
  const say = (status: number, text: string): void => {
    response.writeHead(status, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }).end(text);
  };
  if (method !== 'GET') say(405, 'GET only\n');
  else if (url === '/metrics') {
    const up = gauge('takeaway_redis_up', 'Whether the Redis is there.', Number(isWell()));
    say(200, [up, ...metrics()].join(''));
  } else if (url === '/healthz') say(isWell() ? 200 : 503, isWell() ? 'ok\n' : 'no Redis\n');
  else say(404, '/metrics or /healthz\n');
}
