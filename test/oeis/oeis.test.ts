/** Sequences as the OEIS takes them, byte for byte against its files; entries and their facts. */
import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { oeisEntry, openStore, readGame, type Store } from '../../src/index.js';
import { oeisNumbersOf } from '../../src/oeis/numbers.js';
import { recurrenceLinks } from '../../src/oeis/recurrence.js';
import type { SequenceTextOptions } from '../../src/engine/series/options.js';
import { temporaryFolder } from '../support/temporary.js';

let store: Store;
beforeAll(async () => {
  store = await openStore(temporaryFolder(), { readOnly: true, compute: { seconds: 30 } });
  return () => store.close();
});

async function text(game: string, options: SequenceTextOptions): Promise<string> {
  let all = '';
  for await (const chunk of store.sequenceText(game, options)) all += Buffer.from(chunk).toString();
  return all;
}

describe('a b-file', () => {
  it.each([
    [
      'squares',
      { sequence: 'nim', terms: 10_001 },
      '931eb17bcf07d057955b4b21f68683a5d7741a507e2f2a19c693a1f59b1e19c5',
    ],
    [
      'factorials',
      { sequence: 'nim', terms: 10_001 },
      '76cc60204917a7860029c934385bd90186bd995ed507837f5d612673d931b6ac',
    ],
    [
      'fibonacci',
      { sequence: 'nim', terms: 10_001 },
      '150f7dd93753319266460cfb8e1512dc51337a89b5298920527fe8ea8e585386',
    ],
    [
      'primes',
      { sequence: 'nim', terms: 10_001 },
      'fc1678f7ae7df3da487a5e30506e9f37afd237ca0a575aef4fce01f35b482c4a',
    ],
    [
      'squares',
      { sequence: 'remoteness', terms: 10_001 },
      '0e3b91ce522854949a7e4274cfc45181dc67ed8e394e5540c29a5ea9c3766d35',
    ],
    [
      'squares',
      { sequence: 'cold', terms: 61_300 },
      '5ae7b8748744d84f1c7a63dba8d6e73363f1dca8450a2933f13abd3f18626ec7',
    ],
    [
      'fibonacci',
      { sequence: 'cold', from: 1, terms: 1000 },
      'a0b9e2f76b12cc84c7f6f3dcc7f58be6093bdc6bdd1cb404d27a1c7986f8e017',
    ],
    [
      'fibonacci',
      { sequence: 'cold', from: 4, offset: 1, terms: 1000 },
      'a0b9e2f76b12cc84c7f6f3dcc7f58be6093bdc6bdd1cb404d27a1c7986f8e017',
    ],
  ] as const)('of %s %j is that of the OEIS', async (game, options, sha256) => {
    expect(
      createHash('sha256')
        .update(await text(game, options))
        .digest('hex'),
    ).toBe(sha256);
  });

  it('of gaps has the differences of cold positions, and may begin with comments', async () => {
    const header = ['one', 'two'];
    expect(await text('squares', { sequence: 'gaps', terms: 4, offset: 1, header })).toBe(
      '# one\n# two\n1 2\n2 3\n3 2\n4 3\n',
    );
    expect(await text('squares', { sequence: 'outcomes', terms: 4 })).toBe('0 1\n1 0\n2 1\n3 0\n');
  });

  it('of more terms than there are is refused', async () => {
    await expect(text('{1,3,4}', { sequence: 'cold', to: 10, terms: 5 })).rejects.toThrow(
      'The sequence cold of {1,3,4} has 4 terms below 10, not 5. Ask for fewer.',
    );
  });
});

describe('a line of data', () => {
  // A297963.
  const RECORDS =
    '0, 1, 4, 25, 28, 29, 75, 103, 200, 234, 315, 364, 479, 633, 802, 1054, 1173, 1311, 1894, 2058, 2173, 2419, 3244, 3648, 4249, 4474, 4982, 5943, 6133, 6809, 7429, 8590, 8654, 9419, 10284, 11728, 12152, 13884, 15493, 16623, 17312, 18389, 19745, 20528, 22111, 23472';
  it('of records has as many terms as an entry takes', async () => {
    const line = (await text('squares', { sequence: 'records', format: 'oeis' })).trimEnd();
    expect(line.length).toBeLessThanOrEqual(260);
    expect(RECORDS.startsWith(`${line}, `)).toBe(true);
    expect(RECORDS.slice(0, 262).startsWith(line.slice(0, 240))).toBe(true);
  });

  it('ends where the sequence does', async () => {
    expect(await text('{1,3,4}', { sequence: 'records', format: 'oeis' })).toBe('0, 1, 4, 5\n');
    expect(await text('all-but{2,3,7}', { sequence: 'nim', format: 'oeis', terms: 3 })).toBe('0, 1, 0\n');
  });
});

describe('an entry', () => {
  it('has its number where one is known', async () => {
    expect(await oeisEntry(store, 'squares', 'records')).toMatchObject({
      number: 'A297963',
      link: 'https://oeis.org/A297963',
      formulas: [],
      checked: 4096,
    });
    expect(oeisNumbersOf(readGame('powers-of:2')).nim).toBe('A010872');
    expect(oeisNumbersOf(readGame('{1,5,7}'))).toEqual({});
  });

  it('says what is proven and counted, with a program by the definition in each language', async () => {
    const entry = await oeisEntry(store, '{1,6,9}', 'nim');
    const { number, formulas, comments, programs, data, links, examples, keywords } = entry;
    expect(number).toBeNull();
    expect(formulas).toEqual(['a(n) = a(n-5) for n > 15.']);
    expect(comments).toContain('Eventually periodic with period 5, from n = 11 on.');
    expect(comments).toContain('The previous player wins 2 of every 5 consecutive heap sizes from 10 on.');
    expect(links[0]).toContain('<a href="https://doi.org/10.4230/LIPIcs.FUN.2018.20">');
    expect(links[1]).toContain('<a href="/index/Rec#order_05">');
    expect(links[1]).toMatch(/signature \(0,0,0,0,1\)\.$/);
    expect(examples).toEqual([
      'a(6) = 2: from a heap of 6 one move leads to the values a(5) = 1, a(0) = 0, and 2 is the least number that is not among these.',
    ]);
    expect(keywords).toEqual(['nonn', 'easy']);
    expect(entry).toMatchObject({ offset: 0, firstAbove1: 7 });
    expect(programs.map(({ language }) => language)).toEqual(['Mathematica', 'PARI', 'Python']);
    for (const { lines } of programs) expect(lines.join('\n')).toContain('1, 6, 9');
    expect(data.startsWith('0, 1, 0, 1, 0, 1, 2, 0, 1, 2, 3, 2, 0, 1, 0, 1, 2')).toBe(true);
  });

  // Each by hand from the proven period: its recurrence must hold for the data from the index it names on, and not before.
  it.each([
    ['{1,3,4}', 'nim', 'Periodic with period 7.', '(0,0,0,0,0,0,1)'],
    ['{1,3,4}', 'cold', 'First differences are periodic with period 2.', '(1,1,-1)'],
    ['{1,3,4}', 'hot', 'First differences are periodic with period 5.', '(1,0,0,0,1,-1)'],
    ['{1,3,4}', 'gaps', 'Periodic with period 2.', '(0,1)'],
    [
      '{1,6,9}',
      'cold',
      'First differences are eventually periodic with period 2, from n = 4 on.',
      '(1,1,-1)',
    ],
    ['{1,6,9}', 'gaps', 'Eventually periodic with period 2, from n = 4 on.', '(0,1)'],
    ['{1,6,9}', 'outcomes', 'Eventually periodic with period 5, from n = 10 on.', '(0,0,0,0,1)'],
    ['all-but{2,3,7}', 'nim', 'First differences are periodic with period 4.', '(1,0,0,1,-1)'],
    ['all', 'nim', 'First differences are periodic with period 1.', '(2,-1)'],
    ['powers-of:2', 'nim', 'Periodic with period 3.', '(0,0,1)'],
    ['odd', 'cold', 'First differences are periodic with period 1.', '(2,-1)'],
  ] as const)('gives the recurrence of %s %s', async (game, sequence, comment, signature) => {
    const { comments, formulas, links, data, offset } = await oeisEntry(store, game, sequence);
    expect(comments).toContain(comment);
    expect(links[1].endsWith(`signature ${signature}.`)).toBe(true);
    const [, order, , rise = '0', from] = /^a\(n\) = a\(n-(\d+)\)( \+ (\d+))? for n > (\d+)\.$/.exec(
      formulas[0],
    )!;
    const terms = data.split(', ').map(Number);
    const holds = (n: number): boolean =>
      terms[n - offset] === terms[n - offset - Number(order)] + Number(rise);
    for (let n = Number(from) + 1; n - offset < terms.length; n++) expect(holds(n), `n = ${n}`).toBe(true);
    if (Number(from) - Number(order) >= offset) expect(holds(Number(from))).toBe(false);
    const weights = signature.slice(1, -1).split(',').map(Number);
    for (let i = Number(from) + 1 - offset + 1; i < terms.length; i++)
      expect(weights.reduce((sum, weight, k) => sum + (weight && weight * terms[i - 1 - k]), 0)).toBe(
        terms[i],
      );
  });

  it('has no signature of a recurrence as long as a period may be', () => {
    expect(recurrenceLinks({ order: 18_691_840_580, rise: 0, from: 0 })).toEqual([]);
  });

  it('of finitely many terms says so; indices begin at 0, and games with more than moves have no programs', async () => {
    expect(await oeisEntry(store, '{1,3,4}', 'records')).toMatchObject({
      keywords: ['nonn', 'fini', 'full'],
      formulas: [],
      offset: 0,
    });
    const cold = await oeisEntry(store, 'all-but{2,3,7}', 'cold');
    expect(cold).toMatchObject({ data: '0, 2', offset: 0, keywords: ['nonn', 'fini', 'full'] });
    expect(cold.comments).toContain('There are 2 such heap sizes.');
    expect((await oeisEntry(store, '{2,3} sink', 'nim')).programs).toEqual([]);
    const squares = await oeisEntry(store, 'squares', 'cold');
    expect(squares.comments.at(-1)).toMatch(/below 10\^\d\.$/);
    expect(squares.crossReferences[0]).toMatch(/^Cf\. A000290 \(the squares\), A014586/);
    expect(squares.crossReferences[0]).not.toContain('A030193');
    expect(squares.examples[0]).toMatch(/^a\(1\) = 2: from a heap of 2 one move leads to 1, and none/);
  });
});
