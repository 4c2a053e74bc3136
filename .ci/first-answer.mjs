// node .ci/first-answer.mjs [NPM OPTION...]: seconds from a built tree to the first answer of an installed package, step by step:
// `npm pack`, `npm install` of the file into an empty folder (with these options, such as --ignore-scripts), and a query.
// Says what npm left to be approved, and which packages are the largest.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const SHOWN = 8;
const work = mkdtempSync(join(tmpdir(), 'takeaway-first-answer-'));
let total = 0;

/** Runs a command and says how long it took; its output. */
function step(name, file, args, cwd) {
  const begun = performance.now();
  const { status, stdout, stderr } = spawnSync(file, args, { cwd, encoding: 'utf8' });
  const seconds = (performance.now() - begun) / 1000;
  total += seconds;
  console.log(`${seconds.toFixed(1).padStart(6)} s  ${name}`);
  if (status !== 0) throw new Error(`${name}: ${stderr}`);
  return stdout + stderr;
}

function bytesOf(path) {
  const found = statSync(path);
  if (!found.isDirectory()) return found.size;
  return readdirSync(path).reduce((sum, name) => sum + bytesOf(join(path, name)), 0);
}

/** The packages of a folder, those with a scope by both names. */
function packagesIn(folder) {
  return readdirSync(folder)
    .filter((name) => !name.startsWith('.'))
    .flatMap((name) =>
      name.startsWith('@') ? readdirSync(join(folder, name)).map((one) => `${name}/${one}`) : name,
    );
}

try {
  console.log(
    `Node ${process.versions.node}, npm ${execFileSync('npm', ['--version'], { encoding: 'utf8' }).trim()}`,
  );
  step(
    'npm pack',
    'npm',
    ['pack', '--ignore-scripts', '--pack-destination', work],
    join(import.meta.dirname, '..'),
  );
  const tarball = readdirSync(work).find((name) => name.endsWith('.tgz'));
  writeFileSync(join(work, 'package.json'), '{}\n');
  const options = ['--no-audit', '--no-fund', ...process.argv.slice(2)];
  step('npm install', 'npm', ['install', `./${tarball}`, ...options], work);
  const answer = step(
    'takeaway query squares 35',
    'npx',
    ['takeaway', 'query', 'squares', '35', '--quiet'],
    work,
  );
  console.log(`${total.toFixed(1).padStart(6)} s  in all: ${answer.trim()}`);
  // npm before 11.16 has no such list.
  const pending = spawnSync('npm', ['approve-scripts', '--allow-scripts-pending'], {
    cwd: work,
    encoding: 'utf8',
  });
  if (pending.status === 0) console.log(pending.stdout.trim());
  const modules = join(work, 'node_modules');
  const sizes = packagesIn(modules).map((name) => [bytesOf(join(modules, name)), name]);
  sizes.sort(([a], [b]) => b - a);
  const all = sizes.reduce((sum, [bytes]) => sum + bytes, 0);
  const mebibytes = (bytes) => `${(bytes / 2 ** 20).toFixed(1)} MiB`;
  console.log(`${sizes.length} packages, ${mebibytes(all)}; the largest:`);
  for (const [bytes, name] of sizes.slice(0, SHOWN)) console.log(`${mebibytes(bytes).padStart(10)}  ${name}`);
} finally {
  rmSync(work, { recursive: true });
}
