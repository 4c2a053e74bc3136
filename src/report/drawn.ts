/** Figures on the page of a report: drawn for wide pages and for phones, with a caption. */
import { shownBy, type FigureResult } from '../analysis/analyses.js';
import { figureOf } from '../analysis/plot.js';
import type { GlyphMaker } from '../figures/font/glyphs.js';
import { toSvg } from '../figures/render.js';
import { PHONE_SIZE, REPORT_SIZE, type Figure } from '../figures/theme.js';
import { withCommas } from '../words/typeset.js';
import type { DrawnFigure } from './page.js';
import type { Plot } from './parts/section.js';

/** Returns the description of a figure without its lists, which serve readers who cannot see it. */
function captionOf({ description }: Figure): string {
  const sentences = description.split(/(?<=\.)\s+(?=[A-Z])/);
  const said = sentences.map((sentence) => sentence.replace(/(?:[:;]|\. [a-z]).*$/, '.'));
  return said.join(' ').replaceAll(/\b\d{5,}\b/g, (digits) => withCommas(Number(digits)));
}

/** A game's name in titles, and its word in commands. */
export interface Names {
  readonly name: string;
  readonly word: string;
}

/** Draws a result for the page; `id` prefixes its ids. */
export async function drawn(
  { result: shown, options = {} }: Plot,
  { name, word }: Names,
  id: string,
  glyphs: GlyphMaker,
): Promise<DrawnFigure> {
  const result = { ...(shown as FigureResult), game: name };
  const words = Object.entries(options).flatMap(([option, value]) =>
    value === undefined ? [] : [`--${option} ${value}`],
  );
  const [wide, phone] = [REPORT_SIZE, PHONE_SIZE].map((size) => figureOf(result, size));
  if (wide === null || phone === null) {
    return { missing: `There is no figure: it needs ${shownBy(result).needs}.` };
  }
  return {
    wide: await toSvg(wide, { prefix: `${id}-`, glyphs }),
    phone: await toSvg(phone, { prefix: `${id}-p-`, glyphs }),
    caption: captionOf(wide),
    command: `takeaway plot ${[word, result.analysis, ...words].join(' ')} -o ${id.replace(/-\d+$/, '')}.svg`,
  };
}
