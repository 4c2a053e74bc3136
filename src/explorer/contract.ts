/** Types of the answers: the server fills them, and the page reads them (docs/HTTP.md). */
import type { Column } from '../analysis/columns.js';
import type { FigureName, FigureResult } from '../analysis/analyses.js';
import type { SeriesName } from '../columnar/layout.js';
import type { Why, WhyMove } from '../engine/reading/why.js';
import type { Panel } from '../figures/panels.js';
import type { PageFigure } from '../figures/render.js';
import type { HeapMove, SumAnswer } from '../game/heaps.js';
import type { Level, Player, ReviewedTurn, Turn } from '../game/match.js';
import type { Period } from '../game/periods.js';
import type { ListedGame } from '../oeis/listed-games.js';
import type { ErrorObject } from '../words/errors.js';

export type {
  Column,
  ErrorObject,
  FigureName,
  HeapMove,
  Level,
  PageFigure,
  Panel,
  Period,
  Player,
  ReviewedTurn,
  SeriesName,
  SumAnswer,
  Why,
  WhyMove,
};

/** Source of values: stored ones, ones computed for the page only, or a rule. */
export type Source = 'stored' | 'computed' | 'period' | 'closed-form';

/** Bounds up to which a series of a game can be read, and their source. */
export interface SeriesFacts {
  /** The first position that is not stored. */
  readonly stored: number;
  /** The first position whose value is neither stored nor computed for the page. */
  readonly frontier: number;
  /** The first position that cannot be read; 2^53 - 1 if a rule gives every position. */
  readonly reach: number;
  readonly source: Source | null;
  /** The rule in a few words. */
  readonly rule: string | null;
}

/** An equivalent command, and its effect in words. */
export interface CommandText {
  readonly command: string;
  readonly does: string;
}

/** The smallest numbers of a set; `isWhole` if there are no others. */
export interface Listed {
  readonly first: readonly number[];
  readonly isWhole: boolean;
}

/** `/api/game`. */
export interface GameFacts {
  readonly game: string;
  /** Version of the store; the facts are old if the latest `stored` event has another one. */
  readonly version: string;
  readonly definition: string;
  readonly description: string | null;
  /** OEIS numbers of the set, its nim-values and its cold positions. */
  readonly oeis: Readonly<Partial<Record<'set' | 'nim' | 'cold', string>>>;
  readonly subtrahends: Listed;
  /** The smallest positions that are declared hot, and the given nim-values; null if there are none. */
  readonly hotspots: Listed | null;
  readonly seed: readonly number[] | null;
  /** Whether a move may take more than the heap has, which empties it. */
  readonly isSink: boolean;
  /** The smallest positions where the pass wins; null in a game without one. */
  readonly passWins: Listed | null;
  readonly series: Readonly<Record<SeriesName, SeriesFacts>>;
  readonly periods: { readonly nim: Period | null; readonly outcome: Period | null };
  readonly closedForm: string | null;
  /** The rules, and the strategy if a rule is known, in sentences. */
  readonly rules: readonly string[];
  readonly strategy: readonly string[];
  readonly firstCold: readonly number[];
  readonly firstNim: readonly number[];
  readonly commands: readonly CommandText[];
}

/** A row of `/api/games`. */
export type GameEntry = Omit<ListedGame, 'oeis'>;

/** `/api/games`. */
export interface GamesAnswer {
  readonly store: string;
  /** Version of the store, as in `GameFacts`. */
  readonly version: string;
  readonly canWrite: boolean;
  readonly games: readonly GameEntry[];
}

/** A row of `/api/positions`; null means unknown. */
export interface PositionRow {
  readonly position: number;
  readonly cold: boolean;
  readonly nimValue: number | null;
  readonly remoteness: number | null;
  /** The first winning moves, and their number; null if there are too many options to check. */
  readonly winningMoves: readonly number[] | null;
  readonly winningCount: number | null;
}

export interface PositionsAnswer {
  readonly game: string;
  /** The first position that cannot be read. */
  readonly reach: number;
  readonly rows: readonly PositionRow[];
  readonly command: string;
}

/** `/api/analysis/NAME`. */
export interface AnalysisAnswer extends Pick<FigureResult, 'game' | 'series' | 'range'> {
  /** Absent if the request asks for a figure: up to 2^53 it may have 22 MB. */
  readonly result?: FigureResult;
  /** Findings that are not in the rows, one per line. */
  readonly facts: readonly string[];
  /** The other games of the figure, with their findings. */
  readonly others: readonly { readonly game: string; readonly facts: readonly string[] }[];
  /** The rows for people; none for figures of plain values. */
  readonly columns: readonly Column[];
  /** The command that prints the same; null if there are no rows. */
  readonly command: string | null;
  readonly plotCommand: string;
  /** Present if the request gives a width in pixels; null if there is too little to draw. */
  readonly figure?: PageFigure | null;
}

/** `/api/plane`. */
export interface PlaneAnswer {
  /** Number of sets of each kind. */
  readonly kinds: readonly { readonly kind: string; readonly sets: number }[];
  readonly figure: PageFigure;
  /** Commands that compute and draw the same. */
  readonly commands: readonly string[];
}

/** `/api/sum`; `moves` has the first thousand. */
export interface SumReport extends SumAnswer {
  /** Number of winning moves. */
  readonly winningCount: number;
  readonly heaps: readonly number[];
  readonly nimValues: readonly number[];
  readonly command: string;
}

/** `/api/match`: a match after its moves. */
export interface MatchAnswer {
  readonly heaps: readonly number[];
  readonly next: Player;
  readonly winner: Player | null;
  /** Numbers that may be taken from each heap: the first thousand above the parameter `above`. */
  readonly takes: readonly (readonly number[])[];
  /** The number of moves from each heap; approximate for sets without a cheap count. */
  readonly takeCounts: readonly number[];
  readonly turns: readonly Turn[];
  /** The first thousand winning moves of the next player; null if no hint was requested. */
  readonly winning: readonly HeapMove[] | null;
  /** Every turn with the first thousand winning moves, and the move made if it was one; null if not requested. */
  readonly review: readonly ReviewedTurn[] | null;
  readonly command: string;
}

/** `/api/match/new`. */
export interface NewMatch {
  readonly heaps: readonly number[];
}

/** The state of an extension. */
export interface ExtensionState {
  readonly game: string;
  readonly series: string;
  readonly to: number;
  /** Start in milliseconds since 1970. */
  readonly begun: number;
  readonly status: 'running' | 'done' | 'stopped' | 'failed';
  /** Finished share of the current series, from 0 to 1. */
  readonly progress: number;
  /** The current series and its frontier. */
  readonly at: { readonly series: string; readonly frontier: number } | null;
  readonly blocks: number;
  readonly seconds: number;
  readonly secondsLeft: number | null;
  readonly error: ErrorObject | null;
}

/** `/api/estimate`: approximate cost of an extension. */
export interface Estimate {
  /** Null if there is no quick estimate, as for a very dense set. */
  readonly seconds: number | null;
  /** Bytes of the new blocks. */
  readonly bytes: number | null;
}

/** The event `stored` of `/api/extension/events`: the new version of the store, whichever process wrote it. */
export interface StoredEvent {
  readonly version: string;
}

/** `/api/extension`, and the event `extensions` of `/api/extension/events`: the extensions of this explorer, the latest last. */
export interface ExtensionAnswer {
  readonly canWrite: boolean;
  readonly extensions: readonly ExtensionState[];
}

/** A guided story: steps of text, each alongside its view. The build renders the files of page/stories/ into a list. */
export interface Story {
  /** The name of its file, which addresses use. */
  readonly name: string;
  readonly title: string;
  /** One sentence. */
  readonly lead: string;
  readonly steps: readonly {
    /** The address of its view. */
    readonly address: string;
    readonly title: string;
    readonly html: string;
  }[];
}

/** A route below `/api/`: the names of its parameters, and its answer as JSON; never if that is a file. */
interface Route<Parameter extends string, Answer> {
  readonly parameter: Parameter;
  readonly answer: Answer;
}

type PlaneParameter = 'third' | 'max' | 'series';
type PlayParameter = 'game' | 'misere' | 'first';

/** The routes that read and compute, by path. */
export interface Routes {
  readonly games: Route<never, GamesAnswer>;
  readonly game: Route<'game', GameFacts>;
  readonly estimate: Route<'game' | 'series' | 'to', Estimate>;
  readonly positions: Route<'game' | 'from' | 'count', PositionsAnswer>;
  readonly why: Route<'game' | 'position', Why>;
  readonly worksheet: Route<'game', never>;
  readonly values: Route<'game' | 'series' | 'from' | 'to' | 'format', never>;
  readonly export: Route<'game' | 'series' | 'from' | 'to' | 'format', never>;
  /** Its parameters depend on the analysis; below it are `figure` and `table`, as files. */
  readonly [analysis: `analysis/${string}`]: Route<string, AnalysisAnswer>;
  readonly plane: Route<PlaneParameter | 'pixels', PlaneAnswer>;
  readonly 'plane/figure': Route<PlaneParameter | 'format', never>;
  readonly 'plane/table': Route<PlaneParameter | 'format', never>;
  readonly sum: Route<'game' | 'heaps' | 'misere', SumReport>;
  readonly 'match/new': Route<PlayParameter, NewMatch>;
  readonly match: Route<
    PlayParameter | 'heaps' | 'moves' | 'reply' | 'above' | 'hint' | 'review',
    MatchAnswer
  >;
}
