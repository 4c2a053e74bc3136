/** Clients of an explorer: some wait for their answer, some leave midway, some say half of what they want, or read nothing. */
import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import type { Question } from './questions.js';

/** What a client got; undefined where it left. */
export interface Got {
  readonly status: number;
  readonly body: Buffer;
  readonly milliseconds: number;
}

/** Asks, and waits for all of the answer; leaves after a time where one is given. */
export function askOnce(origin: string, question: Question, leaveAfter?: number): Promise<Got | undefined> {
  const { method, path, body } = question;
  const begun = performance.now();
  return new Promise((resolve, reject) => {
    const headers = body === undefined ? {} : { 'content-type': 'application/json' };
    const sent = request(origin + path, { method, headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        clearTimeout(leaving);
        const status = response.statusCode ?? 0;
        resolve({ status, body: Buffer.concat(chunks), milliseconds: performance.now() - begun });
      });
      response.on('error', failed);
    });
    let hasLeft = false;
    const failed = (error: Error): void => {
      clearTimeout(leaving);
      if (hasLeft) resolve(undefined);
      else reject(new Error(`${method} ${path.slice(0, 300)}: ${error.message}`));
    };
    sent.on('error', failed);
    const leave = (): void => {
      hasLeft = true;
      sent.destroy();
      resolve(undefined);
    };
    const leaving = leaveAfter === undefined ? undefined : setTimeout(leave, leaveAfter);
    sent.end(body);
  });
}

/** Connects and says nothing, or half of a request; whoever listens may cut it. */
export function halfOpen(origin: string, said: string): Promise<Socket> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    // It reads nothing of what it may get.
    socket.pause();
    socket.on('error', () => resolve(socket));
    socket.on('connect', () => {
      if (said !== '') socket.write(said);
      resolve(socket);
    });
  });
}
