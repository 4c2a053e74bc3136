/** Every kind of figure as a record, and a figure as the bytes of a file or for a page. */
import type { Analysis, AnalysisOption, AnalysisOptions, Common } from '../analysis/analysis.js';
import { densityAnalysis } from '../analysis/density.js';
import { digitsAnalysis } from '../analysis/digits.js';
import { gapsAnalysis } from '../analysis/gaps.js';
import { recordsAnalysis } from '../analysis/records.js';
import { residuesAnalysis } from '../analysis/residues.js';
import { valuesAnalysis } from '../analysis/values.js';
import type { SeriesName } from '../columnar/layout.js';
import { TakeawayError } from '../common/errors.js';
import { ENDINGS, formatForFile, formatNamed, type Format } from '../common/formats.js';
import type { Store } from '../engine/store.js';
import { nodeFileSystem } from '../store/files/file-system.js';
import { writeNewFile } from '../store/files/new-file.js';
import { densityFigure } from './density.js';
import { digitsFigure } from './digits.js';
import { gapsFigure } from './gaps.js';
import { RASTER_SERIES, rasterFigure, readRaster, type RasterOptions } from './raster.js';
import { recordsFigure } from './records.js';
import { toPage, toPng, toSvg, toVegaLite, type PageFigure } from './render.js';
import { residuesFigure } from './residues.js';
import { readNimValues, readRemoteness, scatterFigure, type ScatterResult } from './scatter.js';
import { FIGURE_SIZE, pageSize, type Figure, type Size } from './theme.js';
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
    endings: ENDINGS.svg,
    isBinary: false,
    bytes: async (figure) => new TextEncoder().encode(await toSvg(figure)),
  },
  { name: 'png', describe: 'PNG image', endings: ENDINGS.png, isBinary: true, bytes: toPng },
  {
    name: 'vl.json',
    describe: 'Vega-Lite document',
    endings: ENDINGS.vegaLite,
    isBinary: false,
    bytes: (figure) => new TextEncoder().encode(toVegaLite(figure)),
  },
] as const satisfies readonly FigureFileFormat[];

/** The name of a format of figures. */
export type FigureFormat = (typeof FIGURE_FORMATS)[number]['name'];

/** All there is to know of a kind of figure: what it shows, how that is found, and how it is drawn. */
export interface FigureRecord<
  Name extends string = string,
  Options extends AnalysisOptions = AnalysisOptions,
  Result extends Common<Name> = Common<Name>,
> {
  readonly name: Name;
  /** What it shows, in a few words. */
  readonly summary: string;
  readonly options: readonly AnalysisOption[];
  /** The series whose values it shows. */
  seriesOf(options: Options): SeriesName;
  /** What a range must have for it. */
  readonly needs: string;
  /** Finds what it shows. */
  run(store: Store, game: string, options: Options): Promise<Result>;
  /** Null where the range has too little to show. */
  draw(result: Result, size: Size): Figure | null;
}

/** The figure of an analysis. */
function ofAnalysis<Name extends string, Options extends AnalysisOptions, Result extends Common<Name>>(
  analysis: Analysis<Name, Options, Result>,
  figure: Pick<FigureRecord<Name, Options, Result>, 'summary' | 'needs' | 'draw'>,
): FigureRecord<Name, Options, Result> {
  const { name, options } = analysis;
  return {
    name,
    options,
    seriesOf: (given) => analysis.seriesOf(given),
    run: (store, game, given) => analysis.run(store, game, given),
    ...figure,
  };
}

/** A figure of values that no analysis counts, with the types of its options and result. */
function ofValues<Name extends string, Options extends AnalysisOptions, Result extends Common<Name>>(
  record: FigureRecord<Name, Options, Result>,
): FigureRecord<Name, Options, Result> {
  return record;
}

/** Every kind of figure, in the order in which the command line lists them. To add one: an entry here, and its file. */
export const FIGURES = [
  ofAnalysis(recordsAnalysis, {
    summary: 'new maxima of the nim-value, the fit, and how far they are off it',
    needs: 'a position above 0 with a nim-value above 0',
    draw: recordsFigure,
  }),
  ofAnalysis(densityAnalysis, {
    summary: 'number of cold positions, and its running exponent',
    needs: 'a point with a cold position below it',
    draw: densityFigure,
  }),
  ofAnalysis(digitsAnalysis, {
    summary: 'how far low digits are from an even split',
    needs: 'a position to count',
    draw: digitsFigure,
  }),
  ofAnalysis(valuesAnalysis, {
    summary: 'how often each nim-value occurs',
    needs: 'a position',
    draw: valuesFigure,
  }),
  ofAnalysis(gapsAnalysis, {
    summary: 'how often each gap between cold positions occurs',
    needs: 'two cold positions',
    draw: gapsFigure,
  }),
  ofAnalysis(residuesAnalysis, {
    summary: 'cold positions by residue class, and moduli compared',
    needs: 'a cold position',
    draw: residuesFigure,
  }),
  ofValues({
    name: 'nim-values',
    summary: 'nim-value against n: dots, or colours where there are many',
    options: [],
    needs: 'a position',
    seriesOf: () => 'nim',
    run: readNimValues,
    draw: (result: ScatterResult<'nim-values'>, size) => scatterFigure(result, size),
  }),
  ofValues({
    name: 'remoteness',
    summary: 'length of play against n, in the same way',
    options: [],
    needs: 'a position',
    seriesOf: () => 'remoteness',
    run: readRemoteness,
    draw: (result: ScatterResult<'remoteness'>, size) => scatterFigure(result, size),
  }),
  ofValues({
    name: 'raster',
    summary: 'positions as cells in rows: classes and periods show as stripes',
    options: [
      {
        name: 'width',
        kind: 'number',
        placeholder: 'W',
        describe: 'cells in a row; default a multiple of the period, or the modulus that separates best',
      },
      {
        name: 'series',
        kind: 'name',
        choices: RASTER_SERIES,
        placeholder: 'NAME',
        describe: `what cells show, ${RASTER_SERIES.join(' or ')}; default cold`,
      },
    ],
    needs: 'a position',
    seriesOf: ({ series = 'cold' }: RasterOptions) => series,
    run: readRaster,
    draw: rasterFigure,
  }),
] as const;

/** The name of a kind of figure. */
export type FigureName = (typeof FIGURES)[number]['name'];

/** The names of all kinds of figures, in the order in which the command line lists them. */
export const FIGURE_NAMES: readonly FigureName[] = FIGURES.map(({ name }) => name);

/** What any figure shows. */
export type FigureResult = Awaited<ReturnType<(typeof FIGURES)[number]['run']>>;

/** The kind of figure of a name. */
export function figureNamed(name: FigureName): FigureRecord<FigureName> {
  // Each record takes its own options and result alone; whoever has a result of that name has those.
  return FIGURES.find((each) => each.name === name) as unknown as FigureRecord<FigureName>;
}

/** The figure of a result; null where the range has too little to show (`needs`). */
export function figureOf(result: FigureResult, size: Size = FIGURE_SIZE): Figure | null {
  return figureNamed(result.analysis).draw(result, size);
}

/**
 * The figure of a result as SVG, PNG or a Vega-Lite document. The same result gives the same bytes. Raises
 * `not-stored` where the range has too little to show.
 */
export async function plot(result: FigureResult, format: FigureFormat): Promise<Uint8Array> {
  const figure = figureOf(result);
  if (figure === null) {
    throw new TakeawayError('not-stored', {
      subject: `The figure ${result.analysis} of ${result.game}`,
      expected: figureNamed(result.analysis).needs,
      found: `none from ${result.range.start} to below ${result.range.stop}`,
      help: 'A longer range has more.',
    });
  }
  return formatNamed<FigureFileFormat>(FIGURE_FORMATS, format).bytes(figure);
}

/** The figure of a result for a page with so many pixels for it across; null where the range has too little to show. */
export async function plotForPage(result: FigureResult, pixels: number): Promise<PageFigure | null> {
  const figure = figureOf(result, pageSize(pixels));
  return figure === null ? null : toPage(figure);
}

/** Plots into a new file, which must not exist; returns its bytes. Leaves no file behind on failure. */
export async function plotToFile(result: FigureResult, format: FigureFormat, path: string): Promise<number> {
  formatForFile<FigureFileFormat>(FIGURE_FORMATS, path, format);
  return writeNewFile(nodeFileSystem, path, [await plot(result, format)]);
}
