/**
 * The colours of cells. Outcomes: a strong colour for cold, a quiet one for hot. Few nim-values: separate colours for the
 * colour-blind (Okabe and Ito); many: a scale that gets lighter (after cividis).
 */
import { clamp, withCommas } from '../format.js';
import { isDark } from '../theme.js';
import type { Bounds } from './values.js';

export type Colouring = 'outcome' | 'nim' | 'remoteness' | 'difference' | 'sieve';

export interface Palette {
  /** The colour of a value as a 32-bit word in the byte order of image data. */
  readonly wordOf: (value: number) => number;
  /** The colour of 0, if the others stand out from it. */
  readonly ground: number | undefined;
}

/**
 * `outcome`: hot, cold. `difference`: hot in both, cold in the first alone, in the second alone, in both. `sieve`: hot, cold,
 * undecided, marked last.
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
/** Positions on the scale that the legend shows. */
const LEGEND = [0, 0.1, 0.25, 0.5, 0.75, 1];
/** Distinct colours of the scale. */
const STEPS = 256;
/** Rounded bounds differ by at most this share of the span, so that few new values change the colours. */
const SHARE = 1 / 8;

/** Returns bounds of all values except 0, slightly wider than the given ones. */
export function spanOf(bounds: readonly Bounds[]): Bounds {
  const largest = Math.max(1, ...bounds.map((each) => each.largest));
  const least = Math.min(largest, ...bounds.map((each) => each.least));
  // A scale that begins near 0 begins at 1.
  const low = least < largest / 2 ? 1 : least;
  const step = 2 ** Math.max(0, Math.floor(Math.log2(Math.max(1, (largest - low) * SHARE))));
  return { least: Math.max(1, step * Math.floor(low / step)), largest: step * Math.ceil(largest / step) };
}

/** Returns CSS colours, and the index of a value in them. */
function coloursOf(
  colouring: Colouring,
  { least, largest }: Bounds,
): { readonly colours: readonly string[]; readonly indexOf: (value: number) => number } {
  const theme = THEMES[isDark() ? 'dark' : 'light'];
  const own = colouring === 'nim' || colouring === 'remoteness' ? theme.few : theme[colouring];
  if (own !== theme.few || largest < own.length) return { colours: own, indexOf: (value) => value };
  const perStep = (STEPS - 1) / Math.max(1, largest - least);
  const steps = Array.from({ length: STEPS }, (_, i) => scaled(i / (STEPS - 1)));
  return {
    colours: [COLD_IN_SCALE, ...steps],
    indexOf: (value) => (value === 0 ? 0 : 1 + clamp(Math.floor((value - least) * perStep), 0, STEPS - 1)),
  };
}

/** Returns the entries of the legend. */
export function legendOf(
  colouring: Colouring,
  span: Bounds,
  [first, second]: readonly string[],
): readonly (readonly [colour: string, words: string])[] {
  const { colours, indexOf } = coloursOf(colouring, span);
  const colour = (value: number): string => colours[indexOf(value)];
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
  const { least, largest } = span;
  const isFew = largest < THEMES.light.few.length;
  const values = isFew
    ? [...Array(largest + 1).keys()]
    : [0, ...LEGEND.map((share) => Math.round(least + share * (largest - least)))];
  return [...new Set(values)].map((value) => [colour(value), withCommas(value)]);
}

/** Returns the palette for values within bounds, 0 apart. Memory: one word per colour, however large the values. */
export function paletteOf(colouring: Colouring, span: Bounds): Palette {
  const { colours, indexOf } = coloursOf(colouring, span);
  const words = Uint32Array.from(colours, wordOf);
  return {
    wordOf: (value) => words[indexOf(value)],
    ground: colouring === 'outcome' || colouring === 'difference' ? words[0] : undefined,
  };
}

function wordOf(hex: string): number {
  const [red, green, blue] = [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16));
  return ((255 << 24) | (blue << 16) | (green << 8) | red) >>> 0;
}

/** Returns the colour of the scale at a share from 0 to 1. */
function scaled(share: number): string {
  const at = share * (SCALE.length - 1);
  const low = Math.min(SCALE.length - 2, Math.floor(at));
  const bytes = SCALE[low].map((byte, i) => Math.round(byte + (SCALE[low + 1][i] - byte) * (at - low)));
  return `#${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
