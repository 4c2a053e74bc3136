/** Reports of stored games: makes and draws the sections, and writes the page into a folder. */
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
import { gatherFacts, type ReportFacts } from './parts/facts.js';
import { drawn, type Names } from './drawn.js';
import { pageOf, type DrawnSection, type Provenance } from './page.js';
import { SECTIONS } from './sections.js';
import { seriesOf, storedSection, type Lacking } from './stored.js';
import { surveyReport } from './survey.js';
import { worksheetOf } from './worksheet.js';

export interface ReportOptions extends Provenance, Pick<AnalysisOptions, 'signal' | 'onProgress'> {
  /** Whether to make a page of questions for a class, with answers, instead. */
  readonly worksheet?: boolean;
  /** The name of the game on the page; default its key. */
  readonly name?: string;
}

/**
 * Returns the report of a game as an HTML document that loads nothing. The same store and provenance give the same text. Raises
 * `not-stored` if nothing is stored. Cost: every analysis, and hashing the stored values.
 */
export async function report(
  store: ReadableStore,
  game: string | Game,
  options: ReportOptions,
): Promise<string> {
  const info = await storedInfo(store, game);
  const { signal, onProgress, name = info.game } = options;
  // The words of commands on a page are valid in every store.
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
  const facts = await gatherFacts(store, described, info, { signal, onProgress });
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

/** Options of the file name, and whether an existing file may be replaced. */
type FolderOptions = Pick<ReportOptions, 'worksheet' | 'name'> & { readonly force?: boolean };

export interface WrittenReport {
  readonly path: string;
  readonly bytes: number;
}

/**
 * Returns the path of a report in a folder: a file named after the game or survey, which must not exist without `force`. Raises
 * before any work the errors that writing it would.
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

/** Writes a report to its `reportPath`, and creates the folder if needed. A failure leaves no file and no folder. */
export async function reportToFolder(
  store: ReadableStore,
  game: string | Game,
  folder: string,
  options: ReportOptions & FolderOptions,
): Promise<WrittenReport> {
  // Checked before minutes of work; writing checks again.
  const path = await reportPath(game, folder, options);
  await storedInfo(store, game);
  return pageToFolder(path, folder, options, () => report(store, game, options));
}

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
    // Fails if the folder is no longer empty, which is fine.
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

/** Returns the letters and digits of a key or file name: `squares`, `1-3-4`, `three-moves`. */
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

/** Makes and draws the sections that the game has; `lacking` has the reasons for the others. */
async function sectionsOf(
  facts: ReportFacts,
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
