/** Rendering by Vega-Lite, Vega (SVG) and resvg (PNG). Only this file loads them, at first use: a tenth of a second. */
import type { Resvg } from '@resvg/resvg-js';
import type { View } from 'vega';
import type { TopLevelSpec } from 'vega-lite';
import { fail, messageOf } from '../common/errors.js';
import { loadGlyphs, type GlyphMaker } from './font/glyphs.js';
import { panelsOf, type Panel } from './panels.js';
import { onAnyGround, type Figure } from './theme.js';

/** PNG pixels per SVG pixel: sharp on dense screens and in print. */
const PNG_SCALE = 2;

/** Options of a figure on a page with others. */
interface Placing {
  /** Prefix of its ids; figures on one page need different ones. */
  readonly prefix?: string;
  /** Shared by the figures of a page, which includes the outlines once. */
  readonly glyphs?: GlyphMaker;
}

/** Returns a described SVG, its text as outlines. The same figure gives the same text on every machine. */
export async function toSvg(figure: Figure, placing: Placing = {}): Promise<string> {
  return (await drawn(figure, placing, () => undefined)).svg;
}

/** A figure for a light or dark page, with the tooltips of its marks. */
export interface PageFigure {
  readonly svg: string;
  readonly panels: readonly Panel[];
}

/** Returns the figure for a page that sets `color-scheme`, and the background colour as `--card`. */
export async function toPage(figure: Figure): Promise<PageFigure> {
  const { svg, more: panels } = await drawn(figure, {}, panelsOf);
  return { svg: onAnyGround(svg), panels };
}

/** Draws a figure, and reads `more` from the view that drew it. */
async function drawn<More>(
  { title, description, spec }: Figure,
  { prefix = '', glyphs }: Placing,
  read: (view: View) => More,
): Promise<{ readonly svg: string; readonly more: More }> {
  const [vega, { compile }, { expressionInterpreter }, own] = await Promise.all([
    import('vega'),
    import('vega-lite'),
    import('vega-interpreter'),
    loadGlyphs(),
  ]);
  const maker = glyphs ?? own;
  vega.textMetrics.width = ({ fontSize = 11, fontWeight }, text) =>
    maker.widthOf(String(text), { fontSize, isBold: fontWeight === 'bold' });
  // Vega numbers clipping paths across figures unless reset.
  vega.resetSVGDefIds();
  const compiled = compile(spec as unknown as TopLevelSpec).spec;
  const view = new vega.View(vega.parse(compiled, undefined, { ast: true }), {
    // By default Vega compiles expressions to code, which a page's security policy may forbid.
    expr: expressionInterpreter,
    renderer: 'none',
    logLevel: vega.Error,
  });
  try {
    const bare = lean(await view.toSVG()).replaceAll(/( id="|url\(#)(?=clip)/g, `$1${prefix}`);
    const outlined = maker.outlined(bare, glyphs === undefined ? prefix : '');
    const whole = glyphs === undefined ? outlined.replace('>', `>${maker.definitions()}`) : outlined;
    return { svg: accessible(whole, title, description), more: read(view) };
  } finally {
    view.finalize();
  }
}

/** Returns the figure as a PNG. */
export async function toPng(figure: Figure): Promise<Uint8Array> {
  return pngOf(await toSvg(figure), PNG_SCALE);
}

/** Returns a drawing as a PNG. Its text is outlines, so fonts of the machine do not matter. */
export async function pngOf(svg: string, scale: number): Promise<Uint8Array> {
  const Renderer = await loadResvg();
  const image = new Renderer(svg, {
    fitTo: { mode: 'zoom', value: scale },
    font: { loadSystemFonts: false },
  });
  return image.render().asPng();
}

/** resvg is a native module per platform; without it only PNG is unavailable. */
async function loadResvg(): Promise<typeof Resvg> {
  try {
    return (await import('@resvg/resvg-js')).Resvg;
  } catch (error) {
    fail(
      'incompatible',
      'A PNG cannot be made, as @resvg/resvg-js is missing for this platform: {reason}. Write an SVG, which needs no such package.',
      { reason: messageOf(error) },
      { cause: error },
    );
  }
}

/** Returns the figure as a Vega-Lite document, for other tools. */
export function toVegaLite({ spec }: Figure): string {
  return `${JSON.stringify(spec, undefined, 1)}\n`;
}

/**
 * Shrinks an SVG. Rounds coordinates to a hundredth of a pixel, which also drops digits in which machines may differ. Removes the
 * roles and labels of parts, as the whole is one picture, and empty paths. Joins consecutive marks of one look into one path.
 */
function lean(svg: string): string {
  const rounded = svg.replaceAll(
    / (?:d|transform|[xy][12]?|width|height|viewBox|points|stroke-dasharray)="[^"]*"/g,
    (attribute) =>
      attribute.replaceAll(/-?\d+\.\d{3,}/g, (number) => String(Number(Number(number).toFixed(2)) + 0)),
  );
  return rounded
    .replaceAll(/ (?:class|role|aria-[a-z]+|pointer-events)="[^"]*"/g, '')
    .replaceAll(' opacity="1"', '')
    .replaceAll(/<path d="(?:M0,0h0v0h0Z)?"[^>]*\/>/g, '')
    .replaceAll(/(?:<path (?:transform="translate\([^)]*\)" )?d="[^"]*"[^>]*\/>){2,}/g, merged);
}

/** Joins consecutive paths of one look. Stroked ones are kept apart, as their strokes may cross. */
function merged(paths: string): string {
  const looks: { look: string; data: string[] }[] = [];
  const all = paths.matchAll(
    /<path (?<transform>transform="translate\((?<place>[^)]*)\)" )?d="(?<data>[^"]*)"(?<look>[^>]*)\/>/g,
  );
  for (const { 0: path, groups = {} } of all) {
    const { place = '', data, look } = groups;
    const moved = place === '' ? data : movedTo(place, data);
    if (moved === undefined || / stroke="| opacity="|-opacity="/.test(look)) {
      looks.push({ look: path, data: [] });
      continue;
    }
    const last = looks.at(-1);
    if (last?.look === look && last.data.length > 0) last.data.push(moved);
    else looks.push({ look, data: [moved] });
  }
  return looks
    .map(({ look, data }) => (data.length === 0 ? look : `<path d="${data.join('')}"${look}/>`))
    .join('');
}

/** Returns a circle moved to a place; undefined for any other path. */
function movedTo(place: string, data: string): string | undefined {
  const radius = /^M([\d.]+),0A\1,\1,0,1,1,-\1,0A\1,\1,0,1,1,\1,0$/.exec(data)?.[1];
  if (radius === undefined) return undefined;
  const [x, y] = place.split(',').map(Number);
  const r = Number(radius);
  const half = (width: number): string => `a${r},${r},0,1,1,${width},0`;
  return `M${Number((x + r).toFixed(2))},${y}${half(-2 * r)}${half(2 * r)}`;
}

function accessible(svg: string, title: string, description: string): string {
  return svg
    .replace(/^<svg /, `<svg role="img" aria-label="${escapeXml(title)}" `)
    .replace('>', `><title>${escapeXml(title)}</title><desc>${escapeXml(description)}</desc>`);
}

/** Escapes text for elements and quoted attributes of XML and HTML. */
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
