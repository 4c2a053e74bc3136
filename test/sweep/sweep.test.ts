/** Sweeps on threads: what is solved is stored with what else is there by then, and told only once it is stored. */
import { describe, expect, it, vi } from 'vitest';
import { openStore } from '../../src/index.js';
import type { JobRunner } from '../../src/jobs/job.js';
import type { SweptPart } from '../../src/jobs/kinds/sweep-part.js';
import { LocalJobRunner } from '../../src/jobs/local.js';
import { sweep } from '../../src/sweep/sweep.js';
import { temporaryFolder } from '../support/temporary.js';

const TO = 300;
const GAMES = Array.from({ length: 12 }, (_, i) => `{${i + 1},${2 * i + 3}}`);

describe('a sweep', () => {
  it('tells of a game once it is stored, and stores many at once', async () => {
    const store = await openStore(temporaryFolder());
    const keep = vi.spyOn(store, 'keep');
    const told = new Map<string, number>();
    const onProgress = (share: number, game: string): void => {
      told.set(game, share);
      const [{ series }] = store.info(game);
      expect([series.cold?.frontier, series.nim?.frontier]).toEqual([TO, TO]);
    };
    await sweep(store, { games: GAMES, to: TO, threads: 1, onProgress });
    expect([told.size, [...told.values()].at(-1)]).toEqual([GAMES.length, 1]);
    expect(keep.mock.calls.length).toBeLessThan(GAMES.length / 2);
    expect(await store.verify({ full: true })).toMatchObject({ problems: [] });
    store.close();
  });

  it('tells how far games of which remoteness alone is stored go', async () => {
    const store = await openStore(temporaryFolder());
    const [found] = await sweep(store, { games: ['{1,2}'], to: TO, series: 'remoteness', threads: 1 });
    // The multiples of 3 are cold.
    expect(found).toMatchObject({ frontier: TO, coldCount: 100, density: 1 / 3, largestNimValue: null });
    store.close();
  });

  it('ends with the error of a commit that fails, and keeps those before', async () => {
    const folder = temporaryFolder();
    const store = await openStore(folder);
    const keep = store.keep.bind(store);
    let commits = 0;
    vi.spyOn(store, 'keep').mockImplementation((checked) =>
      commits++ === 0 ? keep(checked) : Promise.reject(new Error('no room')),
    );
    await expect(sweep(store, { games: GAMES, to: TO, threads: 1 })).rejects.toThrow('no room');
    // None is tried after the one that has failed.
    expect(commits).toBe(2);
    store.close();
    const again = await openStore(folder);
    const stored = again.info().length;
    expect(stored).toBeGreaterThan(0);
    expect(stored).toBeLessThan(GAMES.length);
    expect(await sweep(again, { games: GAMES, to: TO, threads: 1 })).toHaveLength(GAMES.length);
    expect(again.info()).toHaveLength(GAMES.length);
    again.close();
  });

  it('does a series again that a worker has got wrong, and refuses that worker', async () => {
    const store = await openStore(temporaryFolder());
    const own = new LocalJobRunner(1, undefined);
    const refuse = vi.fn();
    // Every position is cold.
    const spoilt = ({ parts, claims }: SweptPart): SweptPart => ({
      claims,
      parts: parts.map(({ values, ...part }) => ({
        ...part,
        values: { ...values, bytes: values.bytes.map(() => (values.width === 1 ? 255 : 0)) },
      })),
    });
    let jobs = 0;
    const runner: JobRunner = {
      ...{ jobSeconds: 60, atOnce: 1, blobSource: own.blobSource, refuse },
      do: async (kind, input) => {
        const done = await own.do(kind, input);
        if (kind.name !== 'sweep-part' || jobs++ > 0) return done;
        const [first, ...rest] = done.result as readonly SweptPart[];
        return { worker: 'liar', result: [spoilt(first), ...rest] as typeof done.result };
      },
      close: () => own.close(),
    };
    await sweep(store, { games: GAMES, to: TO, runner });
    expect(refuse.mock.calls).toEqual([['liar', expect.any(String)]]);
    const frontiers = store.info().flatMap(({ series }) => [series.cold?.frontier, series.nim?.frontier]);
    expect(frontiers).toEqual(Array.from({ length: 2 * GAMES.length }, () => TO));
    expect(await store.verify({ full: true })).toMatchObject({ problems: [] });
    await runner.close();
    store.close();
  });

  it('ends with the error of the job that has failed first, also where the rest cannot be stored', async () => {
    const store = await openStore(temporaryFolder());
    vi.spyOn(store, 'keep').mockImplementation(() => Promise.reject(new Error('no room')));
    const own = new LocalJobRunner(1, undefined);
    let jobs = 0;
    const runner: JobRunner = {
      ...{ jobSeconds: 60, atOnce: 2, blobSource: own.blobSource },
      do: (kind, input) => (jobs++ === 0 ? own.do(kind, input) : Promise.reject(new Error('no thread'))),
      refuse: () => undefined,
      close: () => own.close(),
    };
    await expect(sweep(store, { games: GAMES, to: TO, runner })).rejects.toThrow('no thread');
    await runner.close();
    store.close();
  });
});
