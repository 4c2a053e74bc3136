/**
 * From a figure to the bytes of a file: Vega-Lite compiles it, Vega draws it as SVG, resvg turns that into pixels.
 * Separate because this alone loads those packages, which takes a tenth of a second, and only when a figure is drawn.
 */
import { createRequire } from 'node:module';
import type { Resvg } from '@resvg/resvg-js';
import type { TopLevelSpec } from 'vega-lite';
import { messageOf, TakeawayError } from '../common/errors.js';
import { FONT, type Figure } from './theme.js';

/** Pixels of a PNG for each pixel of the SVG: sharp on dense screens and in print. */
const PNG_SCALE = 2;

/**
 * The figure as an SVG document that says what it shows. The same figure gives the same text on every machine. Names
 * inside it begin with `prefix`: figures on one page need different ones.
 */
export async function toSvg({ title, description, spec }: Figure, prefix = ''): Promise<string> {
  const [vega, { compile }] = await Promise.all([import('vega'), import('vega-lite')]);
  vega.textMetrics.width = textWidth;
  // Names of clipping paths count up from 0 in each figure.
  vega.resetSVGDefIds();
  const view = new vega.View(vega.parse(compile(spec as unknown as TopLevelSpec).spec), { renderer: 'none', logLevel: vega.Error });
  try {
    const svg = rounded(await view.toSVG()).replaceAll(/( id="|url\(#)(?=clip)/g, `$1${prefix}`);
    return accessible(svg, title, description);
  } finally {
    view.finalize();
  }
}

/** The figure as a PNG. Text is drawn in the font that comes with the package, whatever the machine has. */
export async function toPng(figure: Figure): Promise<Uint8Array> {
  const Renderer = await loadResvg();
  const svg = await toSvg(figure);
  const { resolve } = createRequire(import.meta.url);
  const fontFiles = ['400Regular/Arimo_400Regular.ttf', '700Bold/Arimo_700Bold.ttf'].map((file) =>
    resolve(`@expo-google-fonts/arimo/${file}`),
  );
  const image = new Renderer(svg, {
    fitTo: { mode: 'zoom', value: PNG_SCALE },
    font: { loadSystemFonts: false, fontFiles, defaultFontFamily: FONT },
  });
  return image.render().asPng();
}

/** resvg comes as a native module for each platform; where there is none, only pixels cannot be had. */
async function loadResvg(): Promise<typeof Resvg> {
  try {
    return (await import('@resvg/resvg-js')).Resvg;
  } catch (error) {
    throw new TakeawayError('incompatible', {
      subject: 'A PNG',
      expected: '@resvg/resvg-js for this platform',
      found: messageOf(error),
      help: 'An SVG can be written without it.',
      cause: error,
    });
  }
}

/** The figure as a Vega-Lite document, to change and to draw elsewhere. */
export function toVegaLite({ spec }: Figure): string {
  return `${JSON.stringify(spec, undefined, 1)}\n`;
}

/** Characters of Arimo by their width in em, about; all others are as wide as digits. */
const WIDTHS: readonly (readonly [RegExp, number])[] = [
  [/[ijlItfr.,:;|'()\[\]\s]/u, 0.29],
  [/[⁰¹²³⁴-⁹]/u, 0.34],
  [/[A-Z]/u, 0.69],
  [/[mwMW%]/u, 0.88],
];
const DIGIT_WIDTH = 0.556;

/**
 * About how wide text is, in pixels. Vega asks a canvas, which Node has not, or else takes 0.8 em a character, which
 * leaves holes beside axes and titles.
 */
function textWidth({ fontSize = 11 }: { readonly fontSize?: number }, text: unknown): number {
  let em = 0;
  for (const character of String(text)) {
    em += WIDTHS.find(([kind]) => kind.test(character))?.[1] ?? DIGIT_WIDTH;
  }
  return em * fontSize;
}

/**
 * Coordinates to a hundredth of a pixel: smaller, and free of the last digits in which machines may differ. An opacity
 * of 1 goes without saying.
 */
function rounded(svg: string): string {
  return svg
    .replaceAll(/ (?:d|transform|[xy][12]?|width|height|viewBox|points)="[^"]*"/g, (attribute) =>
      attribute.replaceAll(/\d+\.\d{3,}/g, (number) => String(Number(Number(number).toFixed(2)))),
    )
    .replaceAll(' opacity="1"', '');
}

/** Gives the picture a role, a name and a description. */
function accessible(svg: string, title: string, description: string): string {
  return svg
    .replace(/^<svg /, `<svg role="img" aria-label="${escapeXml(title)}" `)
    .replace('>', `><title>${escapeXml(title)}</title><desc>${escapeXml(description)}</desc>`);
}

/** Text as it stands in XML and HTML, in elements and in quoted attributes. */
export function escapeXml(text: string): string {
  const entities: Readonly<Record<string, string>> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  };
  return text.replaceAll(/[&<>"']/g, (character) => entities[character]);
}
