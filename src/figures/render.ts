/**
 * From a figure to the bytes of a file, or to a page: Vega-Lite compiles it, Vega draws it as SVG, resvg turns that into
 * pixels. This file alone loads those packages, which takes a tenth of a second, when the first figure is drawn.
 */
import type { Resvg } from '@resvg/resvg-js';
import type { View } from 'vega';
import type { TopLevelSpec } from 'vega-lite';
import { fail, messageOf } from '../common/errors.js';
import { loadGlyphs, type GlyphMaker } from './font/glyphs.js';
import { panelsOf, type Panel } from './panels.js';
import { onAnyGround, type Figure } from './theme.js';

/** Pixels of a PNG for each pixel of the SVG: sharp on dense screens and in print. */
const PNG_SCALE = 2;

/** How a figure is put on a page with others. */
interface Placing {
  /** Names inside it begin with this: figures on one page need different ones. */
  readonly prefix?: string;
  /** The page brings the outlines of characters, once for all its figures. */
  readonly glyphs?: GlyphMaker;
}

/**
 * The figure as an SVG document that says what it shows, with text as outlines. The same figure gives the same text
 * on every machine.
 */
export async function toSvg(figure: Figure, placing: Placing = {}): Promise<string> {
  return (await drawn(figure, placing, () => undefined)).svg;
}

/** A figure for a page on a light or a dark ground, with what its marks say to a pointer. */
export interface PageFigure {
  readonly svg: string;
  readonly panels: readonly Panel[];
}

/** The figure for a page that is light or dark by its `color-scheme`, and has the colour of its ground as `--card`. */
export async function toPage(figure: Figure): Promise<PageFigure> {
  const { svg, more: panels } = await drawn(figure, {}, panelsOf);
  return { svg: onAnyGround(svg), panels };
}

/** Draws a figure, and reads something else from the view that has drawn it. */
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
  // Names of clipping paths count up from 0 in each figure.
  vega.resetSVGDefIds();
  const compiled = compile(spec as unknown as TopLevelSpec).spec;
  const view = new vega.View(vega.parse(compiled, undefined, { ast: true }), {
    // By itself Vega compiles expressions to code, which the policy of a page may forbid.
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

/** The figure as a PNG: text is outlines, so no font of the machine matters. */
export async function toPng(figure: Figure): Promise<Uint8Array> {
  const Renderer = await loadResvg();
  const image = new Renderer(await toSvg(figure), {
    fitTo: { mode: 'zoom', value: PNG_SCALE },
    font: { loadSystemFonts: false },
  });
  return image.render().asPng();
}

/** resvg comes as a native module for each platform; where there is none, only pixels cannot be had. */
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

/** The figure as a Vega-Lite document, to change and to draw elsewhere. */
export function toVegaLite({ spec }: Figure): string {
  return `${JSON.stringify(spec, undefined, 1)}\n`;
}

/**
 * An SVG without what says nothing: coordinates to a hundredth of a pixel, which frees them of the last digits in which
 * machines may differ; no roles and labels of parts, as the whole is one picture; no empty paths; marks that look alike
 * and follow each other as one path.
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

/** Paths that follow each other, those of one look as one. Stroked ones stay: their strokes may cross. */
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

/** A circle at a place; undefined for any other path. */
function movedTo(place: string, data: string): string | undefined {
  const radius = /^M([\d.]+),0A\1,\1,0,1,1,-\1,0A\1,\1,0,1,1,\1,0$/.exec(data)?.[1];
  if (radius === undefined) return undefined;
  const [x, y] = place.split(',').map(Number);
  const r = Number(radius);
  const half = (width: number): string => `a${r},${r},0,1,1,${width},0`;
  return `M${Number((x + r).toFixed(2))},${y}${half(-2 * r)}${half(2 * r)}`;
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
