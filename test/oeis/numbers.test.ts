/** Every OEIS number that is named: how its entry is counted, and that it is of the game it is said to be of. */
import { beforeAll, describe, expect, it } from 'vitest';
import { oeisEntry, openStore, readGame, type Store } from '../../src/index.js';
import { CATALOGUE, type OeisNumbers } from '../../src/game/sets/catalogue.js';
import { DERIVED_SETS } from '../../src/game/tables.js';
import { FAMILIES } from '../../src/game/sets/families.js';
import { OEIS_ENTRIES } from '../../src/oeis/known-entries.js';
import { oeisEntryOf } from '../../src/oeis/numbers.js';
import { takeaway } from '../support/cli.js';
import { temporaryFolder } from '../support/temporary.js';

const known: readonly (readonly [game: string, oeis: OeisNumbers])[] = [
  ...CATALOGUE.map(({ name, oeis }) => [name, oeis] as const),
  ...FAMILIES.flatMap(({ name, members }) =>
    members.map(({ parameters, oeis }) => [`${name}:${parameters}`, oeis] as const),
  ),
  ...Object.entries(DERIVED_SETS).map(([name, oeis]) => [name, oeis!] as const),
];

const named = known.flatMap(([game, oeis]) =>
  (Object.entries(oeis) as [string, string][]).map(([what, number]) => ({ number, what, game })),
);

let store: Store;
beforeAll(async () => {
  store = await openStore(temporaryFolder(), { readOnly: true, compute: { seconds: 30 } });
  return () => store.close();
});

describe('an OEIS number', () => {
  it('is named only where it is known how its entry is counted', () => {
    const numbers = known.flatMap(([, oeis]) => Object.values(oeis) as string[]);
    expect(numbers.filter((number) => OEIS_ENTRIES[number] === undefined)).toEqual([]);
    expect(Object.keys(OEIS_ENTRIES).filter((number) => !numbers.includes(number))).toEqual([]);
  });

  it.each(named)('$number has the first terms of $what of $game', async ({ number, what, game }) => {
    const { begins, first = 0 } = OEIS_ENTRIES[number]!;
    if (what === 'set') {
      const elements = readGame(game).set.between(1, 1000);
      const positive = [...new Set(begins.filter((term) => term > 0))].sort((a, b) => a - b);
      expect(Array.from(elements.slice(0, positive.length))).toEqual(positive);
      return;
    }
    const terms: number[] = [];
    const options = { sequence: what, terms: first + begins.length };
    for await (const batch of store.sequence(game, options)) terms.push(...Array.from(batch));
    expect(terms.slice(first)).toEqual(begins);
  });

  it('heads its own terms: A001581 starts with 4 at index 1', async () => {
    const entry = await oeisEntry(store, 'fibonacci', 'cold');
    expect(entry).toMatchObject({ number: 'A001581', offset: 1 });
    expect(entry.data.startsWith('4, 10, 14, 20, 24')).toBe(true);
    expect(await oeisEntry(store, 'primes', 'cold')).toMatchObject({ number: 'A025043', offset: 1 });
    expect((await oeisEntry(store, 'primes', 'cold')).data.startsWith('0, 1, 9, 10')).toBe(true);
    expect(oeisEntryOf(readGame('fibonacci'), 'gaps')).toBeNull();
  });

  it('of the nim-values of triangular is A019509, and what is not listed is said to be in no list of ours', async () => {
    const at = ['--store', temporaryFolder(), '--quiet'];
    const { stdout } = await takeaway(['oeis', 'triangular', ...at]);
    expect(stdout).toContain('A019509, a(0) = 0');
    expect(stdout).toContain("not in takeaway's list");
    expect(stdout).not.toContain('no number known');
    const draft = await takeaway(['oeis', 'triangular', '--sequence', 'cold', ...at]);
    expect(draft.stdout).toContain("not in takeaway's list");
    const unlisted = await takeaway(['export', 'A000001', '--terms', '3', ...at]);
    expect(unlisted).toMatchObject({ code: 2, stdout: '' });
    expect(unlisted.stderr).toContain('is not one of the sequences that takeaway knows');
  });

  it.each([
    ['primes-1', 'cold'],
    ['fibonacci', 'cold'],
    ['primes', 'cold'],
    ['squares', 'gaps'],
    ['squares', 'records'],
    ['{1,3,4}', 'records'],
    ['all-but{2,3}', 'cold'],
    ['{1,4,10} complete below 20', 'nim'],
  ] as const)(
    'of an entry of %s %s has the data and offset of the b-file that it names',
    async (game, sequence) => {
      const at = ['--store', temporaryFolder(), '--quiet'];
      const { stdout } = await takeaway(['oeis', game, '--sequence', sequence, ...at]);
      const section = (heading: string): string => new RegExp(`^${heading}\\n  (.*)$`, 'm').exec(stdout)![1];
      const words = section('B-FILE')
        .match(/"[^"]*"|\S+/g)!
        .map((word) => word.replaceAll('"', ''));
      expect(words[0]).toBe('takeaway');
      const exported = await takeaway([
        ...words.slice(1).map((word) => (word === '10001' ? '60' : word)),
        ...at,
      ]);
      expect(exported.code, exported.stderr).toBe(0);
      const lines = exported.stdout.trim().split('\n');
      const offset = Number(section('OFFSET').split(',')[0]);
      const data = section('DATA').split(', ').slice(0, lines.length);
      expect(lines.slice(0, data.length)).toEqual(data.map((term, i) => `${offset + i} ${term}`));
    },
  );

  it('is shown with the index and the term its entry begins with', async () => {
    const at = ['--store', temporaryFolder(), '--quiet'];
    expect((await takeaway(['oeis', 'fibonacci', ...at])).stdout).toContain('A001581, a(1) = 4');
    const args = ['export', 'fibonacci', '--sequence', 'cold', '--terms', '3', '--verbose', ...at];
    expect((await takeaway(args)).stdout).toContain('# A001581: https://oeis.org/A001581, where a(1) = 4.\n');
  });

  it.each(named.filter(({ what }) => what !== 'set'))(
    '$number is exported as its entry has it',
    async ({ number }) => {
      const { offset, begins } = OEIS_ENTRIES[number]!;
      const exported = async (...args: string[]): Promise<string> =>
        (await takeaway(['export', number, ...args, '--store', temporaryFolder(), '--quiet'])).stdout;
      const lines = begins.map((term, i) => `${offset + i} ${term}\n`);
      expect(await exported('--terms', String(begins.length))).toBe(lines.join(''));
      expect(await exported('--terms', '3', '--format', 'oeis')).toBe(`${begins.slice(0, 3).join(', ')}\n`);
      expect(await exported('--terms', '1', '--offset', '7')).toBe(`7 ${begins[0]}\n`);
    },
  );
});
