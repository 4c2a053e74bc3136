// A process for beside.test.ts: does what its requests say.
import { boundMemory, serveFromBeside } from '../../dist/processes/within.js';

const kept = [];
const grown = boundMemory(64 * 2 ** 20);
serveFromBeside(async ({ grow = 0, exit, ask: question, wait = false }, ask, signal) => {
  if (exit !== undefined) process.exit(exit);
  for (let i = 0; i < grow; i++) {
    kept.push(new Uint8Array(2 ** 20).fill(1));
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  if (wait && !signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve));
  const answer = question === undefined ? undefined : await ask(question);
  return { pid: process.pid, answer, isStopped: signal.aborted, grown: grown() };
});
