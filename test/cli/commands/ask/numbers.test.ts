/** A-numbers in place of games, and values with dots over their period. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CATALOGUE } from '../../../../src/game/sets/catalogue.js';
import { FAMILIES } from '../../../../src/game/sets/families.js';
import { numberedGame } from '../../../../src/game/sets/families.js';
import { readGame } from '../../../../src/index.js';
import { fileFolder, json, takeaway } from '../../../support/cli.js';

const folder = fileFolder();
const at = ['--quiet', '--store', join(folder, 'store')];

describe('an A-number', () => {
  it('is the game in the tables that has it, and says which of its numbers it is', () => {
    const members = FAMILIES.flatMap(({ name, members: all }) =>
      all.map(({ parameters, oeis, name: own }) => ({ name: own ?? `${name}:${parameters}`, oeis })),
    );
    const tables = [...CATALOGUE, ...members];
    for (const { name, oeis } of tables) {
      for (const [kind, number] of Object.entries(oeis as Readonly<Record<string, string>>)) {
        const found = numberedGame(number.toLowerCase())!;
        const first = tables.find((one) => Object.values(one.oeis as object).includes(number))!;
        expect(found.game).toBe(first.name);
        if (first.name === name) expect(found.kind).toBe(kind);
        expect(readGame(number).key).toBe(readGame(first.name).key);
      }
    }
    expect(() => readGame('A999999')).toThrow('is not one of the sequences that takeaway knows as a game');
  });

  it('asks and exports as its game, and by a sequence as that', async () => {
    expect(await json(['query', 'A000290', '35', ...at])).toMatchObject([{ position: 35, cold: false }]);
    expect((await takeaway(['export', 'A030193', '--terms', '4', ...at])).stdout).toBe(
      '0 0\n1 2\n2 5\n3 7\n',
    );
    expect((await takeaway(['export', 'A014586', '--terms', '5', '--format', 'oeis', ...at])).stdout).toBe(
      '0, 1, 0, 1, 2\n',
    );
    const output = join(folder, 'nim.csv');
    await takeaway(['export', 'a014586', '--to', '3', '-o', output, ...at]);
    expect(readFileSync(output, 'utf8')).toBe('n,nim_value\n0,0\n1,1\n2,0\n');
    const entry = await json<{ number: string; sequence: string }>(['oeis', 'A297963', ...at]);
    expect(entry).toMatchObject({ number: 'A297963', sequence: 'records' });
    expect((await takeaway(['query', 'A123456', '3', ...at])).code).toBe(2);
  });
});

describe('dots over a period', () => {
  it.each([
    ['{1,6,9}', 'latex', '$0\\,1\\,0\\,1\\,0\\,1\\,2\\,0\\,1\\,2\\,3\\,\\dot{2}\\,0\\,1\\,0\\,\\dot{1}$\n'],
    ['{1}', 'unicode', '0\u0307 1\u0307\n'],
    ['{1,3,4}', 'unicode', '0\u0307 1 0 1 2 3 2\u0307\n'],
    ['all-but{1}', 'latex', '$\\dot{0}\\,\\dot{0}$ +1\n'],
  ])('of %s in %s', async (game, dots, expected) => {
    const { stdout } = await takeaway(['values', game, '--format', dots, ...at]);
    expect(stdout).toBe(expected);
  });

  it('are refused where no period is known or a range is asked for', async () => {
    for (const words of [['squares'], ['{1,3}', '--to', '9']])
      expect(await takeaway(['values', ...words, '--format', 'latex', ...at])).toMatchObject({ code: 2 });
  });
});
