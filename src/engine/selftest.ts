/** The self-test for users: small games by every method against the definition and known answers, through a real store. */
import { join } from 'node:path';
import { hasCode, messageOf, throwIfAborted } from '../common/errors.js';
import { parseGame } from '../game/game.js';
import { valuesByRule } from '../game/rules.js';
import { SERIES_NAMES, type SeriesName } from '../columnar/layout.js';
import { COLD_METHODS } from '../solver/methods.js';
import type { MethodName } from './series/methods.js';
import { createTemporaryFolder, removeTemporaryFolder } from '../store/files/temporary-folder.js';
import { openStore } from './open.js';
import type { Store } from './store.js';
import { DESCRIPTIONS } from './series/descriptions.js';
import type { ExtendOptions, Stoppable } from './series/options.js';

/** A check and its result. */
export interface SelfTestCheck {
  readonly name: string;
  readonly ok: boolean;
  /** Expected and found results of a failed check. */
  readonly problem?: string;
  readonly seconds: number;
}

export interface SelfTestOptions extends Stoppable {
  /** Parent of the folder for the test's stores, which is removed afterwards. */
  readonly temporaryFolder: string;
}

/** Sparse and dense, infinite, finite and cofinite, with and without 1. */
const GAMES = [
  'squares',
  'cubes',
  'fibonacci',
  'primes',
  'odd',
  '{1,3,4}',
  '{2,5,7}',
  '{37,1000}',
  'all-but{2,3,7}',
];
/** Positions of each game: a few chunks and blocks of every method. */
const POSITIONS = 5_000;
/** Frontiers of the extensions, at uneven distances. */
const STEPS = [1, 700, 2_048, POSITIONS];
const BLOCK_LENGTH = 1_024;

/** The first nim-values of subtract-a-square (OEIS A014586). */
const SQUARES_NIM = [0, 1, 0, 1, 2, 0, 1, 0, 1, 2, 0, 1, 0, 1, 2, 0, 1, 0, 1, 2, 0, 1, 0, 1, 2, 3, 2, 3, 4];
/** SHA-256 of the packed cold bits of subtract-a-square below 2^20, by an independent program. */
const SQUARES_COLD_2_20 = '0202f42a3688e3d51b4d4d2be61e00f6c5bbc487230803df546a673f635e27b2';

interface Check {
  readonly name: string;
  /** Returns the problem, or undefined. */
  run(store: Store, signal: AbortSignal | undefined): Promise<string | undefined>;
}

/** Runs every check and yields its result. Takes a few seconds and about 2 MB of disk. */
export async function* selfTest({
  temporaryFolder,
  signal,
}: SelfTestOptions): AsyncGenerator<SelfTestCheck, void, undefined> {
  const folder = await createTemporaryFolder(temporaryFolder);
  try {
    for (const [index, check] of allChecks().entries()) {
      throwIfAborted(signal);
      const startedAt = performance.now();
      const own = withStore(join(folder, String(index)), (store) => check.run(store, signal));
      const problem = await own.catch((error: unknown) => {
        if (hasCode(error, 'interrupted')) throw error;
        return messageOf(error);
      });
      const seconds = Math.round(performance.now() - startedAt) / 1000;
      const result = { name: check.name, ok: problem === undefined, seconds };
      yield problem === undefined ? result : { ...result, problem };
    }
  } finally {
    await removeTemporaryFolder(folder);
  }
}

function allChecks(): Check[] {
  const checks: Check[] = [];
  for (const game of GAMES) {
    for (const series of SERIES_NAMES) {
      const { rule, solvers } = DESCRIPTIONS[series];
      const { set } = parseGame(game, () => '');
      let known: Uint32Array | undefined;
      const expected = (): Uint32Array => (known ??= valuesByRule(rule, set, POSITIONS));
      for (const { name, applies } of solvers.methods) {
        if (applies(set)) checks.push(againstDefinition(game, series, name, expected));
      }
    }
  }
  const { set } = parseGame('squares');
  for (const { name, applies } of COLD_METHODS) if (applies(set)) checks.push(squaresColdHash(name));
  return [...checks, SQUARES_NIM_VALUES, REOPENING];
}

/** Extends in uneven steps and small blocks, then compares every position with the definition. */
function againstDefinition(
  text: string,
  series: SeriesName,
  method: MethodName,
  expectedValues: () => Uint32Array,
): Check {
  return {
    name: `${text} ${series} by ${method} agrees with the definition`,
    run: async (store, signal) => {
      const expected = expectedValues();
      for (const to of STEPS) await extend(store, text, { to, series, method, signal });
      const found: number[] = [];
      for await (const { values } of store.values(text, { series })) found.push(...values);
      const n = expected.findIndex((value, position) => value !== found[position]);
      return n === -1 ? undefined : `position ${n}: expected ${expected[n]}, found ${found[n]}`;
    },
  };
}

function squaresColdHash(method: MethodName): Check {
  return {
    name: `squares cold below 2^20 by ${method} has the known hash`,
    run: async (store, signal) => {
      await extend(store, 'squares', { to: 2 ** 20, series: 'cold', method, signal });
      return difference(SQUARES_COLD_2_20, await store.valueHash('squares', 'cold'));
    },
  };
}

const SQUARES_NIM_VALUES: Check = {
  name: `squares nim-values below ${SQUARES_NIM.length} are those of OEIS A014586`,
  run: async (store, signal) => {
    await extend(store, 'squares', { to: SQUARES_NIM.length, series: 'nim', signal });
    const found = await store.nimValues('squares', [...SQUARES_NIM.keys()]);
    return difference(SQUARES_NIM.join(','), found.join(','));
  },
};

/** Reopens a store and verifies it by a second method. */
const REOPENING: Check = {
  name: 'a store opened again has the same values and verifies',
  run: async (store, signal) => {
    for await (const block of store.extend('squares', { to: 2 ** 16, signal })) {
      if (block.stop > 2 ** 16) return `a block up to ${block.stop}`;
    }
    const before = await store.valueHash('squares', 'nim');
    store.close();
    return withStore(store.folder, async (again) => {
      const { ok, problems } = await again.verify({ full: true, signal });
      return ok ? difference(before, await again.valueHash('squares', 'nim')) : problems[0].problem;
    });
  },
};

async function withStore<Result>(folder: string, use: (store: Store) => Promise<Result>): Promise<Result> {
  const store = await openStore(folder);
  try {
    return await use(store);
  } finally {
    store.close();
  }
}

/** Extends in blocks of 1024 positions, so that small games have many. */
async function extend(store: Store, game: string, options: ExtendOptions): Promise<void> {
  const blockLength = options.to <= POSITIONS ? BLOCK_LENGTH : undefined;
  const blocks = store.extend(game, { ...options, blockLength });
  for (let next = await blocks.next(); next.done !== true;) next = await blocks.next();
}

function difference(expected: string, found: string): string | undefined {
  return expected === found ? undefined : `expected ${expected}, found ${found}`;
}
