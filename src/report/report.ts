/**
 * Reports: every analysis of a stored game, run, drawn and put on one page. Separate from the page and from what its
 * sections say, which know no store.
 */
import { join } from 'node:path';
import { analyzeDensity } from '../analysis/density.js';
import { analyzeDigits } from '../analysis/digits.js';
import { analyzeGaps } from '../analysis/gaps.js';
import type { AnalysisOptions } from '../analysis/analysis.js';
import { analyzeRecords } from '../analysis/records.js';
import { analyzeResidues } from '../analysis/residues.js';
import type { DigitsResult } from '../analysis/results.js';
import { analyzeValues } from '../analysis/values.js';
import { outputExists, writeNewFile } from '../store/files/new-file.js';
import type { GameInfo, SeriesInfo } from '../engine/reading/info.js';
import type { Store } from '../engine/store.js';
import type { GamePeriods } from '../engine/extending/periods.js';
import { USUAL_END } from '../engine/reading/query.js';
import { TakeawayError, usageError, type ErrorCode } from '../common/errors.js';
import { gameWord } from '../common/shell-word.js';
import { reasonOf } from '../common/system-errors.js';
import { figureNeeds, figureOf } from '../figures/draw.js';
import { grouped, wholeNumber } from '../figures/numbers.js';
import { toSvg } from '../figures/render.js';
import { PAGE_SIZE } from '../figures/theme.js';
import { CATALOGUE } from '../game/sets/catalogue.js';
import type { Period } from '../game/periods.js';
import { nodeFileSystem } from '../store/files/file-system.js';
import type { Table } from './html.js';
import { pageOf, type DrawnFigure, type DrawnSection, type Provenance } from './page.js';
import {
  densitySection,
  digitsSection,
  gapsSection,
  recordsSection,
  residuesSection,
  valuesSection,
  withoutResult,
  type Section,
} from './sections.js';
import type { Game } from '../game/game.js';

/** The bases of the paper's Figures 3 and 4, and ten. */
const DIGITS = [
  { base: 5, places: 3 },
  { base: 7, places: 1 },
  { base: 13, places: 1 },
  { base: 10, places: 1 },
];
/** Moduli that are compared. */
const LARGEST_MODULUS = 100;
/** Characters of a game that is written out. */
const LONGEST_DEFINITION = 200;
/** Characters of a game's key in the name of a file. */
const LONGEST_NAME = 60;

/** What a report shows. */
export interface ReportOptions extends Provenance, Pick<AnalysisOptions, 'signal' | 'onProgress'> {}

/**
 * The report of a game as an HTML document that loads nothing. The same store and provenance give the same text.
 * Raises `not-stored` when nothing is stored. Cost: every analysis, and hashing the stored values.
 */
export async function report(store: Store, game: string | Game, options: ReportOptions): Promise<string> {
  const info = storedInfo(store, game);
  const name = gameWord(info.definition);
  const sections: DrawnSection[] = [];
  for (const section of await sectionsOf(store, game, options)) {
    sections.push(await drawn(section, name));
  }
  const hashes: [series: string, hash: string][] = [];
  for (const [series, { frontier }] of seriesOf(info)) {
    hashes.push([series, await store.valueHash(game, series, { to: frontier })]);
  }
  return pageOf({
    game: info.game,
    about: [...aboutGame(info), ...aboutPeriods(store.recordedPeriods(game))],
    stored: storedTable(info),
    hashes,
    sections,
    commands: [
      ...seriesOf(info).map(
        ([series, { frontier }]) => `takeaway extend ${name} --series ${series} --to ${frontier}`,
      ),
      `takeaway report ${name}`,
    ],
    provenance: { date: options.date, versions: options.versions },
  });
}

/**
 * Writes the report of a game into a folder, which must exist, as a new file named after the game. Returns its path and
 * bytes. Leaves no file behind on failure.
 */
export async function reportToFolder(
  store: Store,
  game: string | Game,
  folder: string,
  options: ReportOptions,
): Promise<{ readonly path: string; readonly bytes: number }> {
  const kind = await nodeFileSystem.kind(folder).catch((error: unknown) => reasonOf(error));
  if (kind !== 'directory') {
    throw usageError({
      subject: `The output folder ${folder}`,
      expected: 'a folder',
      found: kind === 'missing' ? 'nothing of that name' : kind === 'file' ? 'a file' : kind,
    });
  }
  const path = join(folder, `${fileNameOf(storedInfo(store, game).game)}.html`);
  if ((await nodeFileSystem.kind(path)) !== 'missing') {
    // Before minutes of work are lost; writing checks again.
    throw outputExists(path);
  }
  const page = new TextEncoder().encode(await report(store, game, options));
  return { path, bytes: await writeNewFile(nodeFileSystem, path, [page]) };
}

/** `squares-report`, `1-3-4-report`: the letters and digits of a key. */
function fileNameOf(key: string): string {
  const words = key.match(/[A-Za-z0-9]+/g) ?? [];
  return `${words.join('-').slice(0, LONGEST_NAME)}-report`;
}

function storedInfo(store: Store, game: string | Game): GameInfo {
  const info = store.info(game).at(0);
  if (info !== undefined && seriesOf(info).length > 0) return info;
  const text = typeof game === 'string' ? game : game.definition;
  throw new TakeawayError('not-stored', {
    subject: `The report of ${text}`,
    expected: 'a game of which something is stored',
    found: 'nothing stored',
    remedy: { do: 'extend', game: text, series: 'both', to: USUAL_END, orPeriod: false },
  });
}

type StoredEntry = [series: keyof GameInfo['series'], info: SeriesInfo];

function seriesOf({ series }: GameInfo): StoredEntry[] {
  return (Object.entries(series) as StoredEntry[]).filter(([, { frontier }]) => frontier > 0);
}

function aboutGame({ game, definition }: GameInfo): string[] {
  const entry = CATALOGUE.find(({ name }) => name === game);
  const numbers = Object.entries(entry?.oeis ?? {}).map(([of, number]) => `${number} (${of})`);
  return [
    entry === undefined
      ? `The game is ${definition.length > LONGEST_DEFINITION ? game : definition}.`
      : `The subtraction set is ${entry.description}`,
    ...(numbers.length === 0 ? [] : [`In the OEIS: ${numbers.join(', ')}.`]),
    'A position is cold (nim-value 0) when the player to move loses; n counts the items of a heap.',
  ];
}

function aboutPeriods({ nim, outcome }: GamePeriods): string[] {
  const sentence = (what: string, period: Period | null): string[] =>
    period === null
      ? []
      : [
          `${what} have period ${grouped(period.period)} from position ${grouped(period.preperiod)} on` +
            `${period.saltus === 0 ? '' : `, growing by ${grouped(period.saltus)} each time`}.`,
        ];
  return [...sentence('Nim-values', nim), ...sentence('Cold positions', outcome)];
}

/** One column a series; facts that no series has are left out. */
function storedTable(info: GameInfo): Table {
  const series = seriesOf(info);
  const facts: readonly (readonly [name: string, of: (info: SeriesInfo) => string])[] = [
    ['Positions below', ({ frontier }) => wholeNumber(frontier)],
    ['Cold positions', ({ coldCount }) => grouped(coldCount)],
    ['Largest nim-value', ({ maxNimValue }) => (maxNimValue === undefined ? '' : grouped(maxNimValue))],
    [
      'Largest remoteness',
      ({ maxRemoteness }) => (maxRemoteness === undefined ? '' : grouped(maxRemoteness)),
    ],
    ['Blocks', ({ blocks }) => grouped(blocks)],
    ['Bytes', ({ bytes }) => grouped(bytes)],
    ['Methods', ({ methods }) => methods.join(', ')],
  ];
  return {
    caption: 'Stored series',
    isText: true,
    head: ['', ...series.map(([name]) => name)],
    rows: facts
      .map(([name, of]) => [name, ...series.map(([, each]) => of(each))])
      .filter(([, ...cells]) => cells.some((cell) => cell !== '')),
  };
}

/** What makes a section; it raises where the game has not what it needs. */
interface Step {
  readonly id: string;
  readonly heading: string;
  make(reading: AnalysisOptions): Promise<Section>;
}

function stepsOf(store: Store, game: string | Game): Step[] {
  return [
    {
      id: 'density',
      heading: 'Number of cold positions',
      make: async (reading) =>
        densitySection(
          await analyzeDensity(store, game, reading),
          await analyzeDensity(store, game, { ...reading, at: 'powers-of-2' }),
        ),
    },
    {
      id: 'digits',
      heading: 'Low digits of the cold positions',
      make: async (reading) => {
        const { range } = store.source(game, 'cold');
        const shown = DIGITS.filter(({ base, places }) => base ** places <= range.stop);
        if (shown.length === 0) throw tooFew(range.stop, 'low digits');
        const results: DigitsResult[] = [];
        for (const digits of shown) results.push(await analyzeDigits(store, game, { ...reading, ...digits }));
        return digitsSection(results);
      },
    },
    {
      id: 'residues',
      heading: 'Residue classes of the cold positions',
      make: async (reading) => {
        const upTo = LARGEST_MODULUS;
        const { separation } = await analyzeResidues(store, game, { ...reading, modulus: upTo, upTo });
        const best = separation.reduce((a, b) => (b.collision < a.collision ? b : a));
        const { modulus } = best;
        return residuesSection(await analyzeResidues(store, game, { ...reading, modulus, upTo }));
      },
    },
    {
      id: 'gaps',
      heading: 'Gaps between cold positions',
      make: async (reading) => gapsSection(await analyzeGaps(store, game, reading)),
    },
    {
      id: 'records',
      heading: 'Largest nim-values',
      make: async (reading) => recordsSection(await analyzeRecords(store, game, reading)),
    },
    {
      id: 'values',
      heading: 'Distribution of nim-values',
      make: async (reading) => valuesSection(await analyzeValues(store, game, reading)),
    },
  ];
}

/** Every section; one that the game has not enough for says why. */
async function sectionsOf(
  store: Store,
  game: string | Game,
  { signal, onProgress }: ReportOptions,
): Promise<Section[]> {
  const steps = stepsOf(store, game);
  const sections: Section[] = [];
  for (const [done, step] of steps.entries()) {
    const reading = {
      signal,
      onProgress: (share: number): void => onProgress?.((done + share) / steps.length),
    };
    try {
      sections.push(await step.make(reading));
    } catch (error) {
      if (!(error instanceof TakeawayError && LACKS.includes(error.code))) throw error;
      sections.push(withoutResult(step.id, step.heading, `Left out. ${error.message}`));
    }
  }
  return sections;
}

/** Errors that say that a game has not what an analysis needs, rather than that something is wrong. */
const LACKS: readonly ErrorCode[] = ['not-stored', 'usage'];

function tooFew(positions: number, what: string): TakeawayError {
  return new TakeawayError('not-stored', {
    subject: `The ${what}`,
    expected: 'at least 7 positions',
    found: String(positions),
  });
}

async function drawn(section: Section, name: string): Promise<DrawnSection> {
  const figures: DrawnFigure[] = [];
  for (const [i, { result, command }] of section.plots.entries()) {
    const figure = figureOf(result, PAGE_SIZE);
    figures.push(
      figure === null
        ? { missing: `There is no figure: it needs ${figureNeeds(result.analysis)}.` }
        : {
            svg: await toSvg(figure, `${section.id}-${i}-`),
            command: `takeaway plot ${name} ${command} -o ${section.id}.svg`,
          },
    );
  }
  return { ...section, figures };
}
