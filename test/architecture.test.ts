/**
 * Holds the walls of src/: which room may import which, who may touch files, threads, the terminal and each package,
 * and no circles. A new room or package needs an entry here. The rooms are told in docs/ARCHITECTURE.md.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { circlesOf, outsideOf, type Import } from './support/imports.js';

const ROOT = join(import.meta.dirname, '..');

/** Mathematics and numbers, without I/O. */
const MATHEMATICS = ['game', 'game/sets', 'kernel'];
const SOLVER_ROOMS = [
  'solver/task',
  'solver/threads',
  'solver/sieve',
  'solver/convolution',
  'solver/dynamic-programming',
  'solver/remoteness',
  'solver/residue-classes',
];
const STORE_ROOMS = ['store/records.ts', 'store/files', 'store/catalog', 'store'];
const BELOW_ENGINE = ['columnar', 'export', ...STORE_ROOMS, 'solver', ...SOLVER_ROOMS, ...MATHEMATICS];
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
  'engine/extending',
  'engine/keeping',
  'columnar',
  'solver/threads',
  'solver/residue-classes',
  'solver/residue-classes/far',
  'kernel',
  'game',
  'game/sets',
];
/** What a command may use: the library through its index, and the rooms of the command line. */
const FOR_COMMANDS = [
  'index.ts',
  'cli/command.ts',
  'cli/exit-codes.ts',
  'cli/formats.ts',
  'cli/redis.ts',
  'cli/store.ts',
  'cli/terminal',
  'cli/words',
  'cli/match',
];
/** The explorer's server, which belongs to the rim: it shows commands, and errors as the command line prints them. */
const EXPLORER_ROOMS = ['explorer/contract.ts', 'explorer/http', 'explorer/games', 'explorer/routes'];
const FOR_EXPLORER = ['index.ts', 'cli/error-object.ts', 'cli/words'];
const COMMAND_ROOMS = ['ask', 'cluster', 'compute', 'keep', 'setup', 'study'].map(
  (name) => `cli/commands/${name}`,
);

/**
 * Each room, a folder or a single file, and the rooms it may import besides itself and common/. They stand in order:
 * a room imports only rooms above it in this list, so the list has no circles.
 */
const ROOMS: readonly (readonly [room: string, mayImport: readonly string[]])[] = [
  ['common', []],

  ['game/sets', []],
  ['game', ['game/sets']],
  ['kernel', []],

  ['solver/task', ['kernel', 'game/sets']],
  ['solver/threads', ['kernel']],
  ['solver/sieve', ['solver/task', 'kernel', 'game/sets']],
  ['solver/convolution', ['solver/task', 'solver/sieve', 'kernel', 'game/sets']],
  ['solver/dynamic-programming', ['solver/task', 'solver/threads', 'kernel', 'game/sets']],
  ['solver/remoteness', ['solver/task', 'solver/threads', 'kernel', 'game/sets']],
  ['solver/residue-classes', ['solver/task', 'kernel', 'game/sets']],
  [
    'solver/residue-classes/far',
    ['solver/residue-classes', 'solver/task', 'solver/threads', 'kernel', 'game/sets'],
  ],
  [
    'solver/residue-classes/epoch-solver.ts',
    ['solver/residue-classes', 'solver/residue-classes/far', 'kernel'],
  ],
  [
    'solver/residue-classes/residue-classes.ts',
    [
      'solver/residue-classes',
      'solver/residue-classes/far',
      'solver/residue-classes/epoch-solver.ts',
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
  ['export', ['columnar']],
  ['store/records.ts', ['columnar']],
  ['store/files', ['store/records.ts', 'columnar']],
  ['store/catalog', ['store/records.ts', 'store/files', 'columnar']],
  ['store', ['store/records.ts', 'store/files', 'store/catalog', 'columnar']],

  ['survey', ['store/files', 'export', 'columnar', 'solver/threads', 'game']],

  ['engine/series', BELOW_ENGINE],
  ['engine/views', ['engine/series', ...BELOW_ENGINE]],
  ['engine/extending', ['engine/series', 'engine/views', ...BELOW_ENGINE]],
  ['engine/reading', ['engine/series', 'engine/views', 'engine/extending', ...BELOW_ENGINE]],
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
  ['engine', [...ENGINE_ROOMS, 'solver/residue-classes/far', ...BELOW_ENGINE]],

  ['cluster/connection', ['store/files']],
  ['cluster/jobs', ['cluster/connection', ...FOR_JOBS]],
  ['cluster/protocol.ts', ['cluster/jobs']],
  ['cluster/worker', ['cluster/connection', 'cluster/jobs', 'cluster/protocol.ts', 'store/files']],
  [
    'cluster/coordinator',
    [
      'cluster/connection',
      'cluster/jobs',
      'cluster/protocol.ts',
      'engine',
      'store/files',
      'export',
      ...FOR_JOBS,
    ],
  ],

  [
    'analysis',
    ['engine', 'engine/series', 'engine/views', 'engine/reading', 'export', 'columnar', ...MATHEMATICS],
  ],
  [
    'certificate',
    ['analysis', 'engine', 'engine/views', 'columnar', 'game', 'game/sets', 'kernel', 'solver/threads'],
  ],
  ['oeis', ['engine', 'engine/reading', 'engine/views', 'columnar', 'game', 'game/sets']],
  ['figures/font', ['store/files']],
  ['figures', ['figures/font', 'analysis', 'engine', 'store/files']],
  [
    'report',
    [
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
  ['sql', ['engine', 'engine/series', 'export', 'store/files', 'columnar', 'game', 'game/sets']],
  [
    'index.ts',
    [
      'sql',
      'report',
      'figures',
      'oeis',
      'certificate',
      'analysis',
      'cluster/coordinator',
      'cluster/worker',
      'engine',
      ...ENGINE_ROOMS,
      'survey',
      ...BELOW_ENGINE,
    ],
  ],

  ['cli/exit-codes.ts', []],
  ['cli/words', ['index.ts']],
  ['cli/error-object.ts', ['index.ts', 'cli/exit-codes.ts', 'cli/words']],
  ['cli/terminal', ['index.ts', 'cli/exit-codes.ts', 'cli/words']],
  ['cli/match', ['index.ts', 'cli/words']],
  ['cli/command.ts', ['index.ts', 'cli/terminal', 'cli/words']],
  ['cli/formats.ts', ['index.ts', 'cli/command.ts', 'cli/terminal', 'cli/words']],
  ['cli/redis.ts', ['index.ts', 'cli/command.ts', 'cli/terminal', 'cli/words']],
  ['cli/store.ts', ['index.ts', 'cli/command.ts', 'cli/terminal', 'cli/words']],
  ['explorer/contract.ts', ['analysis', 'columnar', 'game']],
  ['explorer/http', FOR_EXPLORER],
  ['explorer/games', ['explorer/contract.ts', 'explorer/http', ...FOR_EXPLORER]],
  ['explorer/routes', ['explorer/contract.ts', 'explorer/http', 'explorer/games', ...FOR_EXPLORER]],
  ['explorer', [...EXPLORER_ROOMS, ...FOR_EXPLORER]],
  ...COMMAND_ROOMS.map((room) => [room, [...FOR_COMMANDS, 'explorer']] as const),
  ['cli/commands.ts', ['cli/command.ts', ...COMMAND_ROOMS]],
  ['cli/failure.ts', ['cli/error-object.ts', ...FOR_COMMANDS]],
  ['cli/parser.ts', ['cli/command.ts', 'cli/words']],
  ['cli/help.ts', ['cli/command.ts', 'cli/exit-codes.ts', 'cli/terminal', 'cli/words']],
  ['cli/main.ts', ['cli/commands.ts', 'cli/failure.ts', 'cli/help.ts', 'cli/parser.ts', ...FOR_COMMANDS]],
  ['cli/node-version.ts', []],
  ['cli/start.ts', ['cli/main.ts', 'cli/node-version.ts']],
];
const MAY_IMPORT = new Map(ROOMS);

/** Who may use what from outside: a package, a module of Node, a global. `types:` allows its types alone. */
const OUTSIDE: Readonly<Record<string, readonly string[]>> = {
  'node:fs': ['store', 'store/files', 'store/catalog', 'common/package-root.ts', 'kernel/kernels-wasm.ts'],
  'node:fs/promises': ['store/files', 'explorer/games', 'explorer/page-files.ts'],
  'node:worker_threads': ['solver/threads', 'survey', 'sql'],
  'node:readline': ['cli/terminal'],
  'node:child_process': ['cli/terminal', 'sql/duckdb-process.ts'],
  'node:crypto': [
    'game/sets',
    'survey',
    'store/files',
    'engine',
    ...ENGINE_ROOMS,
    'analysis',
    'cluster/connection',
    'cluster/coordinator',
    'cluster/worker',
  ],
  'node:events': ['survey', 'sql', 'cli/terminal', 'explorer/games'],
  'node:http': ['types:explorer'],
  'node:net': ['types:explorer', 'cluster/connection'],
  'node:module': ['figures/font', 'store/catalog/sqlite.ts'],
  'node:os': [
    'sql',
    'certificate',
    'engine',
    'engine/reading',
    'survey',
    'cli/commands/setup',
    'explorer/games',
    'cluster/coordinator',
    'cluster/worker',
  ],
  'node:path': [
    'store',
    'store/files',
    'store/catalog',
    'engine/keeping',
    'survey',
    'engine',
    'report',
    'cluster/connection',
    'explorer/games',
  ],
  'node:util': ['common/system-errors.ts', 'engine/extending', 'cluster/connection'],
  'node:v8': ['sql'],
  'node:zlib': ['cluster/connection'],
  'better-sqlite3': ['store', 'store/catalog'],
  'apache-arrow': [
    'columnar',
    'export',
    'engine/reading',
    'types:engine',
    'types:survey',
    'explorer/routes/values.ts',
  ],
  hono: ['explorer/app.ts', 'types:explorer', 'types:explorer/http', 'types:explorer/routes'],
  'hono/body-limit': ['explorer/routes'],
  'hono/streaming': ['explorer/routes'],
  '@hono/node-server': ['explorer/server.ts'],
  'hyparquet-writer': ['export/parquet.ts'],
  '@duckdb/node-api': ['sql/worker.ts', 'types:sql'],
  'fft.js': ['kernel/convolution.ts'],
  ioredis: ['types:cluster/connection', 'cluster/connection/connection.ts'],
  bullmq: ['cluster/coordinator', 'cluster/worker'],
  leven: ['common/nearest.ts'],
  'yargs/helpers': ['cli/parser.ts'],
  vega: ['figures/render.ts'],
  'vega-lite': ['figures/render.ts', 'types:figures'],
  '@resvg/resvg-js': ['figures/render.ts'],
  'cli-progress': ['cli/terminal'],
  process: [
    'cli/failure.ts',
    'cli/main.ts',
    'cli/start.ts',
    'cli/redis.ts',
    'cli/store.ts',
    'cli/terminal',
    'cluster/worker',
    'sql/host.ts',
    'store/files/file-system.ts',
    'store/catalog/sqlite.ts',
    ...COMMAND_ROOMS,
  ],
  'Math.random': [
    'engine/store.ts',
    'engine/keeping/rebuild.ts',
    'cli/commands/ask',
    'cli/commands/study/explore.ts',
  ],
  Date: ['cli/commands/study', 'cli/commands/cluster'],
};
const GLOBALS = ['process', 'Math.random', 'Date'];

/** Where the program starts: what no other file imports. */
const ENTRIES = [
  'index.ts',
  'cli/start.ts',
  'solver/dynamic-programming/worker.ts',
  'solver/remoteness/worker.ts',
  'solver/residue-classes/far/worker.ts',
  'certificate/worker.ts',
  'survey/worker.ts',
  'cluster/jobs/thread.ts',
  'sql/host.ts',
  'sql/worker.ts',
];

const MOST_FILES = 15;

/** Every source below a folder. */
const listing = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.(ts|mjs)$/.test(file),
  );
const textOf = (file: string): string => readFileSync(join(ROOT, file), 'utf8').replace(/^#!.*\n/, '');

/** What TypeScript compiles: all of src/ but declarations, the kernels in AssemblyScript and the page of the explorer. */
const files = listing('src').filter(
  (file) => !file.endsWith('.d.ts') && !/^(kernel\/assembly|explorer\/page)\//.test(file),
);
const outside = new Map(files.map((file) => [file, outsideOf(file, textOf(`src/${file}`), GLOBALS)]));

/** The rule that a file stands under: its own, or its folder's. */
const roomOf = (file: string): string => (MAY_IMPORT.has(file) ? file : dirname(file));
const isLocal = ({ specifier }: Import): boolean => specifier.startsWith('.');
const targetOf = (file: string, specifier: string): string =>
  join(dirname(file), specifier).replace(/\.js$/, '.ts');
const localTargets = (file: string): string[] => [
  ...new Set(
    outside
      .get(file)!
      .imports.filter(isLocal)
      .map(({ specifier }) => targetOf(file, specifier)),
  ),
];

describe('the list of rooms', () => {
  it('has every file of src/, and no room without files', () => {
    const rooms = [...new Set(files.map(roomOf))];
    expect(rooms.sort()).toEqual([...MAY_IMPORT.keys()].sort());
  });

  it('allows only imports of rooms above, and so no circles of rooms', () => {
    ROOMS.forEach(([room, mayImport], at) => {
      const above = ROOMS.slice(0, at).map(([name]) => name);
      expect(above, room).toEqual(expect.arrayContaining([...mayImport]));
    });
  });
});

describe('the files of src/', () => {
  it.each(files)('%s imports only what its room may', (file) => {
    const room = roomOf(file);
    const allowed = ['common', room, ...(MAY_IMPORT.get(room) ?? [])];
    const forbidden = localTargets(file)
      .filter((target) => !allowed.includes(roomOf(target)))
      .map((target) => `${file} -> ${target}`);
    expect(forbidden).toEqual([]);
  });

  it.each(files)('%s uses nothing from outside that its room may not', (file) => {
    const { imports, globals } = outside.get(file)!;
    const used = [
      ...imports.filter((found) => !isLocal(found)),
      ...globals.map((specifier) => ({ specifier, isType: false })),
    ];
    const forbidden = used.filter(({ specifier, isType }) => {
      const rules = OUTSIDE[specifier] ?? [];
      const allows = (place: string): boolean =>
        rules.includes(place) || (isType && rules.includes(`types:${place}`));
      return !allows(file) && !allows(dirname(file));
    });
    expect(forbidden.map(({ specifier }) => `${file} uses ${specifier}`)).toEqual([]);
  });

  it('import each other in no circle, not even of types', () => {
    const circles = circlesOf(new Map(files.map((file) => [file, localTargets(file)])));
    expect(circles.map((circle) => circle.join(' <-> '))).toEqual([]);
  });

  it('import only files that exist, and are all reached from where the program starts', () => {
    const reached = new Set(ENTRIES);
    for (const file of reached) {
      expect(files).toContain(file);
      for (const target of localTargets(file)) reached.add(target);
    }
    expect(files.filter((file) => !reached.has(file))).toEqual([]);
  });
});

describe('the page of the explorer', () => {
  const page = listing('src/explorer/page').map((file) => `explorer/page/${file}`);

  it.each(page)('%s imports only the page, the types of answers, and what is bundled', (file) => {
    const { imports } = outsideOf(file, textOf(`src/${file}`));
    const foreign = imports.filter(({ specifier, isType }) => {
      if (!specifier.startsWith('.')) return !['@observablehq/plot', 'apache-arrow'].includes(specifier);
      const target = targetOf(file, specifier);
      return !page.includes(target) && !(isType && target === 'explorer/contract.ts');
    });
    expect(foreign.map(({ specifier }) => specifier)).toEqual([]);
  });
});

describe('folders and headers', () => {
  it.each(['src', 'test', 'bench'])(`%s has no folder of more than ${MOST_FILES} sources`, (folder) => {
    const counts = new Map<string, number>();
    for (const file of listing(folder)) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1);
    expect([...counts].filter(([, count]) => count > MOST_FILES)).toEqual([]);
  });

  it.each(['src', 'test'])('every file of %s opens with what it is', (folder) => {
    expect(
      listing(folder).filter((file) => file.endsWith('.ts') && !textOf(join(folder, file)).startsWith('/**')),
    ).toEqual([]);
  });
});

describe('the reader of imports', () => {
  const TEXT = `
    import a, { b } from './a.js';
    import type { C } from './c.js';
    import { type D, type E } from './d.js';
    export { f } from './f.js';
    export type { G } from './g.js';
    export * from './h.js';
    import './i.js';
    const j = await import('./j.js');
    let k: import('./k.js').K;
    const l = require('./l.js');
    // import m from './m.js';
    const n = "import o from './o.js'";`;

  it('sees every form, and which of them are of types alone', () => {
    const { imports } = outsideOf('x.ts', TEXT);
    const name = ({ specifier }: Import): string => specifier.slice(2, 3);
    expect(imports.map(name).join('')).toBe('acdfghijkl');
    expect(
      imports
        .filter(({ isType }) => isType)
        .map(name)
        .join(''),
    ).toBe('cdgk');
  });

  it('sees globals, and not properties of their name', () => {
    const globalsIn = (text: string): readonly string[] => outsideOf('x.ts', text, GLOBALS).globals;
    expect(globalsIn('process.exit(new Date() > 3 && Math.random() > 0.5)').toSorted()).toEqual(
      GLOBALS.toSorted(),
    );
    expect(globalsIn('x.process(y.Date as Date, Math.round(3), { process: 1 })')).toEqual([]);
  });

  it('refuses an import whose name is computed', () => {
    expect(() => outsideOf('x.ts', 'await import(name)')).toThrow(
      'x.ts:1 imports a name that is not written out',
    );
  });

  it('finds circles of any length', () => {
    const graph = Object.entries({ a: ['b'], b: ['c'], c: ['a', 'd'], d: ['e'], e: ['d'], f: ['a'] });
    expect(circlesOf(new Map(graph)).sort()).toEqual([
      ['a', 'b', 'c'],
      ['d', 'e'],
    ]);
  });
});
