/** A survey whose rows are found by the workers of a Redis. The parts and the output are those of a survey on threads. */
import type { SurveyBatch } from '../../survey/worker.js';
import { survey, type RowFinder, type SurveyOptions, type SurveySummary } from '../../survey/survey.js';
import type { Hands } from '../jobs/job.js';
import { MOST_SETS, SURVEY_PART } from '../jobs/survey-part.js';
import type { ClusterOptions } from './options.js';
import { withRun } from './with-run.js';

/** Surveys as `survey` does, with the workers of a Redis. */
export function surveyByWorkers(
  options: Omit<SurveyOptions, 'finder' | 'threads'> & ClusterOptions,
): Promise<SurveySummary> {
  const { max, size, signal } = options;
  const title = `survey of ${size} elements up to ${max}`;
  return withRun(options, { title, isWide: false, signal }, (run) =>
    survey({ ...options, threads: 1, finder: finderOf(run) }),
  );
}

/** Finds rows by jobs; a batch may be several. */
function finderOf(hands: Hands): RowFinder {
  return {
    get atOnce() {
      return hands.atOnce;
    },
    async rowsOf({ max, size, first, count }: SurveyBatch) {
      const found: Promise<Uint32Array>[] = [];
      for (let at = first; at < first + count; at += MOST_SETS) {
        const part = { max, size, first: at, count: Math.min(MOST_SETS, first + count - at) };
        found.push(hands.do(SURVEY_PART, part).then(({ result }) => result));
      }
      return joined(await Promise.all(found));
    },
  };
}

function joined(parts: readonly Uint32Array[]): Uint32Array {
  if (parts.length === 1) return parts[0];
  const rows = new Uint32Array(parts.reduce((total, { length }) => total + length, 0));
  let at = 0;
  for (const part of parts) {
    rows.set(part, at);
    at += part.length;
  }
  return rows;
}
