/** Batches of one length: the same rows, however they were cut before. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { recut } from '../../src/tables/recut.js';
import type { Batch, TableColumn } from '../../src/tables/table.js';
import { cellsOf } from '../../src/tables/values.js';

const COLUMNS: readonly TableColumn[] = [
  { name: 'number', type: 'uint32' },
  { name: 'text', type: 'utf8' },
  { name: 'bit', type: 'bool' },
  { name: 'named', type: 'utf8', isNullable: true },
];

/** The batch of rows whose every column follows from a number. */
function batchOf(numbers: readonly number[]): Batch {
  const texts = numbers.map((n) => `<${n}>`);
  const offsets = Int32Array.from([0, ...texts.map((_, i) => texts.slice(0, i + 1).join('').length)]);
  const bits = new Uint8Array(Math.ceil(numbers.length / 8));
  numbers.forEach((n, i) => (bits[i >> 3] |= (n & 1) << (i & 7)));
  const named = numbers.map((n) => (n % 3 === 0 ? null : `n${n}`));
  const text = { bytes: new TextEncoder().encode(texts.join('')), offsets };
  return { length: numbers.length, columns: [Uint32Array.from(numbers), text, bits, named] };
}

describe('recut', () => {
  it('yields the same rows in batches of one length but for the last', async () => {
    const numbers = fc.array(fc.array(fc.nat(2 ** 20), { maxLength: 20 }), { maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(numbers, fc.integer({ min: 1, max: 25 }), async (cut, rows) => {
        const source = async function* (): AsyncGenerator<Batch> {
          for (const some of cut) yield await Promise.resolve(batchOf(some));
        };
        const lengths: number[] = [];
        const found = COLUMNS.map((): unknown[] => []);
        for await (const { length, columns } of recut(COLUMNS, source(), rows)) {
          lengths.push(length);
          columns.forEach((data, i) => found[i].push(...cellsOf(COLUMNS[i].type, data, length)));
        }
        const all = cut.flat();
        expect(lengths.slice(0, -1).every((length) => length === rows)).toBe(true);
        expect(lengths).toHaveLength(Math.ceil(all.length / rows));
        expect(found[0]).toEqual(all);
        expect(found[1]).toEqual(all.map((n) => `<${n}>`));
        expect(found[2]).toEqual(all.map((n) => n % 2 === 1));
        expect(found[3]).toEqual(all.map((n) => (n % 3 === 0 ? null : `n${n}`)));
      }),
    );
  });
});
