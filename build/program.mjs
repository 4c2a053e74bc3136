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
import { createHash } from 'node:crypto';
import { chmodSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { build } from 'rolldown';
import { noticesOf } from './licences.mjs';

const { dependencies, peerDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
const BUNDLED = ['yargs', 'leven', 'cli-progress', 'fft.js', 'bullmq', 'ioredis'];
/** What a bundled package loads only where it is installed. */
const DONE_WITHOUT = ['msgpackr-extract', 'pg', '@valkey/valkey-glide'];
/** The build of ES modules, from which unused code can be left out; the package's main file is CommonJS. */
const BULLMQ = resolve('node_modules/bullmq/dist/esm/index.js');

/** What stands for modules of bundled packages, found by their path and what must be in them. */
const REPLACED = [
  {
    // It loads a segmenter of Unicode text and asks it for each word of --help, which the parser puts together at every start: a
    // sixth of a start. Our help is ASCII.
    path: /string-width[^/]*\/index\.js$/,
    within: 'Intl.Segmenter',
    by: 'export default (text) => text.length;',
  },
];
const replaced = new Set();

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
/** The two faces of the library, whose names commands import: what stands behind the other names is not read for them. */
const FACES = [resolve(ENTRIES.index), resolve('dist/rim.js')];
/** The modules that do something when they are loaded, beside the packages. */
const ACTING = [...Object.values(ENTRIES), 'dist/cli/main.js']
  .map((path) => resolve(path))
  .filter((path) => !FACES.includes(path));

const IMPORTS = /^(?:import|export) ([^;]*?)from '([^']+)';/gm;
const importsOf = (path) =>
  [...readFileSync(path, 'utf8').matchAll(IMPORTS)].map(([, names, from]) => ({
    names: [...names.matchAll(/([\w$]+)(?: as ([\w$]+))?/g)].map(([, name, as = name]) => ({ name, as })),
    path: from.startsWith('.') ? resolve(dirname(path), from) : from,
  }));
const behind = new Map(
  FACES.flatMap(importsOf).flatMap(({ names, path }) => names.map(({ as }) => [as, path])),
);

/** Adds a module and all that it imports, except what a command loads when it needs it. */
function addReached(path, reached) {
  if (reached.has(path)) return reached;
  reached.add(path);
  if (!path.endsWith('.js') || BUNDLED.includes(path)) return reached;
  for (const { names, path: next } of importsOf(path)) {
    for (const one of FACES.includes(next) ? names.map(({ name }) => behind.get(name)) : [next])
      addReached(one, reached);
  }
  return reached;
}

/**
 * What is read together makes a file of its own: what every start reads, before it is known which command is run; what threads
 * read that solve, and that do jobs; a query, which is half of the library; and what proofs, extensions and the thread that packs
 * blocks read beside it. Otherwise each would take along what others need. A file imports those before it alone.
 */
const TOGETHER = {
  start: ['dist/cli/main.js'],
  worker: [ENTRIES['chunk-worker'], ENTRIES['far-worker']],
  check: [ENTRIES['job-thread'], 'dist/jobs/kinds/target-check.js'],
  query: ['dist/cli/commands/ask/query.js'],
  verify: ['dist/cli/commands/keep/verify.js', 'dist/cli/commands/keep/certify.js'],
  extend: ['dist/cli/commands/compute/extend.js'],
  encoding: [ENTRIES.encoding],
};
const read = new Set();
const groups = Object.entries(TOGETHER).map(([name, paths]) => {
  const reached = paths.reduce((all, path) => addReached(resolve(path), all), new Set());
  const own = [...reached].filter((one) => !read.has(one));
  own.forEach((one) => read.add(one));
  const test = (id) => own.some((one) => id === one || id.includes(`/node_modules/${one}/`));
  // Otherwise a face would take along all that stands behind it.
  return { name, test, minShareCount: 2, priority: 1, includeDependenciesRecursively: false };
});

/**
 * Bytes below which what the same entries share is put into the file of others: a package of fewer files. Above some size files
 * come to import each other, and one of them would begin without what it needs of the other: that fails below.
 */
const LEAST_SHARED = 12_288;

/**
 * Block files are written by a copy of apache-arrow among ours, of which nothing comes out: it loads in 25 ms of the processor, and
 * the package, in 150 modules, in 140 ms and more. Record batches that callers get are of the package.
 */
const ARROW = {
  name: 'apache-arrow',
  from: resolve('dist/columnar/block-frame.js'),
  entry: resolve('node_modules/apache-arrow/Arrow.node.mjs'),
};

/** What stays outside. */
const OUTSIDE = Object.keys({ ...dependencies, ...peerDependencies })
  .filter((name) => !BUNDLED.includes(name) && name !== ARROW.name)
  .concat(DONE_WITHOUT);

const { output } = await build({
  input: ENTRIES,
  platform: 'node',
  preserveEntrySignatures: 'allow-extension',
  plugins: [
    {
      name: 'replaced',
      load(id) {
        const found = REPLACED.find(
          ({ path, within }) => path.test(id) && readFileSync(id, 'utf8').includes(within),
        );
        if (found === undefined) return null;
        replaced.add(found);
        return found.by;
      },
      resolveId: (id, from) =>
        id !== ARROW.name ? null : from === ARROW.from ? ARROW.entry : { id, external: true },
    },
  ],
  treeshake: {
    moduleSideEffects: (id) =>
      ACTING.includes(id) ||
      (id.includes('/node_modules/') && !/\/node_modules\/(?:bullmq|apache-arrow)\//.test(id)),
  },
  resolve: { alias: { bullmq: BULLMQ } },
  external: OUTSIDE,
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
        ...groups,
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
for (const { path } of REPLACED.filter((one) => !replaced.has(one)))
  throw new Error(`a bundled package has changed: no module is at ${path}`);
writeFileSync('dist/program/LICENCES.md', noticesOf('the program', output));
chmodSync('dist/program/main.js', 0o755);

/** What results depend on: machines compute together if they have the same of it. */
const COMPUTING = /^(kernel|game|solver|columnar|survey|jobs)\/.*\.(js|wasm)$/;
const digest = createHash('sha256');
for (const name of readdirSync('dist', { recursive: true }).sort())
  if (COMPUTING.test(name)) digest.update(`${name}\0`).update(readFileSync(`dist/${name}`));
writeFileSync('dist/program/computing.txt', `${digest.digest('hex').slice(0, 12)}\n`);
