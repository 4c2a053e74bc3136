/** A worker behind a channel: what its client knows of it at each moment. */
import { expect, it } from 'vitest';
import { Asking, type Talk } from '../../../src/solver/threads/questions.js';

/** A worker that says what the test says, and whose end takes until the test lets it. */
function scriptedWorker(): {
  worker: Asking<Talk>;
  say: (message: unknown) => void;
  letEnd: () => void;
} {
  let say: (message: unknown) => void = () => undefined;
  let letEnd: () => void = () => undefined;
  const worker = new Asking<Talk>((take, fail) => {
    say = take;
    const ended = new Promise<void>((resolve) => {
      letEnd = () => {
        fail(new Error('it ended with SIGKILL'));
        resolve();
      };
    });
    return { post: () => undefined, end: () => ended };
  });
  return { worker, say, letEnd };
}

const never = (): Promise<never> => Promise.reject(new Error('asked'));

it('a worker that is being ended takes no other request, though its last result still comes', async () => {
  const { worker, say, letEnd } = scriptedWorker();
  const last = worker.run('first', never);
  const end = worker.end();
  say({ kind: 'done', result: 'the last' });
  expect(await last).toBe('the last');
  // Nobody may find it idle: a request to it would fail with its end.
  expect(worker.hasFailed).toBe(true);
  await expect(worker.run('second', never)).rejects.toThrow('it was ended');
  letEnd();
  await end;
});

it('a request of a worker that is ended before its result rejects', async () => {
  const { worker, letEnd } = scriptedWorker();
  const failed = expect(worker.run('first', never)).rejects.toThrow('it was ended');
  const end = worker.end();
  letEnd();
  await Promise.all([end, failed]);
});
