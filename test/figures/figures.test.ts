/** Figures: their data are those of the analysis, Vega-Lite takes them as they are, and what comes out can be read. */
import { inflateSync } from 'node:zlib';
import type { LoggerInterface } from 'vega';
import { compile, type TopLevelSpec } from 'vega-lite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { figureOf } from '../../src/figures/draw.js';
import { formula } from '../../src/figures/numbers.js';
import { thinned, type Point } from '../../src/figures/parts.js';
import { toPng, toSvg, toVegaLite } from '../../src/figures/render.js';
import { FIGURE_SIZE, PAGE_SIZE, type Figure } from '../../src/figures/theme.js';
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
  type AnalysisResult,
  type Store,
} from '../../src/index.js';
import { parseGame } from '../../src/game/game.js';
import { fileFolder } from '../support/cli.js';
import { drain } from '../support/store.js';

const POSITIONS = 2048;
const GAMES = ['squares', '{1,3,4}', 'all-but{2,3}'];
const folder = fileFolder();
let store: Store;

beforeAll(async () => {
  store = await openStore(folder);
  for (const game of GAMES) await drain(store.extend(game, { to: POSITIONS, threads: 1 }));
});
afterAll(() => store.close());

/** Every kind of figure of a game. */
async function resultsOf(game: string, to = POSITIONS): Promise<AnalysisResult[]> {
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
    await analyzeResidues(store, game, { to, modulus: 150, upTo: 40 }),
  ];
}

function drawn(result: AnalysisResult): Figure {
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

/** The rows of every data set in a specification. */
function dataOf(spec: Figure['spec']): Record<string, unknown>[][] {
  const found: Record<string, unknown>[][] = [];
  JSON.stringify(spec, (key, value: unknown) => {
    if (key === 'data') found.push((value as { values: Record<string, unknown>[] }).values);
    return value;
  });
  return found;
}

describe('every figure', () => {
  it.each(GAMES)('of %s is drawn without a complaint', async (game) => {
    for (const result of await resultsOf(game)) {
      for (const size of game === 'squares' ? [FIGURE_SIZE, PAGE_SIZE] : [PAGE_SIZE]) {
        const figure = figureOf(result, size);
        expect(figure, result.analysis).not.toBeNull();
        const complaints = complaintsAbout(figure!.spec);
        expect(complaints).toEqual([]);
        const svg = await toSvg(figure!);
        expect(svg).not.toMatch(/NaN|undefined|Infinity/);
        expect(svg).toContain(`aria-label="${figure!.title}"`);
      }
    }
  });

  it('of few positions is drawn or left out', async () => {
    for (const game of ['squares', '{1,3,4}']) {
      for (const to of [1, 2, 5, 17]) {
        for (const result of await resultsOf(game, to)) {
          const figure = figureOf(result);
          if (figure !== null) expect(await toSvg(figure)).not.toMatch(/NaN|undefined|Infinity/);
        }
      }
    }
  });

  it('comes out the same again', async () => {
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
    const [dots] = dataOf(spec);
    expect(dots).toEqual(thinned(maxima, FIGURE_SIZE));
    expect(dots.at(-1)).toEqual(maxima.at(-1));
    const text = JSON.stringify(spec);
    expect(text).toContain(`"text":"${formula(result.fit!)}"`);
    expect(text.match(/"type":"log"/g)!.length).toBeGreaterThanOrEqual(2);
  });

  it('of density are counts of cold positions by the definition', async () => {
    const [dots, line] = dataOf(drawn(await analyzeDensity(store, 'squares', { at: 'powers-of-2' })).spec);
    expect(dots.length).toBeGreaterThan(7);
    for (const { x, y } of dots as unknown as Point[]) {
      expect(y).toBe(cold.filter((n) => n < x).length);
    }
    const { fit } = await analyzeDensity(store, 'squares', { at: 'powers-of-2' });
    for (const { x, y } of line as unknown as Point[]) {
      expect(y).toBeCloseTo(fit!.coefficient * x ** fit!.exponent, 10);
    }
  });

  it('of digits are shares of the cold positions by the definition', async () => {
    const { spec } = drawn(await analyzeDigits(store, 'squares', { base: 5, places: 3 }));
    const plots = dataOf(spec).filter((rows) => rows.length === 5);
    expect(plots).toHaveLength(3);
    plots.forEach((rows, place) => {
      rows.forEach((row, digit) => {
        const amount = cold.filter((n) => Math.floor(n / 5 ** place) % 5 === digit).length;
        expect(row).toMatchObject({ x: digit, y: amount / cold.length, amount });
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

  it('are thinned only where a dot hides others', () => {
    const points = Array.from({ length: 1000 }, (_, k) => ({ x: (k + 1) ** 3, y: (k + 1) ** 2 }));
    const kept = thinned(points, FIGURE_SIZE);
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

describe('what comes out', () => {
  it('is SVG with a name, a description and the formula', async () => {
    const result = await analyzeRecords(store, 'squares');
    const svg = await toSvg(drawn(result), 'first-');
    expect(svg).toMatch(/^<svg role="img" aria-label="Records of the nim-value: squares" /);
    expect(svg).toContain('<title>Records of the nim-value: squares</title><desc>');
    expect(svg).toContain(formula(result.fit!, 15));
    expect(svg).toContain(`>${formula(result.fit!)}</text>`);
    const names = [...svg.matchAll(/ id="([^"]*)"/g)].map((match) => match[1]);
    expect(names.length).toBeGreaterThan(0);
    for (const name of names) {
      expect(name).toMatch(/^first-clip\d+$/);
      expect(svg).toContain(`url(#${name})`);
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
