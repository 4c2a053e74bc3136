/** What all figures share: sizes, colours, fonts and the frame. */
import { linesOf } from '../words/text.js';

/** The plotting area of a figure, without axes and titles, in CSS pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** For a figure of its own; for a wide page and for paper, where two fit on a page; and for a phone, where text stays as large. */
export const FIGURE_SIZE: Size = { width: 560, height: 340 };
export const REPORT_SIZE: Size = { width: 600, height: 190 };
export const PHONE_SIZE: Size = { width: 260, height: 220 };

/** Pixels that axes and titles take beside the plotting area, about. */
const BESIDE = { phone: 84, wide: 150 };

/** The plotting area of a figure with so many pixels across: of at most a comfortable height. */
export function pageSize(pixels: number): Size {
  const width = Math.max(PHONE_SIZE.width, pixels - BESIDE[pixels < 500 ? 'phone' : 'wide']);
  return { width, height: Math.round(Math.max(PHONE_SIZE.height, Math.min(400, 0.5 * width))) };
}

/** A figure before it is drawn. */
export interface Figure {
  readonly title: string;
  /** What it shows, in sentences, with the numbers: for those who do not see it. */
  readonly description: string;
  /** Its plotting areas, row by row. */
  readonly areas: readonly Area[];
  /** In the words of Vega-Lite 6, as JSON. */
  readonly spec: Part;
}

/** A part of a figure, in the words of Vega-Lite: a mark with its data, layers of them, or a repetition. */
export type Part = Readonly<Record<string, unknown>>;

/** A scale and an axis, from the value at its beginning to the one at its end. */
export interface Axis {
  readonly title: string;
  readonly scale: {
    readonly type?: 'linear' | 'log';
    readonly domain: readonly [number, number];
    readonly nice: false;
    readonly zero?: false;
  };
  /** In the words of Vega-Lite. */
  readonly axis: Part;
}

/** A plotting area: its axes, and a function that draws on them. */
export interface Area {
  readonly x: Axis;
  readonly y: Axis;
  /** Draws the marks. The axes go at least as far as its own; beside another game they may go further. */
  readonly draw: (x: Axis, y: Axis) => Part;
}

/**
 * Colours that people with any colour vision tell apart (after Okabe and Ito, "Color Universal Design", 2008), with
 * the vermilion darkened until text in it is readable on white (contrast above 4.5).
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
/** The same, for lines that are told apart. */
export const SERIES_COLOURS = ['#0072B2', '#B84A00', '#007A5A', '#A6427A', '#6B5B00', '#3D3D3D'];
/** The same, for areas beside each other (after Okabe and Ito). */
export const AREA_COLOURS = ['#000000', '#0072B2', '#F0E442', '#009E73', '#D55E00', '#CC79A7', '#999999'];
/** From few to many. */
export const RAMP = ['#DCEAF5', '#B5D3E9', '#85B7DA', '#5299C7', '#2A79AF', '#105A8E', '#083A66'];
/** From small to large nim-values above 0; these and the text in cells stay as they are on any ground. */
export const HOT_RAMP = ['#FBE6D4', '#F8D0AE', '#F3B583', '#EA985A', '#DC7B36', '#C55F19', '#A34708'];
export const IN_CELL = { light: '#FFFFFE', dark: '#1B1B1A', cold: '#0073B3' };

/** What each colour is on a dark ground, where it is another. */
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

/** The property of a page that has the colour below figures. */
const GROUND = 'card';

/** An SVG of these colours for a page whose `color-scheme` says whether it is dark, on its `--card` as the ground. */
export function onAnyGround(svg: string): string {
  return svg.replaceAll(/ (fill|stroke)="(#[\dA-F]{6})"/g, (attribute, name: string, colour: string) => {
    if (colour === COLOURS.ground) return ` ${name}="var(--${GROUND})"`;
    return colour in ON_DARK ? ` ${name}="light-dark(${colour},${ON_DARK[colour]})"` : attribute;
  });
}

/** Arimo, which figures are drawn with, has the widths of Arial and Helvetica, which show Vega-Lite documents alike. */
const FONT_STACK = 'Arimo, Arial, Helvetica, sans-serif';

/** What stands above a figure, and what it is in words. */
interface Heading {
  readonly title: string;
  readonly notes: readonly string[];
  readonly description: string;
  /** Of the plotting area: longer lines are folded. */
  readonly width: number;
}

/** Characters of a line of text above a figure. */
const LONGEST_LINE = { phone: 46, wide: 90 };
const LONGEST_TITLE = { phone: 34, wide: 68 };

/** One line is text, as every reader of a document expects; several are a list. */
function lineOrLines(lines: readonly string[]): string | readonly string[] {
  return lines.length === 1 ? lines[0] : lines;
}

/** The arrangement of areas. */
interface Layout {
  readonly columns?: number;
  readonly spacing?: number;
  /** Whether a colour may stand for something else in each area. */
  readonly isColouredApart?: boolean;
}

/** Makes a figure of areas, one below the other, or in rows of `columns`. */
export function figure(
  { title, notes, description, width }: Heading,
  areas: readonly Area[],
  { columns = 1, spacing = 24, isColouredApart = false }: Layout = {},
): Figure {
  const parts = areas.map((area) => area.draw(area.x, area.y));
  const heading = {
    text: lineOrLines(linesOf(title, LONGEST_TITLE[width < 400 ? 'phone' : 'wide'])),
    subtitle: notes.flatMap((note) => linesOf(note, LONGEST_LINE[width < 400 ? 'phone' : 'wide'])),
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
  // One label for the whole picture (render.ts) instead of one for each of a thousand points.
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
