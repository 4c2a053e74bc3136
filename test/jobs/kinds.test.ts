/** The list of kinds of jobs: each is found by the name that its record has. */
import { describe, expect, it } from 'vitest';
import { EXTENSION } from '../../src/jobs/kinds/extension.js';
import { kindNamed } from '../../src/jobs/kinds/kinds.js';
import { SWEEP_PART } from '../../src/jobs/kinds/sweep-part.js';
import { TARGET_CHECK } from '../../src/jobs/kinds/target-check.js';
import { SURVEY_PART } from '../../src/survey/part.js';

describe('kinds of jobs', () => {
  it.each([EXTENSION, SWEEP_PART, TARGET_CHECK, SURVEY_PART])('finds $name by its name', async (kind) => {
    expect(await kindNamed(kind.name)).toBe(kind);
  });

  it.each(['', 'extensions', 'toString', '__proto__'])('has none named %j', async (name) => {
    await expect(kindNamed(name)).rejects.toThrow('no kind of job');
  });
});
