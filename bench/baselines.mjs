// npm run bench -- --baselines: the command line, storing included, against C programs as an ordinary programmer
// writes them from the paper (bench/baselines/*.c, gcc -O3 -march=native). Both sides in turn, medians. Half an hour.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { median, printTable, seconds } from './support/print.mjs';
import { run, runCli } from './support/process.mjs';

const COLD = 30;
const NIM = 24;

/** Runs everything `rounds` times and prints medians and ratios. */
export async function benchBaselines(rounds) {
  const folder = mkdtempSync(join(tmpdir(), 'takeaway-baselines-'));
  try {
    const compile = (name) => {
      const program = join(folder, name);
      const source = fileURLToPath(new URL(`baselines/${name}.c`, import.meta.url));
      execFileSync('gcc', ['-O3', '-march=native', '-o', program, source]);
      return program;
    };
    const sieve = compile('sieve');
    const mex = compile('mex');
    const store = join(folder, 'store');
    const extend = (series, log2) =>
      runCli(['extend', 'squares', '--series', series, '--to', `2^${log2}`, '--quiet', '--store', store]);
    const clear = () => rmSync(store, { recursive: true, force: true });

    const runs = {};
    const note = (name, result) => {
      (runs[name] ??= []).push(result);
      console.log(`  ${name}: ${seconds(result.seconds)}, peak ${result.peak.toFixed(0)} MB`);
    };
    for (let round = 1; round <= rounds; round++) {
      console.log(`round ${round} of ${rounds}`);
      for (const log2 of [COLD - 2, COLD - 1]) {
        clear();
        note(`cold to 2^${log2}`, await extend('cold', log2));
      }
      note(`cold from 2^${COLD - 1} to 2^${COLD}`, await extend('cold', COLD));
      clear();
      note(`cold to 2^${COLD}`, await extend('cold', COLD));
      note(`C sieve to 2^${COLD}`, await run(sieve, [String(2 ** COLD)]));
      clear();
      note(`nim to 2^${NIM}`, await extend('nim', NIM));
      note(`C mex to 2^${NIM}`, await run(mex, [String(2 ** NIM)]));
    }
    const time = (name) => median(runs[name].map((result) => result.seconds));
    const peak = (name) => Math.max(...runs[name].map((result) => result.peak));
    console.log();
    printTable(
      ['run', 'median', 'least', 'most', 'peak memory'],
      Object.keys(runs).map((name) => {
        const all = runs[name].map((result) => result.seconds);
        return [
          name,
          seconds(time(name)),
          seconds(Math.min(...all)),
          seconds(Math.max(...all)),
          `${peak(name).toFixed(0)} MB`,
        ];
      }),
    );
    const whole = time(`cold to 2^${COLD}`);
    const half = time(`cold to 2^${COLD - 1}`);
    const step = time(`cold from 2^${COLD - 1} to 2^${COLD}`);
    printTable(
      ['figure', 'measured'],
      [
        [`C sieve / takeaway, cold to 2^${COLD}`, (time(`C sieve to 2^${COLD}`) / whole).toFixed(1)],
        [
          `C mex / takeaway, nim to 2^${NIM}`,
          (time(`C mex to 2^${NIM}`) / time(`nim to 2^${NIM}`)).toFixed(1),
        ],
        [`growth from 2^${COLD - 2} to 2^${COLD}`, (whole / time(`cold to 2^${COLD - 2}`)).toFixed(2)],
        [
          `extending 2^${COLD - 1} to 2^${COLD} / difference of the whole runs`,
          (step / (whole - half)).toFixed(2),
        ],
      ],
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
