/**
 * The program as few files: a start then reads some 230 KB of JavaScript in place of 180 modules, and takes 50 ms less. The
 * processes beside an explorer, which come and go with requests, take half the time to start (200 of 390 ms). apache-arrow is a
 * hundred modules that every extension loads: a small one takes 0.24 s of the processor with it in the file, and 0.32 s without.
 * What is large and not always needed, or not JavaScript, stays outside. Says nothing but warnings.
 *
 * A start then costs what the engine reads: so white space goes (names stay, for what errors say), modules that a
 * command names nothing of are left out of its files, and words of help are measured as ASCII.
 */
import { chmodSync, readFileSync } from 'node:fs';
import { build } from 'rolldown';

const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
const BUNDLED = ['yargs', 'leven', 'cli-progress', 'fft.js', 'apache-arrow'];

/** White space alone. */
const MINIFY = { compress: false, mangle: false, codegen: { removeWhitespace: true } };

/**
 * What stands for string-width, which loads a segmenter of Unicode text and asks it for each word of --help, which the
 * parser puts together at every start: a sixth of a start. Our help is ASCII.
 */
const ASCII_WIDTH = 'export default (text) => text.length;';
let replaced = 0;

await build({
  input: {
    main: 'dist/cli/start.js',
    answering: 'dist/explorer/answering.js',
    extending: 'dist/explorer/extending.js',
    encoding: 'dist/engine/extending/encoding-thread.js',
  },
  platform: 'node',
  plugins: [
    {
      name: 'ascii-width',
      load(id) {
        if (!/string-width[^/]*\/index\.js$/.test(id) || !readFileSync(id, 'utf8').includes('Intl.Segmenter'))
          return null;
        replaced++;
        return ASCII_WIDTH;
      },
    },
  ],
  treeshake: {
    moduleSideEffects: (id) =>
      id.includes('/node_modules/') ||
      /dist\/(cli\/(start|main)|explorer\/(answering|extending)|engine\/extending\/encoding-thread)\.js$/.test(
        id,
      ),
  },
  external: Object.keys(dependencies).filter((name) => !BUNDLED.includes(name)),
  // One folder below dist/, as the modules themselves: they find workers, kernels and migrations from there.
  output: { dir: 'dist/program', format: 'esm', cleanDir: true, minify: MINIFY },
});
if (replaced === 0) throw new Error('the parser measures words in another way now');
chmodSync('dist/program/main.js', 0o755);
