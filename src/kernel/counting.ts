/** Looking through integers by the kernels, a piece at a time: some 0.1 ns a byte, copying into their memory included. */
import { Arena } from './arena.js';
import { OWN_BASE, ownContext } from './context.js';
import type { Kernels } from './kernels.js';

type Integers = Uint8Array | Uint16Array | Uint32Array;

/** Bytes that are copied at a time: they stay in the L2 cache until they are looked at. */
const PIECE = 2 ** 17;

/** The largest of some integers; 0 when there are none. */
export function largestOf(values: Integers): number {
  let largest = 0;
  forEachPiece(values, (kernels, address, count) => {
    largest = Math.max(largest, kernels.largestIn(address, values.BYTES_PER_ELEMENT, count) >>> 0);
  });
  return largest;
}

/** How many of some integers have none of the given bits. */
export function countWithout(values: Integers, bits: number): number {
  let found = 0;
  forEachPiece(values, (kernels, address, count) => {
    found += kernels.countWithout(address, values.BYTES_PER_ELEMENT, count, bits);
  });
  return found;
}

function forEachPiece(
  { buffer, byteOffset, byteLength, BYTES_PER_ELEMENT }: Integers,
  look: (kernels: Kernels, address: number, count: number) => void,
): void {
  const { memory, kernels } = ownContext();
  const space = new Arena(memory, OWN_BASE).take(Math.min(byteLength, PIECE));
  for (let from = 0; from < byteLength; from += PIECE) {
    const piece = new Uint8Array(buffer, byteOffset + from, Math.min(PIECE, byteLength - from));
    space.u8.set(piece);
    look(kernels, space.address, piece.length / BYTES_PER_ELEMENT);
  }
}
