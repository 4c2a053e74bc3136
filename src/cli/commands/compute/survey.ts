/** `takeaway survey`: the periods of all small sets, all at once or in parts that are joined. */
import { refuse } from '../../../common/errors.js';
import { mergeSurvey, survey, surveyByWorkers, type SurveySummary } from '../../../index.js';
import { TABLE_FORMATS } from '../../../rim.js';
import {
  asText,
  defineCommand,
  flag,
  missingOption,
  optional,
  PART,
  repeated,
  withShort,
} from '../../command.js';
import { endingsOf } from '../../formats.js';
import { OUTPUT_OPTIONS } from '../../outputs.js';
import { REDIS, redisGiven, WorkersWatched } from '../../redis.js';
import { watched, type Watch } from '../../terminal/progress.js';
import { parseNumber, parseThreads } from '../../../words/numbers.js';
import { writeData, writeJson } from '../../terminal/output.js';
import { count, duration, grouped, table } from '../../../words/text.js';

const OPTIONS = {
  max: optional('N', 'The largest element that a set may have', parseNumber),
  size: optional('K', 'The number of elements, 1 to 30', parseNumber),
  output: withShort(
    'o',
    optional('FILE', `A file that does not exist yet (${endingsOf(TABLE_FORMATS).join(', ')})`, asText),
  ),
  force: OUTPUT_OPTIONS.force,
  part: PART,
  merge: flag('Join the files of all parts'),
  threads: optional('K', 'Threads; default as many as the machine has cores', parseThreads),
  redis: REDIS,
};

export const command = defineCommand({
  examples: [
    ['survey --max 42 --size 3', 'the sets of three with the longest periods; {13,29,42} has 793'],
    ['survey --max 42 --size 4 --output sets.arrow', 'every set with its periods as a row of an Arrow file'],
    ['survey --max 60 --size 5 --part 3/8 --output 3.survey', 'the third of eight parts of about equal work'],
    ['survey --merge *.survey --output sets.arrow', 'what one survey would write, of all its parts'],
    [
      'survey --max 60 --size 5 -o sets.arrow --redis redis://queue.example',
      'computed by the workers of a Redis server',
    ],
  ],
  positionals: { files: repeated('Files of parts, with --merge', asText) },
  options: OPTIONS,
  run: async ({ files, merge, part, output, force, redis, threads, max, size, json, ...how }) => {
    if (force && output === undefined) refuse('--force', '--output FILE, a file to replace', 'none');
    if (merge) refuseBesideMerge({ max, size, part, threads, redis });
    else if (files.length > 0)
      refuse('The arguments of survey', 'files of parts only with --merge', files[0]);
    if (part !== undefined && output === undefined) refuse('--part', '--output FILE.survey', 'none');
    const url = redisGiven(redis);
    const workers = new WorkersWatched(how);
    const work = ({ signal, onProgress }: Watch): Promise<SurveySummary> => {
      const common = { output, force, signal };
      if (merge) return mergeSurvey({ ...common, files, onProgress });
      const options = { ...common, part, max: needed('max', max), size: needed('size', size) };
      if (url === undefined) return survey({ ...options, threads, onProgress });
      return surveyByWorkers({
        ...options,
        redis: url,
        onNews: workers.onNews,
        onProgress: (share) => onProgress(share, workers.words),
      });
    };
    const startedAt = performance.now();
    const words = {
      asked: 'Stopping.',
      stopped: () =>
        merge
          ? 'The parts stay as they are.'
          : output === undefined
            ? 'Nothing is kept without --output.'
            : `What is done is kept in files beside ${output}. Run the same command again to continue.`,
    };
    const summary = await watched('survey', how, work, words);
    const seconds = (performance.now() - startedAt) / 1000;
    if (json) await writeJson({ ...summary, part: part ?? null, output: output ?? null });
    else await writeData(describe(summary, output, seconds));
  },
});
/** The value of an option that a survey must have, and a merge has from its parts. */
function needed(name: 'max' | 'size', value: number | undefined): number {
  if (value !== undefined) return value;
  throw missingOption(`--${name}`, OPTIONS[name].placeholder!);
}

function refuseBesideMerge(given: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(given)) {
    if (value !== undefined) refuse('--merge', 'files, --output and --force alone', `also --${name}`);
  }
}

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
