/** Watching for changes of the store: every watcher is told each version once, and looks end with the last watcher. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Changes } from '../../src/explorer/games/changes.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('tells each watcher the version at once and after a change, and looks while somebody watches', async () => {
  let version = '1';
  let looks = 0;
  const changes = new Changes({
    version: () => {
      looks++;
      return Promise.resolve({ catalog: 'c', version });
    },
  });
  const heard: Record<'first' | 'second', string[]> = { first: [], second: [] };
  const leave = { first: new AbortController(), second: new AbortController() };
  const watch = (who: 'first' | 'second'): void =>
    changes.watch((one) => void heard[who].push(one), leave[who].signal);
  watch('first');
  await vi.advanceTimersByTimeAsync(10_000);
  expect(heard.first).toEqual(['1']);
  watch('second');
  expect(heard.second).toEqual(['1']);
  version = '2';
  await vi.advanceTimersByTimeAsync(1000);
  expect(heard).toEqual({ first: ['1', '2'], second: ['1', '2'] });
  leave.first.abort();
  version = '3';
  await vi.advanceTimersByTimeAsync(1000);
  expect(heard).toEqual({ first: ['1', '2'], second: ['1', '2', '3'] });
  leave.second.abort();
  const before = looks;
  version = '4';
  await vi.advanceTimersByTimeAsync(10_000);
  expect(looks).toBe(before);
  watch('first');
  expect(heard.first).toEqual(['1', '2']);
});
