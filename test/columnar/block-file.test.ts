/** Block files: what is encoded is decoded, by Arrow and by offset, and the bytes are always the same. */
import { tableFromIPC } from 'apache-arrow';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fileByArrow } from '../../src/columnar/block-frame.js';
import { decodeBlock, encodeBlock, type BlockLabel } from '../../src/columnar/block-file.js';
import { consecutivePositions } from '../../src/columnar/positions.js';
import {
  byteLength,
  columnOfBits,
  columnOfIntegers,
  integersOf,
  valueAt,
  type ColumnValues,
} from '../../src/columnar/layout.js';
import { packBest } from '../../src/columnar/encodings.js';
import { randomStream } from '../../src/common/random.js';
import { createIntegers } from '../../src/solver/task/integers.js';
import { integersByReaders } from '../support/readers/arrow.js';
import { REPLAY, SEED } from '../support/seed.js';

const label = { game: 'squares', series: 'nim', start: 640, stop: 0 } as const;

const columns: fc.Arbitrary<ColumnValues> = fc.oneof(
  fc.array(fc.boolean(), { minLength: 1, maxLength: 300 }).map((bits) => {
    const bytes = new Uint8Array(byteLength(1, bits.length));
    bits.forEach((bit, i) => {
      if (bit) bytes[i >> 3] |= 1 << (i & 7);
    });
    return columnOfBits(bytes, bits.length);
  }),
  fc
    .tuple(fc.constantFrom(0xff, 0xffff, 0xffffffff), fc.array(fc.nat(), { minLength: 1, maxLength: 100 }))
    .map(([largest, values]) => {
      const integers = createIntegers(values.length, largest);
      integers.set(values.map((value) => value % (largest + 1)));
      return columnOfIntegers(integers);
    }),
);

/** Columns that are worth compressing: few ones, or few different values. */
const compressible: fc.Arbitrary<ColumnValues> = fc
  .tuple(
    fc.constantFrom(1, 8, 16, 32),
    fc.integer({ min: 2000, max: 20_000 }),
    fc.array(fc.nat(2 ** 16), { minLength: 1, maxLength: 30 }),
  )
  .map(([width, length, ones]) => {
    if (width === 1) {
      const bytes = new Uint8Array(byteLength(1, length));
      for (const one of ones) bytes[(one % length) >> 3] |= 1 << ((one % length) & 7);
      return columnOfBits(bytes, length);
    }
    const integers = createIntegers(length, 2 ** width - 1);
    for (let i = 0; i < length; i++) integers[i] = ones[i % ones.length];
    return columnOfIntegers(integers);
  });

describe('a compressed block file', () => {
  it('holds the values, for every reader of Arrow', () => {
    fc.assert(
      fc.property(compressible, (values) => {
        const series = values.width === 1 ? 'cold' : 'nim';
        const blockLabel = { ...label, series, stop: label.start + values.length } as const;
        const { file, encoding, valuesOffset } = encodeBlock(blockLabel, values);
        expect(encoding).toBe('lz4');
        expect(file.length).toBeLessThan(0.7 * values.bytes.length + 1000);
        // The number that Arrow has in front of a compressed buffer is of what it holds.
        const prefix = new DataView(file.buffer, file.byteOffset + valuesOffset).getBigInt64(0, true);
        expect(Number(prefix)).toBe(values.bytes.length);
        expect(decodeBlock(file)).toEqual({ label: blockLabel, values, encoding, valuesOffset });
        expect(encodeBlock(blockLabel, values).file).toEqual(file);
        const numbers = Array.from({ length: values.length }, (_, i) => valueAt(values, i));
        const name = series === 'cold' ? 'cold' : 'nim_value';
        expect(integersByReaders(file, name)).toEqual(numbers);
      }),
      { numRuns: 12 },
    );
  });

  it('of the layout of before is read', () => {
    const values = columnOfIntegers(new Uint8Array(50));
    const { file, encoding } = encodeBlock({ ...label, stop: label.start + 50 }, values);
    expect(encoding).toBe('none');
    expect(decodeBlock(file).values.bytes).toEqual(values.bytes);
  });
});

it('values are stored as they are where their first 64 KiB save less than a quarter, whatever follows', () => {
  const random = randomStream(1);
  // Nothing is saved on random bytes, and nearly all on zeros.
  const any = (length: number) => Uint8Array.from({ length }, () => Math.floor(random() * 256));
  const encodingOf = (...parts: Uint8Array[]) => packBest(Uint8Array.from(Buffer.concat(parts))).encoding;
  const zeros = new Uint8Array(2 ** 18);
  expect(encodingOf(any(2 ** 16), zeros)).toBe('none');
  expect(encodingOf(any(2 ** 15), zeros)).toBe('lz4');
  // Of no more than 64 KiB all are looked at.
  expect(encodingOf(any(2 ** 13), zeros.subarray(0, 2 ** 16 - 2 ** 13))).toBe('lz4');
  expect(encodingOf(zeros.subarray(0, 2 ** 16), any(2 ** 18))).toBe('none');
  const bytes = any(2 ** 17);
  expect(packBest(bytes).packed).toEqual(bytes);
});

describe('a block file', () => {
  it('holds the values, at the offset it says', () => {
    fc.assert(
      fc.property(columns, (values) => {
        const series = values.width === 1 ? 'cold' : 'nim';
        const blockLabel = { ...label, series, stop: label.start + values.length } as const;
        const { file, encoding, valuesOffset } = encodeBlock(blockLabel, values);
        expect(valuesOffset % 8).toBe(0);
        if (encoding === 'none')
          expect(file.subarray(valuesOffset, valuesOffset + values.bytes.length)).toEqual(values.bytes);
        const decoded = decodeBlock(file);
        expect(decoded.label).toEqual(blockLabel);
        expect(decoded.values).toEqual({ ...values, bytes: values.bytes });
        expect(encodeBlock(blockLabel, values).file).toEqual(file);
        const column = tableFromIPC(file).getChild(series === 'cold' ? 'cold' : 'nim_value');
        expect(Array.from(column ?? [], Number)).toEqual(
          Array.from({ length: values.length }, (_, i) => valueAt(values, i)),
        );
      }),
    );
  });

  it('of another kind is refused', async () => {
    const { tableFromArrays, tableToIPC } = await import('apache-arrow');
    const other = tableToIPC(tableFromArrays({ x: Int32Array.of(1, 2) }), 'file');
    expect(() => decodeBlock(other)).toThrow(/^block file: /);
  });
});

it('a block file is what Arrow writes, whatever files there were before it', () => {
  const games = fc.constantFrom(
    'squares',
    'primes!',
    'a'.repeat(200),
    'b'.repeat(200),
    '\u00e9\u{1f600}',
    '',
  );
  const starts = fc.integer({ min: 0, max: 2 ** 20 }).map((n) => 64 * n);
  const files = fc.array(fc.tuple(games, starts, fc.oneof(columns, compressible)), {
    minLength: 2,
    maxLength: 8,
  });
  fc.assert(
    fc.property(files, (all) => {
      for (const [game, start, values] of all) {
        const series = values.width === 1 ? 'cold' : 'nim';
        const own = { game, series, start, stop: start + values.length } as const;
        const { encoding, packed } = packBest(values.bytes);
        const expected = fileByArrow(own, values, encoding, packed);
        // Twice: the first may be of a shape that there was none of before.
        for (let times = 0; times < 2; times++)
          expect(Buffer.compare(encodeBlock(own, values).file, expected)).toBe(0);
      }
    }),
  );
});

describe('a hostile block file', () => {
  it.each([
    ['as it is', 'none', columnOfIntegers(Uint8Array.from({ length: 200 }, (_, i) => (i * i * 37) % 251))],
    ['compressed', 'lz4', columnOfIntegers(Uint8Array.from({ length: 9000 }, (_, i) => i % 7))],
  ] as const)('%s is named as such at once, whichever bytes are changed, cut or added', (_, way, values) => {
    const { file, encoding } = encodeBlock({ ...label, stop: label.start + values.length }, values);
    expect(encoding).toBe(way);
    const random = randomStream(SEED);
    const below = (n: number): number => Math.floor(random() * n);
    for (let run = 0; run < 1000; run++) {
      const footer = Math.max(0, file.length - 900 + below(900));
      const mutant = Buffer.from(file);
      const at = run % 4 === 0 ? below(240) : Math.min(footer, file.length - 1);
      if (run % 3 === 0) mutant.writeUInt32LE(below(2 ** 32), Math.min(at, file.length - 4));
      else mutant[at] ^= 1 + below(255);
      const cut = run % 5 === 0 ? mutant.subarray(0, below(file.length)) : mutant;
      const longer = run % 7 === 0 ? Buffer.concat([cut, Buffer.alloc(8)]) : cut;
      if (longer.equals(file)) continue;
      let decoded: BlockLabel | undefined;
      try {
        decoded = decodeBlock(longer).label;
      } catch (error) {
        expect(String(error), `${REPLAY}, run ${run}`).toMatch(/^Error: block file: /);
      }
      // What is decoded is a block file again, of another label or other values.
      if (decoded !== undefined) expect(longer.length, `${REPLAY}, run ${run}`).toBe(file.length);
    }
  });
});

describe('runs of integers', () => {
  it('are read from unaligned bytes too', () => {
    const bytes = new Uint8Array(9);
    bytes.set([1, 0, 2, 0, 3, 0, 4, 0], 1);
    expect(integersOf({ width: 16, length: 4, bytes: bytes.subarray(1) })).toEqual(
      Uint16Array.of(1, 2, 3, 4),
    );
    expect(integersOf({ width: 32, length: 2, bytes: bytes.subarray(1) })).toEqual(
      Uint32Array.of(131_073, 262_147),
    );
  });
});

describe('positions', () => {
  it('are exact across 2^32 and up to 2^53', () => {
    for (const start of [0, 2 ** 32 - 2, 2 ** 53 - 5]) {
      expect(Array.from(consecutivePositions(start, 4), Number)).toEqual([0, 1, 2, 3].map((i) => start + i));
    }
  });
});
