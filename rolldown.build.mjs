/**
 * The library, the program, and the scripts of its threads and processes, as few files that share their modules: what the
 * package ships. A start then reads some 230 KB of JavaScript in place of 180 modules, and takes 50 ms less. The processes
 * beside an explorer, which come and go with requests, take half the time to start (200 of 390 ms). What is large and not
 * always needed, or not JavaScript, stays outside. Says nothing but warnings.
 *
 * A start then costs what the engine reads: so comments and the names of variables go (lines stay: Node shows that of an error
 * that nobody catches; names of functions and classes stay for stacks), modules of which a command names nothing are left out
 * of its files, and words of help are measured as ASCII.
 */
import { chmodSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { build } from 'rolldown';

const { dependencies, peerDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
const BUNDLED = ['yargs', 'leven', 'cli-progress', 'fft.js'];

/**
 * What stands for string-width, which loads a segmenter of Unicode text and asks it for each word of --help, which the
 * parser puts together at every start: a sixth of a start. Our help is ASCII.
 */
const ASCII_WIDTH = 'export default (text) => text.length;';
let replaced = 0;

/** What is started or imported from outside, by the name of its file in dist/program/. */
const ENTRIES = {
  index: 'dist/index.js',
  main: 'dist/cli/start.js',
  answering: 'dist/explorer/answering.js',
  extending: 'dist/explorer/extending.js',
  'chunk-worker': 'dist/solver/chunks/worker.js',
  'far-worker': 'dist/solver/residue-classes/far/worker.js',
  'job-thread': 'dist/jobs/kinds/thread.js',
  'sql-host': 'dist/sql/host.js',
  'sql-worker': 'dist/sql/worker.js',
  encoding: 'dist/engine/extending/encoding-thread.js',
};
/** The modules that do something when they are loaded, beside the packages. */
const ACTING = [...Object.values(ENTRIES), 'dist/cli/main.js'].map((path) => resolve(path));

/**
 * The modules that every start reads, before it is known which command is run. They make a file of their own: among others that are
 * shared, they would take all of the library along, and a third of a start.
 */
const AT_START = new Set();
function readsAtStart(path) {
  if (AT_START.has(path)) return;
  AT_START.add(path);
  for (const [, from] of readFileSync(path, 'utf8').matchAll(/^(?:import|export) [^;]*?from '(\.[^']+)';/gm))
    readsAtStart(resolve(dirname(path), from));
}
readsAtStart(resolve('dist/cli/main.js'));

/**
 * Bytes below which what the same entries share is put into the file of others: a package of fewer files. Above some size files
 * come to import each other, and one of them would begin without what it needs of the other: that fails below.
 */
const LEAST_SHARED = 12_288;

const { output } = await build({
  input: ENTRIES,
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
    moduleSideEffects: (id) => id.includes('/node_modules/') || ACTING.includes(id),
  },
  external: Object.keys({ ...dependencies, ...peerDependencies }).filter((name) => !BUNDLED.includes(name)),
  // One folder below dist/, as the modules themselves: they find workers, kernels and migrations from there.
  output: {
    dir: 'dist/program',
    format: 'esm',
    cleanDir: true,
    comments: false,
    minify: {
      compress: { keepNames: { function: true, class: true } },
      mangle: { keepNames: true },
      codegen: { removeWhitespace: false },
    },
    // A name of all that shares it would be as long as a line.
    chunkFileNames: ({ name }) => (name.startsWith('shared~') ? 'shared-[hash].js' : '[name]-[hash].js'),
    codeSplitting: {
      groups: [
        { name: 'start', test: (id) => AT_START.has(id), minShareCount: 2, priority: 1 },
        { name: 'shared', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: LEAST_SHARED },
      ],
    },
  },
});
const imports = new Map(output.map(({ fileName, imports = [] }) => [fileName, imports]));
for (const passed = new Set(); passed.size < imports.size;) {
  const next = [...imports].find(
    ([name, needed]) => !passed.has(name) && needed.every((one) => passed.has(one) || !imports.has(one)),
  );
  if (next === undefined)
    throw new Error('files of the program import each other: LEAST_SHARED has to be smaller');
  passed.add(next[0]);
}
if (replaced === 0) throw new Error('the parser measures words in another way now');
chmodSync('dist/program/main.js', 0o755);
