/**
 * The colours of cells. Outcomes: one strong colour for cold on a quiet one for hot. Nim-values: separate colours where
 * they are few (Okabe and Ito's, told apart by the colour-blind), else a scale that gets lighter (after cividis).
 */
import { grouped } from '../format.js';
import { isDark } from '../theme.js';

/** How cells are coloured. */
export type Colouring = 'outcome' | 'nim' | 'remoteness' | 'difference';

/** Colours as 32-bit words in the byte order of image data, by value. */
export type Palette = (value: number) => number;

const OUTCOMES = { light: { cold: '#0b5394', hot: '#efe8da' }, dark: { cold: '#8fd0ff', hot: '#222b38' } };
/** Of the outcomes of two games: hot in both, cold in the first alone, in the second alone, in both. */
const OF_TWO = {
  light: [OUTCOMES.light.hot, '#0b5394', '#d55e00', '#3d4654'],
  dark: [OUTCOMES.dark.hot, '#8fd0ff', '#f0954a', '#e8e6e0'],
};
const FEW_LIGHT = ['#0b5394', '#efe8da', '#e69f00', '#009e73', '#cc79a7', '#56b4e9', '#d55e00', '#f0e442'];
const FEW_DARK = ['#8fd0ff', '#222b38', '#e69f00', '#009e73', '#cc79a7', '#3a7fc1', '#d55e00', '#f0e442'];
const SCALE = [
  '#00224e',
  '#123570',
  '#3b496c',
  '#575d6d',
  '#707173',
  '#8a8678',
  '#a59c74',
  '#c3b369',
  '#e1cc55',
  '#fee838',
];
const COLD_IN_SCALE = '#ff6f3c';
/** Where on the scale the legend has a colour with its value. */
const LEGEND = [0.1, 0.25, 0.5, 0.75, 1];

/** The words of what the colours mean, each with its colour. */
export function legendOf(
  colouring: Colouring,
  largest: number,
  [first, second]: readonly string[],
): readonly (readonly [colour: string, words: string])[] {
  const theme = isDark() ? 'dark' : 'light';
  if (colouring === 'outcome') {
    return [
      [OUTCOMES[theme].cold, 'cold: the player to move loses'],
      [OUTCOMES[theme].hot, 'hot'],
    ];
  }
  if (colouring === 'difference') {
    const words = ['hot in both', `cold in ${first} alone`, `cold in ${second} alone`, 'cold in both'];
    return OF_TWO[theme].map((each, i) => [each, words[i]]);
  }
  const few = isDark() ? FEW_DARK : FEW_LIGHT;
  if (largest < few.length) return few.slice(0, largest + 1).map((colour, value) => [colour, String(value)]);
  return [
    [COLD_IN_SCALE, '0'],
    ...LEGEND.map((share): readonly [string, string] => [
      hexOf(between(share)),
      grouped(Math.round(share * largest)),
    ]),
  ];
}

/** The colour of each value, when none is above `largest`. */
export function paletteOf(colouring: Colouring, largest: number): Palette {
  const theme = isDark() ? 'dark' : 'light';
  if (colouring === 'outcome') {
    const [hot, cold] = [wordOf(OUTCOMES[theme].hot), wordOf(OUTCOMES[theme].cold)];
    return (value) => (value === 1 ? cold : hot);
  }
  if (colouring === 'difference') {
    const four = OF_TWO[theme].map(wordOf);
    return (value) => four[value];
  }
  const few = (isDark() ? FEW_DARK : FEW_LIGHT).map(wordOf);
  if (largest < few.length) return (value) => few[value];
  const table = new Uint32Array(largest + 1);
  for (let value = 1; value <= largest; value++) table[value] = between(value / largest);
  table[0] = wordOf(COLD_IN_SCALE);
  return (value) => table[value];
}

/** A colour of the scale at a share from 0 to 1. */
function between(share: number): number {
  const at = share * (SCALE.length - 1);
  const low = Math.min(SCALE.length - 2, Math.floor(at));
  const [a, b] = [bytesOf(SCALE[low]), bytesOf(SCALE[low + 1])];
  return join(a.map((byte, i) => Math.round(byte + (b[i] - byte) * (at - low))));
}

function bytesOf(hex: string): number[] {
  return [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16));
}

function join([red, green, blue]: number[]): number {
  return ((255 << 24) | (blue << 16) | (green << 8) | red) >>> 0;
}

function hexOf(word: number): string {
  const bytes = [word & 255, (word >>> 8) & 255, (word >>> 16) & 255];
  return `#${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

function wordOf(hex: string): number {
  return join(bytesOf(hex));
}
