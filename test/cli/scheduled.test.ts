/**
 * The commands that docs/HOWTO.md and deploy/ have for schedulers, as they stand there, with smaller numbers. Slurm and Kubernetes are
 * played by a loop that gives each part its number as they do; GNU parallel is the real one.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { survey } from '../../src/index.js';
import { bash, MAIN, type Finished } from '../support/cli.js';
import { blocksOf } from '../support/documents.js';
import { temporaryFolder } from '../support/temporary.js';

const HAS_PARALLEL = spawnSync('parallel', ['--version']).status === 0;

/** The shell block of the page with some words, with smaller numbers. */
function block(words: string): string {
  const found = blocksOf('docs/HOWTO.md', 'sh').filter((text) => text.includes(words));
  expect(found).toHaveLength(1);
  return smaller(found[0]);
}

function smaller(text: string): string {
  return text
    .replaceAll('--max 100 --size 5', '--max 12 --size 3')
    .replaceAll('--to 2^20', '--to 2000')
    .replaceAll(/\b16\b/g, '3');
}

/** A folder with programs of these names on the path, each a script of sh, and takeaway. */
function machine(programs: Readonly<Record<string, string>> = {}): (line: string) => Promise<Finished> {
  const cwd = temporaryFolder();
  const bin = join(cwd, 'bin');
  mkdirSync(bin);
  const takeaway = `exec ${process.execPath} ${MAIN} "$@"`;
  for (const [name, script] of Object.entries({ takeaway, ...programs })) {
    writeFileSync(join(bin, name), `#!/bin/sh\n${script}\n`);
    chmodSync(join(bin, name), 0o755);
  }
  return (line) => bash(`set -e; ${line}`, { cwd, env: { PATH: `${bin}:${process.env.PATH}`, HOME: cwd } });
}

/** Whether the parts in ./parts join to what one survey writes. */
async function expectJoined(run: (line: string) => Promise<Finished>, merge?: string): Promise<void> {
  const joined = await run(merge ?? 'takeaway survey merge parts/*.survey --output sets.arrow');
  expect(joined).toMatchObject({ code: 0 });
  const whole = join(temporaryFolder(), 'whole.arrow');
  await survey({ max: 12, size: 3, threads: 1, output: whole });
  const { stdout } = await run('base64 sets.arrow');
  expect(Buffer.from(stdout, 'base64').equals(readFileSync(whole))).toBe(true);
}

/** A stand-in for Slurm: a file is run for each number of its array, in any order; a command that is wrapped, after it. */
const SBATCH = `
      for word; do last=$word; done
      case "$*" in
        *--wrap*) [ "$1" = --dependency=afterok:7 ] && exec sh -c "$last" ;;
        "--parsable parts.sh")
          count=$(sed -n 's/^#SBATCH --array=1-\\([0-9]*\\) .*/\\1/p' parts.sh)
          for i in $(seq "$count" -1 1); do
            SLURM_ARRAY_TASK_ID=$i SLURM_CPUS_PER_TASK=1 sh parts.sh >&2 || exit 1
          done
          echo 7 ;;
        *) exit 9 ;;
      esac`;

describe('docs/HOWTO.md and deploy/', () => {
  it('has a job array of Slurm, and a job that joins', { tags: 'slow' }, async () => {
    const run = machine({ sbatch: SBATCH });
    const parts = block('#SBATCH --array');
    await run(`cat > parts.sh <<'END'\n${parts}END`);
    await expectJoined(run, block('--parsable'));
  });

  it('has a command for Apptainer', { tags: 'slow' }, async () => {
    // The image is a file, and what is run in it takes the words after its name.
    const apptainer = `
      [ "$1" = build ] && exec touch "$2"
      [ "$1 $2 $4" = "run --bind --pwd" ] && [ -e "$6" ] && shift 6 && exec takeaway "$@"
      exit 9`;
    const run = machine({ apptainer });
    const lines = block('apptainer build').replace('1/3', '1/1');
    expect(await run(`mkdir parts; ${lines}`)).toMatchObject({ code: 0 });
    await expectJoined(run);
  });

  it('has an indexed Job of Kubernetes', { tags: 'slow' }, async () => {
    const text = smaller(readFileSync(join(import.meta.dirname, '../../deploy/survey-job.yaml'), 'utf8'));
    const [, count] = /completions: (\d+)/.exec(text)!;
    const [, shell] = /command: \[(sh, -c)\]/.exec(text)!;
    const [, script] = /args:\s+- ([^]*?)\n\s+workingDir/.exec(text)!;
    expect(shell).toBe('sh, -c');
    const run = machine();
    await run('mkdir parts');
    for (let index = 0; index < Number(count); index++) {
      const line = `JOB_COMPLETION_INDEX=${index} sh -c '${script.replaceAll(/\s*\n\s*/g, ' ')}'`;
      expect(await run(line)).toMatchObject({ code: 0 });
    }
    await expectJoined(run);
  });

  it.skipIf(!HAS_PARALLEL)(
    'has a line for GNU parallel, where that is, which may be run again',
    { tags: 'slow' },
    async () => {
      const run = machine();
      const line = block('parallel --jobs');
      for (let time = 0; time < 2; time++) expect(await run(line)).toMatchObject({ code: 0 });
      await expectJoined(run);
    },
  );

  it('has a sweep in parts, which may be run again', { tags: 'slow' }, async () => {
    const run = machine();
    await run(`printf 'squares\\nodd\\n{1,3,4}\\n{2,5,9}\\n' > games.txt`);
    const lines = block('--method stored');
    expect(await run(lines)).toMatchObject({ code: 0 });
    const { stdout } = await run('takeaway info --store all --json');
    const { games } = JSON.parse(stdout) as { games: { game: string }[] };
    expect(games.map(({ game }) => game).sort()).toEqual(['odd', 'squares', '{1,3,4}', '{2,5,9}']);
    expect(await run(`rm found.arrow\n${lines}`)).toMatchObject({ code: 0 });
  });
});

describe('survey --dry-run', () => {
  const space = 'takeaway survey --max 12 --size 3';

  it('has a job array of Slurm whose parts print nothing', { tags: 'slow' }, async () => {
    const run = machine({ sbatch: SBATCH });
    const { stdout } = await run(`${space} --dry-run --json`);
    const { slurm, sets } = JSON.parse(stdout) as { slurm: string; sets: number };
    expect(sets).toBe(196);
    await run(`cat > parts.sh <<'END'\n${slurm}END`);
    expect(await run('sbatch --parsable parts.sh')).toMatchObject({ code: 0, stdout: '7\n', stderr: '' });
    await expectJoined(run);
  });

  it.skipIf(!HAS_PARALLEL)('has lines for GNU parallel, where that is', { tags: 'slow' }, async () => {
    const run = machine();
    const { stdout } = await run(`${space} --dry-run --json`);
    const { parallel } = JSON.parse(stdout) as { parallel: string };
    expect(await run(parallel)).toMatchObject({ code: 0 });
    await expectJoined(run, 'true');
  });
});
