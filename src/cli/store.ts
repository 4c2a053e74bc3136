/** Opens the store of a command, and reports what is read, computed and found there. */
import {
  openStore,
  readGame,
  type Game,
  type OpenStoreOptions,
  type SeriesName,
  type Store,
} from '../index.js';
import {
  ownNames,
  readingNote,
  SERIES_NAMES,
  seriesOf,
  type Computation,
  type FoundFile,
  type RangeOptions,
  type SetFile,
} from '../rim.js';
import type { Common } from './command.js';
import { storeFolder } from './own-games.js';
import { noteNames, shownGame } from './shown-games.js';
import { say } from './terminal/output.js';
import { grouped, shortened } from '../common/shown.js';
import { commandText } from '../words/commands.js';
import { count, duration } from '../words/text.js';

/** Memory for block values between reads: enough for the blocks of one query. */
const READER_CACHE_BYTES = 64 * 2 ** 20;

/** Options for writing, which one process at a time can do. */
export const WRITING: OpenStoreOptions = { compute: false };

/** Options for reading; a folder without a store reads as an empty one. */
export const READING: OpenStoreOptions = { readOnly: true, cacheBytes: READER_CACHE_BYTES, compute: false };

/** Returns `READING`, with missing values computed in memory if that is cheap, which a line on stderr says. */
export function answering({ quiet }: Pick<Common, 'quiet'>): OpenStoreOptions {
  const said = new Set<string>();
  const onCompute = (computation: Computation): void => {
    // One line for a game, whatever it takes to answer.
    if (!quiet && !said.has(computation.game)) say(describeComputation(computation));
    said.add(computation.game);
  };
  const compute = { onCompute };
  const onFile = (file: SetFile): void => {
    if (!quiet && !said.has(file.path)) sayFile(file);
    said.add(file.path);
  };
  return { ...READING, compute, onFile };
}

/** Says on stderr that a set from a file ends with it: a file often has only the beginning of a longer set. */
export function sayFile({ path, count: numbers, largest }: SetFile): void {
  say(
    `file:${shortened(path)} is a finite set of ${count(numbers, 'number')}, the largest ${grouped(largest)}. ` +
      `If it is the beginning of a longer set, values above ${grouped(largest)} are wrong for that set.`,
  );
}

/** Says on stderr how the text of a game was read, if it has a second common reading; returns whether it does. */
export function sayReading(text: string, { quiet }: Pick<Common, 'quiet'>): boolean {
  const note = readingNote(text, readGame(text));
  if (note !== undefined && !quiet) say(note);
  return note !== undefined;
}

function describeComputation({ game: key, goal, to, seconds }: Computation): string {
  const game = shownGame(key);
  if (goal === 'period') return `Not stored: looking for the period of ${game} in memory.`;
  const time = seconds < 1 ? '' : `, which takes about ${duration(seconds)}`;
  const range = goal === 'terms' ? 'as far as the terms take' : `below ${grouped(to)}`;
  return `Not stored: computing ${game} ${range} in memory${time}.`;
}

/** Runs `use` with the store of a command open. */
export async function withStore<Result>(
  { store: given }: Pick<Common, 'store'>,
  options: OpenStoreOptions,
  use: (store: Store) => Promise<Result>,
): Promise<Result> {
  const store = await openStore(storeFolder(given), options);
  const atOpening = store.found.length;
  try {
    // Names only affect messages, so damage to them is an error of `takeaway name` alone.
    noteNames(await ownNames(store.folder).catch(() => new Map<string, never>()));
    sayFound(store.found);
    return await use(store);
  } finally {
    try {
      sayFound(store.found.slice(atOpening));
      // Also after an error: missing values may be in files that the catalog does not know.
      if (options.readOnly === true) await sayBeyond(store, given);
    } finally {
      store.close();
    }
  }
}

/** Files and series that are named, at most. */
const MAX_NAMED = 5;

/** Says on stderr which block files the catalog does not know. */
async function sayBeyond(store: Store, given: string | undefined): Promise<void> {
  const beyond = await store.beyondCatalog();
  const command = commandText(['verify', '--repair'], given);
  for (const { game, series, frontier, reach } of beyond.slice(0, MAX_NAMED)) {
    const files = `Block files of ${shortened(shownGame(game))} ${series} reach to ${grouped(reach)}`;
    const known = `the catalog knows them to ${grouped(frontier)}: it is an older copy, or a writer was stopped`;
    say(`${files}, and ${known}. Run '${command}' to take them over.`);
  }
  const more = beyond.length - MAX_NAMED;
  if (more > 0) say(`The same is true of at least ${grouped(more)} more series.`);
}

/** Verbs for the number of block files by outcome; other outcomes are not reported. */
const OUTCOMES: Readonly<Partial<Record<FoundFile['outcome'], string>>> = {
  adopted: 'took over',
  waiting: 'left',
  'set aside': 'moved to orphans/',
};

/** Reports block files that the catalog did not know: a few by name, and the number of the others. */
export function sayFound(all: readonly FoundFile[]): void {
  const found = all.filter(({ outcome }) => outcome in OUTCOMES);
  for (const { file, outcome, reason, movedTo, game, series, start, stop } of found.slice(0, MAX_NAMED)) {
    const block =
      game === undefined ? file : `${shownGame(game)} ${series ?? ''} ${grouped(start)} to ${grouped(stop)}`;
    if (outcome === 'adopted') say(`Adopted a block that the catalog did not know: ${block}.`);
    if (outcome === 'waiting') say(`Left the block file ${file} where it is, unused: ${reason ?? ''}.`);
    if (outcome === 'set aside') say(`Moved the block file ${file} to ${movedTo ?? ''}: ${reason ?? ''}.`);
  }
  const rest = found.slice(MAX_NAMED);
  if (rest.length === 0) return;
  const outcomes = Object.entries(OUTCOMES).flatMap(([outcome, words]) => {
    const files = rest.filter((file) => file.outcome === outcome).length;
    return files === 0 ? [] : [`${words} ${grouped(files)}`];
  });
  say(`Of ${count(rest.length, 'more block file')}: ${outcomes.join(', ')}.`);
}

/** Help for the default of `usualSeries`. */
export const USUAL_SERIES = 'Default nim, or cold of a game that has no nim-values';

/** Returns the default series: nim, or for a game without nim-values cold, which a line on stderr says. */
export function usualSeries(text: string, quiet: boolean): SeriesName {
  const game = readGame(text);
  if (seriesOf(game).includes('nim')) return 'nim';
  if (!quiet) say(`The series is cold, as ${shortened(shownGame(game.key))} has no nim-values.`);
  return 'cold';
}

/** Says on stderr which positions of a range are not read from stored values, if any. */
export function sayOrigin(
  store: Store,
  game: string | Game,
  series: SeriesName,
  { from = 0, to }: RangeOptions,
): void {
  const { frontier, source, rule } = store.coverage(game, series);
  const start = Math.max(from, frontier);
  // A computation in memory reports itself.
  if (source === null || source === 'computed' || to === undefined || start >= to) return;
  const origin = source === 'closed-form' ? `the closed form: ${rule ?? ''}` : (rule ?? '');
  say(`Positions ${grouped(start)} to ${grouped(to)} are not stored; they are from ${origin}.`);
}

/** Returns the frontier of each series of a game; 0 if nothing is stored. */
export function frontiersOf(store: Store, game: string | Game): Record<SeriesName, number> {
  const series = store.info(game).at(0)?.series;
  const frontiers = SERIES_NAMES.map((name) => [name, series?.[name]?.frontier ?? 0]);
  return Object.fromEntries(frontiers) as Record<SeriesName, number>;
}
