/** `takeaway info`: shows the content of the store. */
import { packageVersion } from '../../../platform/package-root.js';
import { gameWord, grouped, shortened } from '../../../common/shown.js';
import type { GameInfo, Store } from '../../../index.js';
import { describePeriod, largestOf, SERIES_NAMES, USUAL_END, type SeriesInfo } from '../../../rim.js';
import { defineCommand, OPTIONAL_GAME } from '../../command.js';
import { flag } from '../../../words/params.js';
import { linesText, print, say, tableText } from '../../terminal/output.js';
import { watched, type Watch } from '../../terminal/progress.js';
import { READING, withStore } from '../../store.js';
import { commandText } from '../../../words/commands.js';
import { byteSize } from '../../../words/text.js';
import { shownGame } from '../../shown-games.js';

/** The stored series of a game, with hashes of their values if requested. */
interface ShownGame extends Omit<GameInfo, 'definition' | 'series'> {
  readonly series: Readonly<Record<string, SeriesInfo & { readonly valueHash?: string }>>;
}

export const command = defineCommand({
  examples: [
    ['info', 'everything in the store'],
    ['info squares --json', 'one game, for machines'],
    ['info squares --full', 'with the SHA-256 of the values'],
  ],
  positionals: { game: OPTIONAL_GAME },
  options: { full: flag('Also hash the values of each series, which reads them all') },
  run: ({ game, full, ...args }) =>
    withStore(args, READING, async (store) => {
      const stored = store.info(game);
      const games = full
        ? await watched('hash', args, (watch) => withHashes(store, stored, watch))
        : stored.map(({ game: key, series, periods }) => ({
            game: key,
            series,
            ...(periods && { periods }),
          }));
      if (args.json || games.length > 0) {
        const isAll = game === undefined && !args.quiet;
        const text = (): string =>
          describe(store.folder, games) + describePeriods(games) + (isAll ? linesText([CITATION]) : '');
        await print(args, { store: store.folder, games }, text);
      } else if (!args.quiet) {
        const what = game === undefined ? '' : ` of ${shortened(shownGame(game))}`;
        const { to } = store.studiedRange(game ?? 'squares', 'cold', {});
        const end = to === USUAL_END ? '2^20' : String(to);
        const run = commandText(['extend', gameWord(shownGame(game ?? 'squares')), '--to', end], args.store);
        say(`Nothing is stored${what} in ${shortened(store.folder)} yet.`);
        say(`Run '${run}' to start.`);
      }
    }),
});

const CITATION = `To cite this program: The takeaway authors. takeaway: a streaming data engine for subtraction games, version ${packageVersion()}, 2026.`;

/** Returns a line for each game with recorded periods. */
function describePeriods(games: readonly ShownGame[]): string {
  return linesText(
    games.flatMap(({ game, periods }) => {
      const { nim, outcome, remoteness } = periods ?? {};
      const facts = [
        ...(nim === undefined ? [] : [`nim-values have ${describePeriod(nim)}`]),
        ...(outcome === undefined ? [] : [`outcomes ${describePeriod(outcome)}`]),
        ...(remoteness === undefined ? [] : [`remoteness ${describePeriod(remoteness)}`]),
      ];
      return facts.length === 0 ? [] : [`${shownGame(game)}: ${facts.join(', ')}.`];
    }),
  );
}

/** Adds the value hash of each series. */
async function withHashes(
  store: Store,
  games: readonly GameInfo[],
  { signal, onProgress }: Watch,
): Promise<ShownGame[]> {
  const result: ShownGame[] = [];
  const all = games.flatMap(({ series }) => Object.values(series)).reduce((sum, { bytes }) => sum + bytes, 0);
  let done = 0;
  for (const { definition, ...shown } of games) {
    const series: Record<string, ShownGame['series'][string]> = {};
    for (const name of SERIES_NAMES) {
      const info = shown.series[name];
      if (info === undefined) continue;
      const tell = (share: number): void =>
        onProgress((done + share * info.bytes) / all, `${shownGame(shown.game)} ${name}`);
      const range = { to: info.frontier, signal, onProgress: tell };
      series[name] = { ...info, valueHash: await store.valueHash(definition, name, range) };
      done += info.bytes;
    }
    result.push({ ...shown, series });
  }
  return result;
}

function describe(folder: string, games: readonly ShownGame[]): string {
  const rows = games.flatMap(({ game, series }) =>
    Object.entries(series).map(([name, info]) => [
      shownGame(game),
      name,
      grouped(info.frontier),
      grouped(info.blocks),
      byteSize(info.bytes),
      grouped(info.coldCount),
      largestWord(info),
      ...(info.valueHash === undefined ? [] : [info.valueHash]),
    ]),
  );
  const isHashed = games.some(({ series }) => Object.values(series).some(({ valueHash }) => valueHash));
  const hash = isHashed ? ['value hash (SHA-256)'] : [];
  const head = ['game', 'series', 'frontier', 'blocks', 'bytes', 'cold', 'largest', ...hash];
  return `${linesText([folder])}${tableText({ head, rows, right: [2, 3, 4, 5, 6] })}`;
}

/** Returns the largest value of a series of integers, `-` for bits. */
function largestWord(info: SeriesInfo): string {
  const largest = largestOf(info);
  return largest === undefined ? '-' : grouped(largest);
}
