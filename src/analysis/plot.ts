/** Figures of results, as bytes, as a new file, or for a page. */
import { fail } from '../common/errors.js';
import { formatForFile, formatNamed } from '../common/formats.js';
import { FIGURE_FORMATS, type FigureFileFormat, type FigureFormat } from '../figures/formats.js';
import { toPage, type PageFigure } from '../figures/render.js';
import { sideBySide } from '../figures/side-by-side.js';
import { FIGURE_SIZE, pageSize, type Figure, type Size } from '../figures/theme.js';
import { checkOutput, writeOutput } from '../store/files/new-file.js';
import { shownBy, type FigureResult } from './analyses.js';

/** Returns the figure of a result; null if the range has too little to show (`needs`). */
export function figureOf(result: FigureResult, size: Size = FIGURE_SIZE): Figure | null {
  return shownBy(result).draw(result, size);
}

/** Returns one figure of several games' results of one kind; null if one has too little to show. */
function figureOfAll(results: readonly FigureResult[], size: Size): Figure | null {
  return sideBySide(
    results.map(({ game }) => game),
    size,
    (place, i) => figureOf(results[i], place),
  );
}

/**
 * Returns the figure of a result as SVG, PNG or a Vega-Lite document; for several games' results of one kind, side by side on the
 * same axes. The same result gives the same bytes. Raises `not-stored` if a range has too little to show.
 */
export async function plot(
  of: FigureResult | readonly FigureResult[],
  format: FigureFormat,
): Promise<Uint8Array> {
  const results = [of].flat() as readonly FigureResult[];
  const figure = figureOfAll(results, FIGURE_SIZE);
  if (figure === null) {
    const [result] = results;
    fail(
      'not-stored',
      `{game} has too little to show from {start} to {stop}. The figure {figure} needs ${shownBy(result).needs}: choose a longer range.`,
      { game: result.game, figure: result.analysis, start: result.range.start, stop: result.range.stop },
    );
  }
  return formatNamed<FigureFileFormat>(FIGURE_FORMATS, format).bytes(figure);
}

/** Returns the figure for a page, `pixels` wide; null if a range has too little to show. */
export async function plotForPage(
  results: readonly FigureResult[],
  pixels: number,
): Promise<PageFigure | null> {
  const figure = figureOfAll(results, pageSize(pixels));
  return figure === null ? null : toPage(figure);
}

/** Plots into a file, which must not exist without `force`; returns its bytes. Leaves no file behind on failure. */
export async function plotToFile(
  result: FigureResult,
  format: FigureFormat,
  path: string,
  options: { readonly force?: boolean } = {},
): Promise<number> {
  formatForFile<FigureFileFormat>(FIGURE_FORMATS, path, format);
  await checkOutput(path, options.force ?? false);
  return writeOutput(path, [await plot(result, format)], options);
}
