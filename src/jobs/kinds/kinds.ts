/** Every kind of job, loaded on demand. To add one: its record in a file of its own, and an entry here by its name. */
import type { JobKind } from '../job.js';

const KINDS: Readonly<Record<string, () => Promise<JobKind<unknown, unknown>>>> = {
  'survey-part': async () => (await import('../../survey/part.js')).SURVEY_PART,
  'sweep-part': async () => (await import('./sweep-part.js')).SWEEP_PART,
  extension: async () => (await import('./extension.js')).EXTENSION,
  'certificate-target': async () => (await import('./target-check.js')).TARGET_CHECK,
};

/** Returns the kind of a name; raises if there is none. */
export async function kindNamed(name: string): Promise<JobKind<unknown, unknown>> {
  if (!Object.hasOwn(KINDS, name)) throw new Error(`no kind of job ${name}`);
  return KINDS[name]();
}
