// npm run check: types, lint, format and the fast tests, side by side. Only what changed since the last run is linted
// again, so a change of a type that other files use is linted in full by `npm test` alone.
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';

const CHECKS = [
  'tsc -p tsconfig.json',
  'tsc -p src/explorer/page/tsconfig.json',
  'eslint --cache --cache-location node_modules/.cache/eslint .',
  'prettier --check --cache --log-level warn .',
  'vitest run --mode fast --reporter dot',
];

/** Runs one check through a shell, which finds it in the PATH that npm sets; says its output when it fails. */
function run(command) {
  return new Promise((resolve) => {
    const child = spawn(command, { shell: true, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
    child.on('close', (code) => {
      console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${command}`);
      if (code !== 0) console.log(output);
      resolve(code === 0);
    });
  });
}

const waiting = [...CHECKS];
let passed = true;
async function work() {
  for (let check = waiting.shift(); check !== undefined; check = waiting.shift())
    passed = (await run(check)) && passed;
}
await Promise.all(Array.from({ length: Math.min(CHECKS.length, availableParallelism()) }, work));
process.exitCode = passed ? 0 : 1;
