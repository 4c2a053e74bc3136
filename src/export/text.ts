/**
 * Text formats, all of which have a line for a position: CSV, TSV, JSON lines, and the OEIS b-file. What differs is
 * what stands around the numbers. Generators from rows to bytes, so that memory does not grow with the range. Separate
 * from the binary formats, which need other libraries.
 */
import { positionsOfBits } from '../columnar/positions.js';
import { integersOf } from '../columnar/layout.js';
import { LineBuffer, type Rows } from './rows.js';

/** What stands around the numbers of a line, as ASCII; undefined for a number that is left out. */
export interface LineShape {
  /** The first lines of the file. */
  readonly head: string;
  readonly beforePosition: string | undefined;
  readonly beforeValue: string | undefined;
  /** The end of the line, with its line feed. */
  readonly end: string;
}

/** Values separated by a character, under a line of their names. */
export function delimited(names: readonly string[], hasPosition: boolean, separator: string): LineShape {
  const hasValue = names.length > (hasPosition ? 1 : 0);
  return {
    head: `${names.join(separator)}\n`,
    beforePosition: hasPosition ? '' : undefined,
    beforeValue: hasValue ? (hasPosition ? separator : '') : undefined,
    end: '\n',
  };
}

/** A JSON object a line. */
export function jsonLines(names: readonly string[], hasPosition: boolean): LineShape {
  const keys = names.map((name) => `${JSON.stringify(name)}:`);
  const value = hasPosition ? keys.at(1) : keys.at(0);
  return {
    head: '',
    beforePosition: hasPosition ? `{${keys[0]}` : undefined,
    beforeValue: value === undefined ? undefined : `${hasPosition ? ',' : '{'}${value}`,
    end: '}\n',
  };
}

/** The b-file: `n value`. */
export const B_FILE: LineShape = { head: '', beforePosition: '', beforeValue: ' ', end: '\n' };

/** A line for each position, with its value; bits as `true` or `false`. */
export async function* toLines(rows: AsyncIterable<Rows>, shape: LineShape): AsyncGenerator<Uint8Array> {
  const { head, beforePosition, beforeValue = '', end } = shape;
  const buffer = new LineBuffer();
  buffer.ascii(head);
  for await (const { start, values } of rows) {
    const isBits = values.width === 1;
    const integers = isBits ? values.bytes : integersOf(values);
    for (let i = 0; i < values.length; i++) {
      if (buffer.isFull) yield buffer.take();
      if (beforePosition !== undefined) {
        buffer.ascii(beforePosition);
        buffer.number(start + i);
      }
      buffer.ascii(beforeValue);
      if (isBits) buffer.ascii((integers[i >>> 3] >>> (i & 7)) & 1 ? 'true' : 'false');
      else buffer.number(integers[i]);
      buffer.ascii(end);
    }
  }
  yield buffer.take();
}

/** A line for each position whose bit is set. */
export async function* toPositionLines(
  rows: AsyncIterable<Rows>,
  { head, beforePosition = '', end }: LineShape,
): AsyncGenerator<Uint8Array> {
  const buffer = new LineBuffer();
  buffer.ascii(head);
  let isFirst = true;
  for await (const { start, values } of rows) {
    for (const position of positionsOfBits(values.bytes, start, values.length)) {
      if (buffer.isFull) yield buffer.take();
      buffer.ascii(beforePosition);
      buffer.number(position);
      buffer.ascii(end);
    }
    // Where hardly any position follows, the first are not kept back.
    if (isFirst) yield buffer.take();
    isFirst = false;
  }
  yield buffer.take();
}

/** The b-file of bits: lines `k p_k`, the k-th position whose bit is set; the first line has k = `firstIndex`. */
export async function* toPositionsBFile(
  rows: AsyncIterable<Rows>,
  firstIndex: number,
): AsyncGenerator<Uint8Array> {
  const buffer = new LineBuffer();
  let k = firstIndex;
  let isFirst = true;
  for await (const { start, values } of rows) {
    for (const position of positionsOfBits(values.bytes, start, values.length)) {
      if (buffer.isFull) yield buffer.take();
      buffer.number(k++);
      buffer.ascii(' ');
      buffer.number(position);
      buffer.ascii('\n');
    }
    // Where hardly any position follows, the first are not kept back.
    if (isFirst) yield buffer.take();
    isFirst = false;
  }
  yield buffer.take();
}
