/** A store in memory: it extends, reads and forgets nothing while it is there, as one in a folder. */
import { expect, it } from 'vitest';
import { randomStream } from '../../src/common/random.js';
import { numbersOf } from '../../src/columnar/layout.js';
import { extendGame } from '../../src/engine/extending/extend.js';
import { MemoryStore } from '../../src/engine/memory-store.js';
import { nimValuesByDefinition, openStore, readGame, type CommittedBlock } from '../../src/index.js';
import { MemoryBlocks } from '../../src/store/memory-blocks.js';
import type { BlockRecord } from '../../src/store/records.js';
import { fileFolder } from '../support/cli.js';
import { SEED } from '../support/seed.js';
import { drain } from '../support/store.js';

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

it('keeps each value once: what was folded into a longer block is read from that one', async () => {
  for (const name of ['nim', 'cold'] as const) {
    const blocks = new MemoryBlocks('here');
    const game = readGame('squares');
    const records: BlockRecord[] = [];
    for (let to = 77; to < 2000; to += 77) {
      const random = randomStream(SEED);
      const solver = { threads: 1 };
      const how = { method: 'auto', doubleCheck: false, blockLength: undefined, solver, random };
      await drain(extendGame(blocks, game, [name], { ...how, to }));
      records.push(blocks.catalog.snapshot()[0].blocks[0]);
    }
    const last = await blocks.values(records.at(-1)!);
    const nim = nimValuesByDefinition(game.set, last.length);
    for (const record of records) {
      const values = await blocks.values(record);
      const expected = nim
        .slice(0, record.stop)
        .map((value) => (name === 'nim' ? value : Number(value === 0)));
      expect([...numbersOf(values)]).toEqual(expected);
      if (name === 'nim') expect(values.bytes.buffer).toBe(last.bytes.buffer);
    }
  }
});

it('refuses a second extension before the first has ended', async () => {
  const memory = MemoryStore.create('here', randomStream(SEED));
  const game = readGame('squares');
  const first = memory.extend(game, { to: 10_000, threads: 1, blockLength: 4096 });
  await first.next();
  await expect(drain(memory.extend(game, { to: 9000 }))).rejects.toMatchObject({ code: 'usage' });
  await drain(first);
  await drain(memory.extend(game, { to: 11_000, threads: 1 }));
  expect(memory.info(game)[0].series.nim).toMatchObject({ frontier: 11_000 });
});
