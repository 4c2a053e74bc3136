/**
 * The protocol of commands and workers in schedules that seeds draw: the result is that of one machine, no job is lost or counted
 * twice, memory stays bounded, and every run ends.
 */
import { describe, expect, it } from 'vitest';
import { expectedOf, play } from '../support/cluster/simulation.js';
import { messageOf } from '../../src/common/errors.js';
import { effort, SEED } from '../support/seed.js';

const SCHEDULES = effort(5000, 250_000);
/** Replays one schedule. */
const REPLAYED = process.env['TAKEAWAY_TEST_SCHEDULE'];

/** Checks the outcome of a schedule; a problem in words, or none. */
async function problemOf(seed: number): Promise<string | undefined> {
  const { tasks, results, error, mayFail, refused, liars, mostUsed, room, left } = await play(seed);
  if (mostUsed > room) return `${mostUsed} bytes in a room of ${room}`;
  if (refused.some((worker) => !liars.includes(worker)))
    return `an honest worker is shut out: ${refused.join()}`;
  if (error !== undefined) return mayFail ? undefined : `it failed: ${messageOf(error)}`;
  if (results === undefined) return 'there are no results';
  const wrong = tasks.findIndex((task, i) => results[i] !== expectedOf(task));
  if (wrong >= 0) return `job ${wrong} has ${String(results[wrong])}`;
  return left > 0 ? `${left} runs are left` : undefined;
}

describe('commands and workers in virtual time', () => {
  it.runIf(REPLAYED === undefined)(`give the results of one machine in ${SCHEDULES} schedules`, async () => {
    for (let i = 0; i < SCHEDULES; i++) {
      const seed = (SEED + i) >>> 0;
      const problem = await problemOf(seed);
      if (problem === undefined) continue;
      const { trace } = await play(seed);
      expect.fail(`${problem}; TAKEAWAY_TEST_SCHEDULE=${seed} replays it:\n${trace.slice(-60).join('\n')}`);
    }
  });

  it('play the same schedule from the same seed', async () => {
    const [one, other] = [await play(SEED), await play(SEED)];
    expect(other).toEqual(one);
    expect(one.trace.length).toBeGreaterThan(1);
  });

  it.runIf(REPLAYED !== undefined)('replay', async () => {
    const { trace } = await play(Number(REPLAYED));
    expect(await problemOf(Number(REPLAYED)), trace.join('\n')).toBeUndefined();
  });
});
