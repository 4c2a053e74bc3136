/** The panels of a drawn figure, with the place and the tooltip of each mark, read from Vega's scene graph. */
import type { View } from 'vega';

/** A mark: its bounding box in pixels of the SVG, and its tooltip, a line for each field. */
export type SpokenMark = readonly [left: number, top: number, right: number, bottom: number, words: string];

/** A horizontal axis: pixels of the SVG and values at its two ends. */
export interface SpannedAxis {
  readonly pixels: readonly [number, number];
  readonly values: readonly [number, number];
  readonly isLogarithmic: boolean;
}

export interface Panel {
  /** In pixels of the SVG; the axis has left and right. */
  readonly top: number;
  readonly bottom: number;
  readonly x: SpannedAxis;
  readonly marks: readonly SpokenMark[];
}

/** The fields of an item of the scene that are used here. */
interface Item {
  readonly x?: number;
  readonly y?: number;
  readonly width?: number;
  readonly height?: number;
  readonly tooltip?: Readonly<Record<string, string>>;
  readonly items?: readonly Mark[];
}

interface Mark {
  readonly name?: string;
  readonly items: readonly Item[];
}

/**
 * Returns the panels of a figure in drawing order: the whole figure, or each part of a concatenation.
 * @internal The declarations of the package show no type of a dependency.
 */
export function panelsOf(view: View): Panel[] {
  const { root } = view.scenegraph() as unknown as { root: { items: readonly [Required<Item>] } };
  const [whole] = root.items;
  const [left, top] = view.origin();
  const padding = view.padding() as { readonly left: number; readonly top: number };
  const place = [left + padding.left, top + padding.top] as const;
  const parts = whole.items.filter(({ name }) => name?.startsWith('concat') === true);
  if (parts.length === 0) return [panelOf(view, 'x', whole, place)];
  return parts.flatMap(({ name, items }) =>
    items.map((item) => panelOf(view, name!.replace(/group$/, 'x'), item, place)),
  );
}

function panelOf(
  view: View,
  scaleName: string,
  { x: across = 0, y: down = 0, height = 0, items = [] }: Item,
  place: readonly [left: number, top: number],
): Panel {
  const [left, top] = [place[0] + across, place[1] + down];
  const scale = view.scale(scaleName) as Scale;
  const [[low, high], [first, last]] = [scale.domain(), scale.range()];
  return {
    top,
    bottom: top + height,
    x: { pixels: [left + first, left + last], values: [low, high], isLogarithmic: scale.type === 'log' },
    marks: items.flatMap((mark) => spokenIn(mark, left, top)),
  };
}

interface Scale {
  readonly type: string;
  domain(): readonly [number, number];
  range(): readonly [number, number];
}

/** Returns the marks with tooltips; lines of several series are nested in groups. */
function spokenIn({ items }: Mark, left: number, top: number): SpokenMark[] {
  return items.flatMap(({ x = 0, y = 0, width = 0, height = 0, tooltip, items: inside }) => {
    if (inside !== undefined) return inside.flatMap((mark) => spokenIn(mark, left, top));
    if (tooltip === undefined) return [];
    const words = Object.entries(tooltip).map(([name, value]) => `${name}: ${value}`);
    const [from, to] = [round(left + x), round(top + y)];
    return [[from, to, round(from + width), round(to + height), words.join('\n')] as const];
  });
}

function round(value: number): number {
  return Math.round(10 * value) / 10;
}
