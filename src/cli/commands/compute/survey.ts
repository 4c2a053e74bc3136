/** `takeaway survey`: the periods of all small sets. */
import { survey, surveyByWorkers, type SurveySummary } from '../../../index.js';
import { TABLE_FORMATS } from '../../../rim.js';
import { asText, defineCommand, optional, required, withShort } from '../../command.js';
import { endingsOf } from '../../formats.js';
import { REDIS, redisGiven, WorkersWatched } from '../../redis.js';
import { watched } from '../../terminal/progress.js';
import { parseNumber, parseThreads } from '../../../words/numbers.js';
import { writeData, writeJson } from '../../terminal/output.js';
import { count, duration, grouped, table } from '../../../words/text.js';

export const command = defineCommand({
  examples: [
    ['survey --max 42 --size 3', 'the sets of three with the longest periods; {13,29,42} has 793'],
    ['survey --max 42 --size 4 --output sets.arrow', 'every set with its periods as a row of an Arrow file'],
    [
      'survey --max 60 --size 5 --output sets.arrow --redis redis://queue.example',
      'by the workers of a Redis',
    ],
  ],
  positionals: {},
  options: {
    max: required('N', 'The largest element that a set may have', parseNumber),
    size: required('K', 'The number of elements, 1 to 30', parseNumber),
    output: withShort(
      'o',
      optional('FILE', `A file that does not exist yet (${endingsOf(TABLE_FORMATS).join(', ')})`, asText),
    ),
    threads: optional('K', 'Threads; default as many as the machine has cores', parseThreads),
    redis: REDIS,
  },
  run: async ({ max, size, output, threads, redis, json, ...how }) => {
    const url = redisGiven(redis);
    const workers = new WorkersWatched(how.quiet);
    const words = {
      asked: 'Stopping.',
      stopped: () =>
        output === undefined
          ? 'Nothing is kept without --output.'
          : `What is done is kept in files beside ${output}. Run the same command again to continue.`,
    };
    const startedAt = performance.now();
    const secondsSoFar = (): number => (performance.now() - startedAt) / 1000;
    const summary = await watched(
      'survey',
      how,
      ({ signal, onProgress }) => {
        const options = { max, size, output, signal };
        return url === undefined
          ? survey({ ...options, threads, onProgress })
          : surveyByWorkers({
              ...options,
              redis: url,
              onNews: workers.onNews,
              onProgress: (share) => onProgress(share, workers.words),
            });
      },
      words,
    );
    if (json) await writeJson({ ...summary, output: output ?? null });
    else await writeData(describe(summary, output, secondsSoFar()));
  },
});

function describe(summary: SurveySummary, output: string | undefined, seconds: number): string {
  const { max, size, sets, unproven, longest } = summary;
  const all = `${count(sets, 'set')} of ${count(size, 'element')} up to ${max} with greatest common divisor 1`;
  const missing = unproven === 0 ? '' : `; of ${grouped(unproven)} no period was proven by 2^24 values`;
  const where = output === undefined ? '' : `, in ${output}`;
  const head = `${all}${where}${missing}. It took ${duration(seconds)}. The longest periods:\n`;
  const rows = longest.map(({ set, nim, outcome }) => [
    `{${set.join(',')}}`,
    ...[nim, outcome].flatMap((found) => [grouped(found?.period ?? 0), grouped(found?.preperiod ?? 0)]),
  ]);
  const header = ['set', 'nim period', 'preperiod', 'outcome period', 'preperiod'];
  return `${head}${table([header, ...rows], [1, 2, 3, 4])}`;
}
