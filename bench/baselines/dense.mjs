// npm run bench -- dense: nim-values and cold positions of dense sets, storing included, against a C program that shifts the set as
// bits (bench/baselines/shifted.c, gcc -O3 -march=native). Whole processes, in turn; the counts of values are compared.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openStore, readGame } from '../../dist/index.js';
import { median, printTable, seconds } from '../support/print.mjs';
import { run, runCli } from '../support/process.mjs';

const RUNS = [
  { game: 'odd', series: 'nim', stop: 2 ** 20 },
  { game: 'primes', series: 'nim', stop: 2 ** 21 },
  { game: 'arithmetic:1,4', series: 'nim', stop: 2 ** 20 },
  { game: 'cosine', series: 'cold', stop: 2 ** 20 },
  { game: 'cosine', series: 'nim', stop: 2 ** 18 },
];

/** The numbers of a game below `stop`, and the game as the command line takes it. */
function setOf(game, stop, folder) {
  const file = join(folder, `${game.replace(/\W/g, '-')}.txt`);
  const isNamed = game !== 'cosine';
  const numbers = isNamed
    ? readGame(game).set.between(1, stop)
    : Array.from({ length: stop - 1 }, (_, i) => i + 1).filter((n) => Math.cos(n) < -1 / 2);
  writeFileSync(file, `${numbers.join('\n')}\n`);
  return { file, name: isNamed ? game : `file:${file}` };
}

async function countsIn(folder, name, series) {
  const store = await openStore(folder, { readOnly: true });
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

/** Runs everything `rounds` times by both. */
export async function benchDense(rounds) {
  const folder = mkdtempSync(join(tmpdir(), 'takeaway-dense-'));
  try {
    const program = join(folder, 'shifted');
    const source = fileURLToPath(new URL('shifted.c', import.meta.url));
    execFileSync('gcc', ['-O3', '-march=native', '-o', program, source]);
    const rows = [];
    for (const { game, series, stop } of RUNS) {
      const { file, name } = setOf(game, stop, folder);
      const words = [String(stop), file, ...(series === 'cold' ? ['cold'] : [])];
      const store = join(folder, 'store');
      const [there, here] = [[], []];
      for (let round = 0; round < rounds; round++) {
        there.push((await run(program, words)).seconds);
        rmSync(store, { recursive: true, force: true });
        const extend = [
          'extend',
          name,
          '--series',
          series,
          '--to',
          String(stop),
          '--quiet',
          '--store',
          store,
        ];
        here.push((await runCli(extend)).seconds);
      }
      const expected = execFileSync(program, words, { encoding: 'utf8' }).trim();
      if ((await countsIn(store, name, series)) !== expected)
        throw new Error(`${game} ${series}: other values`);
      const figures = (all) => [Math.min(...all), median(all), Math.max(...all)].map(seconds).join(', ');
      const ratio = (median(there) / median(here)).toFixed(1);
      rows.push([`${series} ${game} to ${stop}`, figures(there), figures(here), ratio]);
    }
    printTable(['run', 'C: least, median, most', 'takeaway', 'C / takeaway'], rows);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
