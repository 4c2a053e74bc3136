/** Steps that follow each other by themselves. */
import { useEffect, useState } from 'preact/hooks';

/**
 * Returns whether steps go on by themselves, and a switch for it. `next` makes the step after `at`; playing ends if there is
 * none, and waits while the step is not ready to be seen.
 */
export function usePlaying(
  at: number,
  next: (() => void) | undefined,
  milliseconds: number,
  isReady = true,
): readonly [isPlaying: boolean, play: (is: boolean) => void] {
  const [isPlaying, play] = useState(false);
  useEffect(() => {
    if (!isPlaying || !isReady) return;
    if (next === undefined) {
      play(false);
      return;
    }
    const timer = setTimeout(next, milliseconds);
    return () => clearTimeout(timer);
  }, [isPlaying, isReady, at, milliseconds]);
  return [isPlaying, play];
}
