/**
 * Mistakes that beginners make, in an empty folder, in the order in which they meet them: mistakes.txt has each command with its
 * message, to be read from top to bottom.
 */
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { fileFolder, takeaway, type Finished } from '../support/cli.js';

const folder = fileFolder();

/** UTF-16 with its mark, as some editors and shells write text. */
const utf16 = (text: string): Buffer => Buffer.from(`\ufeff${text}`, 'utf16le');

beforeAll(() => {
  const files: Readonly<Record<string, string | Buffer>> = {
    'set.txt': '1\n3\n4\n',
    'blanks.txt': '5 1\n',
    'semicolons.txt': '1;3;4\n',
    'thousands.txt': '1,000\n2,000\n',
    'endless.txt': '1\n4\n9\n...\n',
    'slashes.txt': '// mine\n1\n',
    'brackets.txt': '[1, 3, 4]\n',
    'letters.txt': '1\n3\nx\n',
    'empty.txt': '',
    'utf-16.txt': utf16('1\n3\n'),
    'games-utf-16.txt': utf16('squares\ncubes\n'),
    'there.csv': 'n\n',
  };
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
});

function run(args: readonly string[]): Promise<Finished> {
  return takeaway(args, { cwd: folder });
}

/** `words` as a shell splits them: at blanks outside of quotes. */
function wordsOf(words: string): string[] {
  return [...words.matchAll(/"[^"]*"|\S+/g)].map(([word]) => word.replace(/^"([^]*)"$/, '$1'));
}

/** Each command of the table with its message, and the exit code where it is another than 2. */
const ENTRIES = readFileSync(join(import.meta.dirname, 'mistakes.txt'), 'utf8')
  .split(/^\$ takeaway /m)
  .slice(1)
  .map((entry) => {
    const [words, said, code] = entry.split('\n');
    return { words, said, code: Number(/^\(exit code (\d+)\)$/.exec(code)?.[1] ?? 2) };
  });

it.each(ENTRIES)('takeaway $words', async ({ words, said, code }) => {
  const before = readdirSync(folder);
  const finished = await run(wordsOf(words));
  const line = finished.stderr.trimEnd().split('\n').at(-1) ?? '';
  expect(line.replace(/^takeaway: /, '').replace(/ \(takes [^)]*\)/, '')).toBe(said);
  expect(finished).toMatchObject({ code, stdout: '' });
  // A slip of the pen leaves nothing behind.
  expect(readdirSync(folder)).toEqual(before);
});

describe('what is no mistake', () => {
  it.each([
    ['values Squares --to 5 --quiet', '0 1 0 1 2\n'],
    ['values subtract-a-square --to 5 --quiet', '0 1 0 1 2\n'],
    ['values [1,3,4] --quiet', '(0 1 0 1 2 3 2)\n'],
    ['values (1,3,4) --quiet', '(0 1 0 1 2 3 2)\n'],
    ['values 4,3,1 --quiet', '(0 1 0 1 2 3 2)\n'],
    ['values {1,...,3} --quiet', '(0 1 2 3)\n'],
    ['values file:brackets.txt --quiet', '(0 1 0 1 2 3 2)\n'],
    ['values file:set.txt --quiet', '(0 1 0 1 2 3 2)\n'],
    ['--quiet values {1,3,4}', '(0 1 0 1 2 3 2)\n'],
  ])('takeaway %s', async (words, stdout) => {
    expect(await run(wordsOf(words))).toMatchObject({ code: 0, stdout, stderr: '' });
  });

  it.each([
    ['query', 9],
    ['move', 9],
    ['values', '--format', 'lines', '--to', 9],
    ['values'],
    ['period'],
    ['play', 9, '--level', 'person'],
  ])('is said of a game with a second reading by %s, unless --quiet is given', async (command, ...args) => {
    const note = '{1,2} | {1,3} is read as the union {1,2,3}; takeaway has no partizan games.\n';
    const words = [command, '{1,2} | {1,3}', ...args.map(String), '--store', join(folder, 'period')];
    const { stderr } = await run(words);
    expect(stderr.split(note)).toHaveLength(2);
    expect(stderr).not.toContain('The game is');
    expect((await run([...words, '--quiet'])).stderr).not.toContain('union');
    rmSync(join(folder, 'period'), { recursive: true, force: true });
  });

  it('says once that a set from a file ends', async () => {
    const { stderr } = await run(['values', 'file:set.txt']);
    expect(stderr.match(/is a finite set of 3 numbers, the largest 4\./g)).toHaveLength(1);
    expect(existsSync(join(folder, 'storage'))).toBe(false);
  });
});
