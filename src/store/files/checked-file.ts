/** Checks of a block file before its values are used, from a disk or from a web server. */
import { failure, messageOf, type TakeawayError } from '../../common/errors.js';
import { lengthOf } from '../../common/range.js';
import { sha256 } from '../../common/sha256.js';
import { reasonOf } from '../../common/system-errors.js';
import type { DecodedBlock } from '../../columnar/block-file.js';
import { bodyEndOf } from '../../columnar/block-label.js';
import { ENCODINGS } from '../../columnar/encodings.js';
import { byteLength, valueAt, type ColumnValues } from '../../columnar/layout.js';
import type { BlockRecord, StoredSeries } from '../records.js';

/** Raises `corrupt`, naming the place, unless a file has the size and SHA-256 of its block. */
export function checkFile(place: string, file: Uint8Array, { bytes, sha256: expected }: BlockRecord): void {
  if (file.length !== bytes) throw damagedBlock(place, `has ${file.length} bytes, not ${bytes}`);
  const digest = sha256(file);
  if (digest !== expected) throw damagedBlock(place, `has the SHA-256 ${digest}, not ${expected}`);
}

/** Returns the values in a checked file. Raises `corrupt` if they do not match the row of its block. */
export function valuesIn(place: string, file: Uint8Array, block: BlockRecord): ColumnValues {
  const { width, encoding } = block;
  const length = lengthOf(block);
  let bytes: Uint8Array = new Uint8Array();
  unpacking(place, file, block, (packed) => {
    const unpacked = ENCODINGS[encoding].unpack(packed, byteLength(width, length));
    bytes = unpacked.bytes;
    return unpacked.end;
  });
  return { width, length, bytes };
}

/**
 * Returns the values at some offsets of a checked file. Raises as `valuesIn` does. Cost: decompression, without memory for the
 * result.
 */
export function valuesAtPlaces(
  place: string,
  file: Uint8Array,
  block: BlockRecord,
  places: readonly number[],
): number[] {
  const { width, encoding } = block;
  const values = Array<number>(places.length).fill(0);
  unpacking(place, file, block, (packed) =>
    ENCODINGS[encoding].pieces(packed, byteLength(width, lengthOf(block)), (bytes, start) => {
      const first = (start * 8) / width;
      const length = (bytes.length * 8) / width;
      for (let i = 0; i < places.length; i++) {
        const at = places[i] - first;
        if (at >= 0 && at < length) values[i] = valueAt({ width, length, bytes }, at);
      }
    }),
  );
  return values;
}

/**
 * Unpacks the values of a file, which are its last buffer, padded to a multiple of 8 bytes. If they are not, the row is wrong.
 * `unpack` returns their end in the packed bytes.
 */
function unpacking(
  place: string,
  file: Uint8Array,
  block: BlockRecord,
  unpack: (packed: Uint8Array) => number,
): void {
  const { width, encoding, valuesOffset } = block;
  const length = lengthOf(block);
  try {
    const packed = file.subarray(valuesOffset, bodyEndOf(file));
    const end = unpack(packed);
    if (valuesOffset % 8 === 0 && Math.ceil(end / 8) * 8 === packed.length) return;
    throw new Error(
      `they end at ${valuesOffset + end}, and the last buffer at ${valuesOffset + packed.length}`,
    );
  } catch (error) {
    const values = `${length} values of ${width} bits, packed as ${encoding}, from byte ${valuesOffset} on`;
    throw damagedBlock(place, `does not have ${values}: ${messageOf(error)}`);
  }
}

/** Returns the values in a file after comparing it with the row of its block and its own label. Raises `corrupt`. */
export async function checkedValues(
  place: string,
  file: Uint8Array,
  series: StoredSeries,
  block: BlockRecord,
): Promise<ColumnValues> {
  const { label, values, encoding, valuesOffset } = await decoded(place, file);
  const { start, stop } = block;
  const expected = `${series.gameKey} ${series.name} ${start}-${stop}, ${block.width} bits ${block.encoding} at ${block.valuesOffset}`;
  const found = `${label.game} ${label.series} ${label.start}-${label.stop}, ${values.width} bits ${encoding} at ${valuesOffset}`;
  if (found !== expected) throw damagedBlock(place, `says that it is ${found}, not ${expected}`);
  const digest = sha256(values.bytes);
  if (digest !== block.valuesSha256) {
    throw damagedBlock(place, `has values with the SHA-256 ${digest}, not ${block.valuesSha256}`);
  }
  return values;
}

/** Decodes a block file. Raises `corrupt` for other bytes. */
async function decoded(place: string, file: Uint8Array): Promise<DecodedBlock> {
  // Loaded on demand: loading it costs more than a point query.
  const { decodeBlock } = await import('../../columnar/block-file.js');
  try {
    return decodeBlock(file);
  } catch (error) {
    throw damagedBlock(place, `cannot be decoded: ${reasonOf(error)}`);
  }
}

/** Returns the error for a block that does not match its row. */
export function damagedBlock(path: string, problem: string): TakeawayError {
  const facts = { path, problem };
  return failure('corrupt', 'The block {path} {problem}.', facts, { remedy: { do: 'verify', repair: true } });
}
