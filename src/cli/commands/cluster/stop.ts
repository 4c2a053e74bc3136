/** `takeaway cluster stop`: ends a run of a Redis, and the command that began it. */
import { endRun } from '../../../index.js';
import { argument, defineCommand } from '../../command.js';
import { asText } from '../../../words/params.js';
import { REDIS, requiredRedis } from '../../redis.js';
import { sayDone } from '../../terminal/output.js';

export const command = defineCommand({
  examples: [
    ['cluster stop 5b0c1f9d2a77', 'remove a run with all its jobs; its command ends within seconds'],
  ],
  positionals: { run: argument('The id of the run, which takeaway cluster shows', asText) },
  options: { redis: REDIS },
  run: async ({ redis, run, ...args }) => {
    await endRun(requiredRedis(redis), run);
    await sayDone(args, { stopped: run }, () => `The run ${run} is stopped.`);
  },
});
