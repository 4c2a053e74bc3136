/** `takeaway extend`: computes and stores a game up to a position. */
import { priceWords } from '../../../common/price.js';
import { gameWord, grouped, shortened } from '../../../common/shown.js';
import { readGame, type Game, type SeriesName, type Store } from '../../../index.js';
import { checkExtension, describePeriod, METHOD_NAMES, SERIES_NAMES, type PlanReport } from '../../../rim.js';
import { type Common, defineCommand, GAME, THREADS } from '../../command.js';
import { choice, flag, optional, required, type Values } from '../../../words/params.js';
import { describePlans } from './plans.js';
import { shownGame } from '../../shown-games.js';
import { watched, type Watch } from '../../terminal/progress.js';
import { parseNumber } from '../../../words/numbers.js';
import { print, printDone, say, sayLines, tableText } from '../../terminal/output.js';
import { frontiersOf, READING, sayFile, withStore, WRITING } from '../../store.js';
import { commandText } from '../../../words/commands.js';
import { asLines, count, duration, rate } from '../../../words/text.js';

const OPTIONS = {
  to: required(optional('N', 'The frontier to reach: all positions below N will be stored', parseNumber)),
  series: choice('Default both (cold and nim)', [...SERIES_NAMES, 'both']),
  method: choice('Default auto, the cheapest', METHOD_NAMES),
  threads: THREADS,
  'dry-run': flag('Only estimate what it takes: seconds of CPU time, and bytes of the store'),
  full: flag('Also solve parts of random blocks and of the last block by a second method'),
  verbose: flag('Print the plans of the residue-class method on stderr, with estimated and measured costs'),
};

/** The result of extending one series. */
interface Summary {
  readonly series: SeriesName;
  readonly from: number;
  to: number;
  blocks: number;
  /** The methods that solved the blocks; empty if nothing was left to solve. */
  readonly methods: string[];
  seconds: number;
}

export const command = defineCommand({
  examples: [
    ['extend squares --to 2^22', 'cold positions and nim-values of subtract-a-square'],
    ['extend squares --to 1e8 --series cold', 'only hot and cold, which reaches much further'],
    ['extend "{1,3,4}" --to 1_000_000', 'a set of your own, in quotes'],
    ['extend squares --to 2^32 --series cold --dry-run', 'only an estimate of time and bytes'],
    ['extend squares --to 2^28 --series cold --verbose', 'with the plan of the residue-class method'],
    ['extend file:set.txt --to 2^20 --full', 'a set from a file, checked by a second method'],
  ],
  positionals: { game: GAME },
  options: OPTIONS,
  run: async (args) => {
    // Before a store is opened, which may create it.
    const game = readGame(args.game);
    const names = checkExtension(game, args);
    if (game.file !== undefined && !args.quiet && args.to > game.file.largest + 1) sayFile(game.file);
    if (args['dry-run']) return estimate(game, names, args);
    // A recorded period needs a store that exists: a missing one is not created to find none.
    if (args.method === 'period')
      await withStore(args, READING, (store) => {
        store.checkExtension(game, args);
        return Promise.resolve();
      });
    if (game.hotspots !== undefined && args.series === undefined && !args.quiet)
      say('A game with hotspots has cold positions only.');
    await withStore(args, WRITING, async (store) => {
      const known = store.info(game).at(0)?.periods;
      const words = {
        asked: 'Stopping; what is solved is being stored.',
        stopped: () => describeStored(store, args.game, names),
      };
      const { summaries, plans } = await watched(
        'extend',
        args,
        (watch) => extend(store, game, names, args, watch),
        words,
      );
      if (args.verbose && !args.json) sayLines(describePlans(plans));
      const found = { game: game.key, series: summaries, ...(args.verbose ? { plans } : {}) };
      await printDone(args, found, () => describe(summaries, game, args));
      const { periods } = store.info(game).at(0) ?? {};
      if (periods?.nim !== undefined && known?.nim === undefined && !args.quiet)
        say(`Its nim-values have ${describePeriod(periods.nim)}: every position is answered from now on.`);
    });
  },
});

type Args = Values<typeof OPTIONS> & Common & { readonly game: string };

async function extend(
  store: Store,
  parsed: Game,
  names: readonly SeriesName[],
  args: Args,
  { signal, onProgress, begin, elapsed }: Watch,
): Promise<{ readonly summaries: readonly Summary[]; readonly plans: readonly PlanReport[] }> {
  const { game, to, series = 'both', method = 'auto' } = args;
  const before = frontiersOf(store, parsed);
  const summaries = names.map((name): Summary => {
    const frontier = before[name];
    return { series: name, from: frontier, to: frontier, blocks: 0, methods: [], seconds: 0 };
  });
  const pending = summaries.filter(({ from }) => from < to);
  const plans: PlanReport[] = [];
  const blocks = store.extend(parsed, {
    to,
    series,
    method,
    doubleCheck: args.full,
    signal,
    threads: args.threads,
    onPlan: args.verbose ? (plan: PlanReport) => plans.push(plan) : undefined,
  });
  const beginNext = (): void => {
    const next = pending.shift();
    if (next !== undefined) begin(`${shownGame(game)} ${next.series}`);
  };
  beginNext();
  for await (const block of blocks) {
    const summary = summaries.find((candidate) => candidate.series === block.series);
    if (summary === undefined) continue;
    summary.to = block.stop;
    summary.blocks++;
    for (const name of block.methods) if (!summary.methods.includes(name)) summary.methods.push(name);
    summary.seconds = Math.round(1000 * elapsed()) / 1000;
    const positionsPerSecond = (block.stop - summary.from) / Math.max(1e-3, elapsed());
    const place = `stored to ${grouped(block.stop)}, ${rate(positionsPerSecond)}`;
    onProgress(block.progress, place, {
      event: 'block',
      ...block,
      positionsPerSecond: Math.round(positionsPerSecond),
    });
    if (block.stop >= to) beginNext();
  }
  return { summaries, plans };
}

/** Prints an estimate of the extension. Stores nothing, and needs no store. */
async function estimate(game: Game, names: readonly SeriesName[], args: Args): Promise<void> {
  await withStore(args, READING, async (store) => {
    const { to, series = 'both' } = args;
    const { seconds = null, bytes = null } = (await store.price(game, { series, to })) ?? {};
    const before = frontiersOf(store, game);
    const found = { game: game.key, to, stored: before, seconds, bytes };
    await print(args, found, () => {
      const rows = names.map((name) => [
        `${shownGame(args.game)} ${name}`,
        before[name] < to
          ? `${grouped(before[name])} to ${grouped(to)}`
          : `already stored to ${grouped(before[name])}`,
      ]);
      const price =
        seconds === null
          ? 'There is no quick estimate for this set.'
          : names.every((name) => before[name] >= to)
            ? 'Nothing is left to compute.'
            : `It takes ${priceWords({ seconds, bytes: bytes ?? undefined })}.`;
      return `${tableText({ rows })}${price}\n`;
    });
  });
}

/** Longer series are gigabytes as a row per position, so an export of the cold positions is proposed. */
const MAX_EXPORTED_POSITIONS = 2 ** 28;

/** A longer text of a game is replaced by its key. */
const MAX_GAME_CHARACTERS = 200;

function describe(summaries: readonly Summary[], parsed: Game, args: Args): string {
  const written = shownGame(args.game);
  const game = written.length > MAX_GAME_CHARACTERS ? parsed.key : written;
  const rows = summaries.map(({ series, from, to, blocks, methods, seconds }) => [
    `${game} ${series}`,
    methods.length === 0
      ? `already stored to ${grouped(to)}`
      : `stored ${grouped(from)} to ${grouped(to)} (${count(blocks, 'block')}) by ${methods.join('+')} in ${duration(seconds)}`,
  ]);
  const last = Math.min(...summaries.map(({ to }) => to)) - 1;
  if (last < 0) return tableText({ rows });
  const target = gameWord(written, parsed.key);
  const named = summaries[summaries.length - 1].series;
  const next = [
    ['query', target, String(last)],
    ['info', target],
    named === 'cold' && last >= MAX_EXPORTED_POSITIONS
      ? ['export', target, '--sequence', named, '--output', `${named}.parquet`]
      : ['export', target, '--series', named, '--output', `${named}.arrow`],
  ];
  return `${tableText({ rows })}Next:\n${asLines(next.map((words) => `  ${commandText(words, args.store)}`))}`;
}

/** Returns the message of a stopped extension. */
function describeStored(store: Store, game: string, names: readonly SeriesName[]): string {
  const frontiers = frontiersOf(store, game);
  const stored = names.map((name) => `${name} to ${grouped(frontiers[name])}`).join(', ');
  return `Stored of ${shortened(shownGame(game))}: ${stored}. Run the same command again to continue.`;
}
