/**
 * Puts the slips of the lists alongside this file into a copy of the tree, one at a time, and runs the tests that must notice
 * them: npm run mutants -- [module | module/name] ... Tests run on the sources first, which costs a third less CPU time, and
 * on a build of the slip only if they pass; sources of COMPUTING are built at once. Exits with 1 if a slip survives that is
 * not marked as equivalent, and with 2 if one cannot be tried. Never edits the working tree.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import asc from 'assemblyscript/asc';
import ts from 'typescript';
import { mutantsNamed } from './mutants.mjs';

const ROOT = join(import.meta.dirname, '../..');
const NOT_COPIED = ['node_modules', '.git', 'coverage', 'storage', 'site'];
/** Sources that threads run from the build: a test that compares threads would notice a slip in the sources alone. */
const COMPUTING = /^src\/(common|columnar|game|jobs|kernel|solver|survey)\//;
/** A slip may make a thread loop for ever, which no timeout of a test ends. */
const MAX_RUN_MS = 360_000;

const copy = mkdtempSync(join(tmpdir(), 'takeaway-mutants-'));
const tree = join(copy, 'tree');
const built = join(copy, 'dist');
const kept = { recursive: true, preserveTimestamps: true };

/** Runs a script of Node's in the copy; resolves to its last line if it fails. */
function problemOf(script) {
  return new Promise((resolve) => {
    let text = '';
    const child = spawn(process.execPath, [script], { cwd: tree });
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (text += data));
    child.on('close', (code) => resolve(code === 0 ? undefined : text.trim().split('\n').at(-1)));
  });
}

let tester;
/** Sources written since the last run of tests. */
const changed = new Set();

function write(path, source) {
  writeFileSync(path, source);
  changed.add(path);
}

/** Runs tests in the copy, those with `only` in their names where that is given. */
async function outcomeOf(tests, only) {
  if (tester === undefined) {
    const main = join(tree, 'dist/program/main.js');
    const now = new Date();
    // A tester that replaces one that was killed finds the build newer than the slips.
    if (existsSync(built)) utimesSync(main, now, now);
    // A group of its own, so that its threads and processes end with it.
    tester = spawn(process.execPath, [join(import.meta.dirname, 'tester.mjs')], {
      cwd: tree,
      detached: true,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
  }
  const { pid } = tester;
  const timer = setTimeout(() => process.kill(-pid, 'SIGKILL'), MAX_RUN_MS);
  const stopped = new AbortController();
  const { signal } = stopped;
  tester.send({ changed: [...changed], tests, only });
  changed.clear();
  const [answer] = await Promise.race([
    once(tester, 'message', { signal }),
    once(tester, 'exit', { signal }),
  ]);
  stopped.abort();
  clearTimeout(timer);
  if (typeof answer === 'object' && answer !== null) return answer;
  tester = undefined;
  return { outcome: 'noticed', by: 'a test that does not end' };
}

/** Builds what a source is part of; resolves to what is wrong, undefined where nothing is. */
async function problemOfBuild(file) {
  if (file.startsWith('src/kernel/assembly/')) {
    // The optimizer takes two thirds of a build, and mends no slip.
    const config = 'src/kernel/assembly/asconfig.json';
    const { error, stderr } = await asc.main(['--baseDir', tree, '--config', config, '--optimizeLevel', '0']);
    return error === null ? undefined : stderr.toString().trim().split('\n').at(-1);
  }
  if (file.startsWith('src/explorer/page/')) return problemOf('build/page.mjs');
  const options = {
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.ESNext,
    verbatimModuleSyntax: true,
  };
  const { outputText } = ts.transpileModule(readFileSync(join(tree, file), 'utf8'), {
    compilerOptions: options,
  });
  writeFileSync(join(tree, file.replace(/^src\/(.*)\.ts$/, 'dist/$1.js')), outputText);
  return problemOf('build/program.mjs');
}

/** Tries one slip: `noticed` with the test that did, `survived`, or the reason why it could not be tried. */
async function tried({ file, text, replacement, tests, only }) {
  const path = join(tree, file);
  const source = readFileSync(path, 'utf8');
  if (source.split(text).length !== 2) return { outcome: 'text not found once' };
  write(
    path,
    source.replace(text, () => replacement),
  );
  let isBuilt = false;
  try {
    if (!COMPUTING.test(file)) {
      const result = await outcomeOf(tests, only);
      if (result.outcome !== 'survived') return result;
    }
    isBuilt = true;
    const problem = await problemOfBuild(file);
    if (problem !== undefined) return { outcome: 'not built', by: problem };
    return await outcomeOf(tests, only);
  } finally {
    write(path, source);
    if (isBuilt) {
      rmSync(join(tree, 'dist'), { recursive: true });
      cpSync(built, join(tree, 'dist'), kept);
    }
  }
}

const mutants = mutantsNamed(process.argv.slice(2));
const counts = new Map();
try {
  cpSync(ROOT, tree, { ...kept, filter: (path) => !NOT_COPIED.some((name) => path === join(ROOT, name)) });
  symlinkSync(join(ROOT, 'node_modules'), join(tree, 'node_modules'));
  // Builds what is stale, and shows that the lists fit the sources.
  const { outcome: first, by: reason } = await outcomeOf(['test/mutants']);
  if (first !== 'survived') throw new Error(`Before any slip, the run of test/mutants ends with: ${reason}.`);
  cpSync(join(tree, 'dist'), built, kept);
  for (const mutant of mutants) {
    const begun = performance.now();
    const { outcome, by = '' } = await tried(mutant);
    const seconds = ((performance.now() - begun) / 1000).toFixed(0);
    const shown = outcome === 'survived' && mutant.equivalent !== undefined ? 'equivalent' : outcome;
    counts.set(shown, (counts.get(shown) ?? 0) + 1);
    console.log(`${shown.padEnd(10)} ${mutant.id}  ${seconds} s  ${by}`);
  }
} finally {
  tester?.disconnect();
  rmSync(copy, { recursive: true, force: true });
}
console.log([...counts].map(([outcome, count]) => `${count} ${outcome}`).join(', '));
const { noticed = 0, equivalent = 0, survived = 0 } = Object.fromEntries(counts);
process.exitCode = noticed + equivalent + survived < mutants.length ? 2 : survived > 0 ? 1 : 0;
