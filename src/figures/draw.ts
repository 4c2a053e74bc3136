/**
 * From what an analysis found to a figure, and to the bytes of a file. Separate from the figures, so that whoever
 * wants one needs to know only its analysis.
 */
import type { AnalysisName, AnalysisResult } from '../analysis/results.js';
import { writeNewFile } from '../store/new-file.js';
import { TakeawayError } from '../common/errors.js';
import { nodeFileSystem } from '../store/file-system.js';
import { densityFigure } from './density.js';
import { digitsFigure } from './digits.js';
import { gapsFigure } from './gaps.js';
import { recordsFigure } from './records.js';
import { toPng, toSvg, toVegaLite } from './render.js';
import { residuesFigure } from './residues.js';
import { FIGURE_SIZE, type Figure, type Size } from './theme.js';
import { valuesFigure } from './values.js';

/** What a figure can be written as, by the ending of the file. */
export const FIGURE_FORMATS = ['svg', 'png', 'vl.json'] as const;
export type FigureFormat = (typeof FIGURE_FORMATS)[number];

/** What a range must have for each figure. */
export const FIGURE_NEEDS: Readonly<Record<AnalysisName, string>> = {
  records: 'a position above 0 with a nim-value above 0',
  density: 'a point with a cold position below it',
  digits: 'a position to count',
  values: 'a position',
  gaps: 'two cold positions',
  residues: 'a cold position',
};

/** The figure of a result; null where the range has too little to show (`FIGURE_NEEDS`). */
export function figureOf(result: AnalysisResult, size: Size = FIGURE_SIZE): Figure | null {
  switch (result.analysis) {
    case 'records':
      return recordsFigure(result, size);
    case 'density':
      return densityFigure(result, size);
    case 'digits':
      return digitsFigure(result, size);
    case 'values':
      return valuesFigure(result, size);
    case 'gaps':
      return gapsFigure(result, size);
    case 'residues':
      return residuesFigure(result, size);
  }
}

/**
 * The figure of a result as SVG, PNG or a Vega-Lite document. The same result gives the same bytes. Raises
 * `not-stored` where the range has too little to show.
 */
export async function plot(result: AnalysisResult, format: FigureFormat): Promise<Uint8Array> {
  const figure = figureOf(result);
  if (figure === null) {
    throw new TakeawayError('not-stored', {
      subject: `The figure ${result.analysis} of ${result.game}`,
      expected: FIGURE_NEEDS[result.analysis],
      found: `none from ${result.range.start} to below ${result.range.stop}`,
      help: 'A longer range has more.',
    });
  }
  switch (format) {
    case 'svg':
      return new TextEncoder().encode(await toSvg(figure));
    case 'png':
      return toPng(figure);
    case 'vl.json':
      return new TextEncoder().encode(toVegaLite(figure));
  }
}

/** Plots into a new file, which must not exist; returns its bytes. Leaves no file behind on failure. */
export async function plotToFile(
  result: AnalysisResult,
  format: FigureFormat,
  path: string,
): Promise<number> {
  return writeNewFile(nodeFileSystem, path, [await plot(result, format)]);
}
