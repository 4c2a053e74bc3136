/** One thread's part in the far stage of a chunk: reads shared tables, writes only to the thread's own space. */
import type { KernelContext } from '../../../kernel/context.js';
import { FarLayout } from '../../../kernel/layout.js';
import { structBytes } from '../../../kernel/struct.js';
import type { Work } from '../../threads/pool.js';

/** A part of the far stage of one chunk: scatter some sources, add others to these, or settle all targets. */
export interface FarJob {
  readonly kind: 'mark' | 'add' | 'settle';
  /** The addresses of a FarLayout and a FarChunk. */
  readonly layout: number;
  readonly chunk: number;
}

export interface FarSeconds {
  'shift-or': number;
  scatter: number;
  probe: number;
  gather: number;
}

/** Does a thread's share of a job: takes classes one at a time until none is left. */
export function runFarJob(
  { kernels, space }: KernelContext,
  { kind, layout, chunk }: FarJob,
  thread: number,
): FarSeconds {
  const fields = space(layout, structBytes(FarLayout)).u32;
  const modulus = fields[FarLayout.modulus];
  const stride = fields[FarLayout.stride];
  const seconds = { 'shift-or': 0, scatter: 0, probe: 0, gather: 0 };
  const taken = space(fields[FarLayout.counter], 4).u32;
  const take = (): number => Atomics.add(taken, 0, 1);
  if (kind !== 'settle') {
    // The first thread's marks already hold the closed positions.
    if (kind === 'mark' && thread > 0) space(fields[FarLayout.marks] + thread * stride, stride).clear();
    const begun = performance.now();
    const parts = modulus * fields[FarLayout.parts];
    for (let part = take(); part < parts; part = take()) kernels.scatter(layout, chunk, part, thread);
    seconds.scatter = (performance.now() - begun) / 1000;
    return seconds;
  }
  space(fields[FarLayout.open] + thread * stride, stride).clear();
  const together = fields[FarLayout.together];
  for (let first = take() * together; first < modulus; first = take() * together) {
    const begun = performance.now();
    kernels.shiftOr(layout, chunk, first, thread);
    const shifted = performance.now();
    const stop = Math.min(modulus, first + together);
    for (let turn = first; turn < stop; turn++) kernels.gather(layout, chunk, turn, thread);
    const gathered = performance.now();
    for (let turn = first; turn < stop; turn++) kernels.settle(layout, chunk, turn, thread);
    seconds['shift-or'] += (shifted - begun) / 1000;
    seconds.gather += (gathered - shifted) / 1000;
    seconds.probe += (performance.now() - gathered) / 1000;
  }
  return seconds;
}

export const FAR_WORK: Work<FarJob, FarSeconds> = {
  run: runFarJob,
  script: 'program/far-worker.js',
};
