/** A store in memory: it extends, reads and forgets nothing while it is there, as one in a folder. */
import { expect, it } from 'vitest';
import { randomStream } from '../../src/common/random.js';
import { MemoryStore } from '../../src/engine/memory-store.js';
import { nimValuesByDefinition, openStore, readGame, type CommittedBlock } from '../../src/index.js';
import { fileFolder } from '../support/cli.js';
import { SEED } from '../support/seed.js';

const folder = fileFolder();

/** What is said of each block. */
async function said(blocks: AsyncIterable<CommittedBlock>): Promise<number[][]> {
  const all: number[][] = [];
  for await (const { start, stop, newFrom, coldCount } of blocks) all.push([start, stop, newFrom, coldCount]);
  return all;
}

it('has what a store in a folder has after the same extensions', async () => {
  const memory = MemoryStore.create('here', randomStream(SEED));
  const disk = await openStore(folder);
  for (const [text, ends] of [
    ['squares', [3000, 5000, 9000]],
    ['{1,3,4}', [64, 4096]],
  ] as const) {
    const game = readGame(text);
    for (const to of ends) {
      const options = { to, threads: 1, blockLength: 4096 };
      expect(await said(memory.extend(game, options))).toEqual(await said(disk.extend(game, options)));
    }
    const to = ends.at(-1)!;
    expect([
      ...(await memory.nimValues(
        game,
        Array.from({ length: to }, (_, n) => n),
      )),
    ]).toEqual(nimValuesByDefinition(game.set, to));
    expect(await memory.coldBelow(game, to)).toBe(await disk.coldBelow(game, to));
    expect(await memory.valueHash(game, 'nim')).toBe(await disk.valueHash(game, 'nim'));
    expect(memory.recordedPeriods(game)).toEqual(disk.recordedPeriods(game));
    const { frontier, coldCount } = memory.info(game)[0].series.nim!;
    expect({ frontier, coldCount }).toMatchObject({
      frontier: to,
      coldCount: disk.info(game)[0].series.nim!.coldCount,
    });
  }
  expect(memory.commits).toBeGreaterThan(0);
  disk.close();
});

it('reads no files, and refuses what is not there', async () => {
  const memory = MemoryStore.create('here', randomStream(SEED));
  await expect(memory.nimValues('file:/etc/hosts', [1])).rejects.toMatchObject({ code: 'usage' });
  await expect(memory.nimValues('squares', [1])).rejects.toMatchObject({ code: 'not-stored' });
});
