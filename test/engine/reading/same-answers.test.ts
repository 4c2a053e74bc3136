/** The same question has the same answer whatever happens to be stored: random games, states of a store, and questions. */
import type { RecordBatch } from 'apache-arrow';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  nimValuesByDefinition,
  openStore,
  readGame,
  type SeriesName,
  type Store,
} from '../../../src/index.js';
import { seriesOf } from '../../../src/engine/series/declared.js';
import { takeaway } from '../../support/cli.js';
import { effort } from '../../support/seed.js';
import { drain, extendOnce } from '../../support/store.js';
import { temporaryFolder } from '../../support/temporary.js';

/** Positions that every state and question is about: all of them are cheap. */
const MOST = 600;

const sets = fc
  .tuple(
    fc.constantFrom('', '', 'all-but'),
    fc.uniqueArray(fc.integer({ min: 1, max: 25 }), { minLength: 1, maxLength: 5 }),
  )
  .map(([kind, elements]) => `${kind}{${elements.sort((a, b) => a - b).join()}}`);

const games = fc
  .tuple(
    fc.oneof(sets, fc.constantFrom('squares', 'primes', 'fibonacci', 'odd', 'powers-of:3', 'cubes')),
    fc.constantFrom('', '', '', ' hotspots {0,4}', ' seed [0,0]'),
  )
  .map((parts) => parts.join(''))
  .filter((game) => {
    // A seed that contradicts the rule is refused.
    try {
      readGame(game);
      return true;
    } catch {
      return false;
    }
  });

/** What is stored: some series, each so far, and whether periods are looked for. */
const states = fc.record({
  stored: fc.array(
    fc.record({
      series: fc.constantFrom<SeriesName>('cold', 'nim', 'remoteness'),
      to: fc.integer({ min: 1, max: MOST }),
    }),
    { maxLength: 4 },
  ),
  looksForPeriods: fc.boolean(),
});

type State = typeof states extends fc.Arbitrary<infer Drawn> ? Drawn : never;

async function storeIn(game: string, { stored, looksForPeriods }: State): Promise<Store> {
  const folder = temporaryFolder();
  for (const { series, to } of stored) {
    if (seriesOf(readGame(game)).includes(series))
      await extendOnce(folder, game, { series, to, blockLength: 64 });
  }
  if (looksForPeriods) {
    const writer = await openStore(folder);
    await writer.periods(game, { limit: 4096 }).catch(() => undefined);
    writer.close();
  }
  return openStore(folder, { readOnly: true, compute: { seconds: 10, threads: 1 } });
}

/** Every answer, or the code of the error; where an answer comes from is no part of it. */
async function answersOf(
  store: Store,
  game: string,
  positions: readonly number[],
  range: { from: number; to: number },
): Promise<unknown> {
  const asked: Readonly<Record<string, () => Promise<unknown>>> = {
    query: () => store.query(game, positions),
    'query with remoteness': () => store.query(game, positions, { remoteness: true, winningMoves: false }),
    'nim-values': async () => [...(await store.nimValues(game, positions))],
    'cold positions': async () => [...(await store.isCold(game, positions))],
    sum: () => store.solveSum(game, positions.slice(0, 3)),
    'misere sum': () => store.solveSum(game, positions.slice(0, 3), { misere: true }),
    period: () => store.periodOf(game, 'nim'),
    scan: async () => {
      const columns: unknown[] = [];
      for await (const batch of store.scan(game, range)) {
        const { schema } = batch as unknown as RecordBatch;
        for (const { name } of schema.fields)
          columns.push(name, Array.from(batch.getChild(name as 'n'), Number));
      }
      return columns;
    },
    csv: async () => {
      const chunks: Uint8Array[] = [];
      for await (const chunk of store.export(game, { series: 'cold', format: 'csv', ...range }))
        chunks.push(chunk);
      return Buffer.concat(chunks).toString();
    },
    records: async () => {
      const terms: number[] = [];
      for await (const batch of store.sequence(game, { sequence: 'records', ...range }))
        terms.push(...Array.from(batch));
      return terms;
    },
  };
  const answers: Record<string, unknown> = {};
  for (const [question, ask] of Object.entries(asked)) {
    answers[question] = await ask().catch((error: unknown) => ({
      error: (error as { code?: string }).code ?? String(error),
    }));
  }
  return JSON.parse(JSON.stringify(answers, (key, value: unknown) => (key === 'source' ? undefined : value)));
}

describe('the same question', () => {
  it('has the same answer in a fresh store and in one that has anything', { tags: 'slow' }, async () => {
    await fc.assert(
      fc.asyncProperty(
        games,
        states,
        fc.array(fc.nat(MOST - 1), { minLength: 1, maxLength: 6 }),
        fc.tuple(fc.nat(MOST), fc.nat(MOST)).map(([a, b]) => ({ from: Math.min(a, b), to: Math.max(a, b) })),
        async (game, state, positions, range) => {
          const answers = [];
          for (const one of [state, { stored: [], looksForPeriods: false }]) {
            const store = await storeIn(game, one);
            answers.push(await answersOf(store, game, positions, range));
            store.close();
          }
          expect(answers[0]).toEqual(answers[1]);
        },
      ),
      { numRuns: effort(25, 400) },
    );
  });

  it('gives the nim-values of those positions for which they are cheap, beside others that are not', async () => {
    const folder = temporaryFolder();
    await extendOnce(folder, 'squares', { series: 'cold', to: 2 ** 17 });
    const store = await openStore(folder, { readOnly: true, compute: { seconds: 0.01, threads: 1 } });
    const answers = await store.query('squares', [2 ** 17 - 1, 25, 500], { winningMoves: false });
    const expected = nimValuesByDefinition(readGame('squares').set, 501);
    expect(answers.map(({ nimValue }) => nimValue)).toEqual([null, expected[25], expected[500]]);
    store.close();
  });

  it(
    'has the nim-values in values and query of the command line once cold positions are stored',
    { tags: 'slow' },
    async () => {
      const at = ['--store', temporaryFolder()];
      const questions = [
        ['values', 'cubes', '--to', '12'],
        ['values', 'cubes', '--to', '12', '--json'],
        ['values', 'cubes', '--to', '12', '--format', 'lines'],
        ['query', 'cubes', '9'],
        ['export', 'cubes', '--to', '12', '--format', 'csv'],
        ['move', 'cubes', '9', '10'],
      ];
      const ask = (): Promise<string[]> =>
        Promise.all(questions.map(async (words) => (await takeaway([...words, ...at])).stdout));
      const before = await ask();
      expect(before[0]).toBe(`${nimValuesByDefinition(readGame('cubes').set, 12).join(' ')}\n`);
      await drain((await openStore(at[1])).extend('cubes', { series: 'cold', to: 100 }));
      expect(await ask()).toEqual(before);
    },
  );

  it('names the series where a game has no nim-values', async () => {
    const words = ['values', 'cubes hotspots {0}', '--to', '5', '--store', temporaryFolder()];
    const { stdout, stderr } = await takeaway(words);
    expect(stdout).toBe('0 1 0 1 0\n');
    expect(stderr).toContain('The series is cold, as cubes hotspots {0} has no nim-values.');
  });
});
