/** The script of a survey's worker thread: answers each batch it is sent with its rows. */
import { parentPort } from 'node:worker_threads';
import { surveyRows, type SurveySpace } from './rows.js';

/** A batch of sets by their indices. */
export interface SurveyBatch extends SurveySpace {
  readonly batch: number;
  readonly first: number;
  readonly count: number;
}

parentPort?.on('message', ({ first, count, ...space }: SurveyBatch) => {
  const rows = surveyRows(space, first, count).slice();
  parentPort?.postMessage(rows, [rows.buffer]);
});
