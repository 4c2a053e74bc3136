/**
 * Reading a store for a while: progress is shown, and Ctrl-C stops after the block at hand. Separate because
 * analyses, figures and reports are all made this way.
 */
import type { AnalysisOptions } from '../../index.js';
import { interruptible } from './interruption.js';
import { createMeter, timeLeft } from './meter.js';

/** Runs `work`, which tells its share to `onProgress`, under the name of a task. */
export function watched<Result>(
  task: string,
  quiet: boolean,
  work: (reading: Required<Pick<AnalysisOptions, 'signal' | 'onProgress'>>) => Promise<Result>,
): Promise<Result> {
  const words = { asked: 'Stopping after this block.', stopped: () => 'Nothing was changed.' };
  return interruptible(words, async (signal) => {
    const meter = await createMeter(quiet, signal);
    const startedAt = performance.now();
    const onProgress = (share: number): void => {
      const left = timeLeft((performance.now() - startedAt) / 1000, share);
      meter.show({ task, share, detail: left === '' ? 'starting' : left });
    };
    try {
      return await work({ signal, onProgress });
    } finally {
      meter.stop();
    }
  });
}
