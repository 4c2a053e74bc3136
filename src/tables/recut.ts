/** Re-batching of rows into batches of equal length. */
import { copyBits, createBitset } from '../kernel/bitset.js';
import { concatenated } from '../platform/bytes.js';
import type { Batch, CellValue, ColumnData, TableColumn, Texts } from './table.js';
import { areIntegers, areTexts } from './values.js';

interface Piece {
  readonly batch: Batch;
  readonly start: number;
  readonly stop: number;
}

/** Yields the rows in batches of exactly `rows`, except the last, so that a file does not depend on how its rows were found. */
export async function* recut(
  columns: readonly TableColumn[],
  batches: AsyncIterable<Batch>,
  rows: number,
): AsyncGenerator<Batch> {
  let pieces: Piece[] = [];
  let missing = rows;
  for await (const batch of batches) {
    for (let start = 0; start < batch.length;) {
      const stop = Math.min(batch.length, start + missing);
      pieces.push({ batch, start, stop });
      missing -= stop - start;
      start = stop;
      if (missing > 0) continue;
      yield joined(columns, pieces, rows);
      [pieces, missing] = [[], rows];
    }
  }
  if (missing < rows) yield joined(columns, pieces, rows - missing);
}

function joined(columns: readonly TableColumn[], pieces: readonly Piece[], length: number): Batch {
  const [{ batch }] = pieces;
  if (batch.length === length && pieces.length === 1) return batch;
  return { length, columns: columns.map((column, i) => joinedColumn(column, pieces, i, length)) };
}

function joinedColumn(
  { type }: TableColumn,
  pieces: readonly Piece[],
  column: number,
  length: number,
): ColumnData {
  const [first] = pieces;
  const dataOf = ({ batch }: Piece): ColumnData => batch.columns[column];
  if (areTexts(dataOf(first))) {
    const offsets = new Int32Array(length + 1);
    let at = 0;
    const bytes = pieces.map((piece) => {
      const texts = dataOf(piece) as Texts;
      const moved = offsets[at] - texts.offsets[piece.start];
      for (let row = piece.start; row < piece.stop; row++) offsets[++at] = texts.offsets[row + 1] + moved;
      return texts.bytes.subarray(texts.offsets[piece.start], texts.offsets[piece.stop]);
    });
    return { bytes: concatenated(Uint8Array, bytes), offsets };
  }
  if (!areIntegers(dataOf(first)))
    return pieces.flatMap((piece) => (dataOf(piece) as CellValue[]).slice(piece.start, piece.stop));
  if (type === 'bool') {
    const bits = createBitset(length);
    let at = 0;
    for (const piece of pieces) {
      const count = piece.stop - piece.start;
      copyBits(dataOf(piece) as Uint8Array, piece.start, bits, at, count);
      at += count;
    }
    return bits;
  }
  const memory = pieces.map((piece) => (dataOf(piece) as Uint32Array).subarray(piece.start, piece.stop));
  return concatenated(memory[0].constructor as Uint32ArrayConstructor, memory);
}
