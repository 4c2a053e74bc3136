/**
 * Views of misere nim-values, or of cold positions in misere play, by Ferguson's exchange (docs/ALGORITHMS.md, "Sums of heaps and
 * play"). Nothing is stored of them.
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
import type { Segment } from './segments.js';
import { View } from './view.js';

/**
 * A segment in misere play: 0 and 1 are exchanged, and cold positions are higher by the smallest subtrahend. Below it none is cold:
 * the player to move has no move, and wins.
 */
function misereSegment(normal: View, segment: Segment, shift: number): Segment {
  const { source, start, stop } = segment;
  const isCold = SERIES[normal.series].isBits;
  const lowered = (position: number): number => Math.max(0, position - shift);
  const readNim = async (range: Range, width?: Width): Promise<ColumnValues> => {
    const values = integersOf(await segment.read(range, width)).slice();
    for (let i = 0; i < values.length; i++) if (values[i] < 2) values[i] ^= 1;
    return columnOfIntegers(values);
  };
  const readCold = async (range: Range): Promise<ColumnValues> => {
    const lower = { start: lowered(range.start), stop: lowered(range.stop) };
    const bits = createBitset(lengthOf(range));
    if (lengthOf(lower) > 0) {
      const { bytes } = await normal.read(lower);
      copyBits(bytes, 0, bits, lower.start + shift - range.start, lengthOf(lower));
    }
    return columnOfBits(bits, lengthOf(range));
  };
  return {
    ...{ source, start, stop },
    widthOf: (range) => segment.widthOf(range),
    boundOf: (range) => Math.max(1, segment.boundOf(range)),
    read: isCold ? readCold : readNim,
    async valuesAt(positions) {
      if (!isCold) return (await segment.valuesAt(positions)).map((value) => (value < 2 ? 1 - value : value));
      const values = await normal.valuesAt(Float64Array.from(positions, lowered));
      return values.map((value, i) => (positions[i] < shift ? 0 : value));
    },
    // No block has these values, and no repetition of normal play is used: it need not hold in misere play.
    sourcesOf: (range) => [
      { ...range, stored: undefined, isWhole: false, steps: lengthOf(range), times: 1, rise: 0 },
    ],
    coldBefore: (position) => normal.coldBefore(lowered(position)),
  };
}

/** Returns a view of the requested play. Raises a usage error for misere play of remoteness, and of games with declarations. */
export function inPlay(game: Game, view: View, { misere = false }: PlayOptions): View {
  if (!misere) return view;
  requirePlain(game);
  if (view.series === 'remoteness') refuse('Misere play has no remoteness. Choose the series nim or cold.');
  const segments = view.segments.map((segment) => misereSegment(view, segment, game.set.smallest));
  return new View(view.series, segments, { lacksStates: view.lacksStates, play: 'misere' });
}

/** Raises a usage error for misere play of a game with declarations. */
export function requirePlain(game: Game): void {
  const declared = declaredBy(game);
  if (declared === undefined) return;
  refuse('Misere play is only known for games of a set, and {game} has {declared}. Choose normal play.', {
    ...{ game: game.key, declared },
  });
}
