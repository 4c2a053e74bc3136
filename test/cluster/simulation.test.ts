/**
 * The protocol of commands and workers in schedules that seeds draw: the result is that of one machine, no job is lost or counted
 * twice, memory stays bounded, and every run ends.
 */
import { describe, expect, it } from 'vitest';
import { expectedOf, play } from '../support/cluster/simulation.js';
import { messageOf } from '../../src/common/errors.js';
import { effort, SEED } from '../support/seed.js';

/** A schedule takes some 5 ms of CPU time: all of the long suite 80 minutes, each round less than a test may. */
const ROUNDS = effort(1, 10);
const SCHEDULES = effort(5000, 100_000);
/** Replays one schedule. */
const REPLAYED = process.env['TAKEAWAY_TEST_SCHEDULE'];

/** Checks the outcome of a schedule; a problem in words, or none. */
async function problemOf(seed: number): Promise<string | undefined> {
  const { tasks, results, counted, error, mayFail, refused, liars, ...found } = await play(seed);
  const { mostUsed, room, excess, left } = found;
  if (mostUsed > room) return `${mostUsed} bytes in a room of ${room}`;
  if (excess !== undefined) return `${excess} at once`;
  if (left.length > 0) return `left behind: ${left.join()}`;
  if (refused.some((worker) => !liars.includes(worker)))
    return `an honest worker is shut out: ${refused.join()}`;
  if (error !== undefined) return mayFail ? undefined : `it failed: ${messageOf(error)}`;
  if (results === undefined) return 'there are no results';
  const wrong = tasks.findIndex((task, i) => results[i] !== expectedOf(task));
  if (wrong >= 0) return `job ${wrong} has ${String(results[wrong])}`;
  return counted === tasks.length ? undefined : `${counted} jobs are counted, not ${tasks.length}`;
}

describe('commands and workers in virtual time', () => {
  const rounds = REPLAYED === undefined ? Array.from({ length: ROUNDS }, (_, round) => round) : [];
  it.each(rounds)(`give the results of one machine in ${SCHEDULES} schedules, round %i`, async (round) => {
    for (let i = 0; i < SCHEDULES; i++) {
      const seed = (SEED + round * SCHEDULES + i) >>> 0;
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
