/**
 * From what an analysis found to a figure, and to the bytes of a file. Separate from the figures, so that whoever
 * wants one needs to know only its analysis.
 */
import type { AnalysisName, AnalysisResult } from '../analysis/analyses.js';
import { formatNamed, type Format } from '../common/formats.js';
import { writeNewFile } from '../store/files/new-file.js';
import { TakeawayError } from '../common/errors.js';
import { nodeFileSystem } from '../store/files/file-system.js';
import { densityFigure } from './density.js';
import { digitsFigure } from './digits.js';
import { gapsFigure } from './gaps.js';
import { recordsFigure } from './records.js';
import { toPng, toSvg, toVegaLite } from './render.js';
import { residuesFigure } from './residues.js';
import { FIGURE_SIZE, type Figure, type Size } from './theme.js';
import { valuesFigure } from './values.js';

/** A format that a figure can be written as. */
export interface FigureFileFormat<Name extends string = string> extends Format<Name> {
  /** The bytes of a figure in this format. */
  bytes(figure: Figure): Promise<Uint8Array> | Uint8Array;
}

/** Every format of a figure. */
export const FIGURE_FORMATS = [
  {
    name: 'svg',
    describe: 'SVG document',
    endings: ['.svg'],
    isBinary: false,
    bytes: async (figure) => new TextEncoder().encode(await toSvg(figure)),
  },
  { name: 'png', describe: 'PNG image', endings: ['.png'], isBinary: true, bytes: toPng },
  {
    name: 'vl.json',
    describe: 'Vega-Lite document',
    endings: ['.vl.json'],
    isBinary: false,
    bytes: (figure) => new TextEncoder().encode(toVegaLite(figure)),
  },
] as const satisfies readonly FigureFileFormat[];

/** The name of a format of figures. */
export type FigureFormat = (typeof FIGURE_FORMATS)[number]['name'];

/** All there is to know of the figure of an analysis. */
interface FigureOf<Result> {
  /** What a range must have for it. */
  readonly needs: string;
  /** Null where the range has too little to show. */
  readonly draw: (result: Result, size: Size) => Figure | null;
}

/** The figure of every analysis. */
const FIGURES: {
  readonly [Name in AnalysisName]: FigureOf<Extract<AnalysisResult, { analysis: Name }>>;
} = {
  records: { needs: 'a position above 0 with a nim-value above 0', draw: recordsFigure },
  density: { needs: 'a point with a cold position below it', draw: densityFigure },
  digits: { needs: 'a position to count', draw: digitsFigure },
  values: { needs: 'a position', draw: valuesFigure },
  gaps: { needs: 'two cold positions', draw: gapsFigure },
  residues: { needs: 'a cold position', draw: residuesFigure },
};

/** What a range must have for the figure of an analysis. */
export function figureNeeds(analysis: AnalysisName): string {
  return FIGURES[analysis].needs;
}

/** The figure of a result; null where the range has too little to show (`figureNeeds`). */
export function figureOf(result: AnalysisResult, size: Size = FIGURE_SIZE): Figure | null {
  return FIGURES[result.analysis].draw(result as never, size);
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
      expected: figureNeeds(result.analysis),
      found: `none from ${result.range.start} to below ${result.range.stop}`,
      help: 'A longer range has more.',
    });
  }
  return formatNamed<FigureFileFormat>(FIGURE_FORMATS, format).bytes(figure);
}

/** Plots into a new file, which must not exist; returns its bytes. Leaves no file behind on failure. */
export async function plotToFile(
  result: AnalysisResult,
  format: FigureFormat,
  path: string,
): Promise<number> {
  return writeNewFile(nodeFileSystem, path, [await plot(result, format)]);
}
