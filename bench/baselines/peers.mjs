// npm run bench -- peers [--all] [--rounds K] [--only cubes]: games against C programs from the definitions (gcc -O3 -march=native,
// one thread), storing included; all threads here. Whole processes, in turn: seconds of the processor (user and system) and of the
// clock, least, median and most, and ratios of medians, C by takeaway. sieve.c and mex.c are the textbook's loops in the narrowest types, shifted.c shifts
// the set as bits: each game is held against that which is faster for it. All values are compared by SHA-256.
import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { CATALOGUE } from '../../dist/game/sets/catalogue.js';
import { openStore, readGame } from '../../dist/index.js';
import { median, printTable, spread } from '../support/print.mjs';
import { CLI, timed } from '../support/process.mjs';

const RUNS = [
  { game: 'squares', series: 'cold', log2: 28, by: 'sieve' },
  { game: 'squares', series: 'cold', log2: 30, by: 'sieve' },
  { game: 'cubes', series: 'cold', log2: 28, by: 'sieve' },
  { game: 'triangular', series: 'cold', log2: 28, by: 'sieve' },
  { game: 'primes', series: 'cold', log2: 22, by: 'shifted' },
  { game: 'squares', series: 'nim', log2: 24, by: 'mex' },
  { game: 'cubes', series: 'nim', log2: 25, by: 'mex' },
  { game: 'triangular', series: 'nim', log2: 22, by: 'mex' },
  { game: 'fibonacci', series: 'nim', log2: 24, by: 'mex' },
  { game: 'odd', series: 'nim', log2: 20, by: 'shifted' },
  { game: 'primes', series: 'nim', log2: 21, by: 'shifted' },
  { game: 'arithmetic:1,4', series: 'nim', log2: 20, by: 'shifted' },
  { game: 'cosine', series: 'cold', log2: 20, by: 'shifted' },
  { game: 'cosine', series: 'nim', log2: 18, by: 'shifted' },
];
const HEAD = ['run', 'by', 'C: processor', 'clock', 'takeaway: processor', 'clock', 'processor', 'clock'];

/** Every named game, each series: log2 of where the C program takes a second or more on a quiet machine, and that program. */
const NAMED = {
  squares: { cold: [25, 'sieve'], nim: [21, 'mex'] },
  cubes: { cold: [26, 'sieve'], nim: [24, 'mex'] },
  triangular: { cold: [26, 'sieve'], nim: [21, 'mex'] },
  pentagonal: { cold: [26, 'sieve'], nim: [21, 'mex'] },
  pronic: { cold: [26, 'sieve'], nim: [21, 'mex'] },
  primes: { cold: [22, 'shifted'], nim: [20, 'shifted'] },
  'one-and-primes': { cold: [22, 'shifted'], nim: [20, 'shifted'] },
  fibonacci: { cold: [28, 'sieve'], nim: [26, 'mex'] },
  lucas: { cold: [28, 'sieve'], nim: [26, 'mex'] },
  factorials: { cold: [29, 'sieve'], nim: [27, 'mex'] },
  practical: { cold: [28, 'shifted'], nim: [18, 'mex'] },
  'sums-of-two-squares': { cold: [26, 'shifted'], nim: [17, 'mex'] },
  'moser-de-bruijn': { cold: [30, 'sieve'], nim: [21, 'mex'] },
  odd: { cold: [21, 'shifted'], nim: [20, 'shifted'] },
  all: { cold: [25, 'shifted'], nim: [16, 'mex'] },
};

/** The runs of every named game. */
function namedRuns() {
  return CATALOGUE.flatMap(({ name: game }) => {
    if (!(game in NAMED)) throw new Error(`expected a size of ${game} in NAMED`);
    return Object.entries(NAMED[game]).map(([series, [log2, by]]) => ({ game, series, log2, by }));
  });
}

/** Runs everything, or the runs of one game, `rounds` times by both; with `all` every named game. */
export async function benchPeers(rounds, { only, all }) {
  const folder = mkdtempSync(join(tmpdir(), 'takeaway-peers-'));
  try {
    for (const by of ['sieve', 'mex', 'shifted']) {
      const source = fileURLToPath(new URL(`${by}.c`, import.meta.url));
      execFileSync('gcc', ['-O3', '-march=native', '-o', join(folder, by), source]);
    }
    const rows = [];
    for (const run of all ? namedRuns() : RUNS) {
      if (only === undefined || run.game === only) rows.push(await compare(run, rounds, folder));
    }
    printTable(HEAD, rows);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** How both sides are run, a program and its words each; the game as the command line has it; and the store. */
function sidesOf({ game, series, log2, by }, folder) {
  const stop = 2 ** log2;
  const file = join(folder, `${game.replace(/\W/g, '-')}.txt`);
  const isNamed = game !== 'cosine';
  const numbers = isNamed
    ? readGame(game).set.between(1, stop)
    : Array.from({ length: stop - 1 }, (_, i) => i + 1).filter((n) => Math.cos(n) < -1 / 2);
  writeFileSync(file, `${numbers.join('\n')}\n`);
  const words = [String(stop), ...(game === 'squares' && by !== 'shifted' ? [] : [file])];
  if (by === 'shifted' && series === 'cold') words.push('cold');
  const name = isNamed ? game : `file:${file}`;
  const store = join(folder, 'store');
  const extend = ['extend', name, '--series', series, '--to', String(stop), '--quiet', '--store', store];
  return { name, store, there: [join(folder, by), words], here: [process.execPath, [CLI, ...extend]] };
}

/** Runs a game `rounds` times by both, in turn; a row of the table. Raises if any value differs. */
async function compare(run, rounds, folder) {
  const { game, series, log2, by } = run;
  const sides = sidesOf(run, folder);
  const [there, here] = [[], []];
  for (let round = 0; round < rounds; round++) {
    there.push(await timed(...sides.there));
    rmSync(sides.store, { recursive: true, force: true });
    here.push(await timed(...sides.here));
  }
  if ((await hashHere(sides, run)) !== (await hashThere(sides)))
    throw new Error(`${series} ${game} to 2^${log2}: other values`);
  const times = (all, of) => all.map((time) => time[of]);
  const ratio = (of) => (median(times(there, of)) / median(times(here, of))).toFixed(2);
  const figures = [there, here].flatMap((all) => ['processor', 'clock'].map((of) => spread(times(all, of))));
  const row = [`${series} ${game} to 2^${log2}`, by, ...figures, ratio('processor'), ratio('clock')];
  console.log(row.join(' | '));
  return row;
}

/** The SHA-256 of all values as a C program writes them. */
async function hashThere({ there: [program, words] }) {
  const child = spawn(program, [...words, 'values'], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'close');
  const hash = createHash('sha256');
  await pipeline(child.stdout, hash);
  await ended;
  return hash.digest('hex');
}

/** The SHA-256 of all stored values in the same form. */
async function hashHere({ name, store: folder }, { series, by }) {
  const store = await openStore(folder, { readOnly: true });
  const hash = createHash('sha256');
  for await (const { values } of store.values(name, { series, from: 0 })) {
    const numbers = by === 'mex' ? Uint16Array.from(values) : Uint8Array.from(values);
    if (series === 'cold') for (let i = 0; i < numbers.length; i++) numbers[i] = 1 - numbers[i];
    hash.update(numbers);
  }
  store.close();
  return hash.digest('hex');
}
