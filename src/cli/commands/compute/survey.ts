/** `takeaway survey`: the periods of all small sets, or of those of a list or a form, all at once or in parts that are joined. */
import { refuse } from '../../../common/errors.js';
import { mergeSurvey, readGame, survey } from '../../../index.js';
import { planSurvey, setText, SURVEYED, type SurveyPlan, type SurveySummary } from '../../../rim.js';
import {
  asText,
  choice,
  defineCommand,
  flag,
  missingOption,
  optional,
  PART,
  repeated,
  THREADS,
} from '../../command.js';
import { gamesGiven } from '../../games.js';
import { checkForce, TABLE_OPTIONS } from '../../outputs.js';
import { METRICS, REDIS, withRunner } from '../../redis.js';
import { refuseSplitGames } from '../../split-set.js';
import { watched, type Watch } from '../../terminal/progress.js';
import { parseNumber } from '../../../words/numbers.js';
import { linesText, print, printDone, tableText } from '../../terminal/output.js';
import { grouped } from '../../../common/shown.js';
import { count, duration } from '../../../words/text.js';
import { describePlan } from './survey-plan.js';

const OPTIONS = {
  max: optional('N', 'The largest element that a set may have', parseNumber),
  size: optional('K', 'The number of elements, 1 to 30', parseNumber),
  pattern: optional('FORM', 'All sets of a form instead of a size, such as "{a, b, a+b}"', asText),
  file: optional('FILE', 'The sets in a file instead of all sets, one per line; # begins a comment', asText),
  series: choice('Examine only nim-values or only outcomes; default both', SURVEYED),
  steps: optional('N', 'The most values of a set to examine; default 2^24', parseNumber),
  ...TABLE_OPTIONS,
  part: PART,
  merge: flag('Join the files of all parts'),
  plan: flag('Measure a sample: sets, CPU time, bytes, and a job array to paste'),
  threads: THREADS,
  redis: REDIS,
  metrics: METRICS,
};

export const command = defineCommand({
  examples: [
    ['survey --max 42 --size 3', 'the sets of three with the longest periods; {13,29,42} has 793'],
    ['survey --max 42 --size 4 --output sets.arrow', 'every set with its periods as a row of an Arrow file'],
    ['survey --max 60 --size 5 --part 3/8 --output 3.survey', 'the third of eight parts of about equal work'],
    ['survey --max 100 --size 5 --plan', 'the work it takes, and job arrays for Slurm and GNU parallel'],
    ['survey --merge *.survey --output sets.arrow', 'what one survey would write, from all its parts'],
    ['survey --max 100 --size 4 --series cold', 'only outcomes'],
    ['survey --pattern "{a, b, c-b, c-a, c}" --max 30', 'all sets of a form'],
    ['survey --file sets.txt --steps 2^30 -o sets.parquet', 'the sets in a file, up to long periods'],
    [
      'survey --max 60 --size 5 -o sets.arrow --redis redis://queue.example',
      'computed by the workers of a Redis server',
    ],
  ],
  positionals: {
    words: repeated('Sets instead of all, or - for those on stdin; with --merge, files of parts', asText),
  },
  options: OPTIONS,
  run: async (args) => {
    const {
      words: given,
      merge,
      plan,
      part,
      output,
      force,
      redis,
      metrics,
      threads,
      file,
      json,
      ...how
    } = args;
    const { max, size, pattern, series, steps } = how;
    checkForce(output, force);
    if (merge) refuseBesideMerge({ max, size, pattern, file, series, steps, part, threads, redis, metrics });
    if (plan) refuseBesidePlan({ merge, part, force, redis, metrics, threads }, given);
    if (part !== undefined && output === undefined)
      refuse('--part needs a file for its part. Give --output FILE.survey.');
    if (!merge && given.length > 0 && size !== undefined)
      refuse('Sets are given, so --size means nothing. Leave it out; files of parts need --merge.');
    if (!merge) refuseSplitGames(given);
    const texts = merge ? [] : await gamesGiven(given, file, how.store);
    const isAll = texts.length === 0 && file === undefined && given.length === 0;
    const spaceOf = (): Parameters<typeof planSurvey>[0] => ({
      ...{ series, steps, pattern },
      max: isAll ? needed('max', max) : max,
      size: isAll && pattern === undefined ? needed('size', size) : size,
      sets: isAll ? undefined : texts.map(elementsOf),
    });
    if (plan) {
      const words = { asked: 'Stopping.', stopped: () => 'Nothing is kept.' };
      const measure = ({ signal }: Watch): Promise<SurveyPlan> =>
        planSurvey(spaceOf(), { output: output ?? 'sets.arrow', cpuSeconds, signal });
      const planned = await watched('survey', how, measure, words);
      const described = describePlan(planned, { max, size, pattern, file, series, steps }, given, output);
      await print({ json }, { ...planned, ...described.scripts }, () => described.text);
      return;
    }
    const work = ({ signal, onProgress }: Watch): Promise<SurveySummary> => {
      const common = { output, force, signal };
      if (merge) return mergeSurvey({ ...common, files: given, onProgress });
      const options = { ...common, part, ...spaceOf() };
      return withRunner({ ...how, redis, metrics }, signal, ({ runner, words, facts }) =>
        survey({
          ...{ ...options, threads, runner },
          onProgress: (share) =>
            onProgress(share, words(), { event: 'progress', task: 'survey', progress: share, ...facts() }),
        }),
      );
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
    const found = { ...summary, part: part ?? null, output: output ?? null };
    // Parts by a scheduler: nobody reads what each of thousands has found.
    const quiet = how.quiet && part !== undefined;
    await printDone({ json, quiet }, found, () => describe(summary, output, seconds));
  },
});

/** The elements of a finite set. */
function elementsOf(text: string): number[] {
  const { set, hotspots, seed, key } = readGame(text);
  const isPlain = Number.isFinite(set.largest) && hotspots === undefined && seed === undefined;
  if (isPlain && set.approximateCount(set.largest + 1) <= 30)
    return Array.from(set.between(1, set.largest + 1));
  refuse('{set} cannot be surveyed. Give finite sets of at most {most} elements, with nothing declared.', {
    set: key,
    most: 30,
  });
}

/** The value of an option that a survey must have, and a merge has from its parts. */
function needed(name: 'max' | 'size', value: number | undefined): number {
  if (value !== undefined) return value;
  throw missingOption(`--${name}`, OPTIONS[name].placeholder!);
}

function refuseBesideMerge(given: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(given)) {
    if (value !== undefined)
      refuse('--merge takes files, --output and --force, but not --{option}. Leave it out.', {
        option: name,
      });
  }
}

function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

function refuseBesidePlan(given: Readonly<Record<string, unknown>>, words: readonly string[]): void {
  for (const [name, value] of Object.entries(given)) {
    if (value !== undefined && value !== false)
      refuse('--plan does not take --{option}. Leave it out.', { option: name });
  }
  if (words.includes('-'))
    refuse('--plan needs sets that every part can read. Give them in a file with --file.');
}

function describe(summary: SurveySummary, output: string | undefined, seconds: number): string {
  const { max, size, series, steps, sets, isList, unproven, beyond, longest } = summary;
  const all = isList
    ? `${count(sets, 'set')} of at most ${count(size, 'element')} up to ${max}`
    : `${count(sets, 'set')} of ${count(size, 'element')} up to ${max} with greatest common divisor 1`;
  const missing =
    unproven === 0 ? '' : `; for ${grouped(unproven)} no period was proven by ${boundOf(steps)} values`;
  const where = output === undefined ? '' : `, in ${output}`;
  const summarized = `${all}${where}${missing}. It took ${duration(seconds)}. The longest periods:`;
  const quantities = (['nim', 'outcome'] as const).filter(
    (quantity) => series === 'both' || (series === 'nim') === (quantity === 'nim'),
  );
  const rows = longest.map((found) => [
    setText(found.set),
    ...quantities.flatMap((quantity) => [
      grouped(found[quantity]?.period ?? 0),
      grouped(found[quantity]?.preperiod ?? 0),
    ]),
  ]);
  const head = ['set', ...quantities.flatMap((quantity) => [`${quantity} period`, 'preperiod'])];
  const more = unproven > beyond.length ? ' ...' : '';
  const rest = unproven === 0 ? '' : `Not proven: ${beyond.map(setText).join(' ')}${more}\n`;
  return linesText([summarized]) + tableText({ head, rows, right: [1, 2, 3, 4] }) + rest;
}

/** `2^24` where the bound is a power of 2. */
function boundOf(steps: number): string {
  const power = Math.log2(steps);
  return Number.isInteger(power) && power > 10 ? `2^${power}` : grouped(steps);
}
