/** `takeaway values`: prints values on one line, up to the end of the period, or one position per line. */
import { MAX_STEPS } from '../../../common/cost.js';
import { refuse } from '../../../common/errors.js';
import { POSITION_LIMIT } from '../../../common/range.js';
import { readGame, type Game, type Period, type Store } from '../../../index.js';
import { describePeriod, SERIES, SERIES_NAMES } from '../../../rim.js';
import { defineCommand, GAME, MISERE } from '../../command.js';
import { choice, optional } from '../../../words/params.js';
import { parsePosition } from '../../../words/numbers.js';
import { say, writeData } from '../../terminal/output.js';
import { answering, sayOrigin, sayReading, USUAL_SERIES, usualSeries, withStore } from '../../store.js';
import {
  checkPrinted,
  DOTS,
  isNear,
  printDotted,
  printList,
  runsOf,
  writeJsonLists,
  type AnyRange,
  type Dots,
  type ListedValues,
} from './list.js';
import { shownGame } from '../../shown-games.js';

/** Number of values shown without a period, or if the period is too long. */
const USUAL_LENGTH = 100;

export const command = defineCommand({
  examples: [
    ['values "{1,6,9}"', 'the preperiod, then the period in parentheses'],
    ['values "{1,6,9}" --format latex', 'as in papers, with dots over the period'],
    ['values squares --to 50', 'nim-values of the first 50 positions'],
    ['values squares --from 1e6 --to 1000020 --format lines', 'lines of position and nim-value'],
    ['values "{1,3,4}" --format letters', 'outcomes: P for cold, N for hot'],
    ['values "{1,3,4}" --series cold', 'the same as 1 and 0'],
    ['values "{2,3,7}" --misere', 'misere nim-values'],
  ],
  positionals: { game: GAME },
  options: {
    from: optional('N', 'The first position; default 0', parsePosition),
    to: optional(
      'N',
      `The position to stop before; default the end of the period, or else ${USUAL_LENGTH}`,
      parsePosition,
    ),
    series: choice(USUAL_SERIES, SERIES_NAMES),
    misere: MISERE,
    format: choice(
      'Lines of position and value; outcomes as letters, P for cold and N for hot; or dots over the period',
      ['lines', 'letters', ...DOTS],
    ),
  },
  run: ({ game, from, to, series: named, misere, format, ...args }) =>
    withStore(args, answering(args), async (store) => {
      const { json, quiet } = args;
      if (json && format !== undefined)
        refuse(
          '--format is for text. Leave it or --json out; export GAME --format jsonl writes one object per line.',
        );
      const letters = format === 'letters';
      if (letters && named !== undefined && named !== 'cold')
        refuse('--format letters prints outcomes, not the series {series}. Leave --series out.', {
          series: named,
        });
      const dots = DOTS.find((name) => name === format);
      sayReading(game, args);
      const series = letters ? 'cold' : (named ?? usualSeries(game, quiet));
      const reading = { series, misere, letters };
      const isAll = from === undefined && to === undefined && format !== 'lines';
      const isWhole = isAll && (!misere || series === 'nim');
      const known = isWhole ? await store.periodOf(game, series) : null;
      // The exchange of 0 and 1 keeps a period, but not one whose values grow.
      const period = misere && known?.saltus !== 0 ? null : known;
      if (period !== null && period.preperiod + period.period <= MAX_STEPS)
        return printPeriod(store, game, reading, period, { json, quiet, dots });
      if (dots !== undefined)
        refuse('--format {dots} shows a whole period, and none is known that can be shown. Leave it out.', {
          dots,
        });
      if (period !== null && !quiet)
        say(
          `${shownGame(game)} ${series}: ${describePeriod(period)}. The first ${USUAL_LENGTH} values are shown.`,
        );
      const range = rangeOf(readGame(game), from ?? 0, to);
      checkPrinted(Number(BigInt(range.to) - BigInt(range.from)));
      if (!quiet && isNear(range)) sayOrigin(store, game, series, range);
      if (format === 'lines') await printLines(store, game, reading, range);
      else if (json) await writeJsonLists(store, game, reading, { values: range }, { before: range });
      else await printList(store, game, reading, [range]);
    }),
});

/** Prints `3 1`: a position and its value per line. For the series cold, the values are `true` and `false`. */
async function printLines(store: Store, game: string, reading: ListedValues, range: AnyRange): Promise<void> {
  const { isBits } = SERIES[reading.series];
  for await (const { start, values } of runsOf(store, game, reading, range)) {
    let lines = '';
    values.forEach((value: number | bigint, i: number) => {
      lines += `${typeof start === 'number' ? start + i : start + BigInt(i)} ${isBits ? Number(value) === 1 : value}\n`;
    });
    await writeData(lines);
  }
}

/** Returns the range to print, in bigints if it ends above 2^53 - 1. */
function rangeOf(game: Game, from: number | bigint, to: number | bigint | undefined): AnyRange {
  const end = BigInt(POSITION_LIMIT);
  if (typeof from === 'number' && (to === undefined || BigInt(to) <= end))
    return { from, to: to === undefined ? usualStop(game, from) : Number(to) };
  const first = BigInt(from);
  return { from: first, to: to === undefined ? first + BigInt(USUAL_LENGTH) : BigInt(to) };
}

/** Returns the default end: at most the end of a beginning of a set. A list that starts above that is refused later. */
function usualStop({ set: { completeBelow = POSITION_LIMIT } }: Game, from: number): number {
  return Math.min(from + USUAL_LENGTH, from < completeBelow ? completeBelow : POSITION_LIMIT);
}

/** Prints the preperiod, the period, and the saltus unless it is 0. */
async function printPeriod(
  store: Store,
  game: string,
  reading: ListedValues,
  period: Period,
  { json, quiet, dots }: { readonly json: boolean; readonly quiet: boolean; readonly dots: Dots | undefined },
): Promise<void> {
  const { preperiod, saltus } = period;
  const first = { from: 0, to: preperiod };
  const repeated = { from: preperiod, to: preperiod + period.period };
  if (json) {
    const lists = { preperiod: first, period: repeated };
    await writeJsonLists(store, game, reading, lists, { after: { saltus } });
    return;
  }
  if (!quiet)
    say(`${shownGame(game)} ${reading.misere ? 'misere ' : ''}${reading.series}: ${describePeriod(period)}.`);
  const ending = saltus === 0 ? '' : `+${saltus}`;
  if (dots !== undefined) return printDotted(store, game, reading, period, dots);
  await printList(store, game, reading, [first, { ...repeated, isRepeated: true }], ending);
}
