/** A whole extension as a job: what it gives back are whole blocks, packed as they are stored, and nothing else is taken. */
import { describe, expect, it } from 'vitest';
import { packBest } from '../../src/columnar/encodings.js';
import { columnOfIntegers, valueAt } from '../../src/columnar/layout.js';
import { EXTENSION, mostPositions, type ExtensionInput } from '../../src/jobs/kinds/extension.js';
import { InvalidResult, type JobContext, type Made } from '../../src/jobs/job.js';
import { readGame } from '../../src/engine/read-game.js';
import { nimValuesByDefinition } from '../../src/game/definition.js';
import { openStore, sweep } from '../../src/index.js';
import { temporaryFolder } from '../support/temporary.js';
import { onThreads } from '../support/threads.js';

const GAME = readGame('{2,5,11}');
const INPUT: ExtensionInput = {
  ...{ key: GAME.key, definition: GAME.definition, series: 'nim', method: 'auto' },
  ...{ start: 0, stop: 10_000, pieceLength: 4096, seconds: 60, known: [] },
};
const CONTEXT: JobContext = {
  blob: () => Promise.reject(new Error('nothing was given')),
};

/** What travels of a result, with something changed. */
function changed(
  { data, blobs }: Made,
  change: { head?: object; blob?: (bytes: Uint8Array) => Uint8Array },
): Made {
  const heads = (data as object[]).map((head) => ({ ...head, ...change.head }));
  return { data: heads, blobs: change.blob === undefined ? blobs : blobs.map(change.blob) };
}

describe('an extension as a job', () => {
  it('gives whole pieces with the values of the definition, packed as they are stored', async () => {
    const result = await EXTENSION.readResult(INPUT, await EXTENSION.compute(INPUT, CONTEXT));
    expect(result.map(({ start, stop }) => [start, stop])).toEqual([
      [0, 4096],
      [4096, 8192],
      [8192, 10_000],
    ]);
    const expected = nimValuesByDefinition(GAME.set, 10_000);
    for (const { start, values } of result) {
      for (let i = 0; i < values.length; i++) expect(valueAt(values, i)).toBe(expected[start + i]);
      expect(values.packed).toEqual(packBest(values.bytes));
    }
  });

  it.each<[string, Parameters<typeof changed>[1]]>([
    ['truncated bytes', { blob: (bytes) => bytes.subarray(0, bytes.length - 1) }],
    ['bytes after the values', { blob: (bytes) => Buffer.concat([bytes, new Uint8Array(1)]) }],
    ['bytes of another encoding', { head: { encoding: 'none' } }],
    ['an encoding that there is not', { head: { encoding: 'zip' } }],
    ['no encoding', { head: { encoding: undefined } }],
    ['another width', { head: { width: 16 } }],
  ])('takes no %s', async (_, change) => {
    const made = await EXTENSION.compute(INPUT, CONTEXT);
    await expect((async () => EXTENSION.readResult(INPUT, changed(made, change)))()).rejects.toBeInstanceOf(
      InvalidResult,
    );
  });

  it('takes no cold bits after the last position, and no gap between runs', async () => {
    const input: ExtensionInput = { ...INPUT, series: 'cold', stop: 4100 };
    const made = await EXTENSION.compute(input, CONTEXT);
    const read = async (one: Made) => EXTENSION.readResult(input, one);
    expect(await read(made)).toHaveLength(2);
    const heads = made.data as { start: number; encoding: string }[];
    const plain = [heads[0], { ...heads[1], encoding: 'none' }];
    const refused: Made[] = [
      { data: plain, blobs: [made.blobs[0], new Uint8Array([0x10])] },
      { data: plain, blobs: [made.blobs[0], new Uint8Array([1, 0])] },
      { data: heads.slice(1), blobs: made.blobs.slice(1) },
      { data: heads.toReversed(), blobs: made.blobs.toReversed() },
      { data: heads, blobs: made.blobs.slice(1) },
    ];
    for (const one of refused) await expect(read(one)).rejects.toBeInstanceOf(InvalidResult);
    expect(await read({ data: plain, blobs: [made.blobs[0], new Uint8Array([1])] })).toHaveLength(2);
  });

  it('takes what ends with a piece before the last, and nothing that ends inside one, spans two or is not asked for', async () => {
    const read = async (one: Made) => EXTENSION.readResult(INPUT, one);
    const made = await EXTENSION.compute(INPUT, CONTEXT);
    const heads = made.data as object[];
    expect(await read({ data: heads.slice(0, 2), blobs: made.blobs.slice(0, 2) })).toHaveLength(2);
    const refused = [
      await EXTENSION.compute({ ...INPUT, stop: 5000 }, CONTEXT),
      await EXTENSION.compute({ ...INPUT, pieceLength: 8192 }, CONTEXT),
      await EXTENSION.compute({ ...INPUT, stop: 12_288 }, CONTEXT),
      { data: [], blobs: [] },
      // From 4096 to 5000 there is nothing.
      {
        data: [heads[0], { ...heads[1], start: 5000, width: 8, encoding: 'none' }, heads[2]],
        blobs: [made.blobs[0], new Uint8Array(8192 - 5000), made.blobs[2]],
      },
      { data: heads, blobs: [...made.blobs, new Uint8Array()] },
    ];
    for (const one of refused) await expect(read(one)).rejects.toBeInstanceOf(InvalidResult);
  });

  it('takes no bytes of known values that are more or fewer than these', async () => {
    const known = [{ start: 0, stop: 128, width: 8 as const, hash: '0'.repeat(64) }];
    const input: ExtensionInput = { ...INPUT, start: 128, stop: 256, known };
    for (const length of [127, 129]) {
      const context = { ...CONTEXT, blob: () => Promise.resolve(new Uint8Array(length)) };
      await expect(EXTENSION.compute(input, context)).rejects.toThrow(`${length} bytes are not 128 values`);
    }
  });

  it(
    'is given as many short pieces as a result may have, also where it begins inside one',
    { tags: 'slow' },
    async () => {
      const pieceLength = 64;
      const start = 100;
      const values = columnOfIntegers(Uint8Array.from(nimValuesByDefinition(GAME.set, start)));
      const known = [{ start: 0, stop: start, width: values.width, hash: '0'.repeat(64) }];
      const stop = start + mostPositions('nim', pieceLength);
      const input = { ...INPUT, start, stop, pieceLength, known };
      expect(EXTENSION.readInput(JSON.parse(JSON.stringify(input)))).toEqual(input);
      const context = { ...CONTEXT, blob: () => Promise.resolve(values.bytes) };
      const result = await EXTENSION.readResult(input, await EXTENSION.compute(input, context));
      expect(result).toHaveLength(4096);
      expect(result.at(-1)?.stop).toBe(stop);
      expect(() => EXTENSION.readInput({ ...input, stop: stop + 1 })).toThrow(TypeError);
    },
  );
});

it('a sweep stores the files that an extension stores', { tags: 'slow' }, async () => {
  const files = async (
    name: string,
    fill: (store: Awaited<ReturnType<typeof openStore>>) => Promise<void>,
  ) => {
    const store = await openStore(`${temporaryFolder()}/${name}`);
    try {
      await fill(store);
      return store
        .blocks()
        .map(({ game, series, start, stop, sha256 }) => ({ game, series, start, stop, sha256 }));
    } finally {
      store.close();
    }
  };
  const games = ['squares', '{3,7,26}', 'all-but{2,3}'];
  const to = 2 ** 20 + 5000;
  const swept = await files('swept', async (store) => {
    await onThreads(2, () => sweep(store, { games, to, threads: 2 }));
  });
  const extended = await files('extended', async (store) => {
    for (const game of games) {
      const blocks = store.extend(game, { to });
      while ((await blocks.next()).done !== true);
    }
  });
  expect(swept).toEqual(extended);
});
