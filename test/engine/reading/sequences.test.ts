/** Sequences at their seams: what is missing, what is too much, and what no exact number can say. */
import { beforeAll, describe, expect, it } from 'vitest';
import {
  analyzeRecords,
  coldByDefinition,
  openStore,
  readGame,
  TakeawayError,
  type Store,
} from '../../../src/index.js';
import { grouped } from '../../../src/common/shown.js';
import type { SequenceTextOptions } from '../../../src/engine/series/options.js';
import { extendOnce } from '../../support/store.js';
import { temporaryFolder } from '../../support/temporary.js';

let store: Store;
beforeAll(async () => {
  store = await openStore(temporaryFolder(), { readOnly: true, compute: { seconds: 10 } });
  return () => store.close();
});

async function text(game: string, options: SequenceTextOptions, from = store): Promise<string> {
  let all = '';
  for await (const chunk of from.sequenceText(game, options)) all += Buffer.from(chunk).toString();
  return all;
}

describe('the sequence of hot positions', () => {
  it.each([0, 1, 9, 10, 70])(
    'has, from %d on, what the cold positions leave out, counted on',
    async (from) => {
      const stop = from + 300;
      const cold = coldByDefinition(readGame('primes').set, stop);
      const all = cold.flatMap((isCold, n) => (isCold ? [] : [n]));
      const expected = all.flatMap((n, index) => (n >= from ? [`${index} ${n}\n`] : []));
      expect(await text('primes', { sequence: 'hot', from, to: stop })).toBe(expected.join(''));
    },
  );

  it('is read across blocks, and for a number of terms', async () => {
    const folder = temporaryFolder();
    for (const to of [7, 64, 65, 200, 513]) await extendOnce(folder, '{2,5}', { series: 'cold', to });
    const stored = await openStore(folder);
    const lines = (await text('{2,5}', { sequence: 'hot', terms: 200 }, stored)).split('\n');
    const cold = coldByDefinition(readGame('{2,5}').set, 513);
    const hot = cold.flatMap((isCold, n) => (isCold ? [] : [n])).slice(0, 200);
    expect(lines.slice(0, 200).map((line) => Number(line.split(' ')[1]))).toEqual(hot);
    stored.close();
  });

  it('has no terms in a game without moves', async () => {
    await expect(text('{9}', { sequence: 'hot', to: 9, terms: 1 })).rejects.toThrow('has 0 terms below 9');
  });
});

describe('the sequence of records', () => {
  it('goes on after a nim-value that does not occur', async () => {
    expect(await text('squares', { sequence: 'records', from: 35, to: 36 })).toBe('1 35\n');
    expect(await text('{1,2} seed [7,3]', { sequence: 'records', to: 100 })).toBe(
      '0 2\n1 3\n2 4\n3 1\n7 0\n',
    );
    expect(await text('squares', { sequence: 'records', from: 35, to: 36, offset: 5 })).toBe('5 35\n');
  });

  it.each(['{1,2} seed [7,3]', 'squares', '{1,6,9}'])('of %s is what the analysis finds', async (game) => {
    const { records } = await analyzeRecords(store, game, { to: 2000 });
    const lines = records.map(({ value, position }) => `${value} ${position}\n`).join('');
    expect(await text(game, { sequence: 'records', to: 2000 })).toBe(lines);
  });

  it('ends at once where all values of a period are seen', async () => {
    expect(await text('{1,2} seed [7,3]', { sequence: 'records', terms: 5 })).toBe(
      '0 2\n1 3\n2 4\n3 1\n7 0\n',
    );
    await expect(text('{1,3,4}', { sequence: 'records', terms: 5 })).rejects.toThrow('has 4 terms, not 5.');
  });

  it('has no line of data where a term is missing between', async () => {
    const line = text('{1,2} seed [7,3]', { sequence: 'records', format: 'oeis' });
    await expect(line).rejects.toThrow('3 terms are missing after the first 4');
  });

  it('refuses more nim-values than it can hold back', { tags: 'slow' }, async () => {
    await expect(text('all', { sequence: 'records', from: 1, terms: 3 })).rejects.toMatchObject({
      code: 'usage',
      facts: { most: 2 ** 22 },
    });
    expect(await text('all', { sequence: 'records', terms: 3 })).toBe('0 0\n1 1\n2 2\n');
    expect(await text('all-but{2}', { sequence: 'records', from: 1, terms: 3 })).toBe('0 2\n1 1\n2 4\n');
  });
});

describe('the beginning of a set', () => {
  const game = '{1,4,9,16} complete below 20';
  // OEIS A030193: the cold positions of squares.
  const cold = [0, 2, 5, 7, 10, 12, 15, 17];

  it('has the terms below its end', async () => {
    expect(await text(game, { sequence: 'cold', format: 'oeis' })).toBe(`${cold.join(', ')}\n`);
    expect(await text(game, { sequence: 'cold', terms: 3 })).toBe('0 0\n1 2\n2 5\n');
    const outcomes = Array.from({ length: 20 }, (_, n) => Number(cold.includes(n)));
    expect(await text(game, { sequence: 'outcomes', format: 'oeis' })).toBe(`${outcomes.join(', ')}\n`);
    await expect(text(game, { sequence: 'cold', terms: 9 })).rejects.toThrow('has 8 terms, not 9.');
    await expect(text(game, { sequence: 'nim', terms: 21 })).rejects.toThrow('has 20 terms, not 21.');
    await expect(text(game, { sequence: 'nim', from: 20, terms: 1 })).rejects.toThrow(
      'to where the set is complete',
    );
  });

  it('is not to be extended beyond it', async () => {
    const empty = await openStore(temporaryFolder(), { compute: false });
    try {
      await expect(empty.query(game, [0])).rejects.toMatchObject({ remedy: { do: 'extend', to: 20 } });
    } finally {
      empty.close();
    }
  });
});

describe('numbers above 2^53 - 1', () => {
  const far = Number.MAX_SAFE_INTEGER - 1;
  it('never come out as an index', async () => {
    await expect(text('{1,3,4}', { sequence: 'nim', terms: 8, offset: far })).rejects.toThrow(
      ' of a term is too large.',
    );
    expect(await text('{1,3,4}', { sequence: 'nim', terms: 2, offset: far })).toBe(
      `${far} 0\n${far + 1} 1\n`,
    );
    await expect(text('{1,3,4}', { sequence: 'cold', to: 40, offset: far })).rejects.toThrow(
      'of a term is too large',
    );
  });

  it('are no positions of terms either', async () => {
    const terms = text('{1,3,4}', { sequence: 'nim', terms: 8, from: far - 2 });
    await expect(terms).rejects.toThrow(`has 3 terms at most from position ${grouped(far - 2)} on`);
  });
});

describe('the work of a sequence', () => {
  it.each([
    ['{1,3,4}', { sequence: 'nim', to: Number.MAX_SAFE_INTEGER }],
    ['{1,3,4}', { sequence: 'outcomes', terms: 2 ** 40 }],
    ['{1,3,4}', { sequence: 'cold', terms: 2 ** 40 }],
    ['odd', { sequence: 'gaps', to: 2 ** 50, format: 'oeis' }],
  ] as const)('is refused before it begins: %s %j', async (game, options) => {
    await expect(text(game, options)).rejects.toMatchObject({ code: 'usage' });
  });

  it('for terms that nobody knows the place of ends after seconds, not minutes', async () => {
    const positions: number[] = [];
    const onCompute = ({ to }: { to: number }): number => positions.push(to);
    const counting = await openStore(temporaryFolder(), {
      readOnly: true,
      compute: { seconds: 1000, onCompute },
    });
    const drain = async (): Promise<void> => {
      for await (const batch of counting.sequence('squares', { sequence: 'records', terms: 1000 }))
        expect(batch.length).toBeGreaterThan(0);
    };
    await expect(drain()).rejects.toMatchObject({ code: 'not-stored', remedy: { do: 'extend' } });
    // A thousand seconds would have gone on to 2^25, where memory ends.
    expect(Math.max(...positions)).toBeLessThan(2 ** 25);
    counting.close();
  });

  it('says before seconds are spent, by the growth of the terms, how far so many may take', async () => {
    const positions: number[] = [];
    const compute = { seconds: 10, onCompute: ({ to }: { to: number }) => void positions.push(to) };
    const watched = await openStore(temporaryFolder(), { readOnly: true, compute });
    const refusalOf = (game: string, terms: number): Promise<unknown> =>
      text(game, { sequence: 'records', terms }, watched).catch((error: unknown) => error);
    // The new maxima of squares follow 1.27 n^0.353: so many are below 1.6 * 10^8.
    const refused = (await refusalOf('squares', 1000)) as TakeawayError;
    expect(refused).toMatchObject({ code: 'not-stored', remedy: { do: 'extend', series: 'nim' } });
    expect(refused.remedy).toHaveProperty(
      'to',
      expect.toSatisfy((to: number) => to >= 2 ** 26 && to <= 2 ** 31),
    );
    expect(Math.max(...positions)).toBeLessThan(2 ** 18);
    const impossible = (await refusalOf('cubes', 10_000)) as TakeawayError;
    expect(impossible.message).toContain('so many take more positions than can be computed.');
    expect(impossible.remedy).toBeUndefined();
    watched.close();
  });

  it('says so too where computing becomes too dear on the way, and of a set that can have a period names that', async () => {
    const cold = coldByDefinition(readGame('squares').set, 2 ** 15);
    const terms = 1000;
    const position = cold.flatMap((isCold, n) => (isCold ? [n] : []))[terms - 1];
    let estimates = 0;
    // Each may compute half as long, so most end somewhere on the way.
    for (let seconds = 1; seconds > 1e-7; seconds /= 2) {
      const poor = await openStore(temporaryFolder(), { readOnly: true, compute: { seconds, threads: 1 } });
      const error: unknown = await text('squares', { sequence: 'cold', terms }, poor).catch(
        (e: unknown) => e,
      );
      poor.close();
      if (!(error instanceof TakeawayError) || !error.message.includes('As they grow')) continue;
      estimates++;
      const { to } = error.remedy as { readonly to: number };
      expect(to).toBeGreaterThanOrEqual(position / 2);
      expect(to).toBeLessThanOrEqual(4 * position);
    }
    expect(estimates).toBeGreaterThan(0);
    const folder = temporaryFolder();
    await extendOnce(folder, 'squares', { to: 10_001, series: 'cold' });
    const plain = await openStore(folder, { readOnly: true, compute: false });
    const stored = cold.slice(0, 10_001).filter(Boolean).length;
    const lines = await text('squares', { sequence: 'cold', terms: stored }, plain);
    expect(lines.trim().split('\n')).toHaveLength(stored);
    const beyond = text('squares', { sequence: 'cold', terms }, plain);
    await expect(beyond).rejects.toMatchObject({
      ...{ code: 'not-stored', facts: { count: stored, below: 10_001 } },
      problem: expect.stringContaining(
        `As they grow, so many take about ${grouped(2 ** Math.ceil(Math.log2(position)))} positions.`,
      ) as string,
    });
    const records = text('{1,3,4}', { sequence: 'records', terms: 5 }, plain);
    await expect(records).rejects.toMatchObject({ code: 'not-stored', remedy: { orPeriod: true } });
    plain.close();
  });

  it(
    'that is too much writes nothing, and says how far so many terms may take and how long',
    { tags: 'slow' },
    async () => {
      const folder = temporaryFolder();
      await extendOnce(folder, 'primes-1', { to: 2 ** 26, series: 'cold' });
      const plain = await openStore(folder, { readOnly: true });
      try {
        // A loop in C by the definition finds 276 below 2^26.
        const header = ['of 1000 terms'];
        const written = plain.sequenceText('primes-1', { sequence: 'cold', terms: 1000, header });
        await expect(written.next()).rejects.toMatchObject({
          code: 'not-stored',
          facts: { count: 276, below: 2 ** 26 },
          problem: expect.stringMatching(/ As they grow, so many take about 2\^\d\d positions\.$/) as string,
          remedy: {
            do: 'extend',
            series: 'cold',
            seconds: expect.any(Number) as number,
            bytes: expect.any(Number) as number,
          },
        });
        expect((await text('primes-1', { sequence: 'cold', terms: 276 }, plain)).split('\n')).toHaveLength(
          277,
        );
        // There are no more of these, wherever one looks.
        const finite = openStore(temporaryFolder(), { readOnly: true, compute: { seconds: 10 } });
        const found = text('all-but{2,3,7}', { sequence: 'cold', terms: 3 }, await finite);
        await expect(found).rejects.toMatchObject({ code: 'usage', facts: { count: 2 }, remedy: undefined });
        (await finite).close();
      } finally {
        plain.close();
      }
    },
  );

  it('stops at a signal while values are computed for it', async () => {
    const controller = new AbortController();
    const patient = await openStore(temporaryFolder(), {
      readOnly: true,
      compute: { seconds: 1000, onCompute: () => controller.abort() },
    });
    const options = { sequence: 'nim', to: 2 ** 24, signal: controller.signal } as const;
    const first = patient.sequenceText('squares', options).next();
    await expect(first).rejects.toMatchObject({ code: 'interrupted' });
    patient.close();
  });
});
