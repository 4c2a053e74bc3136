/** Loaded before any script of a process: its worker threads die after some milliseconds, in a way that is asked for. */
import { isMainThread } from 'node:worker_threads';

const WAYS = {
  exit: () => process.exit(7),
  throw: () => {
    throw new Error('broken on purpose');
  },
  memory: () => {
    const kept = [];
    for (;;) kept.push(new Array(1e6).fill(kept.length));
  },
};

const { WORKER_DIES: way, WORKER_DIES_AFTER: after } = process.env;
if (!isMainThread && way !== undefined) setTimeout(WAYS[way], Number(after));
