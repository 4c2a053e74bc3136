/**
 * The engine of the explorer's static edition, for browsers: dist/explorer/engine/, beside which `takeaway site` puts the
 * page. What is not always needed (figures, Arrow, Parquet) is in files of its own. Vega is in none of them: every installation
 * has its scripts for browsers, which `takeaway site` copies. Fails where something in it would need Node: the faces of the
 * library name everything, so only what is left tells. Says nothing but warnings.
 */
import { writeFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, resolve } from 'node:path';
import { build } from 'rolldown';
import { noticesOf } from './licences.mjs';

const ENGINE = 'dist/explorer/engine';
const ENTRY = 'dist/explorer/browser.js';
/** The scripts of threads, where a browser has several; by the names that they have on Node. */
const THREADS = {
  'chunk-worker': 'dist/solver/chunks/worker.js',
  'far-worker': 'dist/solver/residue-classes/far/worker.js',
};
const ACTING = [ENTRY, ...Object.values(THREADS)];
const PLATFORM = 'dist/platform/platform.js';
/** Native, or for Node. Whoever asks for a PNG is told that there is none without the one that makes it. */
const ELSEWHERE = ['better-sqlite3', 'bullmq', 'ioredis', '@duckdb/node-api'];
const ASKED_FOR = '@resvg/resvg-js';

/**
 * What stands for packages whose scripts for browsers define a global: the script, the packages that it needs first, the
 * global, and the names that the library takes from it. explorer/static-edition.ts puts the scripts beside the engine.
 */
const SCRIPTS = {
  vega: { first: [], global: 'vega', names: ['Error', 'View', 'parse', 'resetSVGDefIds', 'textMetrics'] },
  'vega-lite': { first: ['vega'], global: 'vegaLite', names: ['compile'] },
};
const scriptModule = (name) => {
  const { first, global, names } = SCRIPTS[name];
  const imports = [...first, name].map((each) => `import './${each}.min.js';`);
  return [...imports, `export const { ${names.join(', ')} } = globalThis.${global};`].join('\n');
};

const { output } = await build({
  input: { engine: ENTRY, ...THREADS },
  platform: 'browser',
  plugins: [
    {
      name: 'platform-of-browsers',
      resolveId: (source, importer) =>
        source === './node.js' && importer?.endsWith(PLATFORM)
          ? resolve(dirname(importer), 'browser.js')
          : null,
    },
    {
      name: 'scripts-of-packages',
      resolveId: (source) =>
        source in SCRIPTS ? source : source.endsWith('.min.js') ? { id: source, external: true } : null,
      load: (id) => (id in SCRIPTS ? scriptModule(id) : null),
    },
  ],
  treeshake: {
    moduleSideEffects: (id) =>
      /\/node_modules\/|\.min\.js$/.test(id) || ACTING.some((path) => id.endsWith(path)),
  },
  external: [/^node:/, ...builtinModules, ...ELSEWHERE, ASKED_FOR],
  output: { dir: ENGINE, format: 'esm', cleanDir: true, minify: true, chunkFileNames: '[name]-[hash].js' },
});
/** Names as they stand in an import. */
const NAMES = new RegExp(`["'\`](node:[a-z_/]+|${ELSEWHERE.join('|')})["'\`]`, 'g');
const left = output.flatMap(({ code = '' }) => [...code.matchAll(NAMES)].map(([, name]) => name));
if (left.length > 0) throw new Error(`the engine for browsers would need ${left.join(', ')}`);

/** What the scripts of packages are made of, to name their licences. */
const scripts = await build({ input: Object.keys(SCRIPTS), platform: 'browser', write: false });

writeFileSync(`${ENGINE}/LICENCES.md`, noticesOf('the engine', [...output, ...scripts.output]));
