/** Work that is long enough for something to go wrong in the middle, and what has to come of it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect } from 'vitest';
import { extendByWorkers, openStore } from '../../../src/index.js';
import type { ClusterOptions } from '../../../src/cluster/coordinator/options.js';
import type { TestRedis } from './redis.js';
import { temporaryFolder } from '../temporary.js';

const METHOD = 'residue-classes';
/** Far stages from early on and short blocks: many jobs and commits of few positions. */
const EARLY = { series: 'cold', method: METHOD, blockLength: 2 ** 17, farFrom: 2 ** 15 } as const;

const hashes = new Map<number, Promise<string>>();

/** The hash of the cold positions of squares that threads here find; found once by each file of tests. */
export function hashHere(to: number): Promise<string> {
  const known = hashes.get(to) ?? findHash(to);
  hashes.set(to, known);
  return known;
}

async function findHash(to: number): Promise<string> {
  const store = await openStore(temporaryFolder());
  const blocks = store.extend('squares', { to, series: 'cold', method: METHOD });
  while ((await blocks.next()).done !== true);
  const hash = await store.valueHash('squares', 'cold');
  store.close();
  return hash;
}

/** How to extend, when nothing else is said by one Redis that nobody else uses. */
interface Through extends Omit<ClusterOptions, 'redis'> {
  /** The URL to use in place of that of the Redis. */
  readonly url?: string;
  /** Whether nothing else uses the Redis, so that nothing may be left in it; default true. */
  readonly isAlone?: boolean;
}

/** Extends squares by workers, with `between` called after each block; nothing may be wrong, or left behind. */
export async function extendThrough(
  redis: TestRedis,
  to: number,
  between: (stop: number) => Promise<void> | void,
  { url = redis.url, isAlone = true, ...cluster }: Through = {},
): Promise<void> {
  const expected = await hashHere(to);
  const store = await openStore(temporaryFolder());
  const options = { ...EARLY, ...cluster, to, redis: url };
  for await (const { stop } of extendByWorkers(store, 'squares', options)) await between(stop);
  expect(await store.valueHash('squares', 'cold')).toBe(expected);
  expect(await store.verify({ full: true })).toMatchObject({ problems: [] });
  store.close();
  if (isAlone) expect(await redis.keysOfRuns()).toEqual([]);
}

/** Runs a coordinator as a process until it has announced `blocks` blocks, then kills it; its exit code where it ends before. */
export async function coordinate(
  redis: TestRedis,
  folder: string,
  to: number,
  blocks = Infinity,
  patience: ClusterOptions['patience'] = {},
): Promise<number | null> {
  const script = join(import.meta.dirname, 'coordinate.mjs');
  const env = { ...process.env, TAKEAWAY_REDIS: redis.url };
  const child = spawn(process.execPath, [script, folder, String(to), JSON.stringify(patience)], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let seen = 0;
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    seen += text.split('\n').length - 1;
    if (seen >= blocks) child.kill('SIGKILL');
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code;
}
