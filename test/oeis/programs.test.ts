/** Programs of entries, run where their languages are at hand, against the definition; and what drafts say of moves. */
import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { openStore, readGame } from '../../src/index.js';
import { valuesByRule, NIM_RULE } from '../../src/game/rules.js';
import { CATALOGUE } from '../../src/game/sets/catalogue.js';
import { oeisEntry } from '../../src/oeis/entry.js';
import { programsOf } from '../../src/oeis/programs.js';
import type { SequenceName } from '../../src/engine/reading/sequences.js';
import { temporaryFolder } from '../support/temporary.js';

/** Every set of the catalogue, and each way to make a set of others. */
const GAMES = [
  ...CATALOGUE.map(({ name }) => name),
  'primes-1',
  'primes-100000',
  '2*primes+1',
  '3*triangular-2',
  '2*(primes-3)+7',
  '{4} | primes-1 | fibonacci+2',
  '{1,3,4}',
  'all-but{2,3,7}',
  '2*all-but{2}+1',
  'k^2+1',
  'kth-powers:5',
  'powers-of:3',
  'interval:500',
  `{${Array.from({ length: 150 }, (_, i) => i * i + 1).join()}}`,
  '{1,4,10,20} complete below 35',
  '{2} | {1,4,10,20} complete below 35',
];

/** The terms of a sequence that follow from the first nim-values. */
const TERMS: Readonly<Partial<Record<SequenceName, (values: readonly number[]) => number[]>>> = {
  nim: (values) => values.slice(0, 100),
  outcomes: (values) => values.slice(0, 100).map((value) => Number(value === 0)),
  cold: coldIn,
  gaps: (values) => {
    const cold = coldIn(values);
    return cold.slice(1).map((n, i) => n - cold[i]);
  },
  records: (values) => [...new Set(values)].sort((a, b) => a - b).map((value) => values.indexOf(value)),
};

function coldIn(values: readonly number[]): number[] {
  return values.flatMap((value, n) => (value === 0 ? [n] : []));
}

const ENGINES = {
  Python: { command: 'python3', args: ['-'] },
  PARI: { command: 'gp', args: ['-q', '-f'] },
} as const;

describe.each(['Python', 'PARI'] as const)('a program in %s', (language) => {
  const { command, args } = ENGINES[language];
  const isAtHand = spawnSync(command, ['--version']).status === 0;

  it.skipIf(!isAtHand)('prints the terms of every kind of set, by the definition', { tags: 'slow' }, () => {
    const asked = GAMES.flatMap((text) =>
      (text === 'primes-1' ? (Object.keys(TERMS) as SequenceName[]) : (['nim'] as const)).map((name) => {
        const game = readGame(text);
        const lim = Math.min(1000, game.set.completeBelow ?? 1000);
        const values = Array.from(valuesByRule(NIM_RULE, game.set, lim, () => undefined));
        const { lines } = programsOf(game, name).find((program) => program.language === language)!;
        return { text, name, lines, expected: TERMS[name]!(values) };
      }),
    );
    const input = asked.map(({ lines }) => `${lines.join('\n')}\n`).join('');
    const { stdout, stderr } = spawnSync(command, args, { input, encoding: 'utf8' });
    expect(stderr).toBe('');
    const printed = stdout.trim().split('\n');
    expect(printed).toHaveLength(asked.length);
    asked.forEach(({ text, name, expected }, i) => {
      expect(JSON.parse(printed[i]), `${text} ${name}`).toEqual(expected);
    });
  });
});

describe('a draft', () => {
  it.each([
    ['primes-1', 'P-positions of the subtraction game whose moves are the numbers prime(k) - 1 (A006093).'],
    ['2*primes+1', 'P-positions of the subtraction game whose moves are the numbers 2*prime(k) + 1.'],
    ['primes-5', 'P-positions of the subtraction game whose moves are the positive numbers prime(k) - 5.'],
    [
      '2*practical+1',
      'P-positions of the subtraction game whose moves are the numbers 2*s + 1 for s in the practical numbers (A005153).',
    ],
    ['{4} | squares', 'P-positions of the subtraction game whose moves are the squares (A000290).'],
    ['{2} | cubes', 'P-positions of the subtraction game whose moves are 2 and the cubes (A000578).'],
    ['2*triangular', 'P-positions of the subtraction game whose moves are the numbers 2*k*(k+1)/2.'],
    ['k^2+1', 'P-positions of the subtraction game whose moves are the numbers k^2 + 1 for k >= 1.'],
    ['all-but{2,3}', 'P-positions of the subtraction game whose moves are all positive integers but 2, 3.'],
    ['all', 'P-positions of the subtraction game whose moves are all positive integers (A000027).'],
    ['{1,3,4}', 'P-positions of the subtraction game with subtraction set {1, 3, 4}.'],
    [
      '{1,4,10,20,35,56} complete below 84',
      'P-positions of the subtraction game whose moves are 1, 4, 10, 20, 35, ....',
    ],
  ])('of %s is named by its moves', async (game, name) => {
    const store = await openStore(temporaryFolder(), { readOnly: true, compute: { seconds: 30 } });
    try {
      expect((await oeisEntry(store, game, 'cold')).name).toBe(name);
    } finally {
      store.close();
    }
  });
});
