// Loaded into a program that an attack watches. Says on file descriptor 3 that the program hears signals, and at its end how
// many KiB of memory it took at most.
import { readFileSync, writeSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

if (isMainThread) {
  process.on('newListener', function up(name) {
    if (name !== 'SIGTERM') return;
    process.off('newListener', up);
    setImmediate(() => writeSync(3, 'up\n'));
  });
  process.on('exit', () => writeSync(3, `memory ${mostMemory()}\n`));
}

/** Linux counts what the process took that started this one as `maxRSS`, but not as `VmHWM`. */
function mostMemory() {
  try {
    return /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))[1];
  } catch {
    return process.resourceUsage().maxRSS;
  }
}
