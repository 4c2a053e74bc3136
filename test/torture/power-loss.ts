/**
 * Power loss below SQLite as below everything else: real programs are run once with every change of files recorded, and
 * then the power is lost before every change, with any part of what was not synced gone.
 */
import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { openStore, rebuildStore } from '../../src/index.js';
import { MAIN } from '../support/cli.js';
import { temporaryFolder } from '../support/temporary.js';
import { announcedIn, expectUnharmed, goalOf, type Goal } from './afterwards.js';
import type { Attack, Trial } from './attack.js';
import { RecordedDisk, TRACED_CALLS } from './tracing/recorded-disk.js';
import { runTraced, straceMissing } from './tracing/strace.js';

const EXTEND = join(import.meta.dirname, '../support/processes/extend-process.mjs');
const BLOCK_LENGTH = 1024;

/** Programs that run one after the other on a store that is not there yet. */
interface Scenario {
  readonly name: string;
  readonly goal: { readonly game: string; readonly to: number; readonly blockLength?: number };
  readonly programs: (store: string) => readonly (readonly string[])[];
  /** Whether the catalog may be missing for a moment, and then has to be rebuilt. */
  readonly isRebuilt: boolean;
}

const SCENARIOS: readonly Scenario[] = [
  {
    name: 'two extensions, of which the second folds short blocks',
    goal: { game: 'squares', to: 3000, blockLength: BLOCK_LENGTH },
    programs: (store) => [1500, 2500].map((to) => [EXTEND, store, String(to), String(BLOCK_LENGTH)]),
    isRebuilt: false,
  },
  {
    name: 'an extension whose period is recorded, and a rebuild',
    goal: { game: '{1,3,4}', to: 2000 },
    programs: (store) => [
      [MAIN, 'extend', '{1,3,4}', '--to', '1000', '--progress', 'json', '--store', store],
      [MAIN, 'rebuild', '--store', store],
    ],
    isRebuilt: true,
  },
];

/** The shares of unsynced changes that are kept: none, all, or each with a chance. */
const SHARES = [0, 1, 0.5, 0.1, 0.9];

/** Runs the programs of a scenario and records what they do to files. */
async function record(scenario: Scenario): Promise<RecordedDisk> {
  const [root, logs] = [temporaryFolder(), temporaryFolder()];
  const disk = new RecordedDisk(root);
  for (const args of scenario.programs(join(root, 'store'))) {
    const run = await runTraced(join(logs, 'log'), args, TRACED_CALLS, { hasData: true });
    if (run.code !== 0) throw new Error(`recording: exit code ${String(run.code)}: ${run.stderr}`);
    disk.add(run.calls);
  }
  const replayed = temporaryFolder();
  disk.materialise(replayed, Infinity, () => true);
  const [expected, found] = [contentsOf(root), contentsOf(replayed)];
  if (JSON.stringify(expected) !== JSON.stringify(found)) {
    throw new Error(`the record does not give what was written: ${JSON.stringify([expected, found])}`);
  }
  return disk;
}

/** All files below a folder, with their bytes. */
function contentsOf(folder: string): (readonly [string, string])[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .sort()
    .map((name) => {
      const path = join(folder, name);
      return [name, statSync(path).isDirectory() ? 'folder' : readFileSync(path).toString('base64')] as const;
    });
}

async function check(
  trial: Trial,
  scenario: Scenario,
  folder: string,
  goal: Goal,
  printed: string,
): Promise<void> {
  if (scenario.isRebuilt) {
    // Whoever sees that the catalog is gone is told to rebuild.
    const reader = await openStore(folder, { readOnly: true }).catch((error: unknown) => {
      if (!(error instanceof Error && 'code' in error && error.code === 'corrupt')) throw error;
      return undefined;
    });
    reader?.close();
    if (reader === undefined) {
      trial.count('told to rebuild');
      await rebuildStore(folder);
    }
  }
  await expectUnharmed(folder, goal, announcedIn(printed));
}

export const powerLoss: Attack = {
  name: 'power loss, SQLite included',
  promises: ['G3', 'G12'],
  unit: 'states of the disk in each scenario',
  short: 8,
  whole: 300,
  missing: straceMissing,
  run: async (trial) => {
    for (const scenario of SCENARIOS) {
      const { game, to, blockLength } = scenario.goal;
      const goal = await goalOf(temporaryFolder(), game, to, blockLength);
      const disk = await record(scenario);
      trial.count('changes recorded', disk.steps);
      const states = Array.from({ length: disk.steps + 1 }, (_, step) =>
        SHARES.map((share) => ({ step, share })),
      );
      for (const { step, share } of trial.inTime(trial.sample(states.flat(), trial.size))) {
        const what = `${scenario.name}: before change ${step}, ${share} of what is unsynced kept`;
        await trial.attempt(what, async (folder) => {
          disk.materialise(folder, step, () => trial.random() < share);
          mkdirSync(join(folder, 'store'), { recursive: true });
          await check(trial, scenario, join(folder, 'store'), goal, disk.outputBefore(step));
        });
      }
    }
  },
};
