/** Waiting for news of a run, for whoever answers the questions of a job. */
import { pause } from '../common/stoppable.js';

/** Between two looks: a tenth of what the quickest chunk takes, at 0.1 ms a look. */
const LOOK_MS = 10;

/** What `look` finds, once there is something, the seconds are over, or a signal is aborted; the first of these also ends a pause. */
export async function awaitedNews(
  look: () => Promise<readonly string[]> | readonly string[],
  seconds: number,
  signals: readonly (AbortSignal | undefined)[],
): Promise<readonly string[]> {
  const until = performance.now() + 1000 * seconds;
  for (;;) {
    const found = await look();
    const isOver = performance.now() >= until || signals.some((signal) => signal?.aborted);
    if (found.length > 0 || isOver) return found;
    await pause(LOOK_MS, signals[0]);
  }
}
