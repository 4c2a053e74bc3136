/**
 * What all figures share: sizes, colours, fonts and the frame. Separate so that each figure says only what it shows,
 * and that all of them look alike.
 */

/** The plotting area of a figure, without axes and titles, in CSS pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** For a figure of its own; a small one, whose text stays readable on a phone, for a page. */
export const FIGURE_SIZE: Size = { width: 560, height: 340 };
export const PAGE_SIZE: Size = { width: 320, height: 220 };

/** A figure before it is drawn. */
export interface Figure {
  readonly title: string;
  /** What it shows, in sentences, with the numbers: for those who do not see it. */
  readonly description: string;
  /** In the words of Vega-Lite 6, as JSON. */
  readonly spec: Part;
}

/** A part of a figure, in the words of Vega-Lite: a mark with its data, layers of them, or a repetition. */
export type Part = Readonly<Record<string, unknown>>;

/**
 * Colours that people with any colour vision tell apart (after Okabe and Ito, "Color Universal Design", 2008), with
 * the vermilion darkened until text in it is readable on white (contrast above 4.5).
 */
export const COLOURS = { data: '#0072B2', fit: '#B84A00', reference: '#595959', grid: '#E4E4E4' };
/** The same, for lines that are told apart. */
export const SERIES_COLOURS = ['#0072B2', '#B84A00', '#007A5A', '#A6427A', '#6B5B00', '#3D3D3D'];

/** Arimo has the widths of Arial and Helvetica, so that text is as wide wherever the figure is shown. */
export const FONT = 'Arimo';
export const FONT_STACK = `${FONT}, Arial, Helvetica, sans-serif`;

/** Makes a figure of panels, one below the other, or in rows of `columns`. */
export function figure(
  { title, notes, description }: { title: string; notes: readonly string[]; description: string },
  panels: readonly Part[],
  { columns = 1, spacing = 24 }: { columns?: number; spacing?: number } = {},
): Figure {
  const heading = { text: title, subtitle: [...notes] };
  const body = panels.length === 1 ? panels[0] : { concat: [...panels], columns, spacing };
  return {
    title,
    description,
    spec: {
      $schema: 'https://vega.github.io/schema/vega-lite/v6.json',
      description,
      title: heading,
      ...body,
      config: CONFIG,
    },
  };
}

const CONFIG: Part = {
  // One label for the whole picture (render.ts) instead of one for each of a thousand points.
  aria: false,
  background: '#FFFFFF',
  padding: 12,
  font: FONT_STACK,
  view: { stroke: '#8C8C8C' },
  title: {
    anchor: 'start',
    frame: 'group',
    fontSize: 16,
    fontWeight: 'bold',
    color: '#1A1A1A',
    subtitleFontSize: 13,
    subtitleColor: '#404040',
    subtitlePadding: 4,
    offset: 12,
  },
  axis: {
    labelFontSize: 12,
    labelColor: '#303030',
    titleFontSize: 13,
    titleFontWeight: 'normal',
    titleColor: '#1A1A1A',
    gridColor: COLOURS.grid,
    domainColor: '#8C8C8C',
    tickColor: '#8C8C8C',
    labelOverlap: true,
    labelFlush: false,
  },
  legend: { labelFontSize: 12, titleFontSize: 13, titleFontWeight: 'normal', symbolSize: 60 },
  circle: { size: 16, opacity: 1, color: COLOURS.data },
  bar: { color: COLOURS.data },
  line: { strokeWidth: 1.5 },
  text: { fontSize: 13, color: '#1A1A1A' },
};
