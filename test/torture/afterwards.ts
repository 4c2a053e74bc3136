/** What every store must be after an attack, whatever became of its writer. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { openStore, type SeriesName } from '../../src/index.js';
import { extendOnce, hashes } from '../support/store.js';

/** What was promised to whoever ran the writer, by series: the end of the last block that was announced. */
export type Announced = ReadonlyMap<string, number>;

/** The extension that a store is brought to in the end, and the value hashes of an undisturbed store there. */
export interface Goal {
  readonly game: string;
  readonly to: number;
  readonly blockLength?: number;
  readonly hashes: Awaited<ReturnType<typeof hashes>>;
}

/** The goal of extending a game, from a store that nothing disturbs. */
export async function goalOf(folder: string, game: string, to: number, blockLength?: number): Promise<Goal> {
  const length = blockLength === undefined ? {} : { blockLength };
  await extendOnce(folder, game, { to, ...length });
  return { game, to, ...length, hashes: await hashes(folder, game) };
}

/** What an extension has announced, from the events of `--progress json` or the lines of a test's own writer. */
export function announcedIn(text: string): Announced {
  const announced = new Map<string, number>();
  for (const line of text.split('\n')) {
    const event =
      /^\{"event":"block".*"series":"(\w+)".*?"stop":(\d+)/.exec(line) ?? /^(cold|nim) (\d+)$/.exec(line);
    if (event !== null) announced.set(event[1], Number(event[2]));
  }
  return announced;
}

/**
 * Raises unless everything that was announced is there, nothing in the store is wrong, and extending it from here gives
 * what an undisturbed store has, with nothing left over and nothing set aside.
 */
export async function expectUnharmed(folder: string, goal: Goal, announced: Announced): Promise<void> {
  await expectSound(folder, goal, announced);
  await expectExtends(folder, goal);
}

async function expectSound(folder: string, { game }: Goal, announced: Announced): Promise<void> {
  const reader = await openStore(folder, { readOnly: true });
  try {
    const stored = reader.info(game).at(0)?.series ?? {};
    for (const [series, stop] of announced) {
      const frontier = stored[series as SeriesName]?.frontier ?? 0;
      if (frontier < stop)
        throw new Error(`lost: ${series} was announced to ${stop}, and is stored to ${frontier}`);
    }
    const { ok, problems } = await reader.verify();
    if (!ok) throw new Error(`verify: ${JSON.stringify(problems)}`);
  } finally {
    reader.close();
  }
}

async function expectExtends(folder: string, goal: Goal): Promise<void> {
  const { game, to, blockLength } = goal;
  await extendOnce(folder, game, { to, ...(blockLength === undefined ? {} : { blockLength }) });
  const found = await hashes(folder, game);
  if (found.cold !== goal.hashes.cold || found.nim !== goal.hashes.nim) {
    throw new Error(`wrong: value hashes ${JSON.stringify(found)}, expected ${JSON.stringify(goal.hashes)}`);
  }
  await expectSound(folder, goal, new Map());
  const left = existsSync(join(folder, 'tmp')) ? readdirSync(join(folder, 'tmp')) : [];
  if (left.length > 0) throw new Error(`left over: tmp/${left.join(', ')}`);
  if (existsSync(join(folder, 'orphans'))) {
    throw new Error(`set aside: ${readdirSync(join(folder, 'orphans')).join(', ')}`);
  }
}

/** Raises when a program that ended by itself ended in a way that is none of its own. */
export function expectEnded(
  { code, signal, stderr }: { code: number | null; signal: string | null; stderr: string },
  codes: readonly number[],
): void {
  if (/This should not happen|\n {4}at |Unhandled|FATAL/.test(stderr)) throw new Error(`internal: ${stderr}`);
  if (signal !== null) throw new Error(`ended by ${signal}: ${stderr}`);
  if (!codes.includes(code ?? -1)) throw new Error(`exit code ${String(code)}: ${stderr}`);
}

/** All files below a folder with their bytes. */
export function sizesOf(folder: string): Map<string, number> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  return new Map(names.map((name) => [name, statSync(join(folder, name)).size]));
}
