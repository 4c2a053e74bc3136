/** `/api/analysis/NAME`: what an analysis finds, as JSON, as a table, or as the figure that `plot` draws. */
import type { Hono } from 'hono';
import { formatNamed, type Format } from '../../common/formats.js';
import { oneOf } from '../../common/one-of.js';
import { checkRange } from '../../common/range.js';
import {
  ANALYSIS_NAMES,
  analysisNamed,
  FIGURE_FORMATS,
  plot,
  parsePoints,
  shownColumns,
  TABLE_FORMATS,
  tableBytes,
  type AnalysisName,
  type AnalysisOptions,
  type AnalysisResult,
} from '../../index.js';
import type { AnalysisAnswer } from '../contract.js';
import type { OpenGame } from '../games/games.js';
import { Asked } from '../http/request.js';
import { bytesAnswer, commandFor, gathered, type World } from './context.js';
import { parameterOf } from './parameters.js';

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
  arrow: 'application/vnd.apache.arrow.file',
  parquet: 'application/vnd.apache.parquet',
};

export function analysisRoutes(app: Hono, world: World): void {
  app.get('/api/analysis/:name', async (c) => {
    const { asked, name } = askedOf(c.req.url, c.req.param('name'), []);
    const open = await world.games.open(asked.text('game'));
    const result = await run(open, name, asked, c.req.raw.signal);
    const columns = shownColumns(result, spaced).map((column) => ({
      ...column,
      values: column.values.slice(0, MOST_ROWS),
    }));
    const words = [name, ...optionWords(name, asked)];
    return c.json<AnalysisAnswer>({
      result: result,
      facts: analysisNamed(name).facts(fitting(result, open), spaced),
      columns,
      command: commandFor(world, 'analyze', open.game, ...words),
      plotCommand: commandFor(world, 'plot', open.game, ...words, '-o', `${name}.svg`),
    });
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
    const open = await world.games.open(asked.text('game'));
    const result = await run(open, name, asked, c.req.raw.signal);
    const bytes =
      kind === 'table'
        ? await gathered(tableBytes(result, format))
        : await plot(
            result,
            asked.choice(
              'format',
              FIGURE_FORMATS.map((each) => each.name),
            ),
          );
    return bytesAnswer(
      bytes,
      TYPES[format] ?? 'application/octet-stream',
      `${open.game.key}-${name}${ending}`,
    );
  });
}

function askedOf(url: string, given: string, more: readonly string[]): { asked: Asked; name: AnalysisName } {
  const name = oneOf(given, ANALYSIS_NAMES, 'The analysis');
  const own = analysisNamed(name).options.map((option) => parameterOf(option.name));
  return { asked: new Asked(url, ['game', 'from', 'to', ...own, ...more]), name };
}

/** Runs an analysis on what is stored, or on the first values where these go further. */
async function run(
  { game, store, reading }: OpenGame,
  name: AnalysisName,
  asked: Asked,
  signal: AbortSignal,
): Promise<AnalysisResult> {
  const analysis = analysisNamed(name);
  const from = asked.optionalNumber('from');
  const end = asked.optionalNumber('to');
  if (from !== undefined && end !== undefined) checkRange({ start: from, stop: end });
  const options: Record<string, unknown> = { from };
  for (const { name: option, kind, isRequired } of analysis.options) {
    const flag = parameterOf(option);
    if (isRequired === true) asked.text(flag);
    options[option] = kind === 'points' ? pointsOf(asked, flag) : asked.optionalNumber(flag);
  }
  const { frontier } = reading(analysis.seriesOf(options));
  const to = end ?? (frontier === 0 ? undefined : frontier);
  const given = { ...(options as AnalysisOptions), to, signal };
  return (await analysis.run(store, game.definition, given)) as AnalysisResult;
}

/** The result without a power of n where the values repeat, which follow none. */
function fitting(result: AnalysisResult, { reading }: OpenGame): AnalysisResult {
  return 'fit' in result && reading(result.series).period !== null ? { ...result, fit: null } : result;
}

function pointsOf(asked: Asked, flag: string): unknown {
  const text = asked.optional(flag);
  return text === undefined ? undefined : parsePoints(text, `The parameter ${flag}`);
}

/** The options as words of a command. */
function optionWords(name: AnalysisName, asked: Asked): string[] {
  const flags = ['from', 'to', ...analysisNamed(name).options.map((option) => parameterOf(option.name))];
  return flags.flatMap((flag) => {
    const value = asked.optional(flag);
    return value === undefined ? [] : [`--${flag}`, value];
  });
}
