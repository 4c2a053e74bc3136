/**
 * The program as few files: a start then reads some 230 KB of JavaScript in place of 180 modules, and takes 50 ms less.
 * What is large and not always needed, or not JavaScript, stays outside. Says nothing but warnings.
 */
import { chmodSync, readFileSync } from 'node:fs';
import { build } from 'rolldown';

const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
const BUNDLED = ['leven', 'cli-progress', 'fft.js'];

await build({
  input: { main: 'dist/cli/start.js' },
  platform: 'node',
  external: Object.keys(dependencies).filter((name) => !BUNDLED.includes(name)),
  // One folder below dist/, as the modules themselves: they find workers, kernels and migrations from there.
  output: { dir: 'dist/program', format: 'esm', cleanDir: true },
});
chmodSync('dist/program/main.js', 0o755);
