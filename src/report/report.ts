/** Pages about a stored game: its report, with every section made and drawn, and its worksheet. */
import { breather } from '../common/stoppable.js';
import { fail } from '../common/errors.js';
import { highPrice } from '../common/price.js';
import { gameWord } from '../common/shown.js';
import { readGame } from '../engine/read-game.js';
import type { GameInfo } from '../engine/reading/info.js';
import type { ReadableStore } from '../engine/reading/readable-store.js';
import type { AnalysisOptions } from '../analysis/result.js';
import { loadGlyphs, type GlyphMaker } from '../figures/font/glyphs.js';
import type { Game } from '../game/game.js';
import { gatherFacts, type ReportFacts } from './parts/facts.js';
import { drawn, type Names } from './drawn.js';
import { pageOf, type DrawnSection, type Provenance } from './page.js';
import { SECTIONS } from './sections.js';
import { seriesOf, storedSection, type Lacking } from './stored.js';
import { worksheetOf } from './worksheet.js';

/** Options of pages about a game. */
export interface ReportOptions extends Provenance, Pick<AnalysisOptions, 'signal' | 'onProgress'> {
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
  const { info, facts } = await studied(store, game, options);
  const { signal, name = info.game } = options;
  // Commands on a page work in every store.
  const names: Names = { name, word: gameWord(info.definition, info.game) };
  const glyphs = await loadGlyphs();
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

/** Questions about a game for a class as an HTML document, with the answers on a page of their own. Raises as `report`. */
export async function worksheet(
  store: ReadableStore,
  game: string | Game,
  options: Pick<ReportOptions, 'name' | 'signal' | 'onProgress'> = {},
): Promise<string> {
  const { info, facts } = await studied(store, game, options);
  return worksheetOf(facts, options.name ?? info.game);
}

/** Returns what is stored of a game, and the facts of its pages. */
async function studied(
  store: ReadableStore,
  game: string | Game,
  { signal, onProgress }: Pick<ReportOptions, 'signal' | 'onProgress'>,
): Promise<{ readonly info: GameInfo; readonly facts: ReportFacts }> {
  const info = await storedInfo(store, game);
  const described = readGame(info.definition);
  if (described.key !== info.game)
    fail(
      'corrupt',
      'The catalog has a definition of {game} that does not name it.',
      { game: info.game },
      { remedy: { do: 'rebuild' } },
    );
  return { info, facts: await gatherFacts(store, described, info, { signal, onProgress }) };
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
