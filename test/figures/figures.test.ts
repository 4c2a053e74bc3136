/** Figures: their data are those of the analysis, Vega-Lite takes them as they are, and what comes out can be read. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import { Resvg } from '@resvg/resvg-js';
import { parse, View, type LoggerInterface } from 'vega';
import { expressionInterpreter } from 'vega-interpreter';
import { compile, type TopLevelSpec } from 'vega-lite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FIGURES, type FigureResult } from '../../src/analysis/analyses.js';
import { figureOf } from '../../src/analysis/plot.js';
import { formula } from '../../src/words/typeset.js';
import { fittedAreas, logAxis, spread, thinned, type Point } from '../../src/figures/parts.js';
import { sideBySide } from '../../src/figures/side-by-side.js';
import { toPng, toSvg, toVegaLite } from '../../src/figures/render.js';
import { FIGURE_SIZE, PHONE_SIZE, type Figure } from '../../src/figures/theme.js';
import {
  analyzeDensity,
  analyzeDigits,
  analyzeGaps,
  analyzeRecords,
  analyzeResidues,
  analyzeValues,
  coldByDefinition,
  nimValuesByDefinition,
  openStore,
  readNimValues,
  readRaster,
  readRemoteness,
  remotenessesByDefinition,
  type Store,
} from '../../src/index.js';
import { parseGame } from '../../src/game/game.js';
import { fileFolder } from '../support/cli.js';
import { IS_LONG } from '../support/seed.js';
import { drain } from '../support/store.js';

const POSITIONS = 2048;
const GAMES = ['squares', '{1,3,4}', 'all-but{2,3}'];
const folder = fileFolder();
let store: Store;

beforeAll(async () => {
  store = await openStore(folder);
  for (const game of GAMES) {
    await drain(store.extend(game, { to: POSITIONS, threads: 1 }));
    await drain(store.extend(game, { to: POSITIONS, series: 'remoteness', threads: 1 }));
  }
});
afterAll(() => store.close());

/** Every kind of figure of a game. */
async function resultsOf(game: string, to = POSITIONS): Promise<FigureResult[]> {
  const places = (base: number, most: number): number =>
    Math.max(1, Math.min(most, Math.floor(Math.log(to - 1 || 1) / Math.log(base))));
  return [
    await analyzeRecords(store, game, { to }),
    await analyzeDensity(store, game, { to }),
    await analyzeDensity(store, game, { to, at: 'powers-of-2' }),
    await analyzeDigits(store, game, { to, base: 5, places: places(5, 3) }),
    await analyzeDigits(store, game, { to, base: 2, places: places(2, 7) }),
    await analyzeDigits(store, game, { to, base: 300 }),
    await analyzeValues(store, game, { to }),
    await analyzeGaps(store, game, { to }),
    await analyzeResidues(store, game, { to, modulus: 5 }),
    await analyzeResidues(store, game, { to, modulus: 150, max: 40 }),
    await readNimValues(store, game, { to }),
    await readRemoteness(store, game, { to }),
    await readRaster(store, game, { to }),
    await readRaster(store, game, { to, width: 7, series: 'nim' }),
  ];
}

function drawn(result: FigureResult): Figure {
  const figure = figureOf(result);
  if (figure === null) throw new Error(`no figure of ${result.analysis}`);
  return figure;
}

/** What Vega-Lite has to say about a specification. */
function complaintsAbout(spec: Figure['spec']): unknown[] {
  const complaints: unknown[] = [];
  const write: (...words: unknown[]) => LoggerInterface = (...words) => {
    complaints.push(...words);
    return logger;
  };
  const logger = { level: write, error: write, warn: write, info: write, debug: write } as LoggerInterface;
  compile(spec as unknown as TopLevelSpec, { logger });
  return complaints;
}

/** The picture of a specification, with its expressions interpreted, or compiled by Vega itself. */
async function pictureOf(spec: Figure['spec'], isCompiled: boolean): Promise<string> {
  const compiled = compile(spec as unknown as TopLevelSpec).spec;
  const how = isCompiled ? {} : { expr: expressionInterpreter };
  const view = new View(parse(compiled, undefined, { ast: true }), { ...how, renderer: 'none' });
  try {
    // Names of clipping paths go on counting.
    return (await view.toSVG()).replaceAll(/clip\d+/g, 'clip');
  } finally {
    view.finalize();
  }
}

/** The rows of every data set in a specification. */
function dataOf(spec: Figure['spec']): Record<string, unknown>[][] {
  const found: Record<string, unknown>[][] = [];
  JSON.stringify(spec, (key, value: unknown) => {
    if (key === 'data') found.push((value as { values: Record<string, unknown>[] }).values);
    return value;
  });
  return found;
}

/** Raises where anything but the ground lies outside the picture: text, too, is outlines. */
function expectWhole(svg: string): void {
  expect(svg).not.toContain('<text');
  const [, width, height] = / width="([\d.]+)" height="([\d.]+)"/.exec(svg)!.map(Number);
  const drawn = svg.replace(/<rect width="[\d.]+" height="[\d.]+" fill="#FFFFFF"\/>/, '');
  const box = new Resvg(drawn, { font: { loadSystemFonts: false } }).getBBox()!;
  expect(box.x).toBeGreaterThanOrEqual(0);
  expect(box.y).toBeGreaterThanOrEqual(0);
  expect(box.x + box.width).toBeLessThanOrEqual(width);
  expect(box.y + box.height).toBeLessThanOrEqual(height);
}

it.each(IS_LONG ? GAMES : ['{1,3,4}'])(
  'is the same of %s whether its expressions are evaluated or compiled',
  { tags: 'slow' },
  async (game) => {
    for (const result of await resultsOf(game)) {
      const { spec } = drawn(result);
      expect(await pictureOf(spec, false), result.analysis).toBe(await pictureOf(spec, true));
    }
  },
);

describe('every figure', () => {
  it.each(GAMES)('of %s is drawn without a complaint', { tags: 'slow' }, async (game) => {
    for (const result of await resultsOf(game)) {
      for (const size of game === 'squares' ? [FIGURE_SIZE, PHONE_SIZE] : [PHONE_SIZE]) {
        const figure = figureOf(result, size);
        expect(figure, result.analysis).not.toBeNull();
        const complaints = complaintsAbout(figure!.spec);
        expect(complaints).toEqual([]);
        const svg = await toSvg(figure!);
        expect(svg).not.toMatch(/NaN|undefined|Infinity/);
        expect(svg).toContain(`aria-label="${figure!.title}"`);
        expect(JSON.stringify(figure!.spec)).toContain('"tooltip":');
        expectWhole(svg);
      }
    }
  });

  it('of few positions is drawn or left out', { tags: 'slow' }, async () => {
    for (const game of ['squares', '{1,3,4}']) {
      for (const to of [1, 2, 5, 17]) {
        for (const result of await resultsOf(game, to)) {
          const figure = figureOf(result);
          if (figure !== null) expect(await toSvg(figure)).not.toMatch(/NaN|undefined|Infinity/);
        }
      }
    }
  });

  it('of two games is drawn without a complaint, with the counts of each in its own legend', async () => {
    const results = [
      await readNimValues(store, 'squares', { to: POSITIONS }),
      await readNimValues(store, 'all', { to: 4000 }),
    ];
    const labels = (figure: Figure): string[] =>
      Array.from(JSON.stringify(figure.spec).matchAll(/"labelExpr":"(\[.*?\])\[datum/g), ([, list]) => list);
    const both = sideBySide(['one', 'other'], FIGURE_SIZE, (place, i) => figureOf(results[i], place))!;
    expect(complaintsAbout(both.spec)).toEqual([]);
    expect(new Set(labels(both)).size).toBe(2);
    await expect(toSvg(both)).resolves.toContain('</svg>');
  });

  it('of two games has the text at a level beside it, and the formula of a fit in its corner', async () => {
    const [width, height] = [900, 340];
    interface Part {
      readonly layer: readonly {
        readonly layer?: readonly [unknown, { readonly mark: { readonly text: string } }];
        readonly mark?: { readonly type: string };
        readonly data: { readonly values: readonly { readonly y: number }[] };
        readonly encoding: { readonly y: { readonly value: number; readonly scale: { domain: number[] } } };
      }[];
    }
    const partsOf = (results: readonly FigureResult[]): readonly Part[] => {
      const names = ['one', 'other'];
      const both = sideBySide(names, { width, height }, (place, i) => figureOf(results[i], place));
      return both!.spec.concat as Part[];
    };
    const textOf = ({ layer }: Part, words: RegExp): number =>
      layer.find((each) => words.test(each.layer?.[1].mark.text ?? ''))!.encoding.y.value;
    const classes = partsOf([
      await analyzeResidues(store, 'squares', { modulus: 5, to: POSITIONS }),
      await analyzeResidues(store, 'all', { modulus: 5, to: 4000 }),
    ]);
    const domains = classes.map((part) => {
      const level = part.layer.find(({ mark }) => mark?.type === 'rule')!;
      const { domain } = level.encoding.y.scale;
      const [{ y }] = level.data.values;
      expect(textOf(part, /all alike/)).toBeCloseTo(height * (1 - y / domain[1]), 9);
      return domain;
    });
    expect(domains[1]).toEqual(domains[0]);
    const [one, other] = partsOf([
      await analyzeRecords(store, 'squares', { to: POSITIONS }),
      await analyzeRecords(store, 'squares', { to: POSITIONS / 2 }),
    ]);
    expect([one, other].map((part) => textOf(part, /^fit /))).toEqual([height - 12, height - 12]);
  });

  it('comes out the same again', { tags: 'slow' }, async () => {
    for (const result of (await resultsOf('squares')).slice(0, 4)) {
      expect(await toSvg(drawn(result))).toBe(await toSvg(drawn(result)));
    }
  });
});

describe('the data', () => {
  const { set } = parseGame('squares', () => '');
  const nim = nimValuesByDefinition(set, POSITIONS);
  const cold = [...coldByDefinition(set, POSITIONS).entries()].flatMap(([n, isCold]) => (isCold ? [n] : []));

  it('of records are the new maxima by the definition', async () => {
    const result = await analyzeRecords(store, 'squares');
    const maxima: Point[] = [];
    nim.forEach((value, n) => {
      if (n > 0 && value > (maxima.at(-1)?.y ?? 0)) maxima.push({ x: n, y: value });
    });
    const { spec } = drawn(result);
    const [, dots] = dataOf(spec);
    expect(dots).toEqual(thinned(maxima, (point) => point, FIGURE_SIZE));
    expect(dots.at(-1)).toEqual(maxima.at(-1));
    const text = JSON.stringify(spec);
    expect(text).toContain(`"text":"fit ${formula(result.fit!)}"`);
    const residuals = dataOf(spec).at(-1) as unknown as Point[];
    const { coefficient, exponent } = result.fit!;
    for (const { x, y } of residuals) {
      expect((1 + y) * coefficient * x ** exponent).toBeCloseTo(maxima.find((point) => point.x === x)!.y, 9);
    }
    expect(text.match(/"type":"log"/g)!.length).toBeGreaterThanOrEqual(2);
  });

  it('of density are counts of cold positions by the definition', async () => {
    const [line, dots] = dataOf(drawn(await analyzeDensity(store, 'squares', { at: 'powers-of-2' })).spec);
    expect(dots.length).toBeGreaterThan(7);
    for (const { x, y } of dots as unknown as Point[]) {
      expect(y).toBe(cold.filter((n) => n < x).length);
    }
    const { fit } = await analyzeDensity(store, 'squares', { at: 'powers-of-2' });
    for (const { x, y } of line as unknown as Point[]) {
      expect(y).toBeCloseTo(fit!.coefficient * x ** fit!.exponent, 10);
    }
  });

  it('of digits are deviations from an even split by the definition', async () => {
    const { spec } = drawn(await analyzeDigits(store, 'squares', { base: 5, places: 3 }));
    const plots = dataOf(spec).filter((rows) => rows.length === 5);
    expect(plots).toHaveLength(3);
    plots.forEach((rows, place) => {
      rows.forEach((row, digit) => {
        const amount = cold.filter((n) => Math.floor(n / 5 ** place) % 5 === digit).length;
        expect(row).toMatchObject({ x: digit, y: (amount * 5) / cold.length - 1, amount });
      });
    });
  });

  it('of values, gaps and residues are counts by the definition', async () => {
    const [values] = dataOf(drawn(await analyzeValues(store, 'squares')).spec);
    values.forEach((row, value) => {
      expect(row).toMatchObject({ x: value, y: nim.filter((each) => each === value).length });
    });
    const gaps = cold.slice(1).map((n, i) => n - cold[i]);
    const [dots] = dataOf(drawn(await analyzeGaps(store, 'squares')).spec);
    for (const { x, y } of dots as unknown as Point[]) expect(y).toBe(gaps.filter((gap) => gap === x).length);
    const [classes] = dataOf(drawn(await analyzeResidues(store, 'squares', { modulus: 13 })).spec);
    classes.forEach((row, residue) => {
      expect(row).toMatchObject({ x: residue, y: cold.filter((n) => n % 13 === residue).length });
    });
  });

  it('of nim-values and remoteness are those of the definition', async () => {
    const points = (result: FigureResult): Point[] => dataOf(drawn(result).spec).flat() as unknown as Point[];
    for (const { x, y } of points(await readNimValues(store, 'squares', { to: 1500 }))) {
      expect(y).toBe(nim[x]);
    }
    const remotenesses = remotenessesByDefinition(set, 1500);
    const shown = points(await readRemoteness(store, 'squares', { from: 100, to: 1500 }));
    expect(new Set(shown.map(({ x }) => x)).size).toBe(1400);
    for (const { x, y } of shown) expect(y).toBe(remotenesses[x]);
  });

  it('of many nim-values are counts by cell', async () => {
    const { values, cells, largest } = await readNimValues(store, 'squares', { from: 7, to: POSITIONS });
    expect(values).toBeNull();
    expect(largest).toBe(Math.max(...nim.slice(7)));
    const { across, up, counts } = cells!;
    counts.forEach((column, i) => {
      const part = Array.from(nim.slice(7 + i * across, 7 + (i + 1) * across));
      column.forEach((count, k) => {
        expect(count).toBe(part.filter((value) => Math.floor(value / up) === k).length);
      });
    });
  });

  it('of many large values are counted in fewer rows', async () => {
    // All positive integers: the nim-value of n is n.
    const { cells } = await readNimValues(store, 'all', { to: 4000 });
    expect(cells!.up).toBe(64);
    const counts = new Map<number, number>();
    for (const column of cells!.counts) {
      column.forEach((count, row) => counts.set(row, (counts.get(row) ?? 0) + count));
    }
    for (let row = 0; row < 62; row++) expect(counts.get(row)).toBe(64);
    expect(counts.get(62)).toBe(4000 - 62 * 64);
  });

  it('of a raster lie in their row and column', async () => {
    const result = await readRaster(store, 'squares', { from: 30, to: 500, width: 13 });
    const [cells] = dataOf(drawn(result).spec);
    expect(cells.map(({ n }) => n)).toEqual(cold.filter((n) => n >= 30 && n < 500));
    for (const { n, left, top } of cells as { n: number; left: number; top: number }[]) {
      expect(13 * Math.floor(top) + Math.floor(left) + 26).toBe(n);
    }
  });

  it('of a raster have rows of the period, or of the modulus that separates best', async () => {
    expect((await readRaster(store, '{1,3,4}')).width % 7).toBe(0);
    expect((await readRaster(store, 'squares')).width % 5).toBe(0);
    await expect(readRaster(store, 'squares', { width: 0 })).rejects.toMatchObject({ code: 'usage' });
    await expect(readRaster(store, '{1,3,4}', { to: 24_001 })).rejects.toMatchObject({
      code: 'usage',
      facts: { count: 24_001 },
      remedy: { do: 'lower', option: 'to' },
    });
  });

  it('are thinned only where a dot hides others', () => {
    const points = Array.from({ length: 1000 }, (_, k) => ({ x: (k + 1) ** 3, y: (k + 1) ** 2 }));
    const kept = thinned(points, (point) => point, FIGURE_SIZE);
    expect(kept.length).toBeLessThan(500);
    expect(kept).toContainEqual(points[0]);
    expect(kept.at(-1)).toEqual(points.at(-1));
    const place = ({ x, y }: Point): Point => ({
      x: (FIGURE_SIZE.width * Math.log(x)) / Math.log(1e9),
      y: (FIGURE_SIZE.height * Math.log(y)) / Math.log(1e6),
    });
    for (const point of points.map(place)) {
      const nearest = Math.min(
        ...kept.map(place).map((other) => Math.hypot(point.x - other.x, point.y - other.y)),
      );
      expect(nearest).toBeLessThan(2.25);
    }
  });
});

describe('what a fit is off by', () => {
  it('is shown of as many points as a survey may have', () => {
    const points = Array.from({ length: 2 ** 18 }, (_, k) => ({ x: k + 1, y: k === 5 ? 4.5 : k + 1 }));
    const fit = { coefficient: 1, exponent: 1 };
    const axis = logAxis('n', 1, points.length);
    const [, residuals] = fittedAreas(points, fit, [axis, axis], FIGURE_SIZE);
    expect(JSON.stringify(residuals)).toContain(`"domain":[${-1.1 * 0.25},${1.1 * 0.25}]`);
  });
});

describe('labels', () => {
  it('are spread until none meet, around where they belong', () => {
    expect(spread([10, 100], 15)).toEqual([10, 100]);
    expect(spread([50, 50], 10)).toEqual([45, 55]);
    expect(spread([50, 20, 52, 51], 10)).toEqual([41, 20, 61, 51]);
    const crowded = spread([5, 6, 7, 30, 31, 18], 9).toSorted((a, b) => a - b);
    crowded.slice(1).forEach((height, i) => expect(height - crowded[i]).toBeGreaterThanOrEqual(9 - 1e-9));
  });
});

describe('the list of figures', () => {
  it('has each name once, with what it shows, in the page of the command line too', () => {
    const page = readFileSync(join(import.meta.dirname, '../../docs/CLI.md'), 'utf8');
    expect(new Set(FIGURES.map(({ name }) => name)).size).toBe(FIGURES.length);
    for (const { name, summary } of FIGURES) expect(page).toContain(`| \`${name}\` | ${summary} |`);
  });
});

describe('what comes out', () => {
  it('is SVG with a name, a description and the formula', async () => {
    const result = await analyzeRecords(store, 'squares');
    const svg = await toSvg(drawn(result), { prefix: 'first-' });
    expect(svg).toMatch(/^<svg role="img" aria-label="Records of the nim-value: squares" /);
    expect(svg).toContain('<title>Records of the nim-value: squares</title><desc>');
    expect(formula(result.fit!)).toMatch(/^\d\.\d\d n⁰·[⁰¹²³⁴-⁹]{3}$/);
    expect(svg).toContain(`fit ${formula(result.fit!)}; below it`);
    expect(svg).toContain(` aria-label="fit ${formula(result.fit!)}"`);
    const names = [...svg.matchAll(/ id="([^"]*)"/g)].map((match) => match[1]);
    expect(names.length).toBeGreaterThan(0);
    for (const name of names) {
      expect(name).toMatch(/^first-(clip\d+|[gb][\da-f]+)$/);
      expect(svg).toMatch(new RegExp(`url\\(#${name}\\)|xlink:href="#${name}"`));
    }
    expect(svg.replaceAll(/xmlns(:xlink)?="[^"]*"/g, '')).not.toMatch(/https?:/);
  });

  it('has names escaped', async () => {
    const result = { ...(await analyzeRecords(store, 'squares')), game: `<b>"&'` };
    const svg = await toSvg(drawn(result));
    expect(svg).not.toContain('<b>');
    expect(svg).toContain('aria-label="Records of the nim-value: &lt;b&gt;&quot;&amp;&#39;"');
  });

  it('is a PNG of twice the size with text in it', async () => {
    const figure = drawn(await analyzeRecords(store, 'squares'));
    const [, width, height] = / width="(\d+)" height="(\d+)"/.exec(await toSvg(figure))!.map(Number);
    const png = await toPng(figure);
    expect(sizeOf(png)).toEqual({ width: 2 * width, height: 2 * height });
    const changed = pixelsOf(png).filter((byte) => byte !== 0).length;
    expect(changed).toBeGreaterThan((2 * width * 2 * height) / 100);
    const untitled = {
      ...figure,
      spec: { ...figure.spec, title: { text: ' ', subtitle: [' '] } },
    };
    expect(pixelsOf(await toPng(untitled)).filter((byte) => byte !== 0).length).toBeLessThan(changed);
  });

  it('is a Vega-Lite document that gives the same figure', async () => {
    const figure = drawn(await analyzeGaps(store, 'squares'));
    const spec = JSON.parse(toVegaLite(figure)) as Figure['spec'];
    expect(spec.$schema).toContain('vega-lite/v6');
    expect(await toSvg({ ...figure, spec })).toBe(await toSvg(figure));
  });
});

function sizeOf(png: Uint8Array): { width: number; height: number } {
  const view = new DataView(png.buffer, png.byteOffset);
  return { width: view.getUint32(16), height: view.getUint32(20) };
}

/** The filtered pixels of a PNG: zero where one is as its neighbours. */
function pixelsOf(png: Uint8Array): Uint8Array {
  const view = new DataView(png.buffer, png.byteOffset);
  const parts: Uint8Array[] = [];
  for (let at = 8; at < png.length; at += 12 + view.getUint32(at)) {
    const kind = String.fromCharCode(...png.subarray(at + 4, at + 8));
    if (kind === 'IDAT') parts.push(png.subarray(at + 8, at + 8 + view.getUint32(at)));
  }
  return inflateSync(Buffer.concat(parts));
}
