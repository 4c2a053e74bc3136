/** A store in memory: it extends, reads and forgets nothing while it is there, as one in a folder. */
import { expect, it } from 'vitest';
import { randomStream } from '../../src/common/random.js';
import { sha256 } from '../../src/common/sha256.js';
import { numbersOf } from '../../src/columnar/layout.js';
import { extendGame } from '../../src/engine/extending/extend.js';
import { MemoryStore } from '../../src/engine/memory-store.js';
import { nimValuesByDefinition, openStore, readGame, type CommittedBlock } from '../../src/index.js';
import { BLOCK, GAME, rowOfBlock, withDigest } from '../../src/store/catalog/rows.js';
import { blockFileName } from '../../src/store/files/store-folder.js';
import { MemoryBlocks } from '../../src/store/memory-blocks.js';
import { soundRows } from '../../src/store/series-rows.js';
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

/** What outlasts a program: plain data. */
const plain = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value)) as Value;

it('is taken over by a later one, which goes on from its values', async () => {
  const first = MemoryStore.create('first', randomStream(SEED));
  const [squares, periodic, other] = ['squares', '{1,3,4}', '{2,5,9}'].map((text) => readGame(text));
  await drain(first.extend(squares, { to: 9000, threads: 1, blockLength: 4096 }));
  for (const game of [periodic, other]) await drain(first.extend(game, { to: 4096, threads: 1 }));
  const later = MemoryStore.create('later', randomStream(SEED));
  await drain(later.extend(periodic, { to: 64, threads: 1 }));
  for (const [rows, values] of first.contents()) later.adopt(soundRows(plain(rows)), values);
  expect(later.recordedPeriods(other)).toEqual(first.recordedPeriods(other));
  expect(await later.nimValues(other, [10 ** 9])).toEqual(await first.nimValues(other, [10 ** 9]));
  // What it had itself stays as it was.
  expect(later.info(periodic)[0].series.nim!.frontier).toBe(64);
  expect(await later.coldBelow(squares, 9000)).toBe(await first.coldBelow(squares, 9000));
  expect(await later.nimValues(squares, [8999])).toEqual(await first.nimValues(squares, [8999]));
  // The last block is folded into a longer one.
  await drain(later.extend(squares, { to: 9500, threads: 1, blockLength: 4096 }));
  const all = Array.from({ length: 9500 }, (_, n) => n);
  expect([...(await later.nimValues(squares, all))]).toEqual(nimValuesByDefinition(squares.set, 9500));
});

it('is taken over only as it was written', async () => {
  const first = MemoryStore.create('first', randomStream(SEED));
  await drain(first.extend(readGame('{1,3,4}'), { to: 9000, threads: 1, blockLength: 4096 }));
  const [[rows, values]] = first.contents();
  const { game, series, periods } = rows;
  const [block, ...others] = series.blocks;
  expect(soundRows(plain(rows))).toEqual(rows);
  /** With the digest of what it says. */
  const changed = (change: Partial<BlockRecord>): typeof block => {
    const row = { ...block, ...change };
    return { ...row, digest: withDigest(BLOCK, rowOfBlock(row)).digest };
  };
  const withBlocks = (...blocks: unknown[]): unknown => ({ ...rows, series: { ...series, blocks } });
  for (const found of [
    ...[null, 7, [], {}, { ...rows, periods: undefined }],
    { ...rows, game: { ...game, definition: '{1,3,5}' } },
    { ...rows, game: withDigest(GAME, { key: game.key, definition: 'file:/etc/hosts' }) },
    { ...rows, game: withDigest(GAME, { key: '{1,3}', definition: '{1,3}' }) },
    { ...rows, series: { ...series, frontier: 8999 } },
    { ...rows, series: { ...series, name: 'other' } },
    { ...rows, periods: periods.map((row) => ({ ...row, period: row.period + 1 })) },
    withBlocks(...others),
    withBlocks(null, ...others),
    withBlocks({ ...block, methods: null }, ...others),
    withBlocks({ ...block, coldCount: 1 }, ...others),
    withBlocks(changed({ coldCount: 1 }), ...others),
    withBlocks(changed({ width: 32 }), ...others),
    withBlocks(changed({ stop: 2 ** 40 }), ...others),
  ])
    expect(() => soundRows(plain(found)), JSON.stringify(found)).toThrow();
  const short = (values[0] as Uint8Array).slice(1);
  const digest = sha256(short);
  const ofShort = changed({ sha256: digest, valuesSha256: digest, file: blockFileName(block, digest) });
  const later = MemoryStore.create('later', randomStream(SEED));
  for (const [sound, given] of [
    [rows, values.slice(1)],
    [rows, [short, ...values.slice(1)]],
    [soundRows(withBlocks(ofShort, ...others)), [short, ...values.slice(1)]],
  ] as const)
    expect(() => later.adopt(sound, given)).toThrow(expect.objectContaining({ code: 'corrupt' }));
  expect(later.contents()).toEqual([]);
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
      await drain(extendGame(blocks, game, [name], { threads: 1, random, to }));
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
