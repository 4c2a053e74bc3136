/** Reports: what is known of a stored game, its sections made, drawn and put on one page; and reports in folders. */
import { join, parse } from 'node:path';
import { breather } from '../common/stoppable.js';
import { fail, failure, type TakeawayError } from '../common/errors.js';
import { highPrice } from '../common/price.js';
import { gameWord } from '../common/shown.js';
import { reasonOf } from '../common/system-errors.js';
import { readGame } from '../engine/read-game.js';
import type { GameInfo } from '../engine/reading/info.js';
import type { ReadableStore } from '../engine/reading/readable-store.js';
import type { AnalysisOptions } from '../analysis/result.js';
import { loadGlyphs, type GlyphMaker } from '../figures/font/glyphs.js';
import type { Game } from '../game/game.js';
import { makeDurableDirectory } from '../store/files/durable.js';
import { nodeFileSystem, type Entry } from '../store/files/file-system.js';
import { checkOutput, refuseKind, writeOutput } from '../store/files/new-file.js';
import { fileWords } from '../words/text.js';
import { factsOf, type GameFacts } from './parts/facts.js';
import { drawn, type Names } from './drawn.js';
import { pageOf, type DrawnSection, type Provenance } from './page.js';
import { SECTIONS } from './sections.js';
import { seriesOf, storedSection, type Lacking } from './stored.js';
import { surveyReport } from './survey.js';
import { worksheetOf } from './worksheet.js';

/** What a report shows. */
export interface ReportOptions extends Provenance, Pick<AnalysisOptions, 'signal' | 'onProgress'> {
  /** Questions about the game for a class, with the answers on a page of their own, in place of what is known. */
  readonly worksheet?: boolean;
  /** The name of the game on the page; default its key. */
  readonly name?: string;
}

/**
 * The report of a game as an HTML document that loads nothing. The same store and provenance give the same text.
 * Raises `not-stored` when nothing is stored. Cost: every analysis, and hashing the stored values.
 */
export async function report(
  store: ReadableStore,
  game: string | Game,
  options: ReportOptions,
): Promise<string> {
  const info = await storedInfo(store, game);
  const { signal, onProgress, name = info.game } = options;
  // Commands on a page work in every store.
  const names: Names = { name, word: gameWord(info.definition, info.game) };
  const glyphs = await loadGlyphs();
  const described = readGame(info.definition);
  if (described.key !== info.game)
    fail(
      'corrupt',
      'The catalog has a definition of {game} that does not name it.',
      { game: info.game },
      { remedy: { do: 'rebuild' } },
    );
  const facts = await factsOf(store, described, info, { signal, onProgress });
  if (options.worksheet === true) return worksheetOf(facts, name);
  const { sections, lacking } = await sectionsOf(facts, names, glyphs);
  const hashes: [series: string, hash: string][] = [];
  for (const [series, { frontier }] of seriesOf(info)) {
    hashes.push([series, await store.valueHash(game, series, { to: frontier, signal })]);
  }
  return pageOf({
    title: `Subtraction game ${name}`,
    sections: [...sections, storedSection(info, hashes, lacking)],
    glyphs: glyphs.definitions(),
    commands: [
      ...seriesOf(info).map(
        ([series, { frontier }]) => `takeaway extend ${names.word} --series ${series} --to ${frontier}`,
      ),
      `takeaway report ${names.word}`,
    ],
    provenance: { date: options.date, versions: options.versions },
  });
}

/** What a report in a folder is of, and whether it may replace what is there. */
type FolderOptions = Pick<ReportOptions, 'worksheet' | 'name'> & { readonly force?: boolean };

/** A report in a folder. */
export interface WrittenReport {
  readonly path: string;
  readonly bytes: number;
}

/**
 * Where a folder has the report of a game or a survey: a file named after it, which must not exist without `force`. Raises before
 * any work what writing it would.
 */
export async function reportPath(
  game: string | Game | { readonly survey: string },
  folder: string,
  { worksheet = false, name, force = false }: FolderOptions,
): Promise<string> {
  const kind = kindOfFolder(folder);
  if (kind !== 'directory' && kind !== 'missing') refuseKind(folder, kind, 'folder');
  const path = join(
    folder,
    `${name === undefined ? nameOf(game) : fileWords(name)}-${worksheet ? 'worksheet' : 'report'}.html`,
  );
  if (kind === 'directory') await checkOutput(path, force);
  return path;
}

/**
 * Writes the report of a game to its `reportPath` in a folder, which is made where it is missing.
 * Returns its path and bytes. Leaves no file and no empty folder behind on failure.
 */
export async function reportToFolder(
  store: ReadableStore,
  game: string | Game,
  folder: string,
  options: ReportOptions & FolderOptions,
): Promise<WrittenReport> {
  // Before minutes of work are lost; writing checks again.
  const path = await reportPath(game, folder, options);
  await storedInfo(store, game);
  return pageToFolder(path, folder, options, () => report(store, game, options));
}

/** The same of the file of a survey. */
export async function surveyReportToFolder(
  survey: string,
  folder: string,
  options: Omit<ReportOptions & FolderOptions, 'worksheet' | 'name'>,
): Promise<WrittenReport> {
  const path = await reportPath({ survey }, folder, options);
  return pageToFolder(path, folder, options, () => surveyReport(survey, options));
}

async function pageToFolder(
  path: string,
  folder: string,
  { force }: FolderOptions,
  make: () => Promise<string>,
): Promise<WrittenReport> {
  const made = await makeDurableDirectory(nodeFileSystem, folder).catch((error: unknown) => {
    throw noFolder(folder, reasonOf(error));
  });
  try {
    const page = new TextEncoder().encode(await make());
    return { path, bytes: await writeOutput(path, [page], { force }) };
  } catch (error) {
    // A folder that has something else in it by now stays.
    for (const empty of made.reverse()) await nodeFileSystem.removeDirectory(empty).catch(() => undefined);
    throw error;
  }
}

/** Returns the kind of entry at a path. Raises a usage error for what the system refuses. */
function kindOfFolder(folder: string): Entry['kind'] {
  try {
    return nodeFileSystem.look(folder, 'followed').kind;
  } catch (error) {
    throw noFolder(folder, reasonOf(error));
  }
}

function noFolder(folder: string, reason: string): TakeawayError {
  return failure('usage', 'The output folder {folder} cannot be used: {reason}. Choose another one.', {
    folder,
    reason,
  });
}

/** `squares`, `1-3-4`, `three-moves`: the letters and digits of a key, or of the name of a file. */
function nameOf(of: string | Game | { readonly survey: string }): string {
  const isSurvey = typeof of !== 'string' && 'survey' in of;
  const text = isSurvey ? parse(of.survey).name : (typeof of === 'string' ? readGame(of) : of).key;
  return fileWords(text);
}

async function storedInfo(store: ReadableStore, game: string | Game): Promise<GameInfo> {
  const info = store.info(game).at(0);
  if (info !== undefined && seriesOf(info).length > 0) return info;
  const text = typeof game === 'string' ? game : game.definition;
  const { to = 0 } = store.studiedRange(game, 'cold', {});
  const price = await store.price(game, { series: 'both', to });
  fail(
    'not-stored',
    'Nothing of {game} is stored, so there is nothing to report.',
    { game: text },
    { remedy: { do: 'extend', game: text, series: 'both', to, orPeriod: false, ...highPrice(price) } },
  );
}

/** The sections that the game has, drawn; and of the others, why it has none. */
async function sectionsOf(
  facts: GameFacts,
  names: Names,
  glyphs: GlyphMaker,
): Promise<{ readonly sections: readonly DrawnSection[]; readonly lacking: Lacking }> {
  const sections: DrawnSection[] = [];
  const lacking: [heading: string, reason: string][] = [];
  const { signal, onProgress } = facts.reading;
  const breathe = breather(signal);
  for (const [done, section] of SECTIONS.entries()) {
    await breathe();
    const { id, heading } = section;
    const lacks = section.lacks(facts);
    if (lacks !== null) {
      lacking.push([heading, lacks]);
      continue;
    }
    const reading = {
      signal,
      onProgress: (share: number): void => onProgress?.((done + share) / SECTIONS.length),
    };
    const blocks = await section.make({ ...facts, reading });
    const shown: DrawnSection['blocks'][number][] = [];
    for (const [i, block] of blocks.entries()) {
      await breathe();
      shown.push('html' in block ? block : await drawn(block, names, `${id}-${i}`, glyphs));
    }
    sections.push({ id, heading, blocks: shown });
  }
  return { sections, lacking };
}
