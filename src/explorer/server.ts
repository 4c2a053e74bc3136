/** The explorer's server on 127.0.0.1. */
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import type { Hono } from 'hono';
import { failure } from '../common/errors.js';
import { reasonOf } from '../common/system-errors.js';
import { inBuild } from '../platform/package-root.js';
import { openStore } from '../index.js';
import { AskingProcess } from '../processes/beside.js';
import { createApp } from './app.js';
import { Changes } from './games/changes.js';
import { Extensions } from './games/extensions.js';
import { storeIn } from './games/folder.js';
import { readPage } from './page-files.js';
import { Pool, type Census } from './pool/pool.js';
import type { AnswerTalk, ExtendTalk } from './pool/talk.js';

const HOST = '127.0.0.1';
/** A request that does not arrive in time gets 408 or is cut, and so is a silent connection. */
const ARRIVAL = { headersTimeout: 5000, requestTimeout: 5000, connectionsCheckingInterval: 500 } as const;
const MAX_CONNECTIONS = 512;
const ANSWERING = inBuild('program/answering.js');
const EXTENDING = inBuild('program/extending.js');
/**
 * Heap options of answering processes in MiB: frequent collections, and a limit far above the memory limit of a request, at which
 * V8 ends the process.
 */
const HEAP = ['max-semi-space-size=2', 'max-old-space-size=128'];

export const startAnswering = (): AskingProcess<AnswerTalk> => new AskingProcess<AnswerTalk>(ANSWERING, HEAP);

export interface ExplorerOptions {
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
  readonly census: () => Census;
  /** Ends at once; a running extension first stores what is solved. */
  close(): Promise<void>;
}

/** Starts the server. Raises `io` if the port cannot be used. */
export async function startExplorer(options: ExplorerOptions): Promise<Explorer> {
  const page = await readPage();
  // An unusable store is refused at once; processes open it when they need it.
  (await openStore(options.folder, { readOnly: true })).close();
  const { folder, givenStore, canWrite, random } = options;
  const shown = { folder, givenStore, canWrite };
  const extensions = new Extensions(shown, () => new AskingProcess<ExtendTalk>(EXTENDING));
  const pool = new Pool(startAnswering);
  let port = options.port;
  const changes = new Changes(storeIn(folder));
  const app = createApp({ shown, pool, extensions, changes, page, port: () => port, random });
  const server = await listen(app.fetch, options.port);
  port = (server.address() as AddressInfo).port;
  return {
    url: `http://${HOST}:${port}/`,
    census: () => pool.census,
    async close() {
      // Waiting requests get an answer while there is a connection.
      await pool.end();
      const ended = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await Promise.all([ended, extensions.stop()]);
    },
  };
}

function listen(fetch: Hono['fetch'], port: number): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = serve({ fetch, port, hostname: HOST, serverOptions: ARRIVAL }) as Server;
    server.maxConnections = MAX_CONNECTIONS;
    server.once('listening', () => resolve(server));
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(
        failure(
          'io',
          error.code === 'EADDRINUSE'
            ? 'The port {port} is in use. Choose another one, or none for a free one.'
            : 'The port {port} cannot be used: {reason}. Choose another one, or none for a free one.',
          { port: String(port), reason: error.code === 'EADDRINUSE' ? undefined : reasonOf(error) },
          { cause: error },
        ),
      );
    });
  });
}
