/** One figure of several games: their areas side by side, or below each other on a phone, on the same axes. */
import { figure, type Area, type Axis, type Figure, type Size } from './theme.js';

const MIN_WIDTH_PIXELS = 240;
/** Pixels between areas side by side, for the axis of the right one. */
const SPACE = 90;

/**
 * Joins the figures that `draw` makes for each name into one; null if one of them is null. A single name gives its own figure.
 * Areas that not all figures have are left out.
 */
export function sideBySide(
  names: readonly string[],
  size: Size,
  draw: (place: Size, i: number) => Figure | null,
): Figure | null {
  if (names.length === 1) return draw(size, 0);
  const across = Math.floor((size.width - SPACE * (names.length - 1)) / names.length);
  const columns = across < MIN_WIDTH_PIXELS ? 1 : names.length;
  const place = { ...size, width: columns === 1 ? size.width : across };
  const figures: Figure[] = [];
  for (const [i] of names.entries()) {
    const drawn = draw(place, i);
    if (drawn === null) return null;
    figures.push(drawn);
  }
  const rows = Math.min(...figures.map(({ areas }) => areas.length));
  const areas = Array.from({ length: rows }, (_, row) =>
    onSameAxes(figures.map((of) => of.areas[row])).map((area, i) => titled(area, names[i])),
  );
  const [subject] = figures[0].title.split(':');
  const description = figures.map(({ title, description: words }) => `${title}. ${words}`).join(' ');
  const heading = { title: `${subject}: ${names.join(', ')}`, notes: [], description };
  return figure({ ...heading, width: size.width }, areas.flat(), { columns, isColouredApart: true });
}

function titled({ x, y, draw }: Area, title: string): Area {
  return { x, y, draw: (across, up) => ({ ...draw(across, up), title }) };
}

/** Puts areas of one kind on axes that span the values of all. */
function onSameAxes(areas: readonly Area[]): Area[] {
  const x = joined(areas.map((area) => area.x));
  const y = joined(areas.map((area) => area.y));
  return areas.map(({ draw }, i) => ({ x: x[i], y: y[i], draw }));
}

/** Joins axes, with the ticks of the one that ends last; unchanged if their meanings differ, as of names under bars. */
function joined(axes: readonly Axis[]): readonly Axis[] {
  const [{ scale, axis }] = axes;
  const isAlike = axes.every(
    (each) =>
      each.scale.type === scale.type && (scale.type === 'log' || each.axis.labelExpr === axis.labelExpr),
  );
  if (!isAlike) return axes;
  const domains = axes.map((each) => each.scale.domain);
  const end = Math.max(...domains.map(([, high]) => high));
  const domain = [Math.min(...domains.map(([low]) => low)), end] as const;
  const furthest = axes[domains.findIndex(([, high]) => high === end)].axis;
  return axes.map((each) => ({ ...each, scale: { ...each.scale, domain }, axis: furthest }));
}
