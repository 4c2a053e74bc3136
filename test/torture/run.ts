/** Runs all attacks as tests, each in its size, and says what they counted. */
import { afterAll, expect, it } from 'vitest';
import { SEED } from '../support/seed.js';
import { Trial, type Size } from './attack.js';
import { ATTACKS } from './attacks.js';
import { keep, tableOf, type Entry } from './report.js';

export function runAttacks(size: Size): void {
  const entries: Entry[] = [];

  afterAll(() => {
    if (entries.length === 0) return;
    process.stdout.write(`\nAttacks (${size}, seed ${SEED})\n${tableOf(entries)}\n`);
  });

  for (const attack of ATTACKS) {
    if (attack[size] === 0) continue;
    it(attack.name, async (context) => {
      const missing = attack.missing?.();
      if (missing !== undefined) context.skip(missing);
      const trial = new Trial(attack, size);
      const before = performance.now();
      let isOver = false;
      try {
        await attack.run(trial);
        isOver = true;
      } finally {
        const seconds = Math.round((performance.now() - before) / 1000);
        const { name, promises } = attack;
        const counts = Object.fromEntries(trial.counts);
        const { planned, done } = trial;
        const failures = trial.failures.length;
        const entry = { name, promises, seed: SEED, seconds, planned, done, failures, counts };
        entries.push(entry);
        // Not of a run that was cut short, by its time or by an error.
        if (size === 'whole' && isOver && done === planned) keep(entry);
      }
      expect(trial.failures.join('\n')).toBe('');
      expect(trial.counts.get('held') ?? 0).toBeGreaterThan(0);
    });
  }
}
