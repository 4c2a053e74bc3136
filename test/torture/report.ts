/** What attacks counted, as a table, and the file that keeps the counts of the last whole run. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ATTACKS } from './attacks.js';

/** The file that docs/RELIABILITY.md names. */
const LAST_WHOLE_RUN = join(import.meta.dirname, 'last-whole-run.json');

/** What one attack counted. */
export interface Entry {
  readonly name: string;
  readonly promises: readonly string[];
  /** Replays it. */
  readonly seed: number;
  readonly seconds: number;
  /** How much was to be done, and how much of it there was time for. */
  readonly planned: number;
  readonly done: number;
  readonly counts: Readonly<Record<string, number>>;
  readonly failures: number;
}

/** A Markdown table of entries. */
export function tableOf(entries: readonly Entry[]): string {
  const rows = entries.map(({ name, promises, planned, done, counts, failures }) => {
    const seen = Object.entries(counts)
      .sort(([, a], [, b]) => b - a)
      .map(([what, count]) => `${what} ${count}`);
    return `| ${name} | ${promises.join(', ')} | ${done} of ${planned} | ${failures} | ${seen.join('; ')} |`;
  });
  return ['| attack | on | done | failures | seen |', '| --- | --- | --- | --- | --- |', ...rows].join('\n');
}

/** The counts of the last whole run of each attack, in the order of the list. */
export function lastWholeRun(): Entry[] {
  if (!existsSync(LAST_WHOLE_RUN)) return [];
  return JSON.parse(readFileSync(LAST_WHOLE_RUN, 'utf8')) as Entry[];
}

/** Keeps the counts of a run of an attack, which did all that was planned, in the place of those it had. */
export function keep(entry: Entry): void {
  const all = [entry, ...lastWholeRun()];
  const kept = ATTACKS.flatMap(({ name }) => all.find((candidate) => candidate.name === name) ?? []);
  writeFileSync(LAST_WHOLE_RUN, `${JSON.stringify(kept, undefined, 2)}\n`);
}
