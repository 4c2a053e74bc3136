/**
 * The colours of cells. Outcomes: one strong colour for cold on a quiet one for hot. Nim-values: separate colours where
 * they are few (Okabe and Ito's, told apart by the colour-blind), else a scale that gets lighter (after cividis).
 */
import { grouped } from '../format.js';
import { isDark } from '../theme.js';

export type Colouring = 'outcome' | 'nim' | 'remoteness' | 'difference' | 'sieve';

export interface Palette {
  /** The colour of a value as a 32-bit word in the byte order of image data. */
  readonly wordOf: (value: number) => number;
  /** That of 0, where the others stand out from it. */
  readonly ground: number | undefined;
}

/**
 * Of outcomes those of hot and cold; of two games hot in both, cold in the first alone, in the second alone, in both; of the
 * sieve hot, cold, not decided yet, and marked last.
 */
const THEMES = {
  light: {
    outcome: ['#efe8da', '#0b5394'],
    difference: ['#efe8da', '#0b5394', '#d55e00', '#3d4654'],
    sieve: ['#efe8da', '#0b5394', '#bdb7a9', '#d55e00'],
    few: ['#0b5394', '#efe8da', '#e69f00', '#009e73', '#cc79a7', '#56b4e9', '#d55e00', '#f0e442'],
  },
  dark: {
    outcome: ['#222b38', '#8fd0ff'],
    difference: ['#222b38', '#8fd0ff', '#f0954a', '#e8e6e0'],
    sieve: ['#222b38', '#8fd0ff', '#5a6677', '#f0954a'],
    few: ['#8fd0ff', '#222b38', '#e69f00', '#009e73', '#cc79a7', '#3a7fc1', '#d55e00', '#f0e442'],
  },
};
/** Red, green and blue from the darkest to the lightest. */
const SCALE = [
  [0, 34, 78],
  [18, 53, 112],
  [59, 73, 108],
  [87, 93, 109],
  [112, 113, 115],
  [138, 134, 120],
  [165, 156, 116],
  [195, 179, 105],
  [225, 204, 85],
  [254, 232, 56],
];
const COLD_IN_SCALE = '#ff6f3c';
/** Where on the scale the legend has a colour with its value. */
const LEGEND = [0, 0.1, 0.25, 0.5, 0.75, 1];

/** What has the colour of a value, as CSS has it, when none is above `largest`. */
function colourOf(colouring: Colouring, largest: number): (value: number) => string {
  const theme = THEMES[isDark() ? 'dark' : 'light'];
  if (colouring === 'outcome' || colouring === 'difference' || colouring === 'sieve')
    return (value) => theme[colouring][value];
  if (largest < theme.few.length) return (value) => theme.few[value];
  return (value) => (value === 0 ? COLD_IN_SCALE : scaled(value / largest));
}

/** The words of what the colours mean, each with its colour. */
export function legendOf(
  colouring: Colouring,
  largest: number,
  [first, second]: readonly string[],
): readonly (readonly [colour: string, words: string])[] {
  const colour = colourOf(colouring, largest);
  if (colouring === 'outcome')
    return [
      [colour(1), 'cold: the player to move loses'],
      [colour(0), 'hot'],
    ];
  if (colouring === 'difference' || colouring === 'sieve') {
    const words =
      colouring === 'sieve'
        ? ['hot: a move leads to a cold one', 'cold', 'not decided yet', 'marked as hot now']
        : ['hot in both', `cold in ${first} alone`, `cold in ${second} alone`, 'cold in both'];
    return words.map((each, i) => [colour(i), each]);
  }
  const isFew = largest < THEMES.light.few.length;
  const values = isFew ? [...Array(largest + 1).keys()] : LEGEND.map((share) => Math.round(share * largest));
  return values.map((value) => [colour(value), grouped(value)]);
}

/** The colour of each value, when none is above `largest`; made when it is asked for first, as most of many never are. */
export function paletteOf(colouring: Colouring, largest: number): Palette {
  const colour = colourOf(colouring, largest);
  const words = new Uint32Array(Math.max(largest + 1, THEMES.light.few.length));
  // None is 0: colours are opaque.
  return {
    wordOf: (value) => words[value] || (words[value] = wordOf(colour(value))),
    ground: colouring === 'outcome' || colouring === 'difference' ? wordOf(colour(0)) : undefined,
  };
}

function wordOf(hex: string): number {
  const [red, green, blue] = [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16));
  return ((255 << 24) | (blue << 16) | (green << 8) | red) >>> 0;
}

/** A colour of the scale at a share from 0 to 1. */
function scaled(share: number): string {
  const at = share * (SCALE.length - 1);
  const low = Math.min(SCALE.length - 2, Math.floor(at));
  const bytes = SCALE[low].map((byte, i) => Math.round(byte + (SCALE[low + 1][i] - byte) * (at - low)));
  return `#${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
