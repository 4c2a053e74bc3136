/** Arrow files of packed columns: to the byte those of apache-arrow, which is the oracle here. */
import {
  Bool,
  CompressionType,
  Field,
  makeData,
  RecordBatch,
  RecordBatchFileWriter,
  Schema,
  Struct,
  Uint16,
  Uint32,
  Uint8,
  type Data,
} from 'apache-arrow';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { arrowFile, type PackedColumn } from '../../src/columnar/arrow-file.js';
import { byteLength } from '../../src/columnar/layout.js';
import { effort } from '../support/seed.js';

const TYPES = { 1: Bool, 8: Uint8, 16: Uint16, 32: Uint32 };
const ARRAYS = { 1: Uint8Array, 8: Uint8Array, 16: Uint16Array, 32: Uint32Array };

/** Arrow's writer, given the body as it should lie in the file. */
class PackedWriter extends RecordBatchFileWriter {
  readonly #packed: Uint8Array;

  constructor(packed: Uint8Array) {
    super({ compressionType: CompressionType.LZ4_FRAME });
    this.#packed = packed;
  }

  protected override _compressBodyBuffers() {
    const none = new Uint8Array(0);
    const { length } = this.#packed;
    const bufferRegions = [
      { offset: 0, length: 0 },
      { offset: 0, length },
    ];
    return {
      byteLength: 8 * Math.ceil(length / 8),
      bufferRegions,
      buffers: [none, none, none, this.#packed],
    };
  }
}

/** The same file by apache-arrow. `packed` are the values themselves where they are not compressed. */
function byArrow(
  { name, width, length, packed, isCompressed }: PackedColumn,
  metadata: Map<string, string>,
): Uint8Array {
  const fields = [new Field(name, new TYPES[width](), false)];
  const bytes = isCompressed ? new Uint8Array(byteLength(width, length)) : packed;
  const data = new ARRAYS[width](bytes.slice().buffer);
  const make = makeData as (props: object) => Data;
  const column = make({ type: new TYPES[width](), length, nullCount: 0, data });
  const batch = new RecordBatch(
    new Schema(fields, metadata),
    makeData({ length, nullCount: 0, type: new Struct(fields), children: [column] }),
  );
  const writer = isCompressed ? new PackedWriter(packed) : new RecordBatchFileWriter();
  return writer.writeAll([batch]).toUint8Array(true);
}

it('are those of apache-arrow, to the byte', () => {
  const texts = fc.string({ unit: 'binary', maxLength: 40 });
  fc.assert(
    fc.property(
      fc.constantFrom(1 as const, 8 as const, 16 as const, 32 as const),
      fc.nat({ max: 300 }).map((length) => length + 1),
      fc.boolean(),
      fc.nat({ max: 100 }),
      fc.string({ unit: 'binary', minLength: 1, maxLength: 20 }),
      fc.array(fc.tuple(texts, texts), { minLength: 1, maxLength: 6 }),
      (width, length, isCompressed, short, name, pairs) => {
        const size = isCompressed ? short + 1 : byteLength(width, length);
        const packed = Uint8Array.from({ length: size }, (_, i) => (i * 37 + 5) & 255);
        // Of bits, Arrow takes those after the last as they are.
        const column = { name, width, length, packed, isCompressed };
        const metadata = new Map(pairs);
        expect(Buffer.from(arrowFile(column, metadata))).toEqual(Buffer.from(byArrow(column, metadata)));
      },
    ),
    { numRuns: effort(200, 2000) },
  );
});

it.each([2 ** 20, 2 ** 24 + 8, 2 ** 26])('of %i values have the same numbers in their messages', (length) => {
  const column = {
    name: 'cold',
    width: 1,
    length,
    packed: new Uint8Array(length / 8),
    isCompressed: false,
  } as const;
  const metadata = new Map([['takeaway.format', '1']]);
  expect(Buffer.from(arrowFile(column, metadata)).equals(Buffer.from(byArrow(column, metadata)))).toBe(true);
});
