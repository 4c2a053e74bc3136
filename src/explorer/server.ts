/** The explorer's server: on 127.0.0.1 alone, from the first request to the end of the last. */
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { TakeawayError } from '../common/errors.js';
import { reasonOf } from '../common/system-errors.js';
import { createApp } from './app.js';
import { Extensions } from './games/extensions.js';
import { Games } from './games/games.js';
import { Turns } from './http/turns.js';
import { readPage } from './page-files.js';

const HOST = '127.0.0.1';
/** Connections at once, milliseconds for a request to arrive, and for its head. */
const MOST_CONNECTIONS = 256;
const REQUEST_MS = 30_000;
const HEAD_MS = 10_000;

export interface ExplorerOptions {
  /** The folder of the store. */
  readonly folder: string;
  /** The folder as it was given on the command line, for the commands that are shown. */
  readonly givenStore: string | undefined;
  /** 0 for a free one. */
  readonly port: number;
  /** Whether the page may extend games. */
  readonly canWrite: boolean;
  /** Random numbers 0 <= r < 1, for the computer's moves. */
  readonly random: () => number;
}

export interface Explorer {
  /** `http://127.0.0.1:PORT/` */
  readonly url: string;
  /** Ends at once; a running extension stores what is solved first. */
  close(): Promise<void>;
}

/** Starts the server. Raises `io` where the port cannot be had. */
export async function startExplorer(options: ExplorerOptions): Promise<Explorer> {
  const page = await readPage();
  const games = await Games.open(options.folder);
  const extensions = new Extensions(options.folder, options.givenStore, () => games.refresh());
  const { givenStore, canWrite, random } = options;
  let port = options.port;
  const world = { games, extensions, turns: new Turns(), givenStore, canWrite, random };
  const app = createApp(world, page, () => port);
  try {
    const server = await listen(app.fetch, options.port);
    port = (server.address() as AddressInfo).port;
    return {
      url: `http://${HOST}:${port}/`,
      async close() {
        const ended = new Promise((resolve) => server.close(resolve));
        server.closeAllConnections();
        await ended;
        await extensions.stop();
        games.close();
      },
    };
  } catch (error) {
    games.close();
    throw error;
  }
}

function listen(fetch: (request: Request) => Response | Promise<Response>, port: number): Promise<Server> {
  return new Promise((resolve, reject) => {
    const serverOptions = { requestTimeout: REQUEST_MS, headersTimeout: HEAD_MS };
    const server = serve({ fetch, port, hostname: HOST, serverOptions }) as Server;
    server.maxConnections = MOST_CONNECTIONS;
    server.once('listening', () => resolve(server));
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(
        new TakeawayError('io', {
          subject: `The port ${port}`,
          expected: `a free port of ${HOST}`,
          found: error.code === 'EADDRINUSE' ? 'one in use' : reasonOf(error),
          help: 'Choose another port, or none for a free one.',
          cause: error,
        }),
      );
    });
  });
}
