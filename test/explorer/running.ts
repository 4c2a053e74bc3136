/** An explorer in this process over a store with a little in it, and raw requests to it. */
import { request, type IncomingHttpHeaders } from 'node:http';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { startExplorer, type Explorer } from '../../src/explorer/server.js';
import type { Census } from '../../src/explorer/pool/pool.js';
import type { ErrorObject } from '../../src/explorer/contract.js';
import { extendOnce } from '../support/store.js';

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

interface Ask {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** One request as it is written, with none of a browser's own headers. */
export function ask(url: string, { method = 'GET', headers = {}, body }: Ask = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
      );
      response.on('error', reject);
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

/** The JSON of an answer that went well. */
export async function askJson<Value>(url: string, options: Ask = {}): Promise<Value> {
  const { status, body } = await ask(url, options);
  if (status >= 300) throw new Error(`${url}: ${status} ${body.toString()}`);
  return JSON.parse(body.toString()) as Value;
}

/** The error of an answer that did not. */
export function errorOf({ body }: Answer): ErrorObject {
  return (JSON.parse(body.toString()) as { readonly error: ErrorObject }).error;
}

export interface Running {
  readonly folder: string;
  /** The address without its last slash. */
  readonly url: string;
  readonly port: number;
  /** The processes of it, and what they do. */
  readonly census: () => Census;
}

/** An explorer for all tests of a file, over squares to 2^16 (cold) and 2^14 (nim), and {1,6,9} with its period. */
export function runningExplorer({ canWrite = false, isEmpty = false } = {}): Running {
  const folder = mkdtempSync(join(tmpdir(), 'takeaway-test-'));
  let explorer: Explorer | undefined;
  const running = { folder, url: '', port: 0, census: () => explorer!.census() };
  beforeAll(async () => {
    if (!isEmpty) {
      await extendOnce(folder, 'squares', { to: 2 ** 16, series: 'cold' });
      await extendOnce(folder, 'squares', { to: 2 ** 14, series: 'nim' });
      await extendOnce(folder, '{1,6,9}', { to: 2 ** 12 });
    }
    explorer = await startExplorer({
      ...{ folder, givenStore: undefined, port: 0, canWrite },
      random: () => 0.5,
    });
    running.url = explorer.url.replace(/\/$/, '');
    running.port = Number(new URL(explorer.url).port);
  });
  afterAll(async () => {
    await explorer?.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return running;
}
