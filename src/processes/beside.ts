/**
 * A process beside this one, for work that must not burden those who wait for something else: it can be ended at any moment,
 * whatever it does, and its end gives back all the memory that it took.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { Asking, type Talk } from '../solver/threads/questions.js';

/** What a process says before it ends because it has grown too much. */
export interface Takes {
  /** The bytes that it may have. */
  readonly takes: number;
}

/** A process took more memory than it may. */
export class TooMuchMemoryError extends Error {
  /** `most` bytes are what it may have, where it says so. */
  constructor(most?: number) {
    super(most === undefined ? 'it took more memory than it may' : `more than ${most} bytes`);
  }
}

/** Starts a script of the build, with options of Node's such as `expose-gc`. It reads and writes nothing but messages. */
function startBeside(script: URL, options: readonly string[] = []): ChildProcess {
  return fork(script, {
    execArgv: options.map((option) => `--${option}`),
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
}

/** A process that can be sent requests; its script is one call of `serveFromBeside`. */
export class AskingProcess<T extends Talk> extends Asking<T> {
  constructor(script: URL, options?: readonly string[]) {
    super((take, fail) => {
      const child = startBeside(script, options);
      const exited = once(child, 'exit').catch(() => undefined);
      child.on('message', (said: object | Takes) =>
        'takes' in said ? fail(new TooMuchMemoryError(said.takes)) : take(said),
      );
      child.on('error', fail);
      child.on('exit', (code, signal) => {
        // So V8 ends a process whose heap is full, where that leaves no time to say so.
        if (signal === 'SIGABRT' || code === 134) fail(new TooMuchMemoryError());
        else fail(new Error(`it ended with ${signal ?? `code ${code}`}`));
      });
      return {
        // A process that has ended hears nothing; its end is told by an event.
        post: (message) => {
          if (child.connected) child.send(message as object, () => undefined);
        },
        end: async () => {
          child.kill('SIGKILL');
          await exited;
        },
      };
    });
  }
}
