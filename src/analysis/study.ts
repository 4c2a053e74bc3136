/** A study: an analysis, or values as they are, with its presentation. Entries in lists close over its own types. */
import type { SeriesName } from '../columnar/layout.js';
import type { ReadableStore } from '../engine/reading/readable-store.js';
import type { Figure, Size } from '../figures/theme.js';
import type { Game } from '../game/game.js';
import type { ReportFacts } from '../report/parts/facts.js';
import type { Block, Section } from '../report/parts/section.js';
import type { Column } from './columns.js';
import type { AnalysisOptions, Common } from './result.js';
import type { Params } from '../words/params.js';

/** Formats a whole number for its reader: 40,000,000 or 40_000_000. */
export type WriteNumber = (value: number) => string;

/** Formats a measured number, rounded for its reader: 1.32519. */
export type WriteMeasured = (value: number) => string;

export interface Presentation<Name extends string, Result extends Common<Name>> {
  readonly name: Name;
  /** The subject of its figure, in a few words. */
  readonly summary: string;
  /** Its options besides the range: of the command line, its route and its view. */
  readonly options: Params;
  /** Facts that the rows lack, a line each. Fits are rounded as in figures unless `measured` formats them. */
  facts(result: Result, write: WriteNumber, measured?: WriteMeasured): readonly string[];
  /** The minimum content of a range for the figure. */
  readonly needs: string;
  /** Returns the figure; null if the range has too little to show. */
  draw(result: Result, size: Size): Figure | null;
  /** Every row, for programs; for people too unless `shown` exists. Absent if the result is no table. */
  columns?(result: Result): readonly Column[];
  /** The rows for people: transposed, or only the best. */
  shown?(result: Result, write: WriteNumber): readonly Column[];
}

/** A presentation in lists. A result of another analysis is a bug of the caller. */
export interface Shown<Name extends string = string> {
  readonly name: Name;
  readonly summary: string;
  readonly options: Params;
  readonly needs: string;
  facts(result: Common, write: WriteNumber, measured?: WriteMeasured): readonly string[];
  draw(result: Common, size: Size): Figure | null;
  columns(result: Common): readonly Column[];
  shown(result: Common, write: WriteNumber): readonly Column[];
}

/** Closes a presentation over the type of its results. */
export function presented<Name extends string, Result extends Common<Name>>(
  own: Presentation<Name, Result>,
): Shown<Name> {
  const { name, summary, options, needs } = own;
  const mine = (result: Common): Result => {
    if (isOf(own, result)) return result;
    throw new TypeError(`presented: ${name} shows no results of ${result.analysis}`);
  };
  const columns = (result: Common): readonly Column[] => own.columns?.(mine(result)) ?? [];
  return {
    ...{ name, summary, options, needs, columns },
    facts: (result, write, measured) => own.facts(mine(result), write, measured),
    draw: (result, size) => own.draw(mine(result), size),
    shown: (result, write) => own.shown?.(mine(result), write) ?? columns(result),
  };
}

function isOf<Name extends string, Result extends Common<Name>>(
  { name }: Presentation<Name, Result>,
  result: Common,
): result is Result {
  return result.analysis === name;
}

/** A study of a game as its file declares it. */
export interface Study<
  Name extends string,
  Options extends AnalysisOptions,
  Result extends Common<Name>,
> extends Presentation<Name, Result> {
  seriesOf(options: Options): SeriesName;
  /** Present if `reduce` chooses its own default range. Otherwise that is all that is stored, or a usual one if nothing is. */
  readonly choosesRange?: true;
  /** Reduces the values of a game, stored or continued; raises as `Store.query` does. */
  reduce(store: ReadableStore, game: string | Game, options: Options): Promise<Result>;
  /** Its view in the explorer: heading, lead, and whether the x axis of its figure is the position. */
  readonly view?: { readonly title: string; readonly lead: string; readonly isByPosition?: true };
  /** Its section in the report; `study` runs it on the game of the report. */
  readonly section?: Omit<Section, 'make'> & {
    make(facts: ReportFacts, study: (options: Options) => Promise<Result>): Promise<readonly Block[]>;
  };
}

/** A study of a game in lists. */
export interface Entry<
  Name extends string = string,
  Options extends AnalysisOptions = AnalysisOptions,
  Result extends Common<Name> = Common<Name>,
>
  extends Shown<Name>, Pick<Study<Name, Options, Result>, 'seriesOf' | 'view'> {
  /** Studies a game, by default in the usual range; raises as `Store.query` does. */
  run(store: ReadableStore, game: string | Game, options: Options): Promise<Result>;
  readonly section: Section | undefined;
}

/** Closes a study over its types. */
export function studied<Name extends string, Options extends AnalysisOptions, Result extends Common<Name>>(
  own: Study<Name, Options, Result>,
): Entry<Name, Options, Result> {
  const { section } = own;
  const run = (store: ReadableStore, game: string | Game, options: Options): Promise<Result> => {
    const range = own.choosesRange === true ? {} : store.studiedRange(game, own.seriesOf(options), options);
    return own.reduce(store, game, { ...options, ...range });
  };
  return {
    ...own,
    ...presented(own),
    run,
    section: section && {
      ...section,
      make: (facts) =>
        section.make(facts, (options) => run(facts.store, facts.game, { ...facts.reading, ...options })),
    },
  };
}
