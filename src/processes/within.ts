/** What a process does that was started beside another one: it ends with that one, and when it has grown too much. */
import { serveQuestions, type Talk, type Work } from '../solver/threads/questions.js';
import type { Takes } from './beside.js';

const LOOK_EVERY_MS = 20;

/** Who has started this process decides when it ends: a terminal signals the whole group. */
function endWithParent(): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
}

/**
 * Ends this process once it has `most` bytes more than now, and says so before; returns how many more it has. What blocks the
 * thread of the caller is seen when it gives way.
 */
export function boundMemory(most: number): () => number {
  const before = process.memoryUsage.rss();
  const grown = (): number => process.memoryUsage.rss() - before;
  const looks = setInterval(() => {
    if (grown() <= most) return;
    clearInterval(looks);
    const said: Takes = { takes: before + most };
    process.send?.(said, undefined, undefined, () => process.kill(process.pid, 'SIGKILL'));
  }, LOOK_EVERY_MS).unref();
  return grown;
}

/** Serves requests from a process beside the one that asks. `work` must not raise. */
export function serveFromBeside<T extends Talk>(work: Work<T>): void {
  endWithParent();
  serveQuestions<T>(work, {
    post: (message) => void process.send?.(message),
    listen: (take) => void process.on('message', take),
  });
}
