/** The plan of a survey as text: its work, and job arrays to paste. */
import { shellWord } from '../../../common/shown.js';
import type { SurveyPlan } from '../../../rim.js';
import { asLines, byteSize, count, duration } from '../../../words/text.js';
import { linesText } from '../../terminal/output.js';

/** CPU time of a part: little is lost if a machine fails, and a scheduler starts few processes. */
const PART_SECONDS = 600;
/** Slurm's usual `MaxArraySize` is 1001. */
const MAX_PARTS = 1000;

/** The scripts of a plan. */
interface Scripts {
  readonly parts: number;
  readonly slurm: string;
  readonly parallel: string;
}

/** Describes a plan; `options` and `words` are those of the command. */
export function describePlan(
  { sets, seconds, bytes, partBytes, sampled }: SurveyPlan,
  options: Readonly<Record<string, string | number | boolean | undefined>>,
  words: readonly string[],
  output = 'sets.arrow',
): { readonly text: string; readonly scripts: Scripts } {
  const parts = Math.min(MAX_PARTS, Math.max(1, Math.ceil(seconds / PART_SECONDS)));
  const given = Object.entries(options).flatMap(([name, value]) =>
    value === undefined || value === false ? [] : [`--${name}`, ...(value === true ? [] : [String(value)])],
  );
  const survey = ['takeaway survey', ...[...words, ...given].map(shellWord)].join(' ');
  const merge = `takeaway survey merge parts/*.survey --output ${shellWord(output)}`;
  const part = (index: string): string =>
    `${survey} --threads 1 --quiet --part ${index}/${parts} --output parts/${index}.survey`;
  const slurm = [
    '#!/bin/sh',
    `#SBATCH --array=1-${parts} --cpus-per-task=1 --requeue`,
    'mkdir -p parts',
    `exec ${part('"$SLURM_ARRAY_TASK_ID"')}`,
  ];
  const parallel = [`mkdir -p parts`, `seq ${parts} | parallel ${part('{}')}`, merge];
  const work = linesText([
    `${count(sets, 'set')}, some ${duration(seconds)} of CPU time on one core of this machine, and some ` +
      `${byteSize(bytes)} in ${output}. ${count(parts, 'part')} with one core each take ` +
      `${duration(seconds / parts)} on average, and ${byteSize(partBytes)} together. Measured on ${count(sampled, 'set')}.`,
  ]);
  // Lines to paste are not wrapped.
  const scripts = asLines([
    'Slurm: save these lines as parts.sh,',
    ...slurm.map((line) => `  ${line}`),
    'and run',
    `  sbatch --dependency=afterok:"$(sbatch --parsable parts.sh)" --wrap '${merge}'`,
    'GNU parallel, on all cores of this machine:',
    ...parallel.map((line) => `  ${line}`),
  ]);
  return {
    text: `${work}\n${scripts}`,
    scripts: { parts, slurm: `${slurm.join('\n')}\n`, parallel: `${parallel.join('\n')}\n` },
  };
}
