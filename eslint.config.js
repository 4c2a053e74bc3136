import tseslint from 'typescript-eslint';

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
  { files: ['*.config.ts'], rules: { 'no-restricted-exports': 'off' } },
  { files: ['bench/**', 'examples/**'], rules: { 'no-console': 'off' } },
);
