// The layers of src/ for dependency-cruiser (`npm run layers`, part of `npm run lint`): a module imports lower layers only, nothing
// imports in a circle, each package and module of Node has its users, and no file is left over. docs/ARCHITECTURE.md tells the
// modules; who may use the process, the clock and randomness is in eslint.config.js. Permissions that nothing uses fail.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Modules and parts of modules, lowest layer first: each may import lower layers and itself, but none of its own layer. */
const LAYERS = [
  ['platform'],
  ['common'],
  ['words', 'kernel', 'game/sets', 'figures/font'],
  ['game', 'columnar', 'figures', 'solver/threads', 'solver/task', 'solver/states'],
  [
    'processes',
    'jobs',
    'tables',
    'store/records.ts',
    'certificate/checks',
    'solver/sieve',
    'solver/chunks',
    'solver/residue-classes',
  ],
  ['store/files', 'solver/convolution', 'solver/dynamic-programming', 'solver/remoteness'],
  ['store/catalog', 'solver/shifted-sets', 'survey'],
  ['store', 'solver'],
  ['engine/series', 'cluster'],
  ['engine/views'],
  ['engine/extending'],
  ['engine/reading', 'engine/keeping'],
  ['engine/verifying', 'jobs/kinds', 'report/parts'],
  ['engine'],
  ['analysis', 'comparison', 'oeis', 'sql', 'sweep', 'certificate'],
  ['report'],
  ['index.ts', 'rim.ts'],
  ['explorer'],
  ['cli'],
];
/** The library as the command line and the explorer see it, and what they share with it. */
const FACES = ['index.ts', 'rim.ts', 'common', 'platform', 'words'];
/** What the explorer uses of the library beside its faces. */
const BESIDE_FACES = [
  ['explorer/answering.ts', 'processes'],
  ['explorer/extending.ts', 'processes'],
  ['explorer/server.ts', 'processes'],
  ['explorer/pool', 'processes'],
  ['explorer/pool', 'solver/threads'],
  ['explorer/static-edition.ts', 'store/files'],
  // Types of answers.
  ['explorer/contract.ts', 'analysis'],
  ['explorer/contract.ts', 'columnar'],
  ['explorer/contract.ts', 'engine/reading'],
  ['explorer/contract.ts', 'figures'],
  ['explorer/contract.ts', 'game'],
  ['explorer/contract.ts', 'oeis'],
];

/** Who may use what from outside: a package, a module of Node, a global. `types:` allows its types alone. */
const OUTSIDE = {
  'node:fs': [
    'cli/complete.ts',
    'store',
    'store/files',
    'store/catalog',
    'platform/package-root.ts',
    'platform/node.ts',
  ],
  'node:fs/promises': [
    'cli/commands/study/pages.ts',
    'store/files',
    'platform/node.ts',
    'explorer/games/folder.ts',
    'explorer/page-files.ts',
    'explorer/static-edition.ts',
  ],
  'node:worker_threads': ['platform/node.ts', 'sql'],
  'node:readline': ['cli/terminal'],
  'node:child_process': ['cli/terminal', 'processes/beside.ts'],
  'node:v8': ['sql'],
  'node:crypto': ['platform/package-root.ts', 'platform/node.ts', 'survey', 'store/files', 'cluster'],
  'node:events': ['sql', 'cli/terminal', 'cluster', 'processes/beside.ts'],
  'node:http': ['types:explorer', 'cluster'],
  'node:net': ['types:explorer', 'cluster/redis'],
  'node:module': ['store/catalog/sqlite.ts'],
  'node:os': [
    'cli/commands/study/pages.ts',
    'sql',
    'certificate',
    'platform/node.ts',
    'cli/commands/setup',
    'cluster',
    'jobs',
  ],
  'node:path': [
    'cli/commands/study/pages.ts',
    'store',
    'store/files',
    'store/catalog',
    'engine/keeping',
    'survey',
    'engine',
    'report',
    'explorer/games/folder.ts',
    'explorer/static-edition.ts',
  ],
  'node:util': ['platform/node.ts', 'store/files'],
  'better-sqlite3': ['store', 'store/catalog'],
  'apache-arrow': ['columnar', 'tables/arrow.ts', 'tables/reading.ts'],
  hyparquet: ['tables/reading.ts'],
  hono: [
    'explorer/app.ts',
    'explorer/answering.ts',
    'explorer/browser.ts',
    'explorer/page-files.ts',
    'explorer/routes',
    'types:explorer',
    'types:explorer/http',
  ],
  '@hono/node-server': ['explorer/server.ts', 'types:explorer/app.ts'],
  'hyparquet-writer': ['tables/parquet.ts'],
  '@duckdb/node-api': ['sql/worker.ts', 'types:sql'],
  'fft.js': ['kernel/convolution.ts'],
  ioredis: ['types:cluster/redis', 'cluster/redis/connection.ts'],
  bullmq: ['cluster/redis/transport.ts'],
  leven: ['common/one-of.ts'],
  yargs: ['cli/parser.ts'],
  vega: ['figures/render.ts', 'types:figures'],
  'vega-lite': ['figures/render.ts', 'types:figures'],
  'vega-interpreter': ['figures/render.ts'],
  '@resvg/resvg-js': ['figures/render.ts'],
  'cli-progress': ['cli/terminal'],
  '@noble/hashes': ['platform/browser.ts'],
};
/** Where the program starts: what no other file imports. */
const ENTRIES = [
  'index.ts',
  'cli/start.ts',
  'solver/chunks/worker.ts',
  'solver/residue-classes/far/worker.ts',
  'engine/extending/encoding-thread.ts',
  'jobs/kinds/thread.ts',
  'sql/worker.ts',
  'sql/host.ts',
  'explorer/answering.ts',
  'explorer/extending.ts',
  'explorer/browser.ts',
  'explorer/offline.ts',
  'explorer/analysis-views.ts',
  // It stands in the place of platform/node.ts in what is bundled for browsers.
  'platform/browser.ts',
];

/** What the page of the explorer may bundle. */
const PAGE = '^src/explorer/page/';
/** What page and program share: reading and writing numbers, and what figures show unless told otherwise. */
const SHARED = [
  'common/shown.ts',
  'common/usual-figures.ts',
  'common/whole-number.ts',
  'explorer/limits.ts',
  'words/numbers.ts',
  'words/params.ts',
  'words/reasons.ts',
  'words/text.ts',
  'words/typeset.ts',
  'words/visible.ts',
];
/** What the build of the page evaluates: the page gets what it exports. */
const EVALUATED = ['explorer/analysis-views.ts'];
const BUNDLED = ['apache-arrow', 'preact', '@preact/signals', 'qr'];

const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
const isFile = (place) => place.endsWith('.ts');
const places = LAYERS.flat();
/** A pattern for the files of a place, without those of places within it. */
function isIn(place) {
  if (isFile(place)) return `^src/${escaped(place)}$`;
  const within = places.filter((other) => other.startsWith(`${place}/`));
  const inner = within.map((other) => escaped(other.slice(place.length + 1)) + (isFile(other) ? '$' : '/'));
  return `^src/${escaped(place)}/${inner.length === 0 ? '' : `(?!${inner.join('|')})`}`;
}
/** A pattern for a file, or the files that lie in a folder itself. */
const isAt = (place) => `^src/${escaped(place)}${isFile(place) ? '$' : '/[^/]+$'}`;

/** The imports of each file that belongs to the program, as written. */
const imports = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts'))
  .filter((file) => !/^(kernel\/assembly|explorer\/page)\//.test(file))
  .flatMap((file) =>
    [...readFileSync(`src/${file}`, 'utf8').matchAll(/(?:from|import\(?)\s*'([^']+)'/g)].map(([, name]) => ({
      from: `src/${file}`,
      to: name.startsWith('.') ? join('src', dirname(file), name.replace(/\.js$/, '.ts')) : name,
    })),
  );
const fits = (from, to) => {
  const [isFrom, isTo] = [new RegExp(from), new RegExp(to)];
  return imports.some((each) => isFrom.test(each.from) && isTo.test(each.to));
};
const unused = [
  ...places.filter((place) => !fits(isIn(place), '')).map((place) => `${place}, a place in LAYERS`),
  ...BESIDE_FACES.filter(([from, to]) => !fits(isAt(from), isIn(to))).map(([from, to]) => `${from} to ${to}`),
  ...Object.entries(OUTSIDE).flatMap(([name, users]) =>
    users
      .filter((user) => !fits(isAt(user.replace(/^types:/, '')), `^${escaped(name)}(/|$)`))
      .map((user) => `${user} to ${name}`),
  ),
];
if (unused.length > 0)
  throw new Error(`Nothing uses these permissions of build/layers.mjs. Remove them:\n${unused.join('\n')}`);

const layers = LAYERS.flatMap((layer, i) =>
  layer.map((place) => ({
    name: `${place} imports lower layers`,
    severity: 'error',
    from: { path: isIn(place) },
    to: { path: '^src/', pathNot: [place, ...LAYERS.slice(0, i).flat()].map(isIn) },
  })),
);
const faces = {
  name: 'command line and explorer use the faces of the library',
  severity: 'error',
  from: { path: '^src/(cli|explorer)/', pathNot: [PAGE, ...BESIDE_FACES.map(([from]) => isAt(from))] },
  to: { path: '^src/', pathNot: [...FACES.map(isIn), '^src/(cli|explorer)/'] },
};
const besideFaces = [...new Set(BESIDE_FACES.map(([from]) => from))].map((place) => ({
  ...faces,
  from: { path: isAt(place) },
  to: {
    path: '^src/',
    pathNot: [
      ...faces.to.pathNot,
      ...BESIDE_FACES.filter(([from]) => from === place).map(([, to]) => isIn(to)),
    ],
  },
}));

const targetOf = (name) =>
  name.startsWith('node:')
    ? `^(node:)?${escaped(name.slice(5))}$`
    : `node_modules/(@types/)?${escaped(name)}/`;
const outside = Object.entries(OUTSIDE).flatMap(([name, places]) => {
  const anything = places.filter((place) => !place.startsWith('types:')).map(isAt);
  const types = places.filter((place) => place.startsWith('types:')).map((place) => isAt(place.slice(6)));
  const path = targetOf(name);
  const rule = { name: `who may use ${name}`, severity: 'error' };
  const from = { path: '^src/', pathNot: [PAGE, ...anything] };
  return types.length === 0
    ? [{ ...rule, from, to: { path } }]
    : [
        { ...rule, from: { ...from, pathNot: [...from.pathNot, ...types] }, to: { path } },
        {
          ...rule,
          from: { path: types, pathNot: anything },
          to: { path, dependencyTypesNot: ['type-only'] },
        },
      ];
});

export default {
  forbidden: [
    { name: 'no circles', severity: 'error', from: {}, to: { circular: true } },
    { name: 'only what exists', severity: 'error', from: {}, to: { couldNotResolve: true } },
    ...layers,
    faces,
    ...besideFaces,
    ...outside,
    {
      name: 'each file has its place',
      severity: 'error',
      from: {},
      to: { path: '^src/', pathNot: [PAGE, ...places.map(isIn)] },
    },
    {
      name: 'nothing else from outside',
      severity: 'error',
      from: { path: '^src/', pathNot: [PAGE] },
      // The declarations name the types of Node, for compilers that are given no list of types.
      to: { pathNot: ['^src/', 'node_modules/@types/node/index', ...Object.keys(OUTSIDE).map(targetOf)] },
    },
    {
      name: 'what the page may import',
      severity: 'error',
      from: { path: PAGE },
      to: {
        pathNot: [
          PAGE,
          '^src/explorer/(contract|edition)\\.ts$',
          ...[...SHARED, ...EVALUATED].map(isAt),
          ...BUNDLED.map(targetOf),
        ],
      },
    },
    {
      name: 'the page imports types of answers alone',
      severity: 'error',
      from: { path: PAGE },
      to: { path: '^src/explorer/(contract|edition)\\.ts$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'nothing that is not reached',
      severity: 'error',
      from: { path: ENTRIES.map(isAt) },
      to: { path: '^src/', pathNot: [PAGE, ...ENTRIES.map(isAt)], reachable: false },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['^src/kernel/assembly/', '^src/.*\\.d\\.ts$', '\\.css$'] },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
};
