/**
 * Misere play as a reading of normal play: a view of the misere nim-values of a game, or of its cold positions in misere play, by
 * Ferguson's exchange (docs/ALGORITHMS.md, "Sums of heaps and play"). Nothing is stored of it.
 */
import { refuse } from '../../common/errors.js';
import { lengthOf, type Range } from '../../common/range.js';
import {
  columnOfBits,
  columnOfIntegers,
  integersOf,
  SERIES,
  type ColumnValues,
  type Width,
} from '../../columnar/layout.js';
import { declaredBy, type Game } from '../../game/game.js';
import { copyBits, createBitset } from '../../kernel/bitset.js';
import type { PlayOptions } from '../series/options.js';
import { View } from './view.js';

/** The nim-values or cold positions of a game in misere play. */
class MisereView extends View {
  override readonly play = 'misere';
  readonly #normal: View;
  /** How far above a cold position of normal play one of misere play lies. */
  readonly #shift: number;

  constructor(normal: View, shift: number) {
    super(normal.series, normal.segments, normal.lacksStates);
    this.#normal = normal;
    this.#shift = shift;
  }

  override async read(range: Range, width?: Width): Promise<ColumnValues> {
    if (SERIES[this.series].isBits) return this.#readCold(range);
    const values = integersOf(await this.#normal.read(range, width)).slice();
    for (let i = 0; i < values.length; i++) if (values[i] < 2) values[i] ^= 1;
    return columnOfIntegers(values);
  }

  /** No position below the smallest subtrahend is cold: who is to move has none, and wins. */
  async #readCold(range: Range): Promise<ColumnValues> {
    const start = Math.max(0, range.start - this.#shift);
    const stop = Math.max(start, range.stop - this.#shift);
    const bits = createBitset(lengthOf(range));
    if (stop > start) {
      const { bytes } = await this.#normal.read({ start, stop });
      copyBits(bytes, 0, bits, start + this.#shift - range.start, stop - start);
    }
    return columnOfBits(bits, lengthOf(range));
  }

  override async valuesAt(positions: ArrayLike<number>): Promise<Uint32Array | Float64Array> {
    if (!SERIES[this.series].isBits) {
      const values = await this.#normal.valuesAt(positions);
      return values.map((value) => (value < 2 ? 1 - value : value));
    }
    const lower = Float64Array.from(positions, (position) => Math.max(0, position - this.#shift));
    const values = await this.#normal.valuesAt(lower);
    return values.map((value, i) => (positions[i] < this.#shift ? 0 : value));
  }

  override coldBefore(position: number): Promise<number> {
    return this.#normal.coldBefore(Math.max(0, position - this.#shift));
  }
}

/**
 * A view of the play that is asked for. Raises a usage error for misere play of a series that the exchange does not give, and of
 * games that declare something.
 */
export function inPlay(game: Game, view: View, { misere = false }: PlayOptions): View {
  if (!misere) return view;
  const subject = `Misere play of ${game.key}`;
  const declared = declaredBy(game);
  if (declared !== undefined) refuse(subject, 'a game of a set alone', `one with ${declared}`);
  if (view.series === 'remoteness') refuse(subject, 'the series nim or cold', view.series);
  return new MisereView(view, game.set.smallest);
}
