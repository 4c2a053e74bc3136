// npm run bench -- cycles: long periods of outcomes by states, against a C program that does the same (bench/baselines/cycle.c,
// gcc -O3 -march=native), in turn. Processor seconds; ours with the compilation of the kernels at the first.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CycleSearch } from '../../dist/solver/states/cycle.js';
import { median, printTable, seconds } from '../support/print.mjs';

const SETS = [
  [18, 43, 57, 82, 100],
  [3, 28, 39, 42],
  [13, 29, 42],
];

/** Finds the period of each set `rounds` times by both. */
export async function benchCycles(rounds) {
  const folder = mkdtempSync(join(tmpdir(), 'takeaway-cycles-'));
  try {
    const program = join(folder, 'cycle');
    const source = fileURLToPath(new URL('cycle.c', import.meta.url));
    execFileSync('gcc', ['-O3', '-march=native', '-o', program, source]);
    const rows = [];
    for (const moves of SETS) {
      const [there, here] = [[], []];
      for (let round = 0; round < rounds; round++) {
        const [expected, , taken] = execFileSync(program, moves.map(String), { encoding: 'utf8' }).split(' ');
        there.push(Number(taken));
        const begun = process.cpuUsage();
        const breathe = () => Promise.resolve();
        const found = await new CycleSearch({ bits: 1, moves, given: new Uint8Array() }).run({
          limit: 2 ** 53,
          breathe,
        });
        const { user, system } = process.cpuUsage(begun);
        here.push((user + system) / 1e6);
        if (found.period !== Number(expected))
          throw new Error(`{${moves}}: ${found.period}, in C ${expected}`);
      }
      const figures = (all) => [Math.min(...all), median(all), Math.max(...all)].map(seconds).join(', ');
      rows.push([`{${moves}}`, figures(there), figures(here), (median(here) / median(there)).toFixed(2)]);
    }
    printTable(['set', 'C: least, median, most', 'takeaway', 'ratio of medians'], rows);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
