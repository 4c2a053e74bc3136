/** Runs before all tests: workers and the command line are tested as built, so the build must be of these sources. */
import { spawnSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

/** What the last step of the build writes, whatever else it left as it was. */
const BUILT = 'dist/program/main.js';

/** The latest time that a file below a folder was written, milliseconds. */
function newest(folder: string): { file: string; time: number } {
  let found = { file: folder, time: 0 };
  for (const file of readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })) {
    if (!/\.(tsx?|json|css|html)$/.test(file)) continue;
    const time = statSync(join(ROOT, folder, file)).mtimeMs;
    if (time > found.time) found = { file: join(folder, file), time };
  }
  return found;
}

/** Builds unless everything in dist/ was built after the last change of src/. Raises when that fails. */
export function setup(): void {
  const { file, time } = newest('src');
  const age = statSync(join(ROOT, BUILT), { throwIfNoEntry: false })?.mtimeMs;
  if (age !== undefined && age >= time) return;
  const reason = age === undefined ? `${BUILT} is missing` : `dist/ is older than ${file}`;
  process.stderr.write(`Building, as ${reason}.\n`);
  const { status } = spawnSync('npm run build', { cwd: ROOT, shell: true, stdio: 'inherit' });
  if (status !== 0) throw new Error('The build failed, so no test ran. Mend what it names.');
}
