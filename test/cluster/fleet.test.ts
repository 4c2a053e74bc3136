/** The workers that a run counts: what it reports of them, and how often. */
import { describe, expect, it } from 'vitest';
import type { RunEvent } from '../../src/cluster/events.js';
import { Fleet } from '../../src/cluster/fleet.js';
import type { Notice } from '../../src/cluster/protocol.js';
import type { Transport } from '../../src/cluster/transport.js';

const VERSION = '1-tested';

function notice(version: string, threads: number): Notice<'workers'> {
  const counts = { active: 0, done: 0, failed: 0, lastMinute: 0, seconds: 0 };
  return { version, host: 'here', pid: 1, threads, run: null, ...counts };
}

/** A fleet that finds the given workers, and what it has reported. */
function fleetOf(workers: Map<string, Notice<'workers'>>): {
  readonly fleet: Fleet;
  readonly events: RunEvent[];
} {
  const list = (): unknown =>
    Promise.resolve([...workers].map(([id, one]) => ({ id, text: JSON.stringify(one), age: 0 })));
  const events: RunEvent[] = [];
  const run = { id: 'run', version: VERSION, host: 'here', pid: 1 };
  const onEvent = (event: RunEvent): void => void events.push(event);
  return { fleet: new Fleet({ list } as unknown as Transport, { ...run, onEvent }), events };
}

describe('a fleet', () => {
  it('is reported when the number of workers changes, and again after 20 looks without one', async () => {
    const workers = new Map<string, Notice<'workers'>>();
    const { fleet, events } = fleetOf(workers);
    const looks = async (times: number): Promise<number[]> => {
      events.length = 0;
      for (let i = 0; i < times; i++) await fleet.poll();
      return events.map((event) => (event.about === 'workers' ? event.workers : -1));
    };
    expect(await looks(21)).toEqual([0, 0]);
    workers.set('a', notice(VERSION, 2)).set('b', notice(VERSION, 3));
    expect(await looks(100)).toEqual([2]);
    expect(fleet.seen.threads).toBe(5);
    workers.delete('a');
    expect(await looks(2)).toEqual([1]);
  });

  it('has no workers of another version, each of which is reported once, and none that is shut out', async () => {
    const { fleet, events } = fleetOf(
      new Map([
        ['a', notice(VERSION, 2)],
        ['b', notice('0-older', 4)],
        ['c', notice(VERSION, 8)],
      ]),
    );
    expect(fleet.refuse('c', 'wrong')).toBe(true);
    expect(fleet.refuse('c', 'wrong')).toBe(false);
    for (let i = 0; i < 3; i++) await fleet.poll();
    expect(events).toEqual([
      { about: 'refused', worker: 'c', reason: 'wrong' },
      { about: 'version', worker: 'b', version: '0-older' },
      { about: 'workers', workers: 1, threads: 2, shutOut: 1 },
    ]);
  });
});
