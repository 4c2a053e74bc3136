/** `/api/analysis/NAME`: results of an analysis as JSON, as a table, or as the figure that `plot` draws. */
import { refuse } from '../../common/errors.js';
import { formatNamed, type Format } from '../../common/formats.js';
import { oneOf } from '../../common/one-of.js';
import { checkRange } from '../../common/range.js';
import {
  plot,
  tableBytes,
  type AnalysisResult,
  type FigureFormat,
  type FigureResult,
  type Game,
} from '../../index.js';
import {
  ANALYSIS_NAMES,
  FIGURE_FORMATS,
  FIGURE_NAMES,
  isAnalysis,
  parsePoints,
  plotForPage,
  shownBy,
  shownColumns,
  studyGame,
  studyNamed,
  TABLE_FORMATS,
  wordOf,
  type AnalysisOption,
  type AnalysisOptions,
  type Column,
  type FigureName,
} from '../../rim.js';
import { gameWord } from '../../common/shown.js';
import { fileWords } from '../../words/text.js';
import { withCommas } from '../../words/typeset.js';
import type { AnalysisAnswer } from '../contract.js';
import type { OpenGame } from '../games/games.js';
import type { Params } from '../http/request.js';
import {
  bytesAnswer,
  commandFor,
  gathered,
  longAnswer,
  typeOf,
  type AddRoute,
  type Call,
} from './context.js';

/** Rows of a table on the page. */
const MAX_ROWS = 2000;

/** Largest modulus of an answer: all its classes take some megabytes. */
const MAX_MODULUS = 2 ** 16;
/** Width of the widest figure of a page. */
const MAX_PIXELS = 2000;

/** Games of one figure. */
const MAX_COMPARED = 4;

export function analysisRoutes(add: AddRoute): void {
  add<AnalysisAnswer>('/api/analysis/:name', async (call) => {
    const { params } = call;
    const name = studyOf(call, ['pixels']);
    const pixels = params.optionalNumber('pixels');
    const [{ game, result }, ...others] = await run(call, name);
    const words = [name, ...optionWords(name, params)];
    const answer: AnalysisAnswer = {
      ...{ game: result.game, series: result.series, range: result.range },
      facts: shownBy(result).facts(result, withCommas),
      others: others.map((each) => ({
        game: each.game.key,
        facts: shownBy(each.result).facts(each.result, withCommas),
      })),
      ...(isAnalysis(result)
        ? { columns: columnsOf(result), command: commandFor(call, 'analyze', game, ...words) }
        : { columns: [], command: null }),
      plotCommand: commandFor(
        call,
        'plot',
        game,
        ...words,
        ...others.flatMap((other) => ['--with', gameWord(other.game.definition, other.game.key)]),
        ...['-o', `${name}.svg`],
      ),
      ...(pixels === undefined
        ? { result }
        : {
            figure: await plotForPage(
              [result, ...others.map((each) => each.result)],
              Math.min(pixels, MAX_PIXELS),
            ),
          }),
    };
    return longAnswer(answer);
  });

  add('/api/analysis/:name/:kind', async (call) => {
    const kind = oneOf(call.named.kind, ['table', 'figure'], 'What to make of an analysis');
    const name = studyOf(call, ['format']);
    const formats: readonly Format[] = kind === 'table' ? TABLE_FORMATS : FIGURE_FORMATS;
    const format = call.params.choice(
      'format',
      formats.map((each) => each.name),
    );
    const [ending] = formatNamed(formats, format).endings;
    if (kind === 'table') oneOf(name, ANALYSIS_NAMES, 'The table');
    const found = await run(call, name);
    const [{ game, result }] = found;
    const bytes =
      kind === 'table' && isAnalysis(result)
        ? await gathered(tableBytes(result, format))
        : await plot(
            found.map((each) => each.result),
            format as FigureFormat,
          );
    return bytesAnswer(bytes, typeOf(ending), `${fileWords(game.key)}-${name}${ending}`);
  });
}

/** Returns the rows for people. */
function columnsOf(result: AnalysisResult): Column[] {
  const columns = shownColumns(result, withCommas);
  return columns.map((column) => ({ ...column, values: column.values.slice(0, MAX_ROWS) }));
}

/** Returns the name of the analysis, and refuses parameters that it does not take. */
function studyOf({ named, params }: Call, more: readonly string[]): FigureName {
  const name = oneOf(named.name, FIGURE_NAMES, 'The analysis');
  const own = studyNamed(name).options.map((option) => wordOf(option.name));
  params.requireOnly(['game', 'with', 'from', 'to', ...own, ...more]);
  return name;
}

interface Found {
  readonly game: Game;
  readonly result: FigureResult;
}

/** Runs the analysis for the game and the ones it is compared with, over stored values, or first values if they go further. */
async function run({ params, open, signal }: Call, name: FigureName): Promise<Found[]> {
  const study = studyNamed(name);
  const from = params.optionalNumber('from');
  const end = params.optionalNumber('to');
  if (from !== undefined && end !== undefined) checkRange({ start: from, stop: end });
  const options: Record<string, unknown> = { from };
  for (const option of study.options) options[option.name] = valueOf(option, params);
  const others = params.optional('with')?.split(';') ?? [];
  if (others.length >= MAX_COMPARED)
    refuse('{count} games are to be compared with this one. Give at most {most}.', {
      count: others.length,
      most: MAX_COMPARED - 1,
    });
  const opened: OpenGame[] = [];
  for (const text of [params.text('game'), ...others]) opened.push(await open(undefined, text));
  // Games are compared over their common range.
  const known = opened.map(({ reading }) => reading(study.seriesOf(options)).frontier);
  // An unknown game is refused later.
  const ends = known.filter((frontier) => frontier > 0);
  const to = end ?? (ends.length === 0 ? undefined : Math.min(...ends));
  const given = { ...(options as AnalysisOptions), to, signal };
  const found: Found[] = [];
  for (const { game, store } of opened)
    found.push({ game, result: await studyGame(store, game.definition, name, given) });
  return found;
}

function valueOf({ name, kind, choices = [] }: AnalysisOption, params: Params): unknown {
  const flag = wordOf(name);
  const text = params.optional(flag);
  if (text === undefined) return undefined;
  if (kind === 'points') return parsePoints(text, `The parameter ${flag}`);
  if (kind !== 'number') return params.choice(flag, choices);
  return flag === 'modulus' ? params.count(flag, 1, MAX_MODULUS) : params.number(flag);
}

function optionWords(name: FigureName, params: Params): string[] {
  const flags = ['from', 'to', ...studyNamed(name).options.map((option) => wordOf(option.name))];
  return flags.flatMap((flag) => {
    const value = params.optional(flag);
    return value === undefined ? [] : [`--${flag}`, value];
  });
}
