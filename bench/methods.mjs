// Every method on one game for n = 2^14, 2^15, ...: time, time a position, ratio to the plain method, and the
// range where each wins. A method is left out once it has taken more than LIMIT seconds.
import { availableParallelism } from 'node:os';
import { CATALOGUE } from '../dist/game/sets/catalogue.js';
import { COLD_SOLVERS, NIM_SOLVERS, solverOf } from '../dist/solver/planner.js';
import { median, printTable, seconds } from './support/print.mjs';
import { timeCold, timeNim } from './support/solve.mjs';

const LIMIT = 2;
const SMALLEST = 14;
const LARGEST = 26;

/** Measures and prints the methods of both series on a game of the catalogue. */
export async function benchMethods(game) {
  const threads = availableParallelism();
  const { set } = CATALOGUE.find(({ name }) => name === game);
  await benchSeries(game, 'cold', namesOf(COLD_SOLVERS, set), (method, n) =>
    timeCold(solverOf(COLD_SOLVERS, method), set, n),
  );
  await benchSeries(game, 'nim', namesOf(NIM_SOLVERS, set), (method, n) =>
    timeNim((task) => solverOf(NIM_SOLVERS, method)(task, { threads }), set, n),
  );
}

/** The methods that can solve games of a set. */
function namesOf({ methods }, set) {
  return methods.filter(({ applies }) => applies(set)).map(({ name }) => name);
}

/** The median of three runs, or of one that took long. */
async function typicalSeconds(time) {
  const runs = [];
  do runs.push((await time()).seconds);
  while (runs.length < 3 && runs[0] < 1);
  return median(runs);
}

async function benchSeries(game, series, methods, time) {
  console.log(`${game} ${series}, from 0 to n, in memory; the ratio is to ${methods[0]}\n`);
  const names = [...methods, 'auto'];
  const slow = new Set();
  const rows = [];
  const winners = [];
  for (const method of names) await time(method, 2 ** 12);
  for (let k = SMALLEST; k <= LARGEST && names.some((name) => !slow.has(name)); k++) {
    const taken = new Map();
    for (const method of names) {
      if (slow.has(method)) continue;
      const spent = await typicalSeconds(() => time(method, 2 ** k));
      taken.set(method, spent);
      if (spent > LIMIT) slow.add(method);
    }
    for (const [method, spent] of taken) {
      const base = taken.get(methods[0]);
      rows.push([
        `2^${k}`,
        method,
        seconds(spent),
        `${((spent * 1e9) / 2 ** k).toFixed(1)} ns`,
        base === undefined ? '-' : (spent / base).toFixed(2),
      ]);
    }
    const named = [...taken].filter(([method]) => method !== 'auto');
    if (named.length > 0)
      winners.push([k, named.reduce((best, entry) => (entry[1] < best[1] ? entry : best))[0]]);
  }
  printTable(['n', 'method', 'time', 'a position', 'ratio'], rows);
  for (const method of methods) {
    const won = winners.filter(([, winner]) => winner === method).map(([k]) => k);
    console.log(
      `${method} is the fastest at ${won.length === 0 ? 'none of these n' : won.map((k) => `2^${k}`).join(', ')}`,
    );
  }
  console.log();
}
