/** `/api/analysis/NAME`: what an analysis finds, as JSON, as a table, or as the figure that `plot` draws. */
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
  plotForPage,
  shownBy,
  shownColumns,
  studyGame,
  studyNamed,
  TABLE_FORMATS,
  type Column,
  type FigureName,
} from '../../rim.js';
import { gameWord } from '../../common/shown.js';
import { fileWords } from '../../words/text.js';
import { withCommas } from '../../words/typeset.js';
import type { AnalysisAnswer } from '../contract.js';
import type { OpenGame } from '../games/games.js';
import { MAX_COMPARED } from '../limits.js';
import { numberFrom } from '../../words/numbers.js';
import { asText, type Values } from '../../words/params.js';
import { given } from '../http/request.js';
import {
  bytesAnswer,
  commandFor,
  formatIn,
  GAME,
  gathered,
  longAnswer,
  NUMBER,
  RANGE,
  typeOf,
  type AddRoute,
  type Call,
} from './context.js';

/** What is sent of a table that people see. */
const MAX_ROWS = 2000;

/** The largest modulus of an answer here: with all its classes that has some megabytes. */
const MAX_MODULUS = 2 ** 16;
/** Pixels across of the widest figure that is drawn for a page. */
const MAX_PIXELS = 2000;

export function analysisRoutes(add: AddRoute): void {
  add('analysis/:name', async (call) => {
    const name = oneOf(call.named.name, FIGURE_NAMES, 'The analysis');
    const { pixels, ...wanted } = call.read({ ...paramsOf(name), pixels: NUMBER });
    const [{ game, result }, ...others] = await run(call, name, wanted);
    const words = [name, ...optionWords(wanted)];
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

  add('analysis/:name/:kind', async (call) => {
    const kind = oneOf(call.named.kind, ['table', 'figure'], 'What to make of an analysis');
    const name = oneOf(call.named.name, FIGURE_NAMES, 'The analysis');
    const formats: readonly Format[] = kind === 'table' ? TABLE_FORMATS : FIGURE_FORMATS;
    const { format, ...wanted } = call.read({ ...paramsOf(name), format: formatIn(formats) });
    const [ending] = formatNamed(formats, format).endings;
    if (kind === 'table') oneOf(name, ANALYSIS_NAMES, 'The table');
    const found = await run(call, name, wanted);
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

/** The rows for people. */
function columnsOf(result: AnalysisResult): Column[] {
  const columns = shownColumns(result, withCommas);
  return columns.map((column) => ({ ...column, values: column.values.slice(0, MAX_ROWS) }));
}

/** The parameters of an analysis. */
function paramsOf(name: FigureName) {
  const { options } = studyNamed(name);
  const modulus = given(numberFrom(1, MAX_MODULUS));
  return { game: GAME, with: given(asText), ...RANGE, ...options, ...('modulus' in options && { modulus }) };
}

interface Found {
  readonly game: Game;
  readonly result: FigureResult;
}

/** What is found of the game and of those that it is compared with, in what is stored or in first values that go further. */
async function run(
  { open, signal }: Call,
  name: FigureName,
  { game: text, with: besides, ...options }: Values<ReturnType<typeof paramsOf>>,
): Promise<Found[]> {
  const { from, to: end } = options;
  if (from !== undefined && end !== undefined) checkRange({ start: from, stop: end });
  const others = besides?.split(';') ?? [];
  if (others.length >= MAX_COMPARED)
    refuse('{count} games are to be compared with this one. Give at most {most}.', {
      count: others.length,
      most: MAX_COMPARED - 1,
    });
  const opened: OpenGame[] = [];
  for (const each of [text, ...others]) opened.push(await open(each));
  // Games are compared over one range: as far as all of them are known.
  const known = opened.map(({ reading }) => reading(studyNamed(name).seriesOf(options)).frontier);
  // One that is not known at all says so itself.
  const ends = known.filter((frontier) => frontier > 0);
  const to = end ?? (ends.length === 0 ? undefined : Math.min(...ends));
  const asked = { ...options, to, signal };
  const found: Found[] = [];
  for (const { game, store } of opened)
    found.push({ game, result: await studyGame(store, game.definition, name, asked) });
  return found;
}

/** The options of a request as the command line writes them. */
function optionWords(wanted: Readonly<Record<string, unknown>>): string[] {
  const given = Object.entries(wanted).filter(
    ([name, value]) => value !== undefined && !/^(game|with)$/.test(name),
  );
  return given.flatMap(([name, value]) => [`--${name}`, String(value)]);
}
