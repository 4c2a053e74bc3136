/** Every kind of job. To add one: its record in a file of its own, and an entry here. */
import type { JobKind } from '../job.js';
import { EXTENSION } from './extension.js';
import { FAR_CHUNK } from './far-chunk.js';
import { NIM_STRETCH } from './nim-stretch.js';
import { TARGET_CHECK } from './target-check.js';
import { SURVEY_PART } from '../../survey/part.js';
import { SWEEP_PART } from './sweep-part.js';

const KINDS: readonly JobKind<unknown, unknown>[] = [
  SURVEY_PART,
  SWEEP_PART,
  EXTENSION,
  FAR_CHUNK,
  NIM_STRETCH,
  TARGET_CHECK,
];

/** The kind of a name; undefined where there is none. */
export function kindNamed(name: string): JobKind<unknown, unknown> | undefined {
  return KINDS.find((kind) => kind.name === name);
}
