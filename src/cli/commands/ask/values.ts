/** `takeaway values`: the values of a game on one line, up to where they repeat. */
import { MOST_STEPS } from '../../../common/cost.js';
import { POSITION_LIMIT } from '../../../common/range.js';
import type { Period, SeriesName, Store } from '../../../index.js';
import { describePeriod, SERIES_NAMES } from '../../../rim.js';
import { choice, defineCommand, GAME, optional } from '../../command.js';
import { parseNumber } from '../../../words/numbers.js';
import { say } from '../../terminal/output.js';
import { answering, sayOrigin, USUAL_SERIES, usualSeries } from '../../store.js';
import { checkPrinted, EXPORT_INSTEAD, printList, writeJsonLists } from './list.js';

/** Values that are shown where none repeat, or the period is too long to be shown. */
const USUAL_LENGTH = 100;

export const command = defineCommand({
  examples: [
    ['values "{1,6,9}"', 'the preperiod, then the period in parentheses'],
    ['values squares --to 50', 'nim-values of the first 50 positions'],
    ['values "{1,3,4}" --series cold', '1 for cold, 0 for hot'],
  ],
  positionals: { game: GAME },
  options: {
    from: optional('N', 'The first position; default 0', parseNumber),
    to: optional(
      'N',
      `The position to stop before; default the end of the period, else ${USUAL_LENGTH}`,
      parseNumber,
    ),
    series: choice(USUAL_SERIES, SERIES_NAMES),
  },
  run: ({ game, from, to, series: named, store: folder, json, quiet }) =>
    answering(folder, quiet, async (store) => {
      const series = named ?? usualSeries(game, quiet);
      const period = from === undefined && to === undefined ? await store.periodOf(game, series) : null;
      if (period !== null && period.preperiod + period.period <= MOST_STEPS)
        return printPeriod(store, game, series, period, { json, quiet });
      if (period !== null && !quiet)
        say(`${game} ${series}: ${describePeriod(period)}. Shown are the first ${USUAL_LENGTH} values.`);
      const range = { from: from ?? 0, to: to ?? Math.min((from ?? 0) + USUAL_LENGTH, POSITION_LIMIT) };
      checkPrinted(range.to - range.from, EXPORT_INSTEAD);
      if (!quiet) sayOrigin(store, game, series, range);
      if (json) await writeJsonLists(store, game, series, { game, series, ...range }, { values: range });
      else await printList(store, game, series, [range]);
    }),
});

/** The preperiod and the period, with the saltus where the values grow by one. */
async function printPeriod(
  store: Store,
  game: string,
  series: SeriesName,
  period: Period,
  { json, quiet }: { readonly json: boolean; readonly quiet: boolean },
): Promise<void> {
  const { preperiod, saltus } = period;
  const first = { from: 0, to: preperiod };
  const repeated = { from: preperiod, to: preperiod + period.period };
  if (json) {
    const lists = { preperiod: first, period: repeated };
    await writeJsonLists(store, game, series, { game, series }, lists, { saltus });
    return;
  }
  if (!quiet) say(`${game} ${series}: ${describePeriod(period)}.`);
  const ending = saltus === 0 ? '' : `+${saltus}`;
  await printList(store, game, series, [first, { ...repeated, isRepeated: true }], ending);
}
