/** The figures of docs/figures come out of newly computed values, byte by byte. Takes about a minute. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { fileFolder, json } from '../support/cli.js';

const DOCS = join(import.meta.dirname, '../../docs/figures');
const text = readFileSync(join(DOCS, 'README.md'), 'utf8');
const folder = fileFolder();
const at = ['--store', join(folder, 'store')];

/** The words of every command of the page, which stand in blocks and in a table. */
const commands = [...text.matchAll(/takeaway ([^`\n]+)/g)].map(([, words]) => words.trim().split(' '));

beforeAll(async () => {
  for (const words of commands.filter(([name]) => name === 'extend')) await json([...words, ...at]);
}, 600_000);

it('are all made by a command of the page', () => {
  const made = commands.filter(([name]) => name === 'plot').map((words) => words.at(-1));
  expect(made.sort()).toEqual(readdirSync(DOCS).filter((name) => name.endsWith('.svg')));
});

it.each(commands.filter(([name]) => name === 'plot'))('%s %s %s', async (...words) => {
  const name = words.at(-1)!;
  const output = join(folder, name);
  await json([...words.slice(0, -1), output, ...at]);
  expect(readFileSync(output, 'utf8')).toBe(readFileSync(join(DOCS, name), 'utf8'));
});
