/** Bar charts over whole numbers or names; many bars are drawn as one outline. */
import { short } from '../words/typeset.js';
import { countAxis, positions, tooltips, type Channels, type Point } from './parts.js';
import { COLOURS, type Area, type Axis, type Part, type Size } from './theme.js';

export interface Bars extends Size {
  readonly heights: readonly number[];
  /** The whole number that each height stands for. */
  readonly amounts: readonly number[];
  /** The label of each bar; by default 0, 1, 2, ... */
  readonly names?: readonly string[];
  readonly xTitle: string;
  readonly y: Axis;
  /** The heading of the amounts in tooltips. */
  readonly what: string;
}

/** More bars than this are drawn as one outline. */
const MAX_BARS = 120;
/** Up to this many bars are labelled with their amounts. */
const FEW_BARS = 12;
/** With more bars, only the ones below this share of the highest are labelled: they are hard to see. */
const LOW_BAR = 0.02;
/** Widths in pixels of a name and of an amount that stands upright. */
const ROOM_FOR_NAME = 18;
const ROOM_FOR_UPRIGHT = 9;

interface Row extends Point {
  readonly from: number;
  readonly to: number;
  readonly amount: number;
  readonly label: string;
}

/** Returns bars, labelled if few; many as an outline, with means of neighbours if they outnumber the pixels. */
export function bars(options: Bars): Area {
  const { heights, amounts, names, xTitle, y, what, width, height } = options;
  if (heights.length > MAX_BARS) return outline(options);
  const rows = heights.map((each, i): Row => ({
    x: i,
    y: each,
    from: i - 0.4,
    to: i + 0.4,
    amount: amounts[i],
    label: amounts[i] === 0 ? 'none' : short(amounts[i]),
  }));
  const { axis, ...scaled } = countAxis(xTitle, -0.5, heights.length - 0.5);
  const isRoomy = heights.length * ROOM_FOR_NAME <= width;
  const x: Axis = {
    ...scaled,
    axis: {
      ...(isRoomy ? { values: rows.map((row) => row.x), labelOverlap: names !== undefined } : axis),
      ...(names === undefined ? {} : { labelExpr: `${JSON.stringify(names)}[datum.value]` }),
      grid: false,
    },
  };
  const tooltip = [
    names === undefined ? tooltips([['x', xTitle]])[0] : { field: 'name', type: 'nominal', title: xTitle },
    ...tooltips([['amount', what]]),
  ];
  const values = names === undefined ? rows : rows.map((row, i) => ({ ...row, name: names[i] }));
  const draw = (across: Axis, up: Axis): Part => {
    const channels = positions(across, up);
    const encoding = {
      x: { ...channels.x, field: 'from' },
      x2: { field: 'to' },
      y: channels.y,
      y2: { datum: 0 },
      tooltip,
    };
    return {
      width,
      height,
      layer: [
        { data: { values }, mark: { type: 'rect', color: COLOURS.data }, encoding },
        ...amountsOf(rows, width / heights.length, channels),
      ],
    };
  };
  return { x, y, draw };
}

function amountsOf(rows: readonly Row[], room: number, channels: Channels): Part[] {
  const most = Math.max(...rows.map(({ amount }) => amount));
  const isFew = rows.length <= FEW_BARS;
  const lying = { type: 'text', baseline: 'bottom', dy: -3, fontSize: 12, color: COLOURS.label };
  const upright = {
    type: 'text',
    angle: -90,
    align: 'left',
    baseline: 'middle',
    dx: 4,
    fontSize: 9,
    color: COLOURS.label,
  };
  const isLying = isFew || room >= ROOM_FOR_NAME;
  const low = rows.filter(({ amount }) => isFew || (amount > 0 && amount < LOW_BAR * most));
  if (low.length === 0 || (!isLying && room < ROOM_FOR_UPRIGHT - 2)) return [];
  const above = low.filter(({ y }) => y >= 0);
  const below = low.filter(({ y }) => y < 0);
  const part = (values: readonly Row[], mark: object): Part[] =>
    values.length === 0
      ? []
      : [
          {
            data: { values: [...values] },
            mark,
            encoding: { ...channels, text: { field: 'label', type: 'nominal' } },
          },
        ];
  return isLying
    ? [...part(above, lying), ...part(below, { ...lying, baseline: 'top', dy: 4 })]
    : part(low, upright);
}

function outline({ heights, xTitle, y: { title: measured, ...y }, what, width, height }: Bars): Area {
  const together = Math.ceil(heights.length / width);
  const rows: Point[] = [];
  for (let start = 0; start < heights.length; start += together) {
    const group = heights.slice(start, start + together);
    rows.push({ x: start, y: group.reduce((sum, each) => sum + each, 0) / group.length });
  }
  const title = together === 1 ? measured : `${measured} (means of ${together})`;
  const tooltip = tooltips([
    ['x', xTitle],
    ['y', what, ',.4~r'],
  ]);
  return {
    x: countAxis(xTitle, -0.5, heights.length - 0.5),
    y: { title, ...y },
    draw: (across, up) => ({
      width,
      height,
      data: { values: rows },
      mark: { type: 'area', interpolate: 'step', color: COLOURS.data },
      encoding: { ...positions(across, up), tooltip },
    }),
  };
}
