/** A worker thread that dies while others work: a clear message, the right exit code, and nothing said that is not stored. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { openStore } from '../../src/index.js';
import { takeaway, type Finished } from '../support/cli.js';
import { temporaryFolder } from '../support/temporary.js';

const PRELOAD = pathToFileURL(join(import.meta.dirname, '../support/processes/dying-worker.mjs')).href;

const WAYS = [
  ['exit', /it ended with code 7/],
  ['throw', /broken on purpose/],
  ['memory', /Worker terminated due to reaching memory limit/],
] as const;

/** Runs a command whose worker threads die after a while. */
function dying(way: string, after: number, args: readonly string[]): Promise<Finished> {
  const env = {
    NODE_OPTIONS: `--import=${PRELOAD} --max-old-space-size=128`,
    WORKER_DIES: way,
    WORKER_DIES_AFTER: String(after),
  };
  return takeaway(args, { env });
}

describe('a worker thread that dies', () => {
  it.each(WAYS)(
    'by %s ends an extension with what is announced stored',
    { tags: 'slow' },
    async (way, reason) => {
      for (const [series, after] of [
        ['cold', 30],
        ['nim', 400],
      ] as const) {
        const folder = temporaryFolder();
        // Long enough that the threads work until they die, and short enough that nim-values are solved by threads.
        const args = ['extend', 'squares', '--to', '2^29', '--series', series, '--threads', '2'];
        const { code, stdout, stderr } = await dying(way, after, [
          ...args,
          '--progress',
          'json',
          '--store',
          folder,
        ]);
        expect({ code, stdout }, stderr).toEqual({ code: 1, stdout: '' });
        const lines = stderr.trimEnd().split('\n');
        // Whichever of the threads dies first, of those that solve and the one that encodes blocks.
        expect(lines.at(-1)).toMatch(
          /^takeaway: (A thread of the solver has failed|The thread that encodes blocks has failed)/,
        );
        expect(lines.at(-1)).toMatch(reason);
        const announced = lines
          .filter((line) => line.startsWith('{'))
          .map((line) => (JSON.parse(line) as { stop: number }).stop);
        const store = await openStore(folder, { readOnly: true });
        const frontier = store.info('squares').at(0)?.series[series]?.frontier ?? 0;
        expect(frontier).toBe(announced.at(-1) ?? 0);
        expect(await store.verify()).toMatchObject({ ok: true, problems: [] });
        store.close();
      }
    },
  );

  it.each(WAYS)(
    'by %s ends a survey, which goes on from what is kept',
    { tags: 'slow' },
    async (way, reason) => {
      const folder = temporaryFolder();
      const output = join(folder, 'sets.arrow');
      const args = ['survey', '--max', '60', '--size', '4', '--threads', '2', '--output', output];
      const { code, stdout, stderr } = await dying(way, 100, args);
      expect({ code, stdout }, stderr).toEqual({ code: 1, stdout: '' });
      expect(stderr).toMatch(/^takeaway: A worker thread has failed at a survey-part/);
      expect(stderr).toMatch(reason);
      expect(readdirSync(folder).filter((name) => !name.endsWith('.part'))).toEqual([]);
    },
  );
});
