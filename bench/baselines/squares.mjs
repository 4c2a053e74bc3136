// npm run bench -- --baselines: the command line, storing included, against C programs as an ordinary programmer
// writes them from the paper (bench/baselines/*.c, gcc -O3 -march=native). Both sides in turn, medians. To 2^30 and 2^24 three
// rounds take half an hour, or two hours where the C programs wait for memory.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { median, printTable, seconds } from '../support/print.mjs';
import { run, runCli } from '../support/process.mjs';

/** Runs everything `rounds` times, to 2^cold and 2^nim, and prints medians and ratios. */
export async function benchBaselines(rounds, cold, nim) {
  const folder = mkdtempSync(join(tmpdir(), 'takeaway-baselines-'));
  try {
    const compile = (name) => {
      const program = join(folder, name);
      const source = fileURLToPath(new URL(`${name}.c`, import.meta.url));
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
      for (const log2 of [cold - 2, cold - 1]) {
        clear();
        note(`cold to 2^${log2}`, await extend('cold', log2));
      }
      note(`cold from 2^${cold - 1} to 2^${cold}`, await extend('cold', cold));
      clear();
      note(`cold to 2^${cold}`, await extend('cold', cold));
      note(`C sieve to 2^${cold}`, await run(sieve, [String(2 ** cold)]));
      clear();
      note(`nim to 2^${nim}`, await extend('nim', nim));
      note(`C mex to 2^${nim}`, await run(mex, [String(2 ** nim)]));
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
    const whole = time(`cold to 2^${cold}`);
    const half = time(`cold to 2^${cold - 1}`);
    const step = time(`cold from 2^${cold - 1} to 2^${cold}`);
    printTable(
      ['figure', 'measured'],
      [
        [`C sieve / takeaway, cold to 2^${cold}`, (time(`C sieve to 2^${cold}`) / whole).toFixed(1)],
        [
          `C mex / takeaway, nim to 2^${nim}`,
          (time(`C mex to 2^${nim}`) / time(`nim to 2^${nim}`)).toFixed(1),
        ],
        [`growth from 2^${cold - 2} to 2^${cold}`, (whole / time(`cold to 2^${cold - 2}`)).toFixed(2)],
        [
          `extending 2^${cold - 1} to 2^${cold} / difference of the whole runs`,
          (step / (whole - half)).toFixed(2),
        ],
      ],
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
