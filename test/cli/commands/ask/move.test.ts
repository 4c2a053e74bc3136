/** takeaway move: what it prints, what it computes, and what it refuses. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { json, takeaway } from '../../../support/cli.js';
import { temporaryFolder } from '../../../support/temporary.js';

/** What the program says when it ends with the given exit code. */
async function failure(code: number, args: readonly string[]): Promise<string> {
  const finished = await takeaway(args);
  expect(finished.code).toBe(code);
  expect(finished.stdout).toBe('');
  return finished.stderr;
}

describe('move', () => {
  it('computes what is missing in memory, and says so', async () => {
    const folder = join(temporaryFolder(), 'store');
    const at = ['--store', folder, '--quiet'];
    const first = await takeaway(['move', 'squares', '7', '15', '30', '--store', folder]);
    expect(first.stdout).toBe(
      'Nim-sum 3: the next player wins by 1 move:\n  take 25 from heap 3, which has 30 and keeps 5\n',
    );
    expect(first.stderr).toBe('Not stored: computing squares below 31 in memory.\n');
    expect(existsSync(folder)).toBe(false);
    const again = await takeaway(['move', 'squares', '7', '15', '30', '--misere', ...at]);
    expect(again.stdout).toContain(
      'Misere play. Nim-sum 3: the next player wins by 1 move:\n  take 9 from heap 3',
    );
    expect(again.stderr).toBe('');
    expect(await json(['move', 'squares', '7', '15', '30', ...at])).toEqual({
      nimSum: 3,
      winner: 'next',
      moves: [{ heap: 3, take: 25 }],
    });
    const lost = await takeaway(['move', 'squares', '5', '0', ...at]);
    expect(lost.stdout).toBe('Nim-sum 0: the previous player wins; no move helps.\n');
    const over = await takeaway(['move', 'squares', '0', '--misere', ...at]);
    expect(over.stdout).toContain('the next player wins: no move is left');
    const seeded = await takeaway(['move', '{2,3} seed [3,5]', '0', '1', ...at]);
    expect(seeded.stdout).toBe(
      'Nim-sum 6: the next player wins, but by moves inside the seed, which are not known.\n',
    );
  });

  it('finds a period for heaps that are far away', async () => {
    const at = ['--store', temporaryFolder()];
    const { stdout, stderr } = await takeaway(['move', '{1,3,4}', '1e15', '7', ...at]);
    expect(stderr).toBe('Not stored: looking for the period of {1,3,4} in memory.\n');
    // Nim-values of period 7: 0101232; 10^15 is 6 mod 7.
    expect(stdout).toContain('Nim-sum 2: the next player wins by 3 moves:\n  take 4 from heap 1');
    // All but {1}: 0 and 1 are the positions of nim-value 0, and the period of 2 has the saltus 1.
    const far = await takeaway(['move', 'all-but{1}', '1e15', ...at]);
    expect(far.stdout).toBe(
      'Nim-sum 500000000000000: the next player wins by 2 moves:\n' +
        '  take 999_999_999_999_999 from heap 1, which has 1_000_000_000_000_000 and keeps 1\n' +
        '  take 1_000_000_000_000_000 from heap 1, which has 1_000_000_000_000_000 and keeps 0\n',
    );
    const moser = await takeaway(['move', 'moser-de-bruijn', '1e15', ...at]);
    expect(moser.stdout).toContain('the next player wins by 1 move:');
  });

  it('says what is missing where it would take long', async () => {
    const folder = temporaryFolder();
    const command = `takeaway extend squares --series nim --to 1000000001 --store ${folder}`;
    expect(await failure(3, ['move', 'squares', '1e9', '--store', folder])).toContain(command);
  });

  it.each([
    [['move', 'squares'], 'move needs <game> <heaps..>.'],
    [['move', 'squares', '3', '-4'], '<heaps> must be a whole number'],
    [['move', 'squares', '3', 'x'], '<heaps> must be a whole number'],
    [['move', 'squares', ...Array<string>(1001).fill('3')], 'A sum has from 1 to 1000 heaps, not 1001.'],
    [['move', 'sqares', '3'], 'Did you mean squares?'],
  ])('refuses %j', async (args, message) => {
    expect(await failure(2, [...args, '--store', temporaryFolder()])).toContain(message);
  });
});
