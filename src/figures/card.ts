/** Cards that stand for a page where people share its address: a picture, a title, a sentence and the address. */
import { linesOf } from '../words/text.js';
import { loadGlyphs } from './font/glyphs.js';
import { pixels, type Pixels } from './pixels.js';
import { escapeXml, pngOf } from './render.js';
import { COLOURS } from './theme.js';

/** Size in pixels that previews of links have. */
export const CARD_SIZE = { width: 1200, height: 630 };
/** Width of the picture at most, and margin of the text at its left. */
const PICTURE = 600;
const MARGIN = 48;
/** Largest size of each text in pixels, and characters of its lines. */
const TITLE = { size: 60, line: 17 };
const SENTENCE = { size: 31, line: 33 };
const ADDRESS = { size: 24, line: 200 };
/** Height of a line in em. */
const LEADING = 1.3;

export interface Card {
  readonly title: string;
  readonly sentence: string;
  readonly address: string;
  /** Its pixels become squares; rows that do not fit are left out. */
  readonly picture: Pixels;
}

/** Returns a card as a PNG. The same card gives the same picture on every machine. */
export async function cardPng({ title, sentence, address, picture }: Card): Promise<Uint8Array> {
  const glyphs = await loadGlyphs();
  const { width, height } = CARD_SIZE;
  const cell = Math.max(1, Math.floor(PICTURE / picture.width));
  /** Text whose first line is at `y`, as small as its longest line needs. */
  const text = (words: string, { size, line }: typeof TITLE, y: number, isBold: boolean) => {
    const lines = linesOf(words, line);
    const widest = Math.max(...lines.map((each) => glyphs.widthOf(each, { fontSize: size, isBold })));
    const fitted = Math.min(size, (size * (width - PICTURE - 2 * MARGIN)) / widest);
    const end = y + fitted * LEADING * lines.length;
    const drawn = lines.map(
      (each, i) =>
        `<text transform="translate(${MARGIN},${(y + fitted * LEADING * (i + 1)).toFixed(1)})" fill="${COLOURS.text}" font-size="${fitted.toFixed(1)}px"${isBold ? ' font-weight="bold"' : ''}>${escapeXml(each)}</text>`,
    );
    return { drawn: drawn.join(''), end };
  };
  const head = text(title, TITLE, MARGIN, true);
  const body = text(sentence, SENTENCE, head.end + MARGIN / 2, false);
  const foot = text(address, ADDRESS, height - 2 * MARGIN, false);
  const [across, down] = [picture.width * cell, picture.height * cell];
  const bare = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="${width}" height="${height}"><rect width="100%" height="100%" fill="${COLOURS.ground}"/><image x="${width - across}" width="${across}" height="${down}" preserveAspectRatio="none" image-rendering="optimizeSpeed" xlink:href="${pixels(picture)}"/>${head.drawn}${body.drawn}${foot.drawn}</svg>`;
  return pngOf(glyphs.outlined(bare, '').replace('>', `>${glyphs.definitions()}`), 1);
}
