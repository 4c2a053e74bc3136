/** What a run makes known as it goes on, as a job hears of it: the values of contiguous runs of positions, by their hashes. */
import type { Range } from '../../common/range.js';
import type { JobContext } from '../job.js';
import { hashIn, objectOf, rangeOf } from '../reading.js';

/** Positions of a piece of news, at most: their bits are a blob. */
export const MOST_NEWS = 2 ** 28;

/** Values of a range, by the hash of their bytes. */
export interface KnownPiece extends Range {
  readonly hash: string;
}

/** The pieces for a kind of job that it has heard of, in order. Each kind reads what else there is to know of a piece. */
export class KnownNews<Piece extends KnownPiece = KnownPiece> {
  readonly pieces: Piece[] = [];
  /** News of the run that were looked at, those for other kinds of jobs included. */
  #heard = 0;
  readonly #kind: string;
  readonly #origin: number;
  readonly #read: (json: unknown, piece: KnownPiece) => Piece;

  /** News for a kind begin at `origin`. */
  constructor(kind: string, origin: number, read: (json: unknown, piece: KnownPiece) => Piece) {
    this.#kind = kind;
    this.#origin = origin;
    this.#read = read;
  }

  /** Every position from the origin to below this has been made known. */
  get known(): number {
    return this.pieces.at(-1)?.stop ?? this.#origin;
  }

  /**
   * Asks for what has been made known since, waits for it for so many seconds, and takes note of it, piece by piece; whether there
   * was any. Raises for what does not follow.
   */
  async learn(
    context: Pick<JobContext, 'news'>,
    seconds: number,
    take: (piece: Piece) => Promise<void>,
  ): Promise<boolean> {
    const texts = await context.news(this.#heard, seconds);
    for (const text of texts) {
      const json: unknown = JSON.parse(text);
      const { kind, hash } = objectOf(json);
      if (kind === this.#kind) {
        const range = rangeOf(json, MOST_NEWS);
        if (range.start !== this.known) throw new TypeError(`expected news from ${this.known} on`);
        const piece = this.#read(json, { ...range, hash: hashIn(hash) });
        await take(piece);
        this.pieces.push(piece);
      }
      this.#heard++;
    }
    return texts.length > 0;
  }

  /** Raises unless there are at least so many pieces: what a job builds on was made known before it. */
  checkCount(least: number): void {
    if (this.pieces.length < least) throw new Error(`${this.pieces.length} pieces of news, not ${least}`);
  }
}
