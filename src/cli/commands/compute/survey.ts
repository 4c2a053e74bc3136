/** `takeaway survey`: finds the periods of all small sets, or of the sets of a list or a form, at once or in parts. */
import { refuse } from '../../../common/errors.js';
import { readGame, survey } from '../../../index.js';
import { declaredBy, planSurvey, SURVEYED, type SurveyPlan, type SurveySummary } from '../../../rim.js';
import { defineCommand, REFUTE, repeated } from '../../command.js';
import { asText, choice, flag, optional, refuseMissing } from '../../../words/params.js';
import { gamesGiven } from '../../games.js';
import { checkForce, TABLE_OPTIONS } from '../../outputs.js';
import { RUN_OPTIONS, withRunner } from '../../redis.js';
import { refuseSplitGames } from '../../split-set.js';
import { watched, type Watch } from '../../terminal/progress.js';
import { parseNumber } from '../../../words/numbers.js';
import { STDIN } from '../../terminal/numbers-in.js';
import { print, printDone } from '../../terminal/output.js';
import { describePlan } from './survey-plan.js';
import { describeSurvey } from './survey-text.js';

const OPTIONS = {
  max: optional('N', 'The largest element that a set may have', parseNumber),
  size: optional('K', 'The number of elements, 1 to 30', parseNumber),
  pattern: optional('FORM', 'All sets of a form instead of a size, such as "{a, b, a+b}"', asText),
  file: optional('FILE', 'The sets in a file instead of all sets, one per line; # begins a comment', asText),
  series: choice('Examine only nim-values or only outcomes; default both', SURVEYED),
  limit: optional('N', 'The most values of a set to examine; default 2^24', parseNumber),
  excluded: flag('Leave the elements out: each game is that of all positive integers but these'),
  full: flag('Also decide reverse mex for each set: whether g(n) = mex{g(n + s)}'),
  distance: optional('DISTANCE', 'Also count the cold positions of a period that differ by it', asText),
  refute: REFUTE,
  ...TABLE_OPTIONS,
  'dry-run': flag('Only measure a sample: sets, CPU time, bytes, and job arrays to paste'),
  ...RUN_OPTIONS,
};

export const command = defineCommand({
  examples: [
    ['survey --max 42 --size 3', 'the sets of three with the longest periods; {13,29,42} has 793'],
    ['survey --max 42 --size 4 --output sets.arrow', 'every set with its periods as a row of an Arrow file'],
    ['survey --max 60 --size 5 --part 3/8 --output 3.survey', 'the third of eight parts of about equal work'],
    ['survey --max 100 --size 5 --dry-run', 'the work it takes, and job arrays for Slurm and GNU parallel'],
    ['survey --max 100 --size 4 --series cold', 'only outcomes'],
    [
      'survey --pattern "{a, b, a+b}" --max 60 --distance "s2 - s1"',
      'for each set, the pairs of cold positions of a period that differ by s2 - s1',
    ],
    [
      'survey --max 60 --size 3 --refute "divides(nim_period, s1 + s3)"',
      'the first set that is a counterexample, with its proof',
    ],
    ['survey --max 24 --size 3 --full', 'how many sets satisfy g(n) = mex{g(n + s)}, and the exceptions'],
    ['survey --pattern "{a, b, c-b, c-a, c}" --max 30', 'all sets of a form'],
    ['survey --max 12 --size 2 --excluded', 'all numbers but two, with the saltus of the nim-values'],
    ['survey --file sets.txt --limit 2^30 -o sets.parquet', 'the sets in a file, up to long periods'],
    [
      'survey --max 60 --size 5 -o sets.arrow --redis redis://queue.example',
      'computed by the workers of a Redis server',
    ],
  ],
  positionals: { sets: repeated('Sets instead of all, or - for those on stdin', asText) },
  options: OPTIONS,
  run: async (args) => {
    const { sets: given, 'dry-run': isDryRun, full, refute } = args;
    const reverseMex = full || undefined;
    const { part, output, force, threads, file } = args;
    const { json, quiet, max, size, pattern, series, limit, distance } = args;
    checkForce(output, force);
    if (part !== undefined && output === undefined)
      refuse('--part needs a file for its part. Give --output FILE.survey.');
    if (given.length > 0 && size !== undefined)
      refuse('Sets are given, so --size means nothing. Leave it out; survey merge joins files of parts.');
    if (isDryRun && given.includes(STDIN))
      refuse('Parts cannot read the sets of this pipe. Give them in a file with --file.');
    refuseSplitGames(given);
    const texts = await gamesGiven(given, file, args.store);
    const isAll = texts.length === 0 && file === undefined && given.length === 0;
    const excluded = args.excluded || (!isAll && readGame(texts[0] ?? '1').set.excluded !== undefined);
    const space: Parameters<typeof planSurvey>[0] = {
      ...{ series, limit, pattern, reverseMex, collisions: distance, refute, excluded },
      max: isAll ? (max ?? refuseMissing('--max', 'N')) : max,
      size: isAll && pattern === undefined ? (size ?? refuseMissing('--size', 'K')) : size,
      sets: isAll ? undefined : texts.map((text) => elementsOf(text, excluded)),
    };
    if (isDryRun) {
      const words = { asked: 'Stopping.', stopped: () => 'Nothing is kept.' };
      const measure = ({ signal }: Watch): Promise<SurveyPlan> =>
        planSurvey(space, { output: output ?? 'sets.arrow', cpuSeconds, signal });
      const planned = await watched('survey', args, measure, words);
      const described = describePlan(
        planned,
        { max, size, pattern, file, series, limit, excluded: args.excluded, full, distance, refute },
        given,
        output,
      );
      return print({ json }, { ...planned, ...described.scripts }, () => described.text);
    }
    const startedAt = performance.now();
    const words = {
      asked: 'Stopping.',
      stopped: () =>
        output === undefined
          ? 'Nothing is kept without --output.'
          : `What is done is kept in files beside ${output}. Run the same command again to continue.`,
    };
    const work = ({ signal, onProgress }: Watch): Promise<SurveySummary> =>
      withRunner(args, signal, ({ runner, words: state, facts }) =>
        survey({
          ...{ output, force, signal, part, ...space, threads, runner },
          onProgress: (share) =>
            onProgress(share, state(), { event: 'progress', task: 'survey', progress: share, ...facts() }),
        }),
      );
    const summary = await watched('survey', args, work, words);
    const seconds = (performance.now() - startedAt) / 1000;
    const found = { ...summary, part: part ?? null, output: output ?? null };
    // A scheduler runs thousands of parts, whose summaries nobody reads.
    await printDone({ json, quiet: quiet && part !== undefined }, found, () =>
      describeSurvey(summary, output, seconds),
    );
  },
});

/** Returns the elements of a finite set, or those that a cofinite one excludes. */
function elementsOf(text: string, excluded: boolean): number[] {
  const game = readGame(text);
  const { set, key } = game;
  const isPlain = declaredBy(game) === undefined && excluded === (set.excluded !== undefined);
  const listed = Number.isFinite(set.largest) ? set.approximateCount(set.largest + 1) : 0;
  const count = set.excluded?.length ?? listed;
  if (isPlain && count > 0 && count <= 30) return Array.from(set.excluded ?? set.between(1, set.largest + 1));
  refuse(
    '{set} cannot be surveyed{others}. Give finite sets of at most {most} elements, or all sets as all-but{2,3}, with nothing declared.',
    { set: key, others: excluded ? ' with sets that are left out' : '', most: 30 },
  );
}

function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}
