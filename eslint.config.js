import tseslint from 'typescript-eslint';

/** What reaches outside a function: the process, the clock, chance. */
const GLOBALS = ['process', 'Date'];
const CHANCE = { object: 'Math', property: 'random' };
const COMPUTED_IMPORT = 'ImportExpression:not([source.type="Literal"])';
/** Text that names a command or an option: words, the command line and the pages alone do. */
const COMMAND =
  '/takeaway (extend|query|verify|period|games|analyze|plot|move|info|export)\\b|(^|[\\s\'"`(])--[a-z]{2,}|TAKEAWAY_STORE/';
const COMMANDS = [`Literal[value=${COMMAND}]`, `TemplateElement[value.raw=${COMMAND}]`].map((selector) => ({
  selector,
  message: 'Only the command line and the pages name commands and options: give a remedy as data.',
}));
const WITH_PROCESS = [
  'src/cli/{failure,main,own-games,start,redis,store}.ts',
  'src/cli/terminal/*.ts',
  'src/cluster/work{er,ers,}.ts',
  'src/store/files/file-system.ts',
  'src/store/catalog/sqlite.ts',
  'src/sql/host.ts',
  'src/processes/within.ts',
  'src/cli/commands/{ask,compute,keep,setup}/*.ts',
];
const WITH_CLOCK = ['src/cli/redis.ts', 'src/cli/commands/{study,cluster}/*.ts'];
const WITH_CHANCE = ['src/engine/open.ts', 'src/cli/commands/ask/*.ts', 'src/cli/commands/study/explore.ts'];

export default tseslint.config(
  {
    ignores: [
      '.ci/',
      'dist/',
      'coverage/',
      'storage/',
      'src/kernel/assembly/',
      'eslint.config.js',
      '**/*.mjs',
    ],
  },
  ...tseslint.configs.strictTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      // Numbers are what this project prints.
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true },
      ],
      // Bit twiddling on typed arrays needs indexed access without a guard.
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      'no-restricted-exports': ['error', { restrictDefaultExports: { direct: true } }],
      eqeqeq: 'error',
      'no-console': 'error',
    },
  },
  {
    files: ['src/**'],
    ignores: ['src/explorer/page/**'],
    rules: {
      'no-restricted-globals': ['error', ...GLOBALS],
      'no-restricted-properties': ['error', CHANCE],
      // Who imports whom is read from names that are written out (build/layers.mjs).
      'no-restricted-syntax': ['error', COMPUTED_IMPORT],
    },
  },
  {
    files: ['src/**'],
    ignores: ['src/{cli,explorer,report,words}/**', 'src/common/remedies.ts'],
    rules: { 'no-restricted-syntax': ['error', COMPUTED_IMPORT, ...COMMANDS] },
  },
  { files: WITH_PROCESS, rules: { 'no-restricted-globals': ['error', 'Date'] } },
  { files: WITH_CLOCK, rules: { 'no-restricted-globals': 'off' } },
  { files: WITH_CHANCE, rules: { 'no-restricted-properties': 'off' } },
  { files: ['*.config.ts'], rules: { 'no-restricted-exports': 'off' } },
  { files: ['bench/**', 'examples/**'], rules: { 'no-console': 'off' } },
);
