/** Values at single places of blocks that do not fit into the cache: the same as those of blocks that do, and checked alike. */
import fc from 'fast-check';
import { readdirSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { coldByDefinition, nimValuesByDefinition } from '../../../src/game/definition.js';
import { openStore, readGame } from '../../../src/index.js';
import { effort } from '../../support/seed.js';
import { extendOnce } from '../../support/store.js';
import { temporaryFolder } from '../../support/temporary.js';

const TO = 6000;
const BLOCK = 1024;
/** Less than any two of the blocks take. */
const LITTLE = { readOnly: true, cacheBytes: 200, compute: false } as const;

describe('values looked up in blocks that the cache has no room for', () => {
  it(
    'are those of the definition, of bits, of integers, and of cold positions that integers tell',
    { tags: 'slow' },
    async () => {
      for (const game of ['squares', '{1,2,5,9,30,77}', 'primes']) {
        const { set } = readGame(game);
        const [cold, nim] = [coldByDefinition(set, TO), nimValuesByDefinition(set, TO)];
        for (const series of ['cold', 'nim', 'both'] as const) {
          const folder = temporaryFolder();
          await extendOnce(folder, game, { to: TO, series, blockLength: BLOCK });
          const store = await openStore(folder, LITTLE);
          const positions = fc.array(fc.nat(TO - 1), { minLength: 1, maxLength: 40 });
          const holds = async (asked: readonly number[]): Promise<void> => {
            expect([...(await store.isCold(game, asked))]).toEqual(asked.map((n) => Number(cold[n])));
            if (series !== 'cold')
              expect([...(await store.nimValues(game, asked))]).toEqual(asked.map((n) => nim[n]));
          };
          await holds([0, BLOCK - 1, BLOCK, TO - 1]);
          await fc.assert(fc.asyncProperty(positions, holds), { numRuns: effort(10, 100) });
          store.close();
        }
      }
    },
  );

  it('are read from the longer block that one was folded into since', async () => {
    const folder = temporaryFolder();
    await extendOnce(folder, 'squares', { to: 1000, series: 'cold' });
    const store = await openStore(folder, { ...LITTLE, cacheBytes: 0 });
    const before = await store.isCold('squares', [2, 999]);
    await extendOnce(folder, 'squares', { to: 5000, series: 'cold' });
    expect(await store.isCold('squares', [2, 999])).toEqual(before);
    store.close();
  });

  it('are refused where the file of a block is damaged', async () => {
    const folder = temporaryFolder();
    await extendOnce(folder, 'squares', { to: TO, series: 'cold', blockLength: BLOCK });
    const [block] = readdirSync(join(folder, '1')).sort().slice(1);
    truncateSync(join(folder, '1', block), 100);
    const store = await openStore(folder, LITTLE);
    await expect(store.isCold('squares', [1, BLOCK + 1])).rejects.toMatchObject({ code: 'corrupt' });
    store.close();
  });
});
