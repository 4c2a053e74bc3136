// npm run bench -- peers [--rounds K]: games against C programs from the definitions (gcc -O3 -march=native, one thread), storing
// included. Whole processes, in turn. sieve.c and mex.c are the textbook's loops, shifted.c shifts the set as bits: each game is
// held against that which is faster for it. What the C program prints is compared: a count, the largest value, or all counts.
// `--only cubes`: only the runs of that game.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openStore, readGame } from '../../dist/index.js';
import { median, printTable, seconds } from '../support/print.mjs';
import { run, runCli } from '../support/process.mjs';

const RUNS = [
  { game: 'squares', series: 'cold', stop: 2 ** 28, by: 'sieve' },
  { game: 'squares', series: 'cold', stop: 2 ** 30, by: 'sieve' },
  { game: 'cubes', series: 'cold', stop: 2 ** 28, by: 'sieve' },
  { game: 'triangular', series: 'cold', stop: 2 ** 28, by: 'sieve' },
  { game: 'primes', series: 'cold', stop: 2 ** 22, by: 'shifted' },
  { game: 'squares', series: 'nim', stop: 2 ** 24, by: 'mex' },
  { game: 'cubes', series: 'nim', stop: 2 ** 25, by: 'mex' },
  { game: 'triangular', series: 'nim', stop: 2 ** 22, by: 'mex' },
  { game: 'fibonacci', series: 'nim', stop: 2 ** 24, by: 'mex' },
  { game: 'odd', series: 'nim', stop: 2 ** 20, by: 'shifted' },
  { game: 'primes', series: 'nim', stop: 2 ** 21, by: 'shifted' },
  { game: 'arithmetic:1,4', series: 'nim', stop: 2 ** 20, by: 'shifted' },
  { game: 'cosine', series: 'cold', stop: 2 ** 20, by: 'shifted' },
  { game: 'cosine', series: 'nim', stop: 2 ** 18, by: 'shifted' },
];

/** Compiles the C programs into a folder. */
export function compileBaselines(folder) {
  for (const by of ['sieve', 'mex', 'shifted']) {
    const source = fileURLToPath(new URL(`${by}.c`, import.meta.url));
    execFileSync('gcc', ['-O3', '-march=native', '-o', join(folder, by), source]);
  }
}

/** The numbers of a game below `stop`, and the game as the command line takes it. */
export function setOf(game, stop, folder) {
  const file = join(folder, `${game.replace(/\W/g, '-')}.txt`);
  const isNamed = game !== 'cosine';
  const numbers = isNamed
    ? readGame(game).set.between(1, stop)
    : Array.from({ length: stop - 1 }, (_, i) => i + 1).filter((n) => Math.cos(n) < -1 / 2);
  writeFileSync(file, `${numbers.join('\n')}\n`);
  return { file, name: isNamed ? game : `file:${file}`, count: numbers.length };
}

/** What a C program would print of what is stored. */
export async function printedOf(by, folder, name, series) {
  const store = await openStore(folder, { readOnly: true });
  if (by !== 'shifted') {
    const [{ series: stored }] = await store.info(name);
    store.close();
    return String(by === 'sieve' ? stored.cold.coldCount : stored.nim.maxNimValue);
  }
  const counts = [];
  for await (const { values } of store.values(name, { series, from: 0 })) {
    for (const value of values) {
      const at = series === 'cold' ? 1 - value : value;
      counts[at] = (counts[at] ?? 0) + 1;
    }
  }
  store.close();
  return counts.join('\n');
}

/** Runs everything, or the runs of one game, `rounds` times by both. */
export async function benchPeers(rounds, only) {
  const folder = mkdtempSync(join(tmpdir(), 'takeaway-peers-'));
  try {
    compileBaselines(folder);
    const store = join(folder, 'store');
    const rows = [];
    for (const { game, series, stop, by } of RUNS.filter(({ game }) => only === undefined || game === only)) {
      const program = join(folder, by);
      const { file, name } = setOf(game, stop, folder);
      const words = [String(stop), ...(game === 'squares' ? [] : [file])];
      if (by === 'shifted' && series === 'cold') words.push('cold');
      const what = ['extend', name, '--series', series, '--to', String(stop)];
      const [there, here] = [[], []];
      for (let round = 0; round < rounds; round++) {
        there.push((await run(program, words)).seconds);
        rmSync(store, { recursive: true, force: true });
        here.push((await runCli([...what, '--quiet', '--store', store])).seconds);
      }
      const expected = execFileSync(program, words, { encoding: 'utf8' }).trim();
      if ((await printedOf(by, store, name, series)) !== expected)
        throw new Error(`${game} ${series}: other values`);
      const figures = (all) => [Math.min(...all), median(all), Math.max(...all)].map(seconds).join(', ');
      const ratio = (median(there) / median(here)).toFixed(1);
      rows.push([`${series} ${game} to 2^${Math.log2(stop)}`, by, figures(there), figures(here), ratio]);
    }
    printTable(['run', 'by', 'C: least, median, most', 'takeaway', 'C / takeaway'], rows);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
