/** Cuts cold bits, in chunks of any length, into pieces that end at the multiples of the piece length. */
import { copyBits, createBitset } from '../../kernel/bitset.js';
import { cutAtMultiples, type Range } from '../../common/range.js';
import type { Piece } from './task.js';

/** Builds the pieces of a range. Callers add chunks in increasing order, which cover it. */
export class PieceBuilder {
  readonly #stop: number;
  #yielded: number;
  readonly #pieces: Iterator<Range, undefined>;
  readonly #method: string;
  #piece: Range | undefined;
  #bits: Uint8Array = new Uint8Array();

  constructor(range: Range, pieceLength: number, method: string) {
    this.#stop = range.stop;
    this.#yielded = range.start;
    this.#method = method;
    this.#pieces = cutAtMultiples(range, pieceLength);
  }

  /** End of the pieces that were yielded: a task reads these as lower values. */
  get yielded(): number {
    return this.#yielded;
  }

  /** Adds the bits of a chunk, from bit `from` on, and yields the pieces that are then complete. */
  *add(chunk: Range, bits: Uint8Array, from: number): Generator<Piece<Uint8Array>, void, undefined> {
    for (let start = chunk.start; start < chunk.stop;) {
      const piece = (this.#piece ??= this.#begin());
      const stop = Math.min(chunk.stop, piece.stop);
      copyBits(bits, from + start - chunk.start, this.#bits, start - piece.start, stop - start);
      if (stop === piece.stop) {
        this.#piece = undefined;
        this.#yielded = stop;
        yield { ...piece, values: this.#bits, method: this.#method };
      }
      start = stop;
    }
  }

  #begin(): Range {
    const next = this.#pieces.next();
    if (next.done === true) throw new Error(`chunks go on past ${this.#stop}`);
    this.#bits = createBitset(next.value.stop - next.value.start);
    return next.value;
  }
}
