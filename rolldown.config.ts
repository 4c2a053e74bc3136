/**
 * The program as few files: a start then reads some 230 KB of JavaScript in place of 180 modules, and takes 50 ms less.
 * What is large and not always needed, or not JavaScript, stays outside.
 */
import { readFileSync } from 'node:fs';
import { defineConfig } from 'rolldown';

const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  dependencies: Readonly<Record<string, string>>;
};
const BUNDLED = ['yargs', 'leven', 'cli-progress', 'fft.js'];

export default defineConfig({
  input: { main: 'dist/cli/main.js' },
  platform: 'node',
  external: Object.keys(dependencies).filter((name) => !BUNDLED.includes(name)),
  // One folder below dist/, as the modules themselves: they find workers, kernels and migrations from there.
  output: { dir: 'dist/program', format: 'esm', cleanDir: true },
});
