/** Text as outlines of the packaged font Arimo, which is also the one measured: figures look the same everywhere. */
import { platform } from '../../platform/platform.js';

/** Width and outline of each character: an SVG path in font units, y upwards. */
type Font = Readonly<Record<string, readonly [width: number, outline: string]>>;

interface Fonts {
  readonly unitsPerEm: number;
  readonly normal: Font;
  readonly bold: Font;
}

/** Stands for a character that the build left out. */
const MISSING = '?';

export interface TextLook {
  readonly fontSize: number;
  readonly isBold: boolean;
}

/** Size and height of superscripts, in em. */
const RAISED_SIZE = 0.7;
const RAISED_BY = 0.36;
/** Superscripts and the characters that are drawn for them; a middle dot between superscripts is a raised point. */
export const LOWERED: ReadonlyMap<string, string> = new Map(
  Array.from('⁰¹²³⁴⁵⁶⁷⁸⁹⁻·', (character, i) => [character, '0123456789−.'[i]]),
);
/** A superscript: `⁷`, `⁰·³⁵¹`, `⁻²`. */
export const SUPERSCRIPT = /[⁰¹²³⁴-⁹⁻](?:[⁰¹²³⁴-⁹·]*[⁰¹²³⁴-⁹])?/gu;

interface PlacedGlyph {
  readonly character: string;
  readonly x: number;
  readonly isRaised: boolean;
}

let fonts: Promise<Fonts> | undefined;

export async function loadGlyphs(): Promise<GlyphMaker> {
  fonts ??= platform.builtText('figures/font/arimo.json').then((text) => JSON.parse(text) as Fonts);
  return new GlyphMaker(await fonts);
}

/** Measures text, turns it into outlines, and records the characters used. */
export class GlyphMaker {
  readonly #fonts: Fonts;
  readonly #used = new Map<string, string>();

  constructor(loaded: Fonts) {
    this.#fonts = loaded;
  }

  widthOf(text: string, { fontSize, isBold }: TextLook): number {
    const font = this.#fonts[isBold ? 'bold' : 'normal'];
    return (placed(text, font).width * fontSize) / this.#fonts.unitsPerEm;
  }

  /** Replaces every text element of an SVG document by outlines that refer to `definitions`. The text becomes a label. */
  outlined(svg: string, prefix: string): string {
    return svg.replaceAll(/<text([^>]*)>(.*?)<\/text>/gs, (_text, attributes: string, content: string) => {
      const look = {
        fontSize: Number(/ font-size="([\d.]+)px"/.exec(attributes)?.[1] ?? 11),
        isBold: / font-weight="bold"/.test(attributes),
      };
      const anchor = / text-anchor="(\w+)"/.exec(attributes)?.[1] ?? 'start';
      const perPixel = this.#fonts.unitsPerEm / look.fontSize;
      const rest = attributes
        .replaceAll(/ (?:font-[a-z]+|text-anchor)="[^"]*"/g, '')
        // Strokes are scaled with the outlines.
        .replace(
          / stroke-width="([\d.]+)"/,
          (_stroke, width: string) => ` stroke-width="${Math.round(Number(width) * perPixel)}"`,
        );
      const lines = content.includes('<tspan')
        ? [...content.matchAll(/<tspan([^>]*)>(.*?)<\/tspan>/gs)]
        : [['', '', content]];
      let y = 0;
      const drawn = lines.map(([, where, line]) => {
        y += Number(/ dy="([-\d.]+)"/.exec(where)?.[1] ?? 0);
        return this.#line(line, look, anchor, y, prefix);
      });
      return `<g${rest} aria-label="${content.replaceAll(/<[^>]*>/g, ' ').trim()}">${drawn.join('')}</g>`;
    });
  }

  /** Returns the outlines referred to, for the page to include once. */
  definitions(): string {
    return `<defs>${[...this.#used].map(([id, path]) => `<path id="${id}" d="${path}"/>`).join('')}</defs>`;
  }

  #line(escaped: string, look: TextLook, anchor: string, y: number, prefix: string): string {
    const { unitsPerEm } = this.#fonts;
    const font = this.#fonts[look.isBold ? 'bold' : 'normal'];
    const { glyphs, width } = placed(unescaped(escaped), font);
    const scale = look.fontSize / unitsPerEm;
    const start = anchor === 'end' ? -width : anchor === 'middle' ? -width / 2 : 0;
    const drawn = glyphs.map(({ character, x, isRaised }) => {
      const [, outline] = font[character];
      if (outline === '') return '';
      const id = `${prefix}${look.isBold ? 'b' : 'g'}${(character.codePointAt(0) ?? 0).toString(16)}`;
      this.#used.set(id, outline);
      const raised = isRaised
        ? ` transform="translate(${Math.round(x)},${Math.round(RAISED_BY * unitsPerEm)}) scale(${RAISED_SIZE})"`
        : x === 0
          ? ''
          : ` x="${Math.round(x)}"`;
      return `<use xlink:href="#${id}"${raised}/>`;
    });
    const left = round(start * scale);
    return `<g transform="translate(${left},${round(y)}) scale(${round(scale, 5)},${-round(scale, 5)})">${drawn.join('')}</g>`;
  }
}

/** Returns the characters of a text in font units from its left end, and its width. */
function placed(text: string, font: Font): { glyphs: PlacedGlyph[]; width: number } {
  const glyphs: PlacedGlyph[] = [];
  let x = 0;
  const add = (part: string, isRaised: boolean): void => {
    for (const each of part) {
      const wanted = isRaised ? (LOWERED.get(each) ?? each) : each;
      const character = wanted in font ? wanted : MISSING;
      glyphs.push({ character, x, isRaised });
      x += font[character][0] * (isRaised ? RAISED_SIZE : 1);
    }
  };
  let done = 0;
  for (const match of text.matchAll(SUPERSCRIPT)) {
    add(text.slice(done, match.index), false);
    add(match[0], true);
    done = match.index + match[0].length;
  }
  add(text.slice(done), false);
  return { glyphs, width: x };
}

function round(value: number, digits = 2): number {
  return Number(value.toFixed(digits));
}

/** Reverses `escapeXml`. */
function unescaped(text: string): string {
  const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
  return text.replaceAll(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => entities[name]);
}
