// How near `auto` comes to the best named method: a grid of games and ends, both series, in memory. The ratio is
// the time of auto to that of the best; a method is left out of a game once it has taken more than LIMIT seconds.
import { CATALOGUE } from '../dist/game/sets/catalogue.js';
import { setOfSorted } from '../dist/game/sets/subtraction-set.js';
import { increasingSequence } from '../dist/game/sets/sequences.js';
import { COLD_SOLVERS, NIM_SOLVERS, solverOf } from '../dist/solver/planner.js';
import { availableParallelism } from 'node:os';
import { median, printTable, seconds } from './support/print.mjs';
import { timeCold, timeNim } from './support/solve.mjs';

const LIMIT = 1;
const ENDS = [14, 16, 18, 20, 22];
const LARGEST = 2 ** 22;
const GOAL = 1.3;

function games() {
  const named = ['squares', 'cubes', 'triangular', 'primes', 'odd', 'moser-de-bruijn', 'fibonacci'];
  return [
    ...named.map((name) => [name, CATALOGUE.find((entry) => entry.name === name).set]),
    ['random, density 1/10', setOfSorted(Float64Array.from(randomTenth()))],
    ['multiples of 3 plus 1', increasingSequence((k) => 3 * k - 2)],
    ['n with cos n < -1/2', setOfSorted(Float64Array.from(numbers((n) => Math.cos(n) < -0.5)))],
  ];
}

function numbers(belongs) {
  const found = [];
  for (let n = 1; n < LARGEST; n++) if (belongs(n)) found.push(n);
  return found;
}

/** The same set every time: a linear congruential generator. */
function randomTenth() {
  let state = 12345;
  return numbers(() => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return state < 2147483648 / 10;
  });
}

/** Measures and prints the grid. */
export async function benchAuto() {
  const threads = availableParallelism();
  const cold = COLD_SOLVERS.methods.map(({ name }) => name);
  await benchGrid('cold', cold, (method, set, n) =>
    timeCold((task) => solverOf(COLD_SOLVERS, method)(task, { threads }), set, n),
  );
  // The method for cofinite sets takes none of these games, and the plain one is a sibling for tests.
  const nim = ['dynamic-programming', 'shifted-sets', 'levels'];
  await benchGrid('nim', nim, (method, set, n) =>
    timeNim((task) => solverOf(NIM_SOLVERS, method)(task, { threads }), set, n),
  );
}

async function benchGrid(series, methods, time) {
  console.log(`${series}: auto against the best named method\n`);
  const rows = [];
  let worst = 0;
  for (const [game, set] of games()) {
    const slow = new Set();
    for (const method of [...methods, 'auto']) await time(method, set, 2 ** 12);
    for (const k of ENDS) {
      const taken = {};
      for (const method of [...methods, 'auto']) {
        if (slow.has(method)) continue;
        const runs = [];
        do runs.push((await time(method, set, 2 ** k)).seconds);
        while (runs.length < 5 && runs[0] < LIMIT / 10);
        taken[method] = median(runs);
        if (taken[method] > LIMIT) slow.add(method);
      }
      const { auto, ...named } = taken;
      if (auto === undefined || Object.keys(named).length === 0) continue;
      const best = Object.keys(named).reduce((a, b) => (named[a] <= named[b] ? a : b));
      const ratio = auto / named[best];
      worst = Math.max(worst, ratio);
      rows.push([
        game,
        `2^${k}`,
        ...methods.map((method) => (method in named ? seconds(named[method]) : '-')),
        seconds(auto),
        ratio.toFixed(2) + (ratio > GOAL ? ' !' : ''),
      ]);
    }
  }
  printTable(['game', 'n', ...methods, 'auto', 'auto / best'], rows);
  console.log(`worst ratio ${worst.toFixed(2)}\n`);
}
