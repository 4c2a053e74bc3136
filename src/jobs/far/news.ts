/**
 * The values of one big game as workers are told of them: pieces of bytes of their own, which are hashed as soon as the values
 * are decided. No later work on the game can change them, so they are also what results are held against.
 */
import { cutAtMultiples, type Range } from '../../common/range.js';
import { sha256 } from '../../common/sha256.js';

/** The values of a range, as they travel. */
export interface NewsPiece extends Range {
  readonly bytes: Uint8Array;
  readonly hash: string;
}

/** How values become bytes. */
export interface NewsFormat<Values, Piece extends NewsPiece> {
  /** Positions of a piece, at most. */
  readonly most: number;
  /** The piece of a range of some values, the first of which is that of position `first`. */
  readonly pieceOf: (range: Range, values: Values, first: number) => Omit<Piece, 'hash'>;
}

/** Reads final values. */
export type ReadLower<Values> = (range: Range) => Promise<Values>;

/** What is decided of a game, in contiguous pieces. Cost: their bytes, as many as workers are sent. */
export class News<Values, Piece extends NewsPiece> {
  readonly #format: NewsFormat<Values, Piece>;
  readonly #origin: number;
  /** Contiguous from some position on, which is the origin once all have been asked for. */
  readonly #pieces: Piece[] = [];

  /** The pieces begin at `origin`. */
  constructor(format: NewsFormat<Values, Piece>, origin: number) {
    this.#format = format;
    this.#origin = origin;
  }

  /** Takes note of values that were decided. They come in order. */
  learn(range: Range, values: Values, first: number): void {
    this.#pieces.push(...this.#cut(range).map((part) => this.#pieceOf(part, values, first)));
  }

  /** Takes note of a piece that follows, as it came. */
  add(piece: Piece): void {
    this.#pieces.push(piece);
  }

  /** All pieces up to `stop`. What was not learnt is read. */
  async upTo(stop: number, readLower: ReadLower<Values>): Promise<readonly Piece[]> {
    const below = await this.#read(
      { start: this.#origin, stop: this.#pieces.at(0)?.start ?? stop },
      readLower,
    );
    this.#pieces.unshift(...below);
    this.#pieces.push(...(await this.#read({ start: this.#pieces.at(-1)?.stop ?? stop, stop }, readLower)));
    return this.#pieces;
  }

  async #read(range: Range, readLower: ReadLower<Values>): Promise<Piece[]> {
    const pieces: Piece[] = [];
    for (const part of this.#cut(range)) {
      pieces.push(this.#pieceOf(part, await readLower(part), part.start));
    }
    return pieces;
  }

  #cut(range: Range): Range[] {
    return [...cutAtMultiples(range, this.#format.most)];
  }

  #pieceOf(range: Range, values: Values, first: number): Piece {
    const piece = this.#format.pieceOf(range, values, first);
    return { ...piece, hash: sha256(piece.bytes) } as Piece;
  }
}
