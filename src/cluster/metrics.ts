/**
 * Metrics of a worker or a run over HTTP: `/metrics` in the text format of Prometheus, and `/healthz`, which is well while the
 * Redis is there. Nothing else is answered, and no request changes anything.
 */
import { once } from 'node:events';
import type { Server, ServerResponse } from 'node:http';
import { failure, messageOf } from '../common/errors.js';

/** The address to listen on. */
export interface MetricsAddress {
  readonly host: string;
  readonly port: number;
}

/** A number to watch. */
export interface Metric {
  readonly name: string;
  readonly type: 'gauge' | 'counter';
  readonly help: string;
  readonly value: number;
}

/** The numbers to watch, as they are now. */
export interface Watched {
  /** Whether the Redis is there. */
  readonly isWell: () => boolean;
  readonly metrics: () => readonly Metric[];
}

const MAX_CONNECTIONS = 32;
/** Request timeout. */
const REQUEST_MS = 5_000;

/** Answers until it is closed. Raises `io` where nobody can listen there. */
export async function serveMetrics({ host, port }: MetricsAddress, watched: Watched): Promise<Server> {
  // Importing it loads the whole client of HTTP.
  const { createServer } = await import('node:http');
  const server = createServer(
    { requestTimeout: REQUEST_MS, headersTimeout: REQUEST_MS },
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
    throw failure('io', `The metrics at ${host}:${port}`, 'a port that is free', messageOf(error), {
      help: 'Choose another one.',
      cause: error,
    });
  }
  return server;
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
    const up = { name: 'takeaway_redis_up', type: 'gauge', help: 'Whether the Redis is there.' } as const;
    say(200, [{ ...up, value: Number(isWell()) }, ...metrics()].map(linesOf).join(''));
  } else if (url === '/healthz') say(isWell() ? 200 : 503, isWell() ? 'ok\n' : 'no Redis\n');
  else say(404, '/metrics or /healthz\n');
}

function linesOf({ name, type, help, value }: Metric): string {
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${name} ${value}\n`;
}
