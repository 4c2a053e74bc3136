// node build/side-by-side.mjs COMMAND...: runs commands at once, as many as there are processors, and says the output of
// those that fail. Exits with 1 when any does.
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';

/** Runs one command through a shell, which finds it in the PATH that npm sets. */
function run(command) {
  return new Promise((resolve) => {
    const begun = performance.now();
    const child = spawn(command, { shell: true, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
    child.on('close', (code) => {
      const seconds = ((performance.now() - begun) / 1000).toFixed(0);
      console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${command} (${seconds} s)`);
      if (code !== 0) console.log(output);
      resolve(code === 0);
    });
  });
}

const waiting = process.argv.slice(2);
let passed = true;
async function work() {
  for (let command = waiting.shift(); command !== undefined; command = waiting.shift())
    passed = (await run(command)) && passed;
}
await Promise.all(Array.from({ length: availableParallelism() }, work));
process.exitCode = passed ? 0 : 1;
