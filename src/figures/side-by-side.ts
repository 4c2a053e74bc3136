/** One figure of several games: the same panels of each beside each other, or below on a phone, on the same axes. */
import { figure, type Figure, type Part, type Size } from './theme.js';

/** Panels of a narrower plotting area stand below each other. */
const LEAST_WIDTH = 240;
/** Pixels between plotting areas beside each other, for the axis of the right one. */
const SPACE = 90;

/** How a channel becomes a place, as far as it can be shared. */
interface Channel {
  title?: unknown;
  axis?: { labelExpr?: unknown };
  scale?: { type?: string; domain?: number[] };
}

/**
 * The figures that `draw` makes for each name, in the place that it has, as one; null where one of them is null. Of one name it
 * is that figure. Panels that not all have are left out.
 */
export function sideBySide(
  names: readonly string[],
  size: Size,
  draw: (place: Size, i: number) => Figure | null,
): Figure | null {
  if (names.length === 1) return draw(size, 0);
  const across = Math.floor((size.width - SPACE * (names.length - 1)) / names.length);
  const columns = across < LEAST_WIDTH ? 1 : names.length;
  const place = { ...size, width: columns === 1 ? size.width : across };
  const figures: Figure[] = [];
  for (const [i] of names.entries()) {
    const drawn = draw(place, i);
    if (drawn === null) return null;
    figures.push(drawn);
  }
  const panels = figures.map(({ spec }) => (spec.concat ?? [bodyOf(spec)]) as readonly Part[]);
  const rows = Math.min(...panels.map(({ length }) => length));
  const parts = Array.from({ length: rows }, (_, row) =>
    onSameAxes(panels.map((of) => of[row])).map((part, i) => ({ ...part, title: names[i] })),
  );
  const [subject] = figures[0].title.split(':');
  const description = figures.map(({ title, description: words }) => `${title}. ${words}`).join(' ');
  const heading = { title: `${subject}: ${names.join(', ')}`, notes: [], description };
  const { spec, ...drawn } = figure({ ...heading, width: size.width }, parts.flat(), { columns });
  // A colour may stand for other counts in each game.
  return { ...drawn, spec: { ...spec, resolve: { scale: { fill: 'independent', color: 'independent' } } } };
}

/** What stands around the panel of a figure that has one. */
const AROUND = ['$schema', 'description', 'title', 'config'];

/** The panel of a figure that has one. */
function bodyOf(spec: Part): Part {
  return Object.fromEntries(Object.entries(spec).filter(([name]) => !AROUND.includes(name)));
}

/** Panels of one kind, each axis from the least to the largest value of all. Text beside a value stays beside it. */
function onSameAxes(panels: readonly Part[]): Part[] {
  const copies = panels.map((panel) => structuredClone(panel));
  for (const name of ['x', 'y']) {
    const channels = copies.map((panel) => channelsOf(panel, name).filter(({ scale }) => isSpan(scale)));
    const firsts: (Channel | undefined)[] = channels.map(([first]) => first);
    if (!canBeShared(firsts)) continue;
    const domains = firsts.map(({ scale }) => scale!.domain!);
    const domain = [Math.min(...domains.map(([low]) => low)), Math.max(...domains.map(([, high]) => high))];
    // The ticks of the one that goes furthest.
    const { axis } = firsts[domains.findIndex(([, high]) => high === domain[1])];
    for (const [i, copy] of copies.entries()) {
      if (name === 'y') moveText(copy, Number(copy.height), firsts[i].scale!, domain);
      for (const channel of channels[i]) {
        channel.scale = { ...channel.scale, domain };
        if (channel.axis !== undefined && axis !== undefined) channel.axis = axis;
      }
    }
  }
  return copies;
}

function isSpan(scale: Channel['scale']): boolean {
  return scale?.domain?.length === 2 && scale.domain.every((end) => typeof end === 'number');
}

/** Whether all have an axis of one type with the same meaning. Names under bars are those of each figure. */
function canBeShared(channels: (Channel | undefined)[]): channels is Channel[] {
  const [first] = channels;
  return channels.every(
    (each) =>
      each !== undefined &&
      each.scale?.type === first?.scale?.type &&
      (each.scale?.type === 'log' || each.axis?.labelExpr === first?.axis?.labelExpr),
  );
}

/** The channels of a name in a part and in its layers. */
function channelsOf({ encoding, layer }: Part, name: string): Channel[] {
  const own = (encoding as Readonly<Record<string, Channel>> | undefined)?.[name];
  const inner = (layer ?? []) as readonly Part[];
  return [...(own === undefined ? [] : [own]), ...inner.flatMap((part) => channelsOf(part, name))];
}

/** Moves text that is placed in pixels from the top to where its value is on another domain. */
function moveText(
  part: Part,
  height: number,
  { type, domain }: NonNullable<Channel['scale']>,
  to: number[],
): void {
  const [low, high] = domain!.map((end) => (type === 'log' ? Math.log(end) : end));
  const [least, most] = to.map((end) => (type === 'log' ? Math.log(end) : end));
  for (const channel of channelsOf(part, 'y') as { value?: number }[]) {
    if (channel.value === undefined) continue;
    const value = high - (channel.value / height) * (high - low);
    channel.value = (height * (most - value)) / (most - least);
  }
}
