/**
 * The sets of three moves of a survey with one move in common, as a plane of the two others: a cell for each set, coloured by its
 * kind. The two moves that add up to the period form a fractal-like picture (Larsson and Saha, arXiv 2405.20054).
 */
import { refuse } from '../../common/errors.js';
import { checkInteger } from '../../common/range.js';
import { countAxis, positions, type Channels } from '../../figures/parts.js';
import { pixels } from '../../figures/pixels.js';
import { AREA_COLOURS, COLOURS, figure, type Figure, type Part, type Size } from '../../figures/theme.js';
import { KINDS_OF_THREE, kindOf } from '../../game/kinds.js';
import { setText } from '../../game/sets/set-text.js';
import { amount } from '../../words/typeset.js';
import { tabulate, whole } from '../columns.js';
import {
  readSurvey,
  SERIES_OPTION,
  surveyed,
  type SurveyReading,
  type SurveyTable,
  type PlaneOptions,
  type PlaneResult,
} from './survey-file.js';
import { parseNumber } from '../../words/numbers.js';
import { optional } from '../../words/params.js';

/** Minimum width in pixels at which the legend fits into the empty half. */
const WIDE = 400;

/** Cells of at most this many moves are drawn one by one; more are an image. */
const MAX_DRAWN = 128;

/** Colours of cells that are drawn: the first is black, and light on a dark ground. */
const DRAWN_COLOURS = [COLOURS.text, ...AREA_COLOURS.slice(1)];

/** Maximum move: the figure has as many pixels a side. */
const MAX_SIDE = 4096;

/** Reads the sets that have a move. If none is given the table is read twice. Memory: a byte a cell. */
async function readPlane(
  table: SurveyTable,
  { third: given, ...options }: PlaneOptions,
): Promise<PlaneResult> {
  if (given !== undefined) checkInteger(given, 1, Number.MAX_SAFE_INTEGER, 'The third move');
  const third = given ?? (await usualMove(table, options));
  const all = new Uint8Array(MAX_SIDE ** 2);
  const counts = KINDS_OF_THREE.map(() => 0);
  let side = 0;
  const head = await readSurvey(table, 'plane', options, (set, period) => {
    if (set.length !== 3 || !set.includes(third)) return;
    const [a, b] = set.filter((move) => move !== third);
    if (b > MAX_SIDE)
      refuse(
        'The largest move {largest} is too large for the plane, which has moves up to {most}.',
        { largest: b, most: MAX_SIDE },
        { remedy: { do: 'lower', option: 'to' } },
      );
    const kind = KINDS_OF_THREE.findIndex((name) => name === kindOf(set, period));
    counts[kind]++;
    side = Math.max(side, b);
    all[(b - 1) * MAX_SIDE + a - 1] = kind + 1;
  });
  const cells = new Uint8Array(side * side);
  for (let b = 0; b < side; b++) cells.set(all.subarray(b * MAX_SIDE, b * MAX_SIDE + side), b * side);
  return { ...head, third, side, cells, kinds: KINDS_OF_THREE.map((kind, i) => ({ kind, sets: counts[i] })) };
}

/** Returns the least move that all sets of three moves share, or the largest of any; 0 if there are none. */
async function usualMove(table: SurveyTable, options: SurveyReading): Promise<number> {
  let common: readonly number[] | undefined;
  let largest = 0;
  await readSurvey(table, 'plane', options, (set) => {
    if (set.length !== 3) return;
    if (common?.length !== 0) common = common?.filter((move) => set.includes(move)) ?? set;
    largest = Math.max(largest, set[2]);
  });
  return common?.[0] ?? largest;
}

function planeFigure({ game, series, third, side, cells, kinds }: PlaneResult, size: Size): Figure | null {
  const total = kinds.reduce((sum, { sets }) => sum + sets, 0);
  if (total === 0) return null;
  // A whole number of pixels for each cell, so that all are alike.
  const edge = side * Math.max(1, Math.floor(size.width / side));
  const names = kinds.flatMap(({ kind, sets }) =>
    sets === 0 ? [] : [`${WORDS[kind] ?? kind}: ${((100 * sets) / total).toFixed(1)} %`],
  );
  const isDrawn = side <= MAX_DRAWN;
  const colours = (isDrawn ? DRAWN_COLOURS : AREA_COLOURS).filter((_, i) => kinds[i].sets > 0);
  const of = series === 'nim' ? 'nim-values' : 'outcomes';
  const title = `Kinds of sets of three moves, one of them ${third}: ${game}`;
  const notes = [
    `A cell for each of ${amount(total, 'set')} {a, b, ${third}}, a < b: which two moves, in order, add up to the period of ${of}`,
    'Empty: not in the survey, such as sets with a common divisor',
  ];
  const description = `The sets {a, b, ${third}} with a < b up to ${side} by kind: ${names.join(', ')}.`;
  return figure({ title, notes, description, width: edge }, [
    {
      x: countAxis('a', 0.5, side + 0.5),
      y: countAxis('b', 0.5, side + 0.5),
      draw(x, y) {
        const channels = positions(x, y, ['a', 'b']);
        const drawn = isDrawn
          ? drawnCells({ third, side, cells, kinds }, channels)
          : imageOf(cells, side, edge);
        return { width: edge, height: edge, layer: [drawn, legendOf(names, colours, edge, channels)] };
      },
    },
  ]);
}

/** Returns the axes and the legend, with invisible marks. */
function legendOf(
  names: readonly string[],
  colours: readonly string[],
  edge: number,
  channels: Channels,
): Part {
  return {
    data: { values: names.map((kind) => ({ kind, a: 1, b: 1 })) },
    mark: { type: 'square', opacity: 0 },
    encoding: {
      ...channels,
      color: {
        field: 'kind',
        type: 'nominal',
        scale: { domain: names, range: colours },
        legend: {
          ...{ title: null, symbolType: 'square', symbolOpacity: 1, symbolSize: 140 },
          ...{ labelLimit: 0, offset: 16, padding: 6, columns: 1, fillColor: COLOURS.ground },
          // At the right in the empty lower half of a wide figure; below a narrow one.
          orient: edge < WIDE ? 'bottom' : 'bottom-right',
        },
      },
    },
  };
}

type Cells = Pick<PlaneResult, 'third' | 'side' | 'cells' | 'kinds'>;

/** The sets of a plane by b, then a. */
function setsOf({ third, side, cells, kinds }: Cells) {
  return Array.from(cells, (cell, at) => {
    const [a, b] = [(at % side) + 1, Math.floor(at / side) + 1];
    const set = [a, b, third].sort((one, other) => one - other);
    return { cell, a, b, set, kind: kinds.at(cell - 1)?.kind ?? '' };
  }).filter(({ cell }) => cell > 0);
}

/** Returns a rectangle with a tooltip for each cell. Cells of one colour are adjacent, so that they become one path. */
function drawnCells(plane: Cells, { x, y }: Channels): Part {
  const found = setsOf(plane).map(({ cell, a, b, set, kind }) => ({
    ...{ cell, a: a - 0.5, b: b - 0.5, toA: a + 0.5, toB: b + 0.5 },
    ...{ set: setText(set), kind: WORDS[kind] ?? kind },
  }));
  const words = ['set', 'kind'].map((field): Part => ({ field, type: 'nominal', title: field }));
  return {
    data: { values: found.sort((one, other) => one.cell - other.cell) },
    mark: { type: 'rect' },
    encoding: {
      ...{ x, y, x2: { field: 'toA' }, y2: { field: 'toB' } },
      fill: {
        ...{ field: 'cell', type: 'ordinal', legend: null },
        scale: { domain: DRAWN_COLOURS.map((_, i) => i + 1), range: DRAWN_COLOURS },
      },
      tooltip: words,
    },
  };
}

function imageOf(cells: Uint8Array, side: number, edge: number): Part {
  // From the top down: the largest b comes first.
  const rows = new Uint8Array(cells.length);
  for (let b = 0; b < side; b++) rows.set(cells.subarray(b * side, (b + 1) * side), (side - 1 - b) * side);
  const url = pixels({ width: side, height: side, values: rows, colours: [COLOURS.ground, ...AREA_COLOURS] });
  return {
    data: { values: [{ url }] },
    mark: {
      ...{ type: 'image', align: 'left', baseline: 'top', aspect: false, smooth: false },
      ...{ width: edge, height: edge },
    },
    encoding: { url: { field: 'url', type: 'nominal' }, x: { value: 0 }, y: { value: 0 } },
  };
}

const WORDS: Readonly<Partial<Record<string, string>>> = {
  additive: 'additive: s1 + s2 = s3',
  's1+s2': 's1 + s2',
  's1+s3': 's1 + s3',
  's2+s3': 's2 + s3',
  'divides a sum': 'a proper divisor of a sum',
};

export const planeStudy = surveyed<'plane', PlaneOptions, PlaneResult>({
  name: 'plane',
  heading: 'Which two moves add up to the period',
  summary:
    'of a survey of three moves, one of them fixed: a cell for each set, by which two moves add up to the period',
  options: {
    ...SERIES_OPTION,
    third: optional(
      'C',
      'the move that all sets shown have; default the one that all sets of the survey have, or the largest',
      parseNumber,
    ),
  },
  run: readPlane,
  facts: ({ third, kinds }, write) => [
    `One of the moves is ${write(third)}.`,
    ...kinds
      .filter(({ sets }) => sets > 0)
      .map(({ kind, sets }) => `${kind}: ${amount(sets, 'set', write)}.`),
  ],
  columns: (result) =>
    tabulate(setsOf(result), [
      ...[0, 1, 2].map((i) =>
        whole(`s${i + 1}`, `s${i + 1}`, ({ set }: { set: readonly number[] }) => set[i]),
      ),
      { name: 'kind', type: 'utf8', heading: 'Kind', of: ({ kind }) => kind },
    ]),
  needs: 'a set of three moves',
  draw: planeFigure,
});
