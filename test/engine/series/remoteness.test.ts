/** The series remoteness through a store: golden b-file, steps, blocks, formats, coldness, checks. */
import { tableFromIPC } from 'apache-arrow';
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { coldByDefinition, remotenessesByDefinition } from '../../../src/game/definition.js';
import { readGame } from '../../../src/engine/read-game.js';
import { openStore, type Store } from '../../../src/index.js';
import { IS_LONG, SEED } from '../../support/seed.js';
import { drain, extendOnce } from '../../support/store.js';
import { temporaryFolder } from '../../support/temporary.js';

const TO = 5000;
const squares = readGame('squares').set;
const expected = remotenessesByDefinition(squares, TO);

async function bytesOf(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  return Buffer.concat(parts);
}

/** A store with the remoteness of squares below TO, closed after the test. */
async function withSquares(use: (store: Store) => Promise<void>, blockLength = 1024): Promise<void> {
  const folder = temporaryFolder();
  await extendOnce(folder, 'squares', { to: TO, series: 'remoteness', blockLength });
  const store = await openStore(folder, { compute: false });
  try {
    await use(store);
  } finally {
    store.close();
  }
}

describe('remoteness', () => {
  it('is OEIS A338027 byte for byte', async () => {
    const folder = temporaryFolder();
    await extendOnce(folder, 'squares', { to: 10_001, series: 'remoteness' });
    const store = await openStore(folder, { readOnly: true, compute: false });
    const bytes = await bytesOf(store.export('squares', { series: 'remoteness', format: 'bfile' }));
    store.close();
    expect(bytes.length).toBe(77_573);
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(
      '0e3b91ce522854949a7e4274cfc45181dc67ed8e394e5540c29a5ea9c3766d35',
    );
  });

  it.each(['squares', '{1}', '{2,5,7}', 'primes', '{300,301}'])(
    'of %s is the same in one go, in steps, with any block size, by each method',
    async (game) => {
      const hashes = new Set<string>();
      const definition = Uint16Array.from(remotenessesByDefinition(readGame(game).set, TO));
      hashes.add(createHash('sha256').update(new Uint8Array(definition.buffer)).digest('hex'));
      for (const method of ['auto', 'dynamic-programming', 'plain'] as const) {
        const cuts = [
          [2 ** 20, [TO]],
          [512, [1, 2, 65, 1000, TO]],
          [1024, [300, 1024, 3000, TO]],
        ] as const;
        // In `npm test` in all ways by the method that is usual, and by the others in one that the run draws.
        const tried = cuts.filter((_, i) => IS_LONG || method === 'auto' || i === SEED % cuts.length);
        for (const [blockLength, steps] of tried) {
          const folder = temporaryFolder();
          for (const to of steps) {
            await extendOnce(folder, game, {
              to,
              series: 'remoteness',
              method,
              blockLength,
              doubleCheck: true,
            });
          }
          const store = await openStore(folder, { readOnly: true, compute: false });
          hashes.add(await store.valueHash(game, 'remoteness'));
          store.close();
        }
      }
      expect([...hashes]).toHaveLength(1);
    },
  );

  it('answers queries, and the cold positions where nothing else is stored', async () => {
    await withSquares(async (store) => {
      const positions = expected.map((_, n) => n);
      const cold = coldByDefinition(squares, TO);
      expect(Array.from(await store.remotenesses('squares', positions))).toEqual(expected);
      expect(Array.from(await store.isCold('squares', positions), Boolean)).toEqual(cold);
      expect(await store.query('squares', [34, 35], { remoteness: true })).toEqual([
        { position: 34, cold: true, nimValue: null, remoteness: 10, winningMoves: [], source: 'stored' },
        { position: 35, cold: false, nimValue: null, remoteness: 5, winningMoves: [1, 25], source: 'stored' },
      ]);
      expect(store.info('squares')[0].series.remoteness).toMatchObject({
        frontier: TO,
        coldCount: cold.filter(Boolean).length,
        largestRemoteness: Math.max(...expected),
      });
      const lines = (await bytesOf(store.export('squares', { series: 'cold', format: 'bfile', from: 1500 })))
        .toString()
        .split('\n');
      const first = cold.indexOf(true, 1500);
      expect(lines[0]).toBe(`${cold.slice(0, first).filter(Boolean).length} ${first}`);
      await expect(store.remotenesses('squares', [TO])).rejects.toMatchObject({ code: 'not-stored' });
    });
  });

  it('goes on where cold and nim-values end, each from the one that is stored', async () => {
    await withSquares(async (store) => {
      await drain(store.extend('squares', { to: 700, series: 'cold', blockLength: 128 }));
      await drain(store.extend('squares', { to: 1300, series: 'nim', blockLength: 192 }));
      const positions = expected.map((_, n) => n);
      const cold = await store.isCold('squares', positions);
      expect(Array.from(cold, Boolean)).toEqual(coldByDefinition(squares, TO));
      expect(await store.verify({ full: true })).toMatchObject({ ok: true });
    });
  });

  it.each(['arrow', 'arrow-stream'] as const)('is exported as %s', async (format) => {
    await withSquares(async (store) => {
      const range = { from: 100, to: 4000 };
      const table = tableFromIPC(
        await bytesOf(store.export('squares', { series: 'remoteness', format, ...range })),
      );
      expect(Array.from(table.getChild('n')!, Number)).toEqual(
        expected.map((_, n) => n).slice(range.from, range.to),
      );
      expect(Array.from(table.getChild('remoteness')!)).toEqual(expected.slice(range.from, range.to));
    });
  });

  it('is exported as CSV, and read as plain numbers', async () => {
    await withSquares(async (store) => {
      const csv = await bytesOf(store.export('squares', { series: 'remoteness', format: 'csv', to: 4 }));
      expect(csv.toString()).toBe('n,remoteness\n0,0\n1,1\n2,2\n3,3\n');
      const values: number[] = [];
      for await (const run of store.values('squares', { series: 'remoteness', from: 10 })) {
        expect(run.start).toBe(10 + values.length);
        values.push(...run.values);
      }
      expect(values).toEqual(expected.slice(10));
    });
  });

  it('is refused as a series of the methods that do not give it', async () => {
    for (const method of ['sieve', 'levels'] as const) {
      await expect(
        extendOnce(temporaryFolder(), 'squares', { to: 10, series: 'remoteness', method }),
      ).rejects.toMatchObject({ remedy: { do: 'give', option: 'series' } });
    }
  });
});
