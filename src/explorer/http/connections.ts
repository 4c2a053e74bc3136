/**
 * Connections that say nothing. A new one is always taken: where too many are silent, the one that has been silent longest
 * is closed, so that nobody can shut others out by opening them.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Connections without a request, at most, and of all. */
const MOST_SILENT = 128;
const MOST_CONNECTIONS = 512;

/** Limits for `createServer`: a request that does not arrive in time is answered with 408 or cut, whatever its client does. */
export const ARRIVAL = {
  headersTimeout: 5000,
  requestTimeout: 5000,
  connectionsCheckingInterval: 500,
} as const;

/** Has a server keep few silent connections. */
export function boundConnections(server: Server): void {
  const silent = new Set<Socket>();
  const hush = (socket: Socket): void => {
    if (socket.destroyed) return;
    silent.add(socket);
    if (silent.size > MOST_SILENT) silent.values().next().value?.destroy();
  };
  server.maxConnections = MOST_CONNECTIONS;
  server.on('connection', (socket: Socket) => {
    socket.once('close', () => silent.delete(socket));
    hush(socket);
  });
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    silent.delete(socket);
    response.once('close', () => hush(socket));
  });
}
