/** Text as outlines: as wide and as placed as resvg draws the same text in the same font. */
import { createRequire } from 'node:module';
import { Resvg } from '@resvg/resvg-js';
import { expect, it } from 'vitest';
import { loadGlyphs } from '../../src/figures/font/glyphs.js';

const { resolve } = createRequire(import.meta.url);
const fontFiles = ['400Regular/Arimo_400Regular.ttf', '700Bold/Arimo_700Bold.ttf'].map((file) =>
  resolve(`@expo-google-fonts/arimo/${file}`),
);
const OPEN =
  '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="500" height="80">';

function boxOf(svg: string): number[] {
  const { x, y, width, height } = new Resvg(svg, {
    font: { fontFiles, loadSystemFonts: false, defaultFontFamily: 'Arimo' },
  }).getBBox()!;
  return [x, y, x + width, y + height];
}

it.each([
  ['0123456789', 'normal', 'start'],
  ['positions below n', 'normal', 'middle'],
  ['gjpqy {2,4,7} %', 'bold', 'end'],
  ['é, Å, ß, −5', 'normal', 'start'],
])('%s, %s, %s', async (text, weight, anchor) => {
  const glyphs = await loadGlyphs();
  const element =
    `<text text-anchor="${anchor}" transform="translate(250,50)" font-family="Arimo" font-size="20px" ` +
    `font-weight="${weight}" style="font-kerning:none" fill="#000">${text}</text>`;
  const outlined = glyphs.outlined(`${OPEN}${element}</svg>`, '');
  expect(outlined).not.toContain('<text');
  expect(outlined).toContain(`aria-label="${text}"`);
  const ours = boxOf(outlined.replace('>', `>${glyphs.definitions()}`));
  boxOf(`${OPEN}${element}</svg>`).forEach((side, i) => expect(Math.abs(ours[i] - side)).toBeLessThan(0.6));
});

it('measures as Arial does', async () => {
  const glyphs = await loadGlyphs();
  // Widths of Arial in 1/2048 em: a space 569, a digit 1139, A 1366, i 455, bold A 1479.
  const look = { fontSize: 2048, isBold: false };
  expect(['\u0020', '0', 'A', 'i'].map((text) => glyphs.widthOf(text, look))).toEqual([569, 1139, 1366, 455]);
  expect(glyphs.widthOf('A', { fontSize: 2048, isBold: true })).toBe(1479);
});

it('draws superscripts raised and smaller', async () => {
  const glyphs = await loadGlyphs();
  const look = { fontSize: 20, isBold: false };
  expect(glyphs.widthOf('n⁰·³⁵', look)).toBeCloseTo(
    glyphs.widthOf('n', look) + 0.7 * glyphs.widthOf('0.35', look),
    9,
  );
  const text = (content: string): string =>
    `${OPEN}<text transform="translate(10,50)" font-size="20px" fill="#000">${content}</text></svg>`;
  const outlined = glyphs.outlined(text('2²⁴'), '');
  const plain = glyphs.outlined(text('2'), '');
  const [, top, right] = boxOf(outlined.replace('>', `>${glyphs.definitions()}`));
  const [, plainTop, plainRight] = boxOf(plain.replace('>', `>${glyphs.definitions()}`));
  expect(top).toBeLessThan(plainTop - 1);
  expect(right).toBeGreaterThan(plainRight + 10);
});
