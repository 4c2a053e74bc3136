/** `takeaway period`: finds, proves and records the periods of a game. */
import { failure, hasCode, type TakeawayError } from '../../../common/errors.js';
import { highPrice } from '../../../common/price.js';
import { readGame, type Game, type GamePeriods, type Store } from '../../../index.js';
import {
  canHavePeriod,
  closedFormOf,
  describePeriod,
  higherLimit,
  quantitiesAsked,
  reverseMexOfGame,
  searchPrice,
  SERIES_NAMES,
  type PeriodAnswer,
  type Quantity,
  type SearchEvent,
} from '../../../rim.js';
import { type Common, defineCommand, GAME, THREADS } from '../../command.js';
import { choice, optional, type Values } from '../../../words/params.js';
import { watched } from '../../terminal/progress.js';
import { parseLimit } from '../../../words/numbers.js';
import { linesText, say, writeData, writeJson } from '../../terminal/output.js';
import { READING, sayFile, sayReading, withStore, WRITING } from '../../store.js';
import { errorText } from '../../../words/errors.js';
import { grouped } from '../../../common/shown.js';
import { count, duration } from '../../../words/text.js';
import { shownGame } from '../../shown-games.js';

const OPTIONS = {
  limit: optional(
    'N',
    'The most values to examine; default 2^32 for finite sets of up to 62 numbers below 2^20, else 2^26',
    parseLimit,
  ),
  series: choice('The series whose period to find; default nim and cold', SERIES_NAMES),
  threads: THREADS,
};

/** Names of quantities. */
const WORDS: Readonly<Record<Quantity, string>> = {
  nim: 'nim-values',
  outcome: 'outcomes',
  remoteness: 'remoteness',
};

export const command = defineCommand({
  examples: [
    ['period "{1,6,9}"', 'minimal preperiod and period, of nim-values and of outcomes, and the proof'],
    ['period "all-but{2,3,7}"', 'with the saltus: how much nim-values grow in each period'],
    ['period "{1,3,4}" --series remoteness', 'with the saltus: how many more moves each period takes'],
    ['period "{13,29,42}" --json', 'for machines'],
  ],
  positionals: { game: GAME },
  options: OPTIONS,
  run: async (args) => {
    const game = readGame(args.game);
    if (game.file !== undefined && !args.quiet) sayFile(game.file);
    sayReading(args.game, args);
    const asked = quantitiesAsked(game, args.series);
    const begun = performance.now();
    const periods = canHavePeriod(game)
      ? await findIn(game, args)
      : { game: game.key, isPossible: false, examined: 0, nim: null, outcome: null, remoteness: null };
    const shown = args.series === undefined ? (['nim', 'outcome'] as const) : asked;
    const isNim = shown.includes('nim') && periods.nim !== null;
    const reverseMex = isNim ? reverseMexOfGame(game, periods.nim) : null;
    if (args.json) await writeJson({ ...asJson(periods, shown), ...(isNim && { reverseMex }) });
    else if (asked.some((quantity) => periods[quantity] !== null))
      await writeData(
        describe(periods, asked) + (reverseMex === null ? '' : linesText([REVERSE_MEX[reverseMex]])),
      );
    else if (!periods.isPossible && !args.quiet)
      say(`${shownGame(game.key)}: ${REASON}${closedFormText(game, args)}`);
    const isMissing = asked.some((quantity) => periods[quantity] === null);
    if (periods.isPossible && isMissing)
      throw notFound(args, game, periods, (performance.now() - begun) / 1000);
  },
});

const REVERSE_MEX = {
  always: '  reverse mex: g(n) = mex{g(n + s)} for all n',
  periodic: '  reverse mex: g(n) = mex{g(n + s)} from the preperiod on, not from 0 on',
  no: '  reverse mex: g(n) = mex{g(n + s)} fails in every period',
};

const REASON =
  'no period is claimed: for a set that is neither finite nor cofinite, or with infinitely many hotspots, no number of values proves one.';

function closedFormText(game: Game, { series }: Args): string {
  const form = series === 'remoteness' ? undefined : closedFormOf(game);
  return form === undefined ? '' : ` A closed form gives its nim-values: ${form.rule}.`;
}

/** Progress of a longer search shows the time so far. */
const MIN_SHOWN_SECONDS = 10;

type Args = Values<typeof OPTIONS> & Common & { readonly game: string };

/** Finds the periods, and records them if the store can be written. */
async function findIn(game: Game, args: Args): Promise<GamePeriods> {
  try {
    return await withStore(args, WRITING, (store) => find(store, game, args));
  } catch (error) {
    if (!hasCode(error, 'locked', 'io')) throw error;
    if (!args.quiet) say(`${errorText(error, args.store)} What it finds is not kept.`);
    return withStore(args, READING, (store) => find(store, game, args));
  }
}

function find(store: Store, game: Game, { limit, series, threads, ...how }: Args): Promise<GamePeriods> {
  let latest: SearchEvent | undefined;
  const words = {
    asked: 'Stopping; what is solved is being stored.',
    stopped: () =>
      latest?.event === 'kept'
        ? `The search for the period of the ${WORDS[latest.quantity]} is kept: ${placeOf(latest)}. The same command continues from there.`
        : 'Not all periods have been found yet. Stored values are kept.',
  };
  const onSearch = (event: SearchEvent): void => {
    latest = event;
    if (event.event === 'resumed') begun = performance.now() - 1000 * event.seconds;
    if (event.event === 'kept' || how.quiet) return;
    const search = `The search for the period of the ${WORDS[event.quantity]}`;
    say(
      event.event === 'resumed'
        ? `${search} continues: it has examined ${placeOf(event)}.`
        : `${search} starts again: the file of the stopped search is damaged.`,
    );
  };
  let place = '';
  let begun = performance.now();
  const soFar = (): string => {
    const seconds = (performance.now() - begun) / 1000;
    return seconds < MIN_SHOWN_SECONDS ? place : `${place}, ${duration(seconds)} so far`;
  };
  return watched(
    `${shownGame(game.key)} period`,
    how,
    ({ signal, onProgress }) =>
      store.periods(game, {
        limit,
        series,
        threads,
        signal,
        onLook: (values) => {
          place = `the first ${grouped(values)} values`;
          onProgress(0, place);
        },
        onProgress: (share) => onProgress(share, soFar()),
        onSearch,
      }),
    words,
  );
}

/** Returns `4_294_967_296 positions in 3.0 s`. */
function placeOf({ positions, seconds }: SearchEvent): string {
  return `${count(positions, 'position')} in ${duration(seconds)}`;
}

function asJson({ game, ...periods }: GamePeriods, asked: readonly Quantity[]): object {
  const flat = (answer: PeriodAnswer | null): unknown => {
    if (answer === null) return null;
    const { evidence, ...period } = answer;
    return { ...period, ...(evidence ?? { theorem: true }) };
  };
  return { game, ...Object.fromEntries(asked.map((quantity) => [quantity, flat(periods[quantity])])) };
}

function describe({ game, ...periods }: GamePeriods, asked: readonly Quantity[]): string {
  const words = WORDS.nim.length;
  const lines = asked.flatMap((quantity) => describeOne(WORDS[quantity].padEnd(words), periods[quantity]));
  return linesText([shownGame(game), ...lines]);
}

function describeOne(quantity: string, answer: PeriodAnswer | null): string[] {
  if (answer === null) return [`  ${quantity}  no period found yet`];
  const { preperiod, period, saltus, evidence } = answer;
  const head = `  ${quantity}  ${describePeriod(answer)}`;
  if (evidence === null) return [head, '    by a theorem: see "Closed forms" in docs/ALGORITHMS.md'];
  const { examined, needed, seen, valuesSha256 } = evidence;
  const equality = `v(i + ${period}) = v(i)${saltus === 0 ? '' : ` + ${saltus}`}`;
  return [
    head,
    `    proof: ${grouped(needed)} consecutive ${needed === 1 ? 'equality' : 'equalities'} ${equality} ${needed === 1 ? 'is' : 'are'} needed, ` +
      `${grouped(seen)} seen in [0, ${grouped(examined)})`,
    `    SHA-256 of the values of [0, ${grouped(preperiod + period)}): ${valuesSha256}`,
  ];
}

function notFound(
  { limit: tried, series, ...args }: Args,
  game: Game,
  periods: GamePeriods,
  seconds: number,
): TakeawayError {
  const quantities = quantitiesAsked(game, series);
  const { examined } = periods;
  const facts = { game: periods.game, examined };
  const limit = higherLimit(game, tried, quantities);
  if (limit === undefined)
    return failure(
      'not-stored',
      examined === 0
        ? 'No limit is high enough to prove a period of {game}.'
        : '{game} shows no period in the first {examined} values, and no higher limit is possible.',
      facts,
    );
  // Extrapolates this search, which may have read stored values.
  const asNow = examined === 0 ? 0 : (seconds * limit) / examined;
  const { seconds: estimated = 0, bytes } = searchPrice(game, quantities, limit) ?? {};
  const price = { seconds: Math.max(asNow, estimated), bytes };
  return failure(
    'not-stored',
    examined === 0
      ? 'A period of {game} cannot be proven within the limit.'
      : '{game} shows no period in the first {examined} values.',
    facts,
    { remedy: { do: 'find-period', game: args.game, series, limit, ...highPrice(price) } },
  );
}
