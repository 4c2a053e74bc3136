/**
 * What a worker says of itself to whoever watches it: `/metrics` in the text format of Prometheus, and `/healthz`, which is well
 * while the Redis is there. Nothing else is answered, and nothing that is asked changes anything.
 */
import { once } from 'node:events';
import type { Server, ServerResponse } from 'node:http';
import { failure, messageOf } from '../../common/errors.js';
import type { Counts } from './stats.js';

/** Where to listen. */
export interface MetricsAddress {
  readonly host: string;
  readonly port: number;
}

/** What there is to say at a moment. */
export interface WorkerFigures extends Readonly<Counts> {
  readonly isConnected: boolean;
  readonly threads: number;
}

interface Metric {
  readonly name: string;
  readonly type: 'gauge' | 'counter';
  readonly help: string;
  readonly of: (figures: WorkerFigures) => number;
}

const METRICS: readonly Metric[] = [
  {
    ...{ name: 'takeaway_redis_up', type: 'gauge', help: 'Whether the Redis is there.' },
    of: ({ isConnected }) => Number(isConnected),
  },
  {
    ...{ name: 'takeaway_worker_threads', type: 'gauge', help: 'Threads that do jobs.' },
    of: ({ threads }) => threads,
  },
  {
    ...{ name: 'takeaway_jobs_active', type: 'gauge', help: 'Jobs under way.' },
    of: ({ active }) => active,
  },
  {
    ...{ name: 'takeaway_jobs_done_total', type: 'counter', help: 'Jobs done.' },
    of: ({ done }) => done,
  },
  {
    ...{ name: 'takeaway_jobs_failed_total', type: 'counter', help: 'Jobs that failed.' },
    of: ({ failed }) => failed,
  },
  {
    ...{ name: 'takeaway_job_seconds_total', type: 'counter', help: 'Seconds that the jobs done took.' },
    of: ({ seconds }) => seconds,
  },
];

const MOST_CONNECTIONS = 32;
/** A request that takes longer is none. */
const REQUEST_MS = 5_000;

/** Answers until it is closed. Raises `io` where nobody can listen there. */
export async function serveMetrics(
  { host, port }: MetricsAddress,
  figures: () => WorkerFigures,
): Promise<Server> {
  // Importing it loads the whole client of HTTP.
  const { createServer } = await import('node:http');
  const server = createServer(
    { requestTimeout: REQUEST_MS, headersTimeout: REQUEST_MS },
    (request, response) => {
      answer(request.method, request.url, figures(), response);
    },
  );
  server.maxConnections = MOST_CONNECTIONS;
  // A worker that is to end does not wait for whoever watches it.
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
  figures: WorkerFigures,
  response: ServerResponse,
): void {
  const say = (status: number, text: string): void => {
    response.writeHead(status, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }).end(text);
  };
  if (method !== 'GET') say(405, 'GET only\n');
  else if (url === '/metrics') say(200, METRICS.map((metric) => linesOf(metric, figures)).join(''));
  else if (url === '/healthz')
    say(figures.isConnected ? 200 : 503, figures.isConnected ? 'ok\n' : 'no Redis\n');
  else say(404, '/metrics or /healthz\n');
}

function linesOf({ name, type, help, of }: Metric, figures: WorkerFigures): string {
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${name} ${of(figures)}\n`;
}
