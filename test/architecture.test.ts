/** Holds the line between the rooms of src/: who may import whom, and who may touch files and the database. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, dirname, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const SOURCE = join(import.meta.dirname, '../src');

/** What each room may import besides itself and the common files. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  game: [],
  kernel: [],
  solver: ['kernel', 'game'],
  columnar: [],
  store: ['columnar'],
  export: ['columnar'],
  engine: ['solver', 'store', 'export', 'columnar', 'kernel', 'game'],
  analysis: ['engine', 'export', 'columnar', 'kernel', 'game'],
  figures: ['analysis', 'engine', 'store'],
  report: ['figures', 'analysis', 'engine', 'store', 'game'],
  cli: [],
};

/** Files at the top of src/ that every room may import. */
const COMMON = ['ahead.ts', 'errors.ts', 'range.ts', 'nearest.ts'];

const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter(
  (file) => file.endsWith('.ts') && !file.includes('assembly') && !file.endsWith('.d.ts'),
);

function importsOf(file: string): string[] {
  const text = readFileSync(join(SOURCE, file), 'utf8');
  return [...text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map((match) => match[1]);
}

function localTarget(file: string, specifier: string): string {
  return relative(SOURCE, resolve(SOURCE, dirname(file), specifier)).replace(/\.js$/, '.ts');
}

describe('the rooms of src/', () => {
  it('are all known', () => {
    const rooms = new Set(files.filter((file) => file.includes('/')).map((file) => file.split('/')[0]));
    expect([...rooms].sort()).toEqual(Object.keys(MAY_IMPORT).sort());
  });

  it.each(files)('%s imports only what its room may', (file) => {
    const room = file.includes('/') ? file.split('/')[0] : undefined;
    for (const specifier of importsOf(file).filter((name) => name.startsWith('.'))) {
      const target = localTarget(file, specifier);
      if (room === undefined) {
        if (file !== 'index.ts') expect(COMMON).toContain(target);
      } else if (target.includes('/')) {
        expect([room, ...MAY_IMPORT[room]]).toContain(target.split('/')[0]);
      } else {
        expect(room === 'cli' ? [...COMMON, 'index.ts'] : COMMON).toContain(target);
      }
    }
  });

  it.each(files)('%s opens with what it is', (file) => {
    const text = readFileSync(join(SOURCE, file), 'utf8').replace(/^#!.*\n/, '');
    expect(text.startsWith('/**')).toBe(true);
  });

  it('touch files only in store/, SQLite only in store/, Arrow not in store/', () => {
    for (const file of files) {
      const imports = importsOf(file);
      const room = file.split('/')[0];
      if (imports.some((name) => name === 'better-sqlite3' || name.startsWith('node:fs'))) {
        // The kernels' own module is a file that the build leaves beside them.
        if (file !== 'kernel/kernels-wasm.ts') expect(['store'], file).toContain(room);
      }
      if (imports.includes('apache-arrow')) expect(['columnar', 'export', 'engine'], file).toContain(room);
    }
  });
});
