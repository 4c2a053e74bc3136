/** `/api/analysis/NAME`: what an analysis finds, as JSON, as a table, or as the figure that `plot` draws. */
import type { Hono } from 'hono';
import { formatNamed, type Format } from '../../common/formats.js';
import { oneOf } from '../../common/one-of.js';
import { checkRange } from '../../common/range.js';
import { plot, tableBytes, type AnalysisResult, type FigureFormat, type FigureResult } from '../../index.js';
import {
  ANALYSIS_NAMES,
  FIGURE_FORMATS,
  FIGURE_NAMES,
  figureNamed,
  isAnalysis,
  parsePoints,
  plotForPage,
  shownColumns,
  TABLE_FORMATS,
  wordOf,
  type AnalysisOption,
  type AnalysisOptions,
  type FigureName,
} from '../../rim.js';
import type { AnalysisAnswer } from '../contract.js';
import type { OpenGame } from '../games/games.js';
import { Asked } from '../http/request.js';
import { bytesAnswer, commandFor, gathered, longAnswer, type World } from './context.js';

/** A whole number as the page writes it, with narrow spaces. */
const spaced = (value: number): string =>
  value < 10_000 ? String(value) : String(value).replaceAll(/\B(?=(\d{3})+$)/g, '\u202f');

/** What is sent of a table that people see. */
const MOST_ROWS = 2000;

const TYPES: Readonly<Record<string, string>> = {
  svg: 'image/svg+xml',
  png: 'image/png',
  'vl.json': 'application/json',
  csv: 'text/csv; charset=utf-8',
  tsv: 'text/tab-separated-values; charset=utf-8',
  json: 'application/json',
  jsonl: 'application/jsonl',
  table: 'text/plain; charset=utf-8',
  markdown: 'text/markdown; charset=utf-8',
  latex: 'application/x-tex',
  arrow: 'application/vnd.apache.arrow.file',
  parquet: 'application/vnd.apache.parquet',
};

/** The largest modulus of an answer here: with all its classes that has some megabytes. */
const MOST_MODULUS = 2 ** 16;
/** Pixels across of the narrowest and the widest figure that is drawn for a page. */
const PIXELS = { least: 200, most: 2000 };

export function analysisRoutes(app: Hono, world: World): void {
  app.get('/api/analysis/:name', async (c) => {
    const { asked, name } = askedOf(c.req.url, c.req.param('name'), ['pixels']);
    const pixels = asked.optionalNumber('pixels');
    const open = await world.games.open(asked.text('game'), undefined, c.req.raw.signal);
    const result = await run(open, name, asked, c.req.raw.signal);
    const words = [name, ...optionWords(name, asked)];
    const answer: AnalysisAnswer = {
      result,
      facts: figureNamed(name).facts(result, spaced),
      ...(isAnalysis(result) ? tableFor(world, open, result, words) : { columns: [], command: null }),
      plotCommand: commandFor(world, 'plot', open.game, ...words, '-o', `${name}.svg`),
      ...(pixels === undefined
        ? {}
        : { figure: await plotForPage(result, Math.min(Math.max(pixels, PIXELS.least), PIXELS.most)) }),
    };
    return longAnswer(answer);
  });

  app.get('/api/analysis/:name/:kind', async (c) => {
    const kind = oneOf(c.req.param('kind'), ['table', 'figure'], 'What to make of an analysis');
    const { asked, name } = askedOf(c.req.url, c.req.param('name'), ['format']);
    const formats: readonly Format[] = kind === 'table' ? TABLE_FORMATS : FIGURE_FORMATS;
    const format = asked.choice(
      'format',
      formats.map((each) => each.name),
    );
    const [ending] = formatNamed(formats, format).endings;
    if (kind === 'table') oneOf(name, ANALYSIS_NAMES, 'The table');
    const open = await world.games.open(asked.text('game'), undefined, c.req.raw.signal);
    const result = await run(open, name, asked, c.req.raw.signal);
    const bytes =
      kind === 'table' && isAnalysis(result)
        ? await gathered(tableBytes(result, format))
        : await plot(result, format as FigureFormat);
    return bytesAnswer(
      bytes,
      TYPES[format] ?? 'application/octet-stream',
      `${open.game.key}-${name}${ending}`,
    );
  });
}

/** The rows for people, and the command that prints them. */
function tableFor(
  world: World,
  { game }: OpenGame,
  result: AnalysisResult,
  words: readonly string[],
): Pick<AnalysisAnswer, 'columns' | 'command'> {
  return {
    columns: shownColumns(result, spaced).map((column) => ({
      ...column,
      values: column.values.slice(0, MOST_ROWS),
    })),
    command: commandFor(world, 'analyze', game, ...words),
  };
}

function askedOf(url: string, given: string, more: readonly string[]): { asked: Asked; name: FigureName } {
  const name = oneOf(given, FIGURE_NAMES, 'The analysis');
  const own = figureNamed(name).options.map((option) => wordOf(option.name));
  return { asked: new Asked(url, ['game', 'from', 'to', ...own, ...more]), name };
}

/** Finds what is asked for in what is stored, or in the first values where these go further. */
async function run(
  { game, store, reading }: OpenGame,
  name: FigureName,
  asked: Asked,
  signal: AbortSignal,
): Promise<FigureResult> {
  const figure = figureNamed(name);
  const from = asked.optionalNumber('from');
  const end = asked.optionalNumber('to');
  if (from !== undefined && end !== undefined) checkRange({ start: from, stop: end });
  const options: Record<string, unknown> = { from };
  for (const option of figure.options) options[option.name] = valueOf(option, asked);
  const { frontier } = reading(figure.seriesOf(options));
  const to = end ?? (frontier === 0 ? undefined : frontier);
  const given = { ...(options as AnalysisOptions), to, signal };
  return (await figure.run(store, game.definition, given)) as FigureResult;
}

function valueOf({ name, kind, choices = [] }: AnalysisOption, asked: Asked): unknown {
  const flag = wordOf(name);
  const text = asked.optional(flag);
  if (text === undefined) return undefined;
  if (kind === 'points') return parsePoints(text, `The parameter ${flag}`);
  if (kind !== 'number') return asked.choice(flag, choices);
  return flag === 'modulus' ? asked.count(flag, 1, MOST_MODULUS) : asked.number(flag);
}

/** The options as words of a command. */
function optionWords(name: FigureName, asked: Asked): string[] {
  const flags = ['from', 'to', ...figureNamed(name).options.map((option) => wordOf(option.name))];
  return flags.flatMap((flag) => {
    const value = asked.optional(flag);
    return value === undefined ? [] : [`--${flag}`, value];
  });
}
