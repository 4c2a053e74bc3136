/** Queries, scans and exports against the definition, at block borders, and with cold derived from nim. */
import { RecordBatch, tableFromIPC } from 'apache-arrow';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { finiteGame, openStore, readGame, type Store } from '../../../src/index.js';
import { coldByDefinition, nimValuesByDefinition } from '../../../src/game/definition.js';
import { CATALOGUE } from '../../../src/game/sets/catalogue.js';
import { extendOnce } from '../../support/store.js';
import { temporaryFolder } from '../../support/temporary.js';

const squares = CATALOGUE.find(({ name }) => name === 'squares')!.set;
const NIM_TO = 3000;
const COLD_TO = 2000;
const nim = nimValuesByDefinition(squares, NIM_TO);
const cold = coldByDefinition(squares, NIM_TO);

let folder: string;
let store: Store;

async function text(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  return (await bytes(chunks)).toString();
}

async function bytes(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  return Buffer.concat(parts);
}

describe.each([64, 1024, 2 ** 20])('with blocks of %i', (blockLength) => {
  beforeEach(async () => {
    folder = temporaryFolder();
    await extendOnce(folder, 'squares', { to: COLD_TO, series: 'cold', blockLength });
    await extendOnce(folder, 'squares', { to: NIM_TO, series: 'nim', blockLength });
    store = await openStore(folder, { readOnly: true, compute: false });
    return () => store.close();
  });

  it('answers every position', async () => {
    const positions = Array.from({ length: NIM_TO }, (_, n) => n);
    const answers = await store.query('squares', positions);
    expect(answers).toEqual(
      positions.map((position) => ({
        position,
        cold: cold[position],
        nimValue: nim[position],
        winningMoves: cold[position]
          ? []
          : Array.from(squares.between(1, position + 1)).filter((s) => cold[position - s]),
        source: 'stored',
      })),
    );
    expect(Array.from(await store.isCold('squares', positions), Boolean)).toEqual(cold);
    expect(Array.from(await store.nimValues('squares', positions.reverse()))).toEqual([...nim].reverse());
  });

  it('exports every range as CSV and b-file', async () => {
    for (const [from, to] of [
      [0, 0],
      [0, 1],
      [63, 65],
      [1023, 1026],
      [1999, 2001],
      [100, NIM_TO],
      [0, NIM_TO],
    ]) {
      const rows = nim.slice(from, to).map((value, i) => [from + i, value]);
      expect(await text(store.export('squares', { series: 'nim', format: 'csv', from, to }))).toBe(
        'n,nim_value\n' + rows.map(([n, value]) => `${n},${value}\n`).join(''),
      );
      expect(await text(store.export('squares', { series: 'nim', format: 'bfile', from, to }))).toBe(
        rows.map(([n, value]) => `${n} ${value}\n`).join(''),
      );
      expect(await text(store.export('squares', { series: 'cold', format: 'csv', from, to }))).toBe(
        'n,cold\n' + rows.map(([n]) => `${n},${cold[n]}\n`).join(''),
      );
      const coldPositions = cold.flatMap((isCold, n) => (isCold ? [n] : []));
      expect(await text(store.export('squares', { series: 'cold', format: 'bfile', from, to }))).toBe(
        coldPositions.flatMap((n, k) => (n >= from && n < to ? [`${k} ${n}\n`] : [])).join(''),
      );
    }
  });

  it('exports Arrow that Arrow reads back', async () => {
    for (const format of ['arrow', 'arrow-stream'] as const) {
      for (const [from, to] of [
        [0, NIM_TO],
        [1001, 2003],
        [5, 5],
      ]) {
        const options = { format, from, to };
        const nimTable = tableFromIPC(await bytes(store.export('squares', { ...options, series: 'nim' })));
        expect(nimTable.schema.fields.map((field) => `${field.name}: ${String(field.type)}`)).toEqual([
          'n: Int64',
          'nim_value: Uint8',
        ]);
        expect(Array.from(nimTable.getChild('n') ?? [], Number)).toEqual(
          Array.from({ length: to - from }, (_, i) => from + i),
        );
        expect(Array.from(nimTable.getChild('nim_value') ?? [])).toEqual(nim.slice(from, to));
        const coldTable = tableFromIPC(await bytes(store.export('squares', { ...options, series: 'cold' })));
        expect(Array.from(coldTable.getChild('cold') ?? [])).toEqual(cold.slice(from, to));
      }
    }
  });

  it('scans the columns asked for, and can be left early', async () => {
    let rows = 0;
    for await (const batch of store.scan('squares', { columns: ['cold', 'n', 'nim_value'], from: 7 })) {
      expect(batch).toBeInstanceOf(RecordBatch);
      expect(batch.numCols).toBe(3);
      const [colds, positions, values] = [
        batch.getChild('cold'),
        batch.getChild('n'),
        batch.getChild('nim_value'),
      ];
      for (let i = 0; i < batch.numRows; i++) {
        const n = 7 + rows++;
        expect([colds.get(i), positions.get(i), values.get(i)]).toEqual([cold[n], BigInt(n), nim[n]]);
      }
    }
    expect(rows).toBe(NIM_TO - 7);
    for await (const batch of store.scan('squares')) {
      expect(batch.numCols).toBe(3);
      break;
    }
  });
});

describe('reading', () => {
  beforeEach(async () => {
    folder = temporaryFolder();
    await extendOnce(folder, 'squares', { to: 1000, series: 'cold' });
    store = await openStore(folder, { readOnly: true, compute: false });
    return () => store.close();
  });

  it('knows outcomes alone from the frontier of nim-values on', async () => {
    const coldPositions = cold.flatMap((isCold, n) => (isCold && n > 0 && n < 300 ? [n] : []));
    for (const frontier of coldPositions.slice(-3)) {
      await extendOnce(folder, 'squares', { to: frontier, series: 'nim' });
      const computing = await openStore(folder, { readOnly: true });
      const around = [frontier - 1, frontier, frontier + 1];
      // Each alone, as the highest position decides how outcomes are read.
      for (const position of around) {
        const isCold = cold[position];
        const isStored = position < frontier;
        expect(await store.query('squares', [position])).toMatchObject([
          { cold: isCold, nimValue: isStored ? nim[position] : null, source: 'stored' },
        ]);
        expect(await computing.query('squares', [position])).toMatchObject([
          { cold: isCold, nimValue: nim[position], source: isStored ? 'stored' : 'computed' },
        ]);
      }
      computing.close();
    }
  });

  it('says what stores what is not there', async () => {
    await expect(store.query('squares', [5, 1000])).rejects.toMatchObject({
      code: 'not-stored',
      remedy: { do: 'extend', game: 'squares', series: 'cold', to: 1001, orPeriod: false },
    });
    await expect(store.query('squares', [1000])).rejects.toThrow('Extend the series cold to 1001 first.');
    await expect(store.nimValues('squares', [0])).rejects.toMatchObject({
      remedy: { do: 'extend', game: 'squares', series: 'nim', to: 2 ** 20, orPeriod: false },
    });
    await expect(store.isCold('1,3,6', [7])).rejects.toMatchObject({
      remedy: { do: 'extend', game: '{1,3,6}', series: 'cold', to: 8, orPeriod: true },
    });
    await expect(text(store.export('squares', { series: 'nim', format: 'csv' }))).rejects.toMatchObject({
      code: 'not-stored',
    });
  });

  it('takes a game that was read before for its text', async () => {
    const squares = readGame('squares');
    expect(await store.query(squares, [34, 35])).toEqual(await store.query('squares', [34, 35]));
    expect(store.info(squares)).toEqual(store.info('squares'));
    expect(await store.valueHash(squares, 'cold')).toBe(await store.valueHash('squares', 'cold'));
    await expect(store.isCold(finiteGame([6, 3, 1]), [7])).rejects.toMatchObject({
      remedy: { do: 'extend', game: '{1,3,6}' },
    });
  });

  it('takes an empty range of anything, and all of nothing for a mistake', async () => {
    const options = { series: 'nim', format: 'csv' } as const;
    expect(await text(store.export('squares', { ...options, from: 3, to: 3 }))).toBe('n,nim_value\n');
    await expect(text(store.export('squares', options))).rejects.toMatchObject({ code: 'not-stored' });
  });

  it.each(['bfile', 'csv', 'jsonl'] as const)(
    'has no rows of an empty range far above, as %s',
    async (format) => {
      for (const sparse of [false, true]) {
        const range = { from: 1e15, to: 1e15 };
        const exported = await text(store.export('squares', { series: 'cold', format, sparse, ...range }));
        expect(exported.replace(/^[a-z_,]+\n/, '')).toBe('');
      }
    },
  );

  it.each([2 ** 53 - 1, 2 ** 53, -1, 0.5, Number.NaN])('refuses %d as a position', async (n) => {
    await expect(store.isCold('squares', [n])).rejects.toMatchObject({ code: 'usage' });
  });

  it('gives no nim-value where only cold is stored', async () => {
    expect(await store.query('squares', [34])).toEqual([
      { position: 34, cold: true, nimValue: null, winningMoves: [], source: 'stored' },
    ]);
  });

  it.each([
    ['a position', () => store.query('squares', [-1])],
    ['a position', () => store.query('squares', [0.5])],
    ['a range', () => text(store.export('squares', { series: 'cold', format: 'csv', from: 9, to: 8 }))],
    ['a format', () => text(store.export('squares', { series: 'cold', format: 'cvs' as 'csv' }))],
    ['a series', () => text(store.export('squares', { series: 'warm' as 'cold', format: 'csv' }))],
    ['a column', () => store.scan('squares', { columns: ['colour' as 'cold'] }).next()],
    ['a column twice', () => store.scan('squares', { columns: ['n', 'n'] }).next()],
    ['no column', () => store.scan('squares', { columns: [] }).next()],
    ['a game', () => store.query('sqares', [1])],
  ])('refuses %s that is none', async (_, action) => {
    await expect(action()).rejects.toMatchObject({ code: 'usage' });
  });

  it('suggests the nearest names', async () => {
    await expect(store.query('sqares', [1])).rejects.toThrow('Did you mean squares?');
    await expect(text(store.export('squares', { series: 'cold', format: 'cvs' as 'csv' }))).rejects.toThrow(
      'Did you mean csv?',
    );
  });

  it('writes a new file and never over an old one', async () => {
    const path = join(folder, 'out.csv');
    const written = await store.exportToFile('squares', path, { series: 'cold', format: 'csv', to: 2 });
    expect(readFileSync(path, 'utf8')).toBe('n,cold\n0,true\n1,false\n');
    expect(written).toBe(22);
    writeFileSync(path, 'mine');
    await expect(
      store.exportToFile('squares', path, { series: 'cold', format: 'csv' }),
    ).rejects.toMatchObject({ code: 'usage' });
    expect(readFileSync(path, 'utf8')).toBe('mine');
    const failing = join(folder, 'half.csv');
    await expect(
      store.exportToFile('squares', failing, { series: 'cold', format: 'csv', to: 1001 }),
    ).rejects.toMatchObject({ code: 'not-stored' });
    expect(existsSync(failing)).toBe(false);
  });

  it('sees positions that another process has stored since', async () => {
    await expect(store.isCold('squares', [1500])).rejects.toMatchObject({ code: 'not-stored' });
    const before = await store.isCold('squares', [999]);
    await extendOnce(folder, 'squares', { to: 2000, series: 'cold' });
    expect(Array.from(await store.isCold('squares', [1500]))).toEqual([Number(cold[1500])]);
    expect(await store.isCold('squares', [999])).toEqual(before);
  });

  it('goes on with an old snapshot when its block was folded into a longer one', async () => {
    const reader = await openStore(folder, { readOnly: true, cacheBytes: 0, compute: false });
    await reader.isCold('squares', [5]);
    await extendOnce(folder, 'squares', { to: 3000, series: 'cold' });
    expect(Array.from(await reader.isCold('squares', [7, 8, 999]))).toEqual([1, 0, Number(cold[999])]);
    reader.close();
  });

  it('gives runs that may be changed without changing what is read next', async () => {
    const folder = temporaryFolder();
    await extendOnce(folder, 'squares', { to: 30, series: 'nim' });
    const reader = await openStore(folder, { readOnly: true, compute: false });
    const before = Array.from(await reader.nimValues('squares', [4, 29]));
    for await (const { values } of reader.values('squares', { series: 'nim' })) values.fill(99);
    expect(Array.from(await reader.nimValues('squares', [4, 29]))).toEqual(before);
    reader.close();
  });
});
