/** A survey whose rows are found by the workers of a Redis. The parts and the output are those of a survey on threads. */
import { survey, type SurveyOptions } from '../../survey/survey.js';
import type { SurveySummary } from '../../survey/summary.js';
import type { ClusterOptions } from './options.js';
import { withRun } from './with-run.js';

/** Surveys as `survey` does, with the workers of a Redis. */
export function surveyByWorkers(
  options: Omit<SurveyOptions, 'runner' | 'threads'> & ClusterOptions,
): Promise<SurveySummary> {
  const { max, size, pattern, onProgress } = options;
  const bound = max === undefined ? '' : ` up to ${max}`;
  const sets = pattern ?? (size === undefined ? 'a list of sets' : `${size} elements`);
  const title = `survey of ${sets}${bound}`;
  return withRun({ ...options, title }, (run) => {
    const tell = (share: number): void => {
      run.tell(share);
      onProgress?.(share);
    };
    return survey({ ...options, threads: 1, runner: run, onProgress: tell });
  });
}
