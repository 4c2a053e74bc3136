/** Scans of integers by kernels, piece by piece: some 0.1 ns a byte, including the copy into their memory. */
import { Arena } from './arena.js';
import { OWN_BASE, ownContext } from './context.js';
import type { Kernels } from './kernels.js';

type Integers = Uint8Array | Uint16Array | Uint32Array;

/** Bytes copied at a time, so that they are still in the L2 cache when they are scanned. */
const PIECE = 2 ** 17;

/** The largest of some integers; 0 if there are none. */
export function largestOf(values: Integers): number {
  let largest = 0;
  forEachPiece(values, (kernels, address, count) => {
    largest = Math.max(largest, kernels.largestIn(address, values.BYTES_PER_ELEMENT, count) >>> 0);
  });
  return largest;
}

/** The number of integers without any of the given bits. */
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
