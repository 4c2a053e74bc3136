/** The child's side: it exits with its parent, and when it exceeds its memory limit. */
import { serveQuestions, type Talk, type Work } from '../solver/threads/questions.js';
import type { MemoryExceeded } from './beside.js';

const CHECK_INTERVAL_MS = 20;

/** Ignores terminal signals, which reach the whole process group; exits when the parent disconnects. */
function endWithParent(): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
}

/** Reports and kills this process once it has grown by `most` bytes, when the event loop is free. Returns its growth. */
export function boundMemory(most: number): () => number {
  const before = process.memoryUsage.rss();
  const grown = (): number => process.memoryUsage.rss() - before;
  const timer = setInterval(() => {
    if (grown() <= most) return;
    clearInterval(timer);
    const said: MemoryExceeded = { limitBytes: before + most };
    process.send?.(said, undefined, undefined, () => process.kill(process.pid, 'SIGKILL'));
  }, CHECK_INTERVAL_MS).unref();
  return grown;
}

/** Serves the parent's requests. `work` must not raise. */
export function serveFromBeside<T extends Talk>(work: Work<T>): void {
  endWithParent();
  serveQuestions<T>(work, {
    post: (message) => void process.send?.(message),
    listen: (take) => void process.on('message', take),
  });
}
