/** Pages about a game as files: options, the name of the file, and a temporary store for a game that is not stored. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, parse } from 'node:path';
import { refuse } from '../../../common/errors.js';
import { ENDINGS, formatForFile, type Format } from '../../../common/formats.js';
import { grouped } from '../../../common/shown.js';
import { openStore, readGame, type Store } from '../../../index.js';
import { fileWords } from '../../../words/text.js';
import { SURVEY, type Common } from '../../command.js';
import { outputOptions, STDOUT, writeOut } from '../../outputs.js';
import { shownGame } from '../../shown-games.js';
import { frontiersOf } from '../../store.js';
import { say } from '../../terminal/output.js';
import type { Watch } from '../../terminal/progress.js';

const HTML: Format = {
  name: 'html',
  describe: 'a page that loads nothing',
  endings: ENDINGS.html,
  isBinary: false,
};

/** Returns the options of a command that writes a page of a kind. */
export function pageOptions(kind: string) {
  return outputOptions(`or - for stdout; default GAME-${kind}.html in this folder`);
}

/** Writes a page about a game or a survey. */
export async function writePage(
  kind: string,
  game: string,
  args: Common & { readonly output: string | undefined; readonly force: boolean },
  make: (watch: Watch) => Promise<string>,
): Promise<void> {
  const name = game.startsWith(SURVEY)
    ? parse(game.slice(SURVEY.length)).name
    : shownGame(readGame(game).key);
  const { output = `${fileWords(name)}-${kind}.html` } = args;
  if (output !== STDOUT) formatForFile([HTML], output, HTML.name);
  await writeOut(`${shownGame(game)} ${kind}`, { output, format: HTML }, args, async (watch) => [
    new TextEncoder().encode(await make(watch)),
  ]);
}

/** Returns the name of a game on its page, if it is not the key. */
export function namedAs(game: string): { readonly name?: string } {
  const { key } = readGame(game);
  const name = shownGame(key);
  return name === key ? {} : { name };
}

/**
 * Runs `use` with the store, or if that has fewer than `enough` positions of the game, with a store of its own that has the usual
 * range, and removes it.
 */
export async function withStored<Result>(
  store: Store,
  game: string,
  enough: number,
  quiet: boolean,
  { signal }: Watch,
  use: (store: Store) => Promise<Result>,
): Promise<Result> {
  const isStored = Object.values(frontiersOf(store, game)).some((end) => end > 0);
  if (isStored && store.coverage(game, 'cold').reach >= enough) return use(store);
  const folder = await mkdtemp(join(tmpdir(), 'takeaway-page-'));
  try {
    const computed = await openStore(folder, { compute: false });
    try {
      const { to = 0 } = computed.studiedRange(game, 'cold', {});
      if (!quiet) say(`Not stored: computing ${shownGame(game)} below ${grouped(to)} for this page.`);
      const blocks = computed.extend(game, { to, signal });
      while ((await blocks.next()).done !== true);
      return await use(computed);
    } finally {
      computed.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Returns the current date, or SOURCE_DATE_EPOCH for a reproducible page (reproducible-builds.org). */
export function dateOfPage(epoch = process.env.SOURCE_DATE_EPOCH): Date {
  if (epoch === undefined || epoch === '') return new Date();
  if (/^\d{1,11}$/.test(epoch)) return new Date(Number(epoch) * 1000);
  refuse('SOURCE_DATE_EPOCH must be seconds since 1970 as a whole number, not "{epoch}".', { epoch });
}
