/** Folders stay small, and files say what they are. Who may import whom is held by `npm run lint` (.ci/rooms.mjs). */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const MOST_FILES = 15;

/** Every source below a folder. */
const listing = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.(ts|tsx|mjs)$/.test(file),
  );

describe('folders and headers', () => {
  it.each(['src', 'test', 'bench'])(`%s has no folder of more than ${MOST_FILES} sources`, (folder) => {
    const counts = new Map<string, number>();
    for (const file of listing(folder)) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1);
    expect([...counts].filter(([, count]) => count > MOST_FILES)).toEqual([]);
  });

  it.each(['src', 'test'])('every file of %s opens with what it is', (folder) => {
    const opens = (file: string): boolean =>
      readFileSync(join(ROOT, folder, file), 'utf8')
        .replace(/^(?:(?:#!|\/\/\/ <).*\n)+/, '')
        .startsWith('/**');
    expect(listing(folder).filter((file) => !file.endsWith('.mjs') && !opens(file))).toEqual([]);
  });
});
