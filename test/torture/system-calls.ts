/**
 * Faults in system calls: the n-th openat, write, sync, rename, unlink of a real program fails, or the program is killed
 * at it. Which calls touch the store is found by tracing a run without faults first.
 */
import { cpSync, existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { openStore, rebuildStore } from '../../src/index.js';
import { MAIN } from '../support/cli.js';
import { extendOnce } from '../support/store.js';
import { temporaryFolder } from '../support/temporary.js';
import { announcedIn, expectEnded, expectUnharmed, goalOf, type Goal } from './afterwards.js';
import type { Attack, Trial } from './attack.js';
import { runTraced, straceMissing, type SystemCall } from './tracing/strace.js';

/** What is done to a call, as strace takes it. */
const FAULTS = { EIO: 'error=EIO', ENOSPC: 'error=ENOSPC', SIGKILL: 'signal=SIGKILL' } as const;

/** Calls that change files, or come before a change; one of a kind is enough where systems have several. */
const CALLS = ['openat', 'write', 'pwrite64', 'fsync', 'fdatasync', 'rename', 'unlink', 'ftruncate', 'mkdir'];

/** Of a call that is made often, at most so many are tried with each fault in a scenario. */
const MOST_OF_A_CALL = 6;

/** A command that writes to a store. */
interface Scenario {
  readonly name: string;
  readonly goal: { readonly game: string; readonly to: number };
  /** Fills the store that each run begins with. */
  readonly prepare: (folder: string) => Promise<unknown>;
  readonly command: (folder: string) => readonly string[];
  /** What a user does next, before extending; the store is sound without it where it is undefined. */
  readonly mend?: (folder: string) => Promise<unknown>;
}

const SCENARIOS: readonly Scenario[] = [
  {
    name: 'extend a new store',
    goal: { game: '{1,3,4}', to: 3000 },
    prepare: async () => Promise.resolve(),
    command: (folder) => ['extend', '{1,3,4}', '--to', '2000', '--method', 'auto', '--store', folder],
  },
  {
    name: 'extend a stored game',
    goal: { game: 'squares', to: 3000 },
    prepare: (folder) => extendOnce(folder, 'squares', { to: 1000 }),
    command: (folder) => ['extend', 'squares', '--to', '2000', '--store', folder],
  },
  {
    name: 'rebuild',
    goal: { game: 'squares', to: 3000 },
    prepare: (folder) => extendOnce(folder, 'squares', { to: 2000, blockLength: 1024 }),
    command: (folder) => ['rebuild', '--store', folder],
    mend: (folder) => rebuildStore(folder),
  },
  {
    name: 'repair',
    goal: { game: 'squares', to: 3000 },
    prepare: async (folder) => {
      await extendOnce(folder, 'squares', { to: 2000, blockLength: 1024 });
      for (const series of ['1', '2']) await rm(join(folder, series), { recursive: true });
    },
    command: (folder) => ['verify', '--repair', '--store', folder],
    mend: async (folder) => {
      const store = await openStore(folder);
      await store.verify({ repair: true });
      store.close();
    },
  },
];

const PROGRESS: Readonly<Record<string, readonly string[]>> = {
  extend: ['--progress', 'json', '--threads', '1'],
};

/** A prepared scenario: the store to begin with, and where it ends when nothing disturbs it. */
interface Stage {
  readonly scenario: Scenario;
  readonly begin: string;
  readonly goal: Goal;
}

async function stageOf(scenario: Scenario): Promise<Stage> {
  const begin = join(temporaryFolder(), 'store');
  await scenario.prepare(begin);
  const { game, to } = scenario.goal;
  return { scenario, begin, goal: await goalOf(join(temporaryFolder(), 'store'), game, to) };
}

/** A copy of the store to begin with, in a folder, and what node is to run on it. */
function take({ scenario, begin }: Stage, parent: string): { folder: string; args: string[] } {
  const folder = join(parent, 'store');
  if (existsSync(begin)) cpSync(begin, folder, { recursive: true });
  const words = scenario.command(folder);
  return { folder, args: [MAIN, ...words, ...(PROGRESS[words[0]] ?? [])] };
}

/** For each call, at which of those of its thread the store is touched in a run without faults; increasing. */
async function touches(stage: Stage): Promise<Map<string, number[]>> {
  const parent = temporaryFolder();
  const { folder, args } = take(stage, parent);
  const { calls, code, stderr } = await runTraced(join(parent, 'log'), args, CALLS);
  if (code !== 0 && code !== 4) throw new Error(`without a fault: exit code ${String(code)}: ${stderr}`);
  const ordinals = new Map<string, number>();
  const found = new Map(CALLS.map((name) => [name, new Set<number>()]));
  for (const call of calls) {
    const { thread, name } = call;
    const n = (ordinals.get(`${thread} ${name}`) ?? 0) + 1;
    ordinals.set(`${thread} ${name}`, n);
    if (touchesStore(call, folder)) found.get(name)?.add(n);
  }
  return new Map([...found].map(([name, ns]) => [name, [...ns].sort((a, b) => a - b)]));
}

/** Whether a call names a path of the store, or a file of it that is open. */
function touchesStore({ args }: SystemCall, folder: string): boolean {
  return args.includes(folder);
}

type Fault = keyof typeof FAULTS;

/** A fault in one call of a scenario. */
interface Case {
  readonly stage: Stage;
  readonly call: string;
  readonly fault: Fault;
  readonly n: number;
}

/** One run with one fault. */
async function runWithFault(trial: Trial, { stage, call, fault, n }: Case, parent: string): Promise<void> {
  const { folder, args } = take(stage, parent);
  const run = await runTraced(join(parent, 'log'), args, [call], {
    inject: `${call}:${FAULTS[fault]}:when=${n}`,
  });
  if (run.isHung) throw new Error('it hung');
  const injected = run.calls.filter(({ isInjected }) => isInjected);
  const isKilled = run.signal === 'SIGKILL' || run.code === 137;
  if (injected.length === 0 && !isKilled) trial.count('not reached');
  trial.count(isKilled ? 'killed' : `exit code ${run.code ?? String(run.signal)}`);
  // A fault in what the program does for itself, such as loading its own files, is no matter of the store.
  const isOfProgram = injected.some((one) => !touchesStore(one, folder));
  if (isOfProgram) trial.count('beside the store');
  if (!isKilled && !isOfProgram) expectEnded(run, [0, 4, 6]);
  await stage.scenario.mend?.(folder);
  await expectUnharmed(folder, stage.goal, announcedIn(run.stderr));
}

export const systemCalls: Attack = {
  name: 'faults in system calls',
  promises: ['G2', 'G4', 'G12'],
  unit: 'faults, each in a call of one scenario',
  short: 3,
  whole: 120,
  missing: straceMissing,
  run: async (trial) => {
    const cases: Case[] = [];
    for (const scenario of trial.size > SCENARIOS.length ? SCENARIOS : [trial.pick(SCENARIOS)]) {
      const stage = await stageOf(scenario);
      for (const [call, ns] of await touches(stage)) {
        for (const fault of Object.keys(FAULTS) as Fault[]) {
          cases.push(...trial.sample(ns, MOST_OF_A_CALL).map((n) => ({ stage, call, fault, n })));
        }
      }
    }
    for (const one of trial.inTime(trial.sample(cases, trial.size))) {
      const what = `${one.stage.scenario.name}, ${one.fault} at ${one.call} ${one.n}`;
      await trial.attempt(what, (folder) => runWithFault(trial, one, folder));
    }
  },
};
