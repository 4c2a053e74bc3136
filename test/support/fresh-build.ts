/** Runs before all tests: workers and the command line are tested as built, so the build must be of these sources. */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

/** What the last step of the build writes, whatever else it left as it was. */
const BUILT = 'dist/program/main.js';

/** The latest time that a file below a folder was written, milliseconds. */
function newest(folder: string): { file: string; time: number } {
  let found = { file: folder, time: 0 };
  for (const file of readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })) {
    if (!/\.(ts|json|css|html)$/.test(file)) continue;
    const time = statSync(join(ROOT, folder, file)).mtimeMs;
    if (time > found.time) found = { file: join(folder, file), time };
  }
  return found;
}

/** Raises unless everything in dist/ was built after the last change of src/. */
export function setup(): void {
  const { file, time } = newest('src');
  const age = statSync(join(ROOT, BUILT), { throwIfNoEntry: false })?.mtimeMs;
  if (age !== undefined && age >= time) return;
  const found = age === undefined ? `no ${BUILT}` : `${BUILT} older than ${file}`;
  throw new Error(
    `Tests run what is built: expected dist/ to be as new as src/, found ${found}. npm run build`,
  );
}
