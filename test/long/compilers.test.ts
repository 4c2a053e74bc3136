/**
 * The declarations for other compilers and ways to resolve modules, and the recipes for bundlers. What is not installed here is
 * looked for in the folder TAKEAWAY_TEST_COMPILERS, in which `npm install ts59@npm:typescript@5.9 ts7@npm:typescript@7 esbuild
 * rollup` was run.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { makeConsumer, PROGRAMS } from '../support/consumer.js';
import { blocksOf } from '../support/documents.js';

const OTHERS = process.env['TAKEAWAY_TEST_COMPILERS'] ?? '';
const COMPILERS = {
  'TypeScript 5.9': join(OTHERS, 'node_modules/ts59/bin/tsc'),
  'TypeScript 6': join(import.meta.dirname, '../../node_modules/typescript/bin/tsc'),
  'TypeScript 7': join(OTHERS, 'node_modules/ts7/bin/tsc'),
};
/** The module option and the way to resolve modules that go together. */
const RESOLUTIONS = [
  ['node16', 'node16'],
  ['nodenext', 'nodenext'],
  ['esnext', 'bundler'],
  ['preserve', 'bundler'],
] as const;

const { folder, remove } = makeConsumer();
for (const [name, text] of Object.entries(PROGRAMS)) writeFileSync(join(folder, `${name}.ts`), text);
const files = Object.keys(PROGRAMS).map((name) => `${name}.ts`);

afterAll(remove);

const why = (path: string): string =>
  existsSync(path) ? '' : ' (skipped: not in the folder TAKEAWAY_TEST_COMPILERS)';

describe.each(Object.entries(COMPILERS))('%s', (_, compiler) => {
  describe.skipIf(!existsSync(compiler))(`without a list of types${why(compiler)}`, () => {
    it.each(RESOLUTIONS)('compiles with the modules %s, resolved as %s', (module, resolution) => {
      const checks = ['--noEmit', '--strict', '--exactOptionalPropertyTypes', '--skipLibCheck', 'false'];
      const way = ['--target', 'es2022', '--module', module, '--moduleResolution', resolution];
      const { stdout, status } = spawnSync(process.execPath, [compiler, ...checks, ...way, ...files], {
        cwd: folder,
        encoding: 'utf8',
      });
      expect(status).not.toBeNull();
      // A dependency may have mistakes of its own in its declarations.
      expect(
        stdout.split('\n').filter((line) => /^\S+\(/.test(line) && !line.includes('apache-arrow/')),
      ).toEqual([]);
    });
  });
});

describe.each(['esbuild', 'rollup'])('%s', (name) => {
  const bundler = join(OTHERS, 'node_modules/.bin', name);
  it.skipIf(!existsSync(bundler))(`makes a program of the recipe${why(bundler)}`, () => {
    const recipe = blocksOf('docs/LIBRARY.md', 'sh')
      .join('')
      .split('\n')
      .find((line) => line.startsWith(`npx ${name} `));
    expect(recipe).toBeDefined();
    const [, , ...words] = recipe!.split(' ');
    const program = `import { mex } from 'takeaway';\nconsole.log(mex([0, 1, 3]));\n`;
    for (const file of ['program.ts', 'program.js']) writeFileSync(join(folder, file), program);
    expect(spawnSync(bundler, words, { cwd: folder }).status).toBe(0);
    const { stdout } = spawnSync(process.execPath, ['program.mjs'], { cwd: folder, encoding: 'utf8' });
    expect(stdout).toBe('2\n');
  });
});
