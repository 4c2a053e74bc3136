/** A child process for work that must not slow down other requests: it can be killed at any moment, which frees its memory. */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { Asking, type Talk } from '../solver/threads/questions.js';

/** The last message of a process that exceeds its memory limit. */
export interface MemoryExceeded {
  readonly limitBytes: number;
}

export class TooMuchMemoryError extends Error {
  /** `most` is the limit in bytes, if known. */
  constructor(most?: number) {
    super(most === undefined ? 'it took more memory than it may' : `more than ${most} bytes`);
  }
}

/** Starts a script of the build with options of Node such as `expose-gc`. Its only channel is messages. */
function startChild(script: URL, options: readonly string[] = []): ChildProcess {
  return fork(script, {
    execArgv: options.map((option) => `--${option}`),
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
}

/** A child process that answers requests; its script is one call of `serveFromBeside`. */
export class AskingProcess<T extends Talk> extends Asking<T> {
  constructor(script: URL, options?: readonly string[]) {
    super((take, fail) => {
      const child = startChild(script, options);
      const exited = once(child, 'exit').catch(() => undefined);
      child.on('message', (said: object | MemoryExceeded) =>
        'limitBytes' in said ? fail(new TooMuchMemoryError(said.limitBytes)) : take(said),
      );
      child.on('error', fail);
      child.on('exit', (code, signal) => {
        // V8 aborts on a full heap, often before the process can report it.
        if (signal === 'SIGABRT' || code === 134) fail(new TooMuchMemoryError());
        else fail(new Error(`it ended with ${signal ?? `code ${code}`}`));
      });
      return {
        // Messages to an exited process are dropped; the `exit` event reports its end.
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
