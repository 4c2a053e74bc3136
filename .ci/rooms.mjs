// The walls of src/ for dependency-cruiser (`npm run lint`): which room may import which, who may use each package and
// module of Node, no circles, and no file that nothing reaches. A new room or package needs an entry here. The rooms are
// told in docs/ARCHITECTURE.md. Who may use the process, the clock and chance stands in eslint.config.js.
import { readdirSync } from 'node:fs';
import { dirname } from 'node:path';

/** Mathematics and numbers, without I/O. */
const MATHEMATICS = ['game', 'game/sets', 'kernel'];
const SOLVER_ROOMS = [
  'solver/task',
  'solver/threads',
  'solver/sieve',
  'solver/convolution',
  'solver/chunks',
  'solver/dynamic-programming',
  'solver/shifted-sets',
  'solver/remoteness',
  'solver/states',
  'solver/residue-classes',
];
const STORE_ROOMS = ['store/records.ts', 'store/files', 'store/catalog', 'store'];
const BELOW_ENGINE = ['columnar', 'tables', ...STORE_ROOMS, 'solver', ...SOLVER_ROOMS, ...MATHEMATICS];
const ENGINE_ROOMS = [
  'engine/series',
  'engine/views',
  'engine/extending',
  'engine/reading',
  'engine/keeping',
  'engine/verifying',
];
/** What jobs compute, and what is needed to check them. */
const FOR_JOBS = [
  'survey',
  'engine/series',
  'engine/views',
  'engine/extending',
  'engine/keeping',
  'columnar',
  'solver',
  'solver/task',
  'solver/threads',
  'solver/chunks',
  'solver/dynamic-programming',
  'solver/residue-classes',
  'solver/residue-classes/far',
  'kernel',
  'game',
  'game/sets',
];
/** The library as the command line and the explorer see it: what is promised to all, and what they need beside it. */
const FACES = ['index.ts', 'rim.ts'];
/** What a command may use: the library through its faces, and the rooms of the command line. */
const FOR_COMMANDS = [
  ...FACES,
  'cli/own-games.ts',
  'cli/shown-games.ts',
  'cli/command.ts',
  'cli/games.ts',
  'cli/outputs.ts',
  'cli/redis.ts',
  'cli/split-set.ts',
  'cli/store.ts',
  'cli/terminal',
  'cli/match',
  'words',
];
/** The explorer's server, which shows commands, and errors as the command line prints them. */
const EXPLORER_ROOMS = [
  'explorer/contract.ts',
  'explorer/http',
  'explorer/pool',
  'explorer/games',
  'explorer/routes',
];
const FOR_EXPLORER = [...FACES, 'words'];
/** What the faces of the library show. */
const SHOWN = [
  'sql',
  'report',
  'figures',
  'analysis/result.ts',
  'analysis/columns.ts',
  'analysis/study.ts',
  'analysis/counting',
  'analysis/reduction',
  'analysis/presentation',
  'analysis/surveys',
  'oeis',
  'comparison',
  'certificate',
  'analysis',
  'cluster',
  'jobs',
  'sweep',
  'engine',
  ...ENGINE_ROOMS,
  'survey',
  ...BELOW_ENGINE,
];
const COMMAND_ROOMS = ['ask', 'cluster', 'compute', 'keep', 'setup', 'study'].map(
  (name) => `cli/commands/${name}`,
);

/**
 * Each room, a folder or a single file, and the rooms it may import besides itself and common/. They stand in order:
 * a room imports only rooms above it in this list, so the list has no circles.
 */
const ROOMS = [
  ['common', []],
  ['platform', []],
  ['words', []],

  ['game/sets', []],
  ['game', ['game/sets']],
  ['kernel', []],

  ['solver/task', ['kernel', 'game/sets']],
  ['solver/threads', ['kernel']],
  ['processes', ['solver/threads']],
  ['solver/sieve', ['solver/task', 'kernel', 'game/sets']],
  ['solver/convolution', ['solver/task', 'solver/sieve', 'kernel', 'game/sets']],
  ['solver/chunks', ['solver/task', 'solver/threads', 'kernel', 'game/sets']],
  ['solver/dynamic-programming', ['solver/task', 'solver/threads', 'solver/chunks', 'kernel', 'game/sets']],
  [
    'solver/shifted-sets',
    [
      'solver/task',
      'solver/chunks',
      'solver/convolution',
      'solver/dynamic-programming',
      'kernel',
      'game/sets',
    ],
  ],
  ['solver/remoteness', ['solver/task', 'solver/chunks', 'kernel', 'game/sets']],
  ['solver/states', ['kernel']],
  ['solver/residue-classes', ['solver/task', 'kernel', 'game/sets']],
  [
    'solver/residue-classes/far',
    ['solver/residue-classes', 'solver/task', 'solver/threads', 'kernel', 'game/sets'],
  ],
  [
    'solver/residue-classes/chunk-solver.ts',
    ['solver/residue-classes', 'solver/residue-classes/far', 'solver/task', 'kernel'],
  ],
  [
    'solver/residue-classes/residue-classes.ts',
    [
      'solver/residue-classes',
      'solver/residue-classes/far',
      'solver/residue-classes/chunk-solver.ts',
      'solver/task',
      'solver/threads',
      'kernel',
      'game/sets',
    ],
  ],
  [
    'solver',
    [
      ...SOLVER_ROOMS,
      'solver/residue-classes/far',
      'solver/residue-classes/residue-classes.ts',
      'kernel',
      'game/sets',
    ],
  ],

  ['columnar', ['kernel']],
  ['tables', ['columnar', 'kernel']],
  ['store/records.ts', ['columnar', 'game']],
  ['store/files', ['store/records.ts', 'columnar']],
  ['store/catalog', ['store/records.ts', 'store/files', 'columnar', 'game']],
  ['store', ['store/records.ts', 'store/files', 'store/catalog', 'columnar', 'game']],

  ['jobs', ['solver/threads']],
  [
    'survey',
    [
      'jobs',
      'solver/states',
      'solver/task',
      'store/files',
      'tables',
      'columnar',
      'kernel',
      'game',
      'game/sets',
    ],
  ],

  ['engine/series', BELOW_ENGINE],
  ['engine/views', ['engine/series', ...BELOW_ENGINE]],
  ['engine/extending', ['engine/series', 'engine/views', ...BELOW_ENGINE]],
  ['engine/reading', ['words', 'engine/series', 'engine/views', 'engine/extending', ...BELOW_ENGINE]],
  ['engine/keeping', ['engine/series', 'engine/views', 'engine/extending', ...BELOW_ENGINE]],
  [
    'engine/verifying',
    [
      'engine/series',
      'engine/views',
      'engine/extending',
      'engine/reading',
      'engine/keeping',
      ...BELOW_ENGINE,
    ],
  ],
  ['engine', [...ENGINE_ROOMS, ...BELOW_ENGINE]],

  ['certificate/checks', ['columnar', 'game', 'game/sets', 'kernel']],
  ['jobs/kinds', ['jobs', 'certificate/checks', ...FOR_JOBS]],
  [
    'sweep',
    [
      'jobs',
      'jobs/kinds',
      'engine',
      'engine/series',
      'engine/views',
      'engine/extending',
      'tables',
      'store/files',
      'columnar',
      'game',
    ],
  ],
  ['cluster/transport.ts', []],
  ['cluster/protocol.ts', ['cluster/transport.ts', 'jobs']],
  ['cluster/redis', ['cluster/transport.ts', 'cluster/protocol.ts']],
  ['cluster', ['cluster/transport.ts', 'cluster/protocol.ts', 'cluster/redis', 'jobs', 'store']],

  ['figures/font', []],
  ['figures', ['words', 'figures/font']],
  [
    'report/parts',
    [
      'words',
      'figures',
      'figures/font',
      'engine',
      'engine/extending',
      'engine/reading',
      'engine/series',
      'game',
      'game/sets',
    ],
  ],
  ['analysis/result.ts', ['engine/series', 'engine/views', 'columnar']],
  ['analysis/columns.ts', ['tables']],
  ['analysis/counting', ['words', 'engine/views', 'engine/reading', 'columnar', ...MATHEMATICS]],
  [
    'analysis/reduction',
    [
      'analysis/result.ts',
      'analysis/counting',
      'engine/series',
      'engine/views',
      'engine/reading',
      'columnar',
      ...MATHEMATICS,
    ],
  ],
  [
    'analysis/study.ts',
    [
      'analysis/result.ts',
      'analysis/columns.ts',
      'report/parts',
      'figures',
      'engine/reading',
      'columnar',
      'game',
    ],
  ],
  [
    'analysis/presentation',
    [
      'analysis/result.ts',
      'analysis/columns.ts',
      'analysis/study.ts',
      'analysis/counting',
      'analysis/reduction',
      'report/parts',
      'figures',
      'words',
      'game',
    ],
  ],
  [
    'analysis/surveys',
    [
      'analysis/result.ts',
      'analysis/columns.ts',
      'analysis/study.ts',
      'analysis/counting',
      'figures',
      'words',
      'tables',
      'store/files',
      'game',
      'game/sets',
    ],
  ],
  [
    'analysis',
    [
      'analysis/result.ts',
      'analysis/columns.ts',
      'analysis/study.ts',
      'analysis/presentation',
      'analysis/surveys',
      'figures',
      'engine/reading',
      'tables',
      'store/files',
      'game',
    ],
  ],
  [
    'certificate',
    [
      'certificate/checks',
      'jobs',
      'jobs/kinds',
      'engine',
      'engine/series',
      'engine/views',
      'columnar',
      'game',
      'kernel',
    ],
  ],
  [
    'comparison',
    ['engine', 'engine/series', 'engine/reading', 'engine/views', 'columnar', 'game', 'game/sets'],
  ],
  ['oeis', ['engine', 'engine/series', 'engine/reading', 'engine/views', 'columnar', 'game', 'game/sets']],
  [
    'report',
    [
      'report/parts',
      'analysis/result.ts',
      'analysis/study.ts',
      'analysis/counting',
      'analysis/reduction',
      'analysis/presentation',
      'analysis/surveys',
      'words',
      'figures',
      'figures/font',
      'analysis',
      'engine',
      'engine/extending',
      'engine/reading',
      'store/files',
      'game',
      'game/sets',
    ],
  ],
  [
    'sql',
    [
      'processes',
      'engine',
      'engine/series',
      'engine/reading',
      'tables',
      'store/files',
      'columnar',
      'game',
      'game/sets',
    ],
  ],
  ['index.ts', SHOWN],
  ['rim.ts', SHOWN],

  [
    'explorer/contract.ts',
    ['figures', 'analysis', 'analysis/columns.ts', 'engine/reading', 'oeis', 'words', 'columnar', 'game'],
  ],
  ['explorer/http', ['explorer/contract.ts', ...FOR_EXPLORER]],
  ['explorer/pool', ['explorer/contract.ts', 'explorer/http', 'solver/threads', 'processes']],
  [
    'explorer/games',
    ['explorer/contract.ts', 'explorer/http', 'explorer/pool', 'processes', ...FOR_EXPLORER],
  ],
  [
    'explorer/routes',
    ['explorer/contract.ts', 'explorer/http', 'explorer/pool', 'explorer/games', ...FOR_EXPLORER],
  ],
  ['explorer/analysis-views.ts', [...FACES, 'explorer/routes']],
  ['explorer', [...EXPLORER_ROOMS, 'processes', ...FOR_EXPLORER]],
  ['explorer/static-edition.ts', ['explorer', 'store/files', ...FOR_EXPLORER]],

  ['cli/terminal', [...FACES, 'words']],
  ['cli/match', [...FACES, 'words']],
  ['cli/split-set.ts', []],
  ['cli/shown-games.ts', []],
  ['cli/own-games.ts', [...FACES, 'cli/shown-games.ts']],
  ['cli/command.ts', [...FACES, 'cli/own-games.ts', 'cli/terminal', 'cli/split-set.ts', 'words']],
  ['cli/outputs.ts', [...FACES, 'cli/command.ts', 'cli/terminal', 'words']],
  ['cli/games.ts', [...FACES, 'cli/own-games.ts', 'cli/terminal']],
  ['cli/redis.ts', [...FACES, 'cli/command.ts', 'cli/terminal', 'words']],
  [
    'cli/store.ts',
    [...FACES, 'cli/own-games.ts', 'cli/shown-games.ts', 'cli/command.ts', 'cli/terminal', 'words'],
  ],
  ...COMMAND_ROOMS.map((room) => [room, [...FOR_COMMANDS, 'explorer', 'explorer/static-edition.ts']]),
  ['cli/commands.ts', ['cli/command.ts', ...COMMAND_ROOMS]],
  ['cli/failure.ts', FOR_COMMANDS],
  ['cli/gone.ts', []],
  ['cli/parser.ts', ['cli/command.ts', 'cli/gone.ts', 'cli/split-set.ts']],
  ['cli/help.ts', ['cli/command.ts', 'cli/terminal', 'words']],
  ['cli/complete.ts', [...FACES, 'cli/command.ts', 'cli/commands.ts', 'cli/own-games.ts']],
  [
    'cli/main.ts',
    [
      ...[
        'cli/commands.ts',
        'cli/complete.ts',
        'cli/failure.ts',
        'cli/gone.ts',
        'cli/help.ts',
        'cli/parser.ts',
      ],
      ...FOR_COMMANDS,
    ],
  ],
  ['cli/node-version.ts', []],
  ['cli/start.ts', ['cli/main.ts', 'cli/node-version.ts']],
];
/** Who may use what from outside: a package, a module of Node, a global. `types:` allows its types alone. */
const OUTSIDE = {
  'node:fs': [
    'cli/complete.ts',
    'store',
    'store/files',
    'store/catalog',
    'common/package-root.ts',
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
  'node:stream': ['cli/terminal'],
  'node:readline': ['cli/terminal'],
  'node:child_process': ['cli/terminal', 'processes/beside.ts'],
  'node:v8': ['sql'],
  'node:crypto': ['common/package-root.ts', 'platform/node.ts', 'survey', 'store/files', 'cluster'],
  'node:events': ['sql', 'cli/terminal', 'cluster', 'processes/beside.ts'],
  'node:http': ['types:explorer', 'types:explorer/http', 'cluster'],
  'node:net': ['types:explorer', 'types:explorer/http', 'cluster/redis'],
  'node:module': ['store/catalog/sqlite.ts'],
  'node:os': [
    'cli/commands/study/pages.ts',
    'sql',
    'certificate',
    'platform/node.ts',
    'survey',
    'sweep',
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
  'words/reasons.ts',
  'words/text.ts',
  'words/typeset.ts',
  'words/visible.ts',
];
/** What the build of the page evaluates: the page gets what it exports. */
const EVALUATED = ['explorer/analysis-views.ts'];
const BUNDLED = ['apache-arrow', 'preact', '@preact/signals'];

ROOMS.forEach(([room, mayImport], at) => {
  const above = new Set(ROOMS.slice(0, at).map(([name]) => name));
  for (const name of mayImport) {
    if (!above.has(name)) throw new Error(`${room} may import ${name}, which does not stand above it`);
  }
});

const names = new Set(ROOMS.map(([room]) => room));
const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts'))
  .filter((file) => !/^(kernel\/assembly|explorer\/page)\//.test(file));
const inhabited = new Set(files.map((file) => (names.has(file) ? file : dirname(file))));
for (const room of inhabited) if (!names.has(room)) throw new Error(`no room has the files of src/${room}`);
for (const room of names) if (!inhabited.has(room)) throw new Error(`the room ${room} has no files`);

const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
/** What lies in a room: a file, or the files of a folder that are no rooms themselves. */
const isIn = (room) => `^src/${escaped(room)}${room.endsWith('.ts') ? '' : '/[^/]+'}$`;
const filesWithin = (room) =>
  [...names].filter((name) => name.startsWith(`${room}/`) && name.endsWith('.ts'));
/** A place that may use something: a file, or all files of a folder. */
const isAt = (place) => `^src/${escaped(place)}${place.endsWith('.ts') ? '$' : '/[^/]+$'}`;

const rooms = ROOMS.flatMap(([room, mayImport]) => {
  const from = { path: isIn(room), pathNot: filesWithin(room).map(isIn) };
  const roomsMet = ['common', 'platform', room, ...mayImport];
  // A file that is a room of its own does not belong to the folder it lies in.
  const others = [...names].filter((name) => name.endsWith('.ts') && !roomsMet.includes(name));
  return [
    { to: { path: '^src/', pathNot: roomsMet.map(isIn) } },
    ...(others.length === 0 ? [] : [{ to: { path: others.map(isIn) } }]),
  ].map(({ to }) => ({ name: `what ${room} may import`, severity: 'error', from, to }));
});

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
    ...rooms,
    ...outside,
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
