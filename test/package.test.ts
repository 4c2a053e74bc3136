/** The package as npm would publish it: what is in it, and that what it promises to run is there. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');

interface Manifest {
  readonly bin: Readonly<Record<string, string>>;
  readonly exports: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly optionalDependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}
const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Manifest;

const [{ files, size }] = JSON.parse(
  execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], { cwd: ROOT, encoding: 'utf8' }),
) as readonly { readonly files: readonly { readonly path: string }[]; readonly size: number }[];
const packed = files.map(({ path }) => path);

it('is small: fewer than 320 files, less than 1.3 MB', () => {
  expect(packed.length).toBeLessThan(320);
  expect(size).toBeLessThan(1.3e6);
});

it('ships every file that the manifest names', () => {
  const targets = Object.values(manifest.exports).flatMap((target) =>
    typeof target === 'string' ? [target] : Object.values(target),
  );
  for (const path of [...Object.values(manifest.bin), ...targets]) {
    expect(packed).toContain(path.replace(/^\.\//, ''));
  }
});

it('ships the migrations, the kernels, the worker, the documents and the licence', () => {
  for (const path of [
    'migrations/0001_blocks.sql',
    'dist/kernel/kernels.wasm',
    'dist/program/LICENCES.md',
    'dist/program/chunk-worker.js',
    'dist/program/far-worker.js',
    'dist/program/job-thread.js',
    'dist/program/sql-host.js',
    'dist/program/sql-worker.js',
    'dist/explorer/page/index.html',
    'dist/explorer/page/LICENCES.md',
    'dist/figures/font/arimo.json',
    'dist/figures/font/LICENSE',
    'docs/CLI.md',
    'docs/FORMAT.md',
    'docs/GAMES.md',
    'docs/HOWTO.md',
    'docs/HTTP.md',
    'docs/LIBRARY.md',
    'docs/START.md',
    'docs/checker.c',
    'CHANGELOG.md',
    'LICENSE',
    'README.md',
  ]) {
    expect(packed).toContain(path);
  }
});

it('ships neither tests, nor sources, nor anything stored', () => {
  expect(
    packed.filter((path) => /^(src|test)\/|^bench\/.*\.mjs$|\.map$|\.arrow$|\.sqlite$/.test(path)),
  ).toEqual([]);
});

it('pins every dependency to one version, and SQLite to one for each Node', () => {
  const { dependencies, optionalDependencies, devDependencies } = manifest;
  const versions = Object.values({ ...dependencies, ...optionalDependencies, ...devDependencies });
  for (const version of versions.flatMap((one) => one.split(' || '))) {
    expect(version).toMatch(/^\d+\.\d+\.\d+(-[\w.]+)?$/);
  }
});

it('lists the licence of every package that users install', () => {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<
      Record<string, { version: string; license?: string; dev?: true; devOptional?: true }>
    >;
  };
  const listed = readFileSync(join(ROOT, 'docs/LICENCES.md'), 'utf8');
  const missing = Object.entries(packages)
    .filter(([path, { dev, devOptional, license }]) => path !== '' && !dev && !devOptional && license)
    .map(([path, { version }]) => `${path.replace(/^.*node_modules\//, '')} ${version}`)
    .filter((name) => !listed.includes(name));
  expect(missing).toEqual([]);
});
