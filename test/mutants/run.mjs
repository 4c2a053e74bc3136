/**
 * Puts the slips of the lists beside this file into a copy of the tree, one at a time, builds what they change, and runs the
 * tests that are to notice them: npm run mutants -- [module | module/name] ... Ends with 1 when a slip survives that is not
 * marked as equivalent, and with 2 when one cannot be tried. The working tree is never edited.
 */
import { spawn } from 'node:child_process';
import {
  cpSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ts from 'typescript';
import { mutantsNamed } from './mutants.mjs';

const ROOT = join(import.meta.dirname, '../..');
const NOT_COPIED = ['node_modules', '.git', 'coverage', 'storage', 'site'];
const TEST_MS = 120_000;
/** A slip may make a thread loop for ever, which no timeout of a test ends. */
const MAX_RUN_MS = 360_000;

const copy = mkdtempSync(join(tmpdir(), 'takeaway-mutants-'));
const tree = join(copy, 'tree');
const built = join(copy, 'dist');
const kept = { recursive: true, preserveTimestamps: true };

/** Runs node in the copy; rejects nothing: a run that takes too long has no code. */
function node(args) {
  return new Promise((resolve) => {
    let text = '';
    // A group of its own, so that its threads and processes end with it.
    const child = spawn(process.execPath, args, { cwd: tree, detached: true });
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (text += data));
    const timer = setTimeout(() => process.kill(-child.pid, 'SIGKILL'), MAX_RUN_MS);
    child.on('close', (code) => {
      clearTimeout(timer);
      resolve({ code, text });
    });
  });
}

const vitest = (tests) =>
  node([
    'node_modules/vitest/vitest.mjs',
    'run',
    ...tests,
    ...['--bail=1', '--reporter=dot', `--testTimeout=${TEST_MS}`, '--no-color'],
  ]);

/** The commands that build what a source is part of, once it is compiled. */
function buildsOf(file) {
  if (file.startsWith('src/kernel/assembly/'))
    return [['node_modules/assemblyscript/bin/asc.js', '--config', 'src/kernel/assembly/asconfig.json']];
  if (file.startsWith('src/explorer/page/')) return [['vite.build.mjs']];
  const options = {
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.ESNext,
    verbatimModuleSyntax: true,
  };
  const { outputText } = ts.transpileModule(readFileSync(join(tree, file), 'utf8'), {
    compilerOptions: options,
  });
  writeFileSync(join(tree, file.replace(/^src\/(.*)\.ts$/, 'dist/$1.js')), outputText);
  return [['rolldown.build.mjs']];
}

/** Tries one slip: `noticed` with the test that did, `survived`, or the reason why it could not be tried. */
async function outcomeOf({ file, text, replacement, tests }) {
  const path = join(tree, file);
  const source = readFileSync(path, 'utf8');
  if (source.split(text).length !== 2) return { outcome: 'text not found once' };
  const { atime, mtime } = statSync(path);
  writeFileSync(
    path,
    source.replace(text, () => replacement),
  );
  try {
    for (const command of buildsOf(file)) {
      const { code, text: said } = await node(command);
      if (code !== 0) return { outcome: 'not built', by: said.trim().split('\n').at(-1) };
    }
    const now = new Date();
    utimesSync(join(tree, 'dist/program/main.js'), now, now);
    const { code, text: said } = await vitest(tests);
    if (code === 0) return { outcome: 'survived' };
    if (code === null) return { outcome: 'noticed', by: 'a test that does not end' };
    if (/No test files found/.test(said)) return { outcome: 'no such tests' };
    return { outcome: 'noticed', by: /FAIL +(.*)/.exec(said)?.[1] ?? said.trim().split('\n').at(-1) };
  } finally {
    writeFileSync(path, source);
    utimesSync(path, atime, mtime);
    rmSync(join(tree, 'dist'), { recursive: true });
    cpSync(built, join(tree, 'dist'), kept);
  }
}

const mutants = mutantsNamed(process.argv.slice(2));
const counts = new Map();
try {
  cpSync(ROOT, tree, { ...kept, filter: (path) => !NOT_COPIED.some((name) => path === join(ROOT, name)) });
  symlinkSync(join(ROOT, 'node_modules'), join(tree, 'node_modules'));
  // Builds what is stale, and shows that the lists fit the sources.
  const first = await vitest(['test/mutants']);
  if (first.code !== 0) throw new Error(first.text);
  cpSync(join(tree, 'dist'), built, kept);
  for (const mutant of mutants) {
    const begun = performance.now();
    const { outcome, by = '' } = await outcomeOf(mutant);
    const seconds = ((performance.now() - begun) / 1000).toFixed(0);
    const shown = outcome === 'survived' && mutant.equivalent !== undefined ? 'equivalent' : outcome;
    counts.set(shown, (counts.get(shown) ?? 0) + 1);
    console.log(`${shown.padEnd(10)} ${mutant.id}  ${seconds} s  ${by}`);
  }
} finally {
  rmSync(copy, { recursive: true, force: true });
}
console.log([...counts].map(([outcome, count]) => `${count} ${outcome}`).join(', '));
const { noticed = 0, equivalent = 0, survived = 0 } = Object.fromEntries(counts);
process.exitCode = noticed + equivalent + survived < mutants.length ? 2 : survived > 0 ? 1 : 0;
