/**
 * The declarations that users of the library need, in dist/types/: index.d.ts and what it reaches, without the rest of the
 * house. Says nothing.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import ts from 'typescript';

const BUILT = 'dist';
const SHIPPED = 'dist/types';

const reached = new Set();
function reach(file) {
  if (reached.has(file)) return;
  reached.add(file);
  for (const { fileName } of ts.preProcessFile(readFileSync(file, 'utf8')).importedFiles)
    if (fileName.startsWith('.')) reach(join(dirname(file), fileName.replace(/\.js$/, '.d.ts')));
}
reach(join(BUILT, 'index.d.ts'));

rmSync(SHIPPED, { recursive: true, force: true });
for (const file of reached) {
  const shipped = join(SHIPPED, relative(BUILT, file));
  mkdirSync(dirname(shipped), { recursive: true });
  writeFileSync(shipped, readFileSync(file));
}
