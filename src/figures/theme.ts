/** Sizes, colours, fonts and frame that all figures share. */
import { linesOf } from '../words/text.js';

/** The plotting area of a figure, without axes and titles, in CSS pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Sizes for a single figure; for a wide page and for paper, two to a page; and for a phone, with text of the same size. */
export const FIGURE_SIZE: Size = { width: 560, height: 340 };
export const REPORT_SIZE: Size = { width: 600, height: 190 };
export const PHONE_SIZE: Size = { width: 260, height: 220 };

/** Pixels that axes and titles add to the width, about. */
const BESIDE = { phone: 84, wide: 150 };

/** Returns the plotting area of a figure `pixels` wide, at most 400 pixels high. */
export function pageSize(pixels: number): Size {
  const width = Math.max(PHONE_SIZE.width, pixels - BESIDE[pixels < 500 ? 'phone' : 'wide']);
  return { width, height: Math.round(Math.max(PHONE_SIZE.height, Math.min(400, 0.5 * width))) };
}

export interface Figure {
  readonly title: string;
  /** Sentences with the numbers it shows, for readers who cannot see it. */
  readonly description: string;
  /** Plotting areas, row by row. */
  readonly areas: readonly Area[];
  /** A Vega-Lite 6 document. */
  readonly spec: Part;
}

/** A Vega-Lite view: a mark with its data, layers, or a repetition. */
export type Part = Readonly<Record<string, unknown>>;

/** A scale with its axis; the domain goes from first to last value. */
export interface Axis {
  readonly title: string;
  readonly scale: {
    readonly type?: 'linear' | 'log';
    readonly domain: readonly [number, number];
    readonly nice: false;
    readonly zero?: false;
  };
  /** A Vega-Lite axis. */
  readonly axis: Part;
}

export interface Area {
  readonly x: Axis;
  readonly y: Axis;
  /** Draws the marks on axes that may extend beyond its own, to match other areas. */
  readonly draw: (x: Axis, y: Axis) => Part;
}

/**
 * Colours that people with any colour vision can distinguish (after Okabe and Ito, "Color Universal Design", 2008), with the
 * vermilion darkened until text in it is readable on white (contrast above 4.5).
 */
export const COLOURS = {
  data: '#0072B2',
  fit: '#B84A00',
  reference: '#595959',
  grid: '#E4E4E4',
  frame: '#8C8C8C',
  text: '#1A1A1A',
  note: '#404040',
  label: '#303030',
  ground: '#FFFFFF',
};
/** For lines. */
export const SERIES_COLOURS = ['#0072B2', '#B84A00', '#007A5A', '#A6427A', '#6B5B00', '#3D3D3D'];
/** For adjacent areas (after Okabe and Ito). */
export const AREA_COLOURS = ['#000000', '#0072B2', '#F0E442', '#009E73', '#D55E00', '#CC79A7', '#999999'];
/** From few to many. */
export const RAMP = ['#DCEAF5', '#B5D3E9', '#85B7DA', '#5299C7', '#2A79AF', '#105A8E', '#083A66'];
/** From small to large nim-values above 0; these and the text in cells are the same on any ground. */
export const HOT_RAMP = ['#FBE6D4', '#F8D0AE', '#F3B583', '#EA985A', '#DC7B36', '#C55F19', '#A34708'];
export const IN_CELL = { light: '#FFFFFE', dark: '#1B1B1A', cold: '#0073B3' };

/** Replacements on a dark ground. */
export const ON_DARK: Readonly<Record<string, string>> = {
  [COLOURS.data]: '#56B4E9',
  [COLOURS.fit]: '#FF9A52',
  [COLOURS.reference]: '#B0B0B0',
  [COLOURS.grid]: '#3A3D42',
  [COLOURS.frame]: '#7A7F87',
  [COLOURS.text]: '#F0F0F0',
  [COLOURS.note]: '#C8C8C8',
  [COLOURS.label]: '#D4D4D4',
  [COLOURS.ground]: '#16181C',
  '#007A5A': '#3CC9A0',
  '#A6427A': '#E79CC4',
  '#6B5B00': '#D9C24A',
  '#3D3D3D': '#CFCFCF',
  ...Object.fromEntries(
    ['#1D3347', '#21496B', '#2A6391', '#3A80B5', '#5B9FD2', '#8FC2E8', '#D3EBFC'].map((dark, i) => [
      RAMP[i],
      dark,
    ]),
  ),
};

/** The CSS property with the colour below figures. */
const GROUND = 'card';

/** Adapts an SVG to a page: colours follow its `color-scheme`, and the ground is its `--card`. */
export function onAnyGround(svg: string): string {
  return svg.replaceAll(/ (fill|stroke)="(#[\dA-F]{6})"/g, (attribute, name: string, colour: string) => {
    if (colour === COLOURS.ground) return ` ${name}="var(--${GROUND})"`;
    return colour in ON_DARK ? ` ${name}="light-dark(${colour},${ON_DARK[colour]})"` : attribute;
  });
}

/** Arial and Helvetica have the widths of Arimo, in which figures are drawn, so Vega-Lite documents look alike. */
const FONT_STACK = 'Arimo, Arial, Helvetica, sans-serif';

interface Heading {
  readonly title: string;
  readonly notes: readonly string[];
  readonly description: string;
  /** Width of the plotting area; longer lines are folded. */
  readonly width: number;
}

const MAX_LINE_CHARACTERS = { phone: 46, wide: 90 };
const MAX_TITLE_CHARACTERS = { phone: 34, wide: 68 };

/** Vega-Lite viewers expect one line as text, several as a list. */
function lineOrLines(lines: readonly string[]): string | readonly string[] {
  return lines.length === 1 ? lines[0] : lines;
}

interface Layout {
  readonly columns?: number;
  readonly spacing?: number;
  /** Whether each area has colour scales of its own. */
  readonly isColouredApart?: boolean;
}

/** Combines areas into a figure, in rows of `columns`. */
export function figure(
  { title, notes, description, width }: Heading,
  areas: readonly Area[],
  { columns = 1, spacing = 24, isColouredApart = false }: Layout = {},
): Figure {
  const parts = areas.map((area) => area.draw(area.x, area.y));
  const heading = {
    text: lineOrLines(linesOf(title, MAX_TITLE_CHARACTERS[width < 400 ? 'phone' : 'wide'])),
    subtitle: notes.flatMap((note) => linesOf(note, MAX_LINE_CHARACTERS[width < 400 ? 'phone' : 'wide'])),
  };
  const body = parts.length === 1 ? parts[0] : { concat: parts, columns, spacing };
  return {
    title,
    description,
    areas,
    spec: {
      $schema: 'https://vega.github.io/schema/vega-lite/v6.json',
      description,
      title: heading,
      ...body,
      config: CONFIG,
      ...(isColouredApart ? { resolve: { scale: { fill: 'independent', color: 'independent' } } } : {}),
    },
  };
}

const CONFIG: Part = {
  // The picture has one label (render.ts) instead of one for each of a thousand points.
  aria: false,
  background: COLOURS.ground,
  padding: 12,
  font: FONT_STACK,
  view: { stroke: COLOURS.frame },
  title: {
    anchor: 'start',
    frame: 'group',
    fontSize: 16,
    fontWeight: 'bold',
    color: COLOURS.text,
    subtitleFontSize: 13,
    subtitleColor: COLOURS.note,
    subtitlePadding: 4,
    offset: 12,
  },
  legend: {
    labelFontSize: 12,
    labelColor: COLOURS.label,
    titleFontSize: 13,
    titleFontWeight: 'normal',
    titleColor: COLOURS.text,
  },
  axis: {
    labelFontSize: 12,
    labelColor: COLOURS.label,
    titleFontSize: 13,
    titleFontWeight: 'normal',
    titleColor: COLOURS.text,
    gridColor: COLOURS.grid,
    domainColor: COLOURS.frame,
    tickColor: COLOURS.frame,
    labelOverlap: true,
    labelFlush: false,
  },
  circle: { size: 16, opacity: 1, color: COLOURS.data },
  bar: { color: COLOURS.data },
  line: { strokeWidth: 1.5 },
  text: { fontSize: 13, color: COLOURS.text },
};
