/** The pool of worker threads: what happens when a worker crashes, and when a solver is left early. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { increasingSequence } from '../../../src/game/sets/sequences.js';
import { createKernelContext } from '../../../src/kernel/context.js';
import { FAR_WORK } from '../../../src/solver/residue-classes/far/job.js';
import { solveByResidueClasses } from '../../../src/solver/residue-classes/residue-classes.js';
import { WorkerPool } from '../../../src/solver/threads/pool.js';

afterEach(() => vi.restoreAllMocks());

describe('worker pool', () => {
  it('rejects with what went wrong when a worker crashes, and goes on rejecting', async () => {
    const broken = { ...FAR_WORK, run: () => ({ 'shift-or': 0, scatter: 0, probe: 0, gather: 0 }) };
    const pool = new WorkerPool(createKernelContext(), broken);
    // One worker: of several one that crashes later would reject the second job.
    pool.grow(2);
    expect(pool.threads).toBe(2);
    // No space for a layout there: the caller's thread does not look, the workers do.
    const job = { kind: 'mark', layout: 2 ** 31, chunk: 0 } as const;
    await expect(pool.run(job)).rejects.toThrow(/A thread of the solver has failed.*use one thread/);
    // Also after the last event of the thread that has ended.
    for (let i = 0; i < 4; i++)
      await expect(pool.run(job)).rejects.toThrow(/A thread of the solver has failed/);
    await pool.close();
  });

  it('leaves no rejection unhandled when a worker crashes before the caller is stopped', async () => {
    const broken = { ...FAR_WORK, run: () => ({ 'shift-or': 0, scatter: 0, probe: 0, gather: 0 }) };
    const pool = new WorkerPool(createKernelContext(), broken);
    pool.grow(2);
    const unhandled = vi.fn();
    process.on('unhandledRejection', unhandled);
    let stop: (reason: Error) => void = () => undefined;
    const first = new Promise<void>((_, reject) => (stop = reject));
    const job = { kind: 'mark', layout: 2 ** 31, chunk: 0 } as const;
    await expect(pool.run(job, () => first)).rejects.toThrow(/A thread of the solver has failed/);
    stop(new Error('interrupted'));
    // Node looks for unhandled rejections once the microtasks are done.
    await new Promise((resolve) => setImmediate(resolve));
    await new Promise((resolve) => setImmediate(resolve));
    process.off('unhandledRejection', unhandled);
    await pool.close();
    expect(unhandled).not.toHaveBeenCalled();
  });

  it('ends its workers when a solver is left before its end', async () => {
    const close = vi.spyOn(WorkerPool.prototype, 'close');
    const task = {
      set: increasingSequence((k) => k * k),
      range: { start: 0, stop: 100_000 },
      pieceLength: 1000,
      breathe: () => Promise.resolve(),
      readLower: () => Promise.reject(new Error('nothing is stored')),
    };
    for await (const piece of solveByResidueClasses(task, { threads: 2, parallelFrom: 0 })) {
      if (piece.start > 50_000) break;
    }
    expect(close).toHaveBeenCalled();
  });

  it('ends its workers when the caller stops the work', async () => {
    const close = vi.spyOn(WorkerPool.prototype, 'close');
    let breaths = 0;
    const task = {
      set: increasingSequence((k) => k * k),
      range: { start: 0, stop: 200_000 },
      pieceLength: 1000,
      breathe: () => (++breaths > 4 ? Promise.reject(new Error('stop')) : Promise.resolve()),
      readLower: () => Promise.reject(new Error('nothing is stored')),
    };
    const solving = (async () => {
      for await (const piece of solveByResidueClasses(task, { threads: 2, parallelFrom: 0 })) {
        expect(piece.stop).toBeGreaterThan(piece.start);
      }
    })();
    await expect(solving).rejects.toThrow('stop');
    expect(close).toHaveBeenCalled();
  });
});
