/** The figures of docs/figures come out of newly computed values, byte by byte. Takes about a minute. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { fileFolder, json } from '../support/cli.js';

const DOCS = join(import.meta.dirname, '../../docs/figures');
const text = ['README.md', 'KINDS.md'].map((name) => readFileSync(join(DOCS, name), 'utf8')).join('\n');
const folder = fileFolder();
const at = { cwd: folder };

/** The words of every command of the pages, which stand in blocks, in a table and in sentences. */
const commands = [...text.matchAll(/takeaway ([^`\n]+)/g)].map(([, line]) =>
  Array.from(line.matchAll(/"([^"]*)"|\S+/g), ([word, quoted = word]) => quoted),
);

beforeAll(async () => {
  for (const words of commands) {
    if (words[0] !== 'plot') await json(words, at);
  }
}, 600_000);

it('are all made by a command of the pages', () => {
  const made = commands.filter(([name]) => name === 'plot').map((words) => words.at(-1));
  expect(made.sort()).toEqual(readdirSync(DOCS).filter((name) => name.endsWith('.svg')));
});

it.each(commands.filter(([name]) => name === 'plot'))('%s %s %s', async (...words) => {
  const name = words.at(-1)!;
  await json(words, at);
  const [made, shown] = [folder, DOCS].map((path) => readFileSync(join(path, name)));
  // Whole figures would bury the message.
  expect(made.equals(shown), `the bytes of ${name}`).toBe(true);
});
