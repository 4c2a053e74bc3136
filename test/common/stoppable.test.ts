/** Long work gives way to signals, but not at every turn, and ends when it is to stop. */
import { expect, it, vi } from 'vitest';
import { breather } from '../../src/common/stoppable.js';

/** Computes, and hears nothing meanwhile. */
function busyFor(milliseconds: number): void {
  for (const end = performance.now() + milliseconds; performance.now() < end;);
}

it('hears a timer in the middle of long work, which then ends', async () => {
  const controller = new AbortController();
  setTimeout(() => controller.abort(), 0);
  const breathe = breather(controller.signal);
  const work = async (): Promise<void> => {
    for (let turn = 0; turn < 1000; turn++) {
      busyFor(10);
      await breathe();
    }
  };
  await expect(work()).rejects.toMatchObject({ code: 'interrupted' });
});

it('gives way only when it is time', async () => {
  let now = 1000;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  let isHeard = false;
  setImmediate(() => (isHeard = true));
  const breathe = breather(undefined);
  await breathe();
  expect(isHeard).toBe(false);
  now += 100;
  await breathe();
  expect(isHeard).toBe(true);
  vi.restoreAllMocks();
});
