/** Lines that a person types, and those of a pipe: none is kept that never ends. */
import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { lineBatches, openLines, type Lines } from '../../../src/cli/terminal/lines.js';

/** A terminal, and what types into it. */
function terminal(): { readonly lines: Lines; readonly type: (text: string) => void } {
  const stdin = new PassThrough();
  const stdout = new PassThrough();
  stdout.resume();
  return { lines: openLines(false, { stdin, stdout }), type: (text) => void stdin.write(text) };
}

const LONGEST = 2 ** 16;
const LONGEST_TYPED = 2 ** 12;
const tooLong = (line: number, most = LONGEST): object => ({
  code: 'usage',
  facts: { line, most },
});

describe('lines of a terminal', () => {
  it('are given one when it is asked for, those typed before too', async () => {
    const { lines, type } = terminal();
    const first = lines.ask('> ');
    type('1 4\nhint\n');
    expect([await first, await lines.ask('> ')]).toEqual(['1 4', 'hint']);
    lines.close();
    expect(await lines.ask('> ')).toBeUndefined();
  });

  it('are refused where one is too long, ended or not', async () => {
    const { lines, type } = terminal();
    const first = lines.ask('> ');
    type(`${'1'.repeat(LONGEST_TYPED)}\n`);
    expect(await first).toHaveLength(LONGEST_TYPED);
    const second = lines.ask('> ');
    type('é'.repeat(LONGEST_TYPED / 2));
    type('1');
    await expect(second).rejects.toMatchObject(tooLong(2, LONGEST_TYPED));
    await expect(lines.ask('> ')).rejects.toMatchObject(tooLong(2, LONGEST_TYPED));
    lines.close();
  });
});

describe('lines of a pipe', () => {
  const read = async (chunks: readonly string[]): Promise<string[]> => {
    const found: string[] = [];
    for await (const lines of lineBatches(PassThrough.from(chunks))) found.push(...lines);
    return found;
  };

  it('are refused where one is too long, ended or not', async () => {
    expect(await read(['1\n', '2'.repeat(LONGEST)])).toEqual(['1', '2'.repeat(LONGEST)]);
    await expect(read(['1\n', '2'.repeat(LONGEST), '3'])).rejects.toMatchObject(tooLong(2));
    await expect(read([`${'1'.repeat(LONGEST + 1)}\n`])).rejects.toMatchObject(tooLong(1));
    // Bytes count, not characters.
    await expect(read([`${'é'.repeat(LONGEST / 2)}1\n`])).rejects.toMatchObject(tooLong(1));
  });
});
