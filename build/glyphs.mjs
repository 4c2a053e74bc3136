/**
 * The widths and outlines of the characters that figures write, from the font Arimo to dist/figures/font/arimo.json.
 * resvg turns text into paths, which at a size of one em are in font units. Left as it is while this file is older.
 */
import { copyFileSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { Resvg } from '@resvg/resvg-js';

const FONT = 'node_modules/@expo-google-fonts/arimo';
const FILES = { normal: '400Regular/Arimo_400Regular.ttf', bold: '700Bold/Arimo_700Bold.ttf' };
const BUILT = 'dist/figures/font';
const UNITS_PER_EM = 2048;

const range = (from, to) => Array.from({ length: to - from }, (_, i) => String.fromCodePoint(from + i));
/** ASCII, Latin-1, and signs of numbers and sentences. */
const CHARACTERS = [...range(0x20, 0x7f), ...range(0xa0, 0x100), ...'–—‘’“”…−≠≤≥∞'];

const timeOf = (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
if (timeOf(`${BUILT}/arimo.json`) <= Math.max(timeOf('build/glyphs.mjs'), timeOf('package.json'))) {
  const glyphs = Object.entries(FILES).map(([weight, file]) => [weight, glyphsOf(`${FONT}/${file}`)]);
  mkdirSync(BUILT, { recursive: true });
  writeFileSync(
    `${BUILT}/arimo.json`,
    JSON.stringify({ unitsPerEm: UNITS_PER_EM, ...Object.fromEntries(glyphs) }),
  );
  copyFileSync(`${FONT}/LICENSE_FONT`, `${BUILT}/LICENSE`);
}

/** Each character of a font with its width and its outline as the data of an SVG path, y upwards. */
function glyphsOf(file) {
  const drawn = (text) => {
    const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
    const look = `font-family="Arimo" font-size="${UNITS_PER_EM}" style="font-kerning:none;font-variant-ligatures:none"`;
    return new Resvg(
      `<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1" xml:space="preserve"><text ${look}>${escaped}</text></svg>`,
      { font: { fontFiles: [file], loadSystemFonts: false, defaultFontFamily: 'Arimo' } },
    );
  };
  const endOf = (text) => {
    const { x, width } = drawn(text).getBBox();
    return x + width;
  };
  const alone = endOf('I');
  return Object.fromEntries(
    CHARACTERS.map((character) => {
      const [, path = ''] = / d="([^"]*)"/.exec(drawn(character).toString()) ?? [];
      return [character, [Math.round(endOf(`${character}I`) - alone), relative(path)]];
    }),
  );
}

/** A path of absolute lines and quadratic curves, y downwards, as one of whole relative ones, y upwards. */
function relative(path) {
  let [x, y] = [0, 0];
  return Array.from(path.matchAll(/([MLQZ])([^MLQZ]*)/g), ([, command, numbers]) => {
    if (command === 'Z') return 'z';
    const points = numbers
      .trim()
      .split(/ +/)
      .map((number, i) => whole(i % 2 === 0 ? Number(number) : -Number(number)));
    const from = [x, y];
    [x, y] = points.slice(-2);
    if (command === 'M') return `M${x} ${y}`;
    // A sign parts two numbers, or else a space.
    const steps = points.map((value, i) => value - from[i % 2]).join(' ');
    return command.toLowerCase() + steps.replaceAll(' -', '-');
  }).join('');
}

/** Halves, which are places between two control points, go up; they come a little off. */
function whole(value) {
  return Math.round(value + 0.01);
}
