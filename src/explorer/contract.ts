/** What the routes answer: the server fills these types and the page reads them (docs/HTTP.md). Types alone. */
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

/** Where values come from: stored ones, ones computed for the page alone, or a rule. */
export type Origin = 'store' | 'memory' | 'period' | 'closed-form';

/** How far a series of a game can be read, and by what. */
export interface SeriesFacts {
  /** The first position that the store does not have. */
  readonly stored: number;
  /** The first position whose value is neither stored nor computed for the page. */
  readonly frontier: number;
  /** The first position that cannot be read; 2^53 - 1 where a rule gives every position. */
  readonly reach: number;
  readonly origin: Origin | null;
  /** The rule in a few words. */
  readonly rule: string | null;
}

/** A command of the command line that does the same, and what it does. */
export interface CommandText {
  readonly command: string;
  readonly does: string;
}

/** The smallest numbers of a set; `isWhole` where these are all. */
export interface Listed {
  readonly first: readonly number[];
  readonly isWhole: boolean;
}

/** `/api/game`: all that is said of a game at first sight. */
export interface GameFacts {
  readonly game: string;
  /** Of what is stored: facts of another version than that of the latest `stored` event are old. */
  readonly version: string;
  readonly definition: string;
  readonly description: string | null;
  /** OEIS numbers: of the set, of its nim-values, of its cold positions. */
  readonly oeis: Readonly<Partial<Record<'set' | 'nim' | 'cold', string>>>;
  readonly subtrahends: Listed;
  /** Positions that are declared hot, the smallest ones, and nim-values that are given in advance; null where none are. */
  readonly hotspots: Listed | null;
  readonly seed: readonly number[] | null;
  /** Whether more than a heap has may be taken, which empties it. */
  readonly isSink: boolean;
  readonly series: Readonly<Record<SeriesName, SeriesFacts>>;
  readonly periods: { readonly nim: Period | null; readonly outcome: Period | null };
  readonly closedForm: string | null;
  /** How it is played, and how it is won as far as a rule is known, in sentences. */
  readonly rules: readonly string[];
  readonly strategy: readonly string[];
  readonly firstCold: readonly number[];
  readonly firstNim: readonly number[];
  readonly commands: readonly CommandText[];
}

/** A game in the list of `/api/games`. */
export type GameEntry = Omit<ListedGame, 'oeis'>;

/** `/api/games`. */
export interface GamesAnswer {
  readonly store: string;
  /** The state of the store, as in `GameFacts`. */
  readonly version: string;
  readonly canWrite: boolean;
  readonly games: readonly GameEntry[];
}

/** A row of `/api/positions`; null where it is not known. */
export interface PositionRow {
  readonly position: number;
  readonly cold: boolean;
  readonly nimValue: number | null;
  readonly remoteness: number | null;
  /** The first winning moves, and how many there are; null where there are too many options to look through. */
  readonly moves: readonly number[] | null;
  readonly moveCount: number | null;
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
  /** Where no figure is asked for: to 2^53 it may have 22 MB. */
  readonly result?: FigureResult;
  /** What the rows do not say, a line each. */
  readonly facts: readonly string[];
  /** The games that it is compared with, with what the figure does not say of each. */
  readonly others: readonly { readonly game: string; readonly facts: readonly string[] }[];
  /** The rows for people; none of a figure that shows values as they are. */
  readonly columns: readonly Column[];
  /** What prints the same; null where there are no rows. */
  readonly command: string | null;
  readonly plotCommand: string;
  /** The figure where the request says for how many pixels; null where there is too little to draw. */
  readonly figure?: PageFigure | null;
}

/** `/api/plane`. */
export interface PlaneAnswer {
  /** How many sets are of each kind. */
  readonly kinds: readonly { readonly kind: string; readonly sets: number }[];
  readonly figure: PageFigure;
  /** What computes and draws the same. */
  readonly commands: readonly string[];
}

/** `/api/sum`; `moves` has the first thousand. */
export interface SumReport extends SumAnswer {
  /** How many moves win. */
  readonly moveCount: number;
  readonly heaps: readonly number[];
  readonly nimValues: readonly number[];
  readonly command: string;
}

/** `/api/match`: a match after its moves. */
export interface MatchAnswer {
  readonly heaps: readonly number[];
  readonly next: Player;
  readonly winner: Player | null;
  /** What may be taken from each heap: the first thousand above the parameter `above`. */
  readonly takes: readonly (readonly number[])[];
  /** How many numbers may be taken from each heap; about, for sets without a cheap count. */
  readonly takeCounts: readonly number[];
  readonly turns: readonly Turn[];
  /** The moves that win now, for whoever is next, where a hint is asked for: the first thousand. */
  readonly winning: readonly HeapMove[] | null;
  /** Every turn with the moves that won, where it is asked for: the first thousand, and the one that was made if it did. */
  readonly review: readonly ReviewedTurn[] | null;
  readonly command: string;
}

/** `/api/match/new`. */
export interface NewMatch {
  readonly heaps: readonly number[];
}

/** What an extension does, or has done. */
export interface ExtensionState {
  readonly game: string;
  readonly series: string;
  readonly to: number;
  /** When it began, in milliseconds since 1970. */
  readonly begun: number;
  readonly status: 'running' | 'done' | 'stopped' | 'failed';
  /** Share of the work on the series at hand that is done, from 0 to 1. */
  readonly progress: number;
  /** The series at hand, and where its frontier is. */
  readonly at: { readonly series: string; readonly frontier: number } | null;
  readonly blocks: number;
  readonly seconds: number;
  readonly secondsLeft: number | null;
  readonly error: ErrorObject | null;
}

/** `/api/estimate`: what an extension takes, about. */
export interface Estimate {
  /** Null where a quick estimate is not possible, as for a very dense set. */
  readonly seconds: number | null;
  /** Of its blocks. */
  readonly bytes: number | null;
}

/** The events `stored` of `/api/extension/events`: what is stored, by whomever, has this version now. */
export interface StoredEvent {
  readonly version: string;
}

/** `/api/extension`: the extensions of this explorer, the latest last; the events `extensions` of `/api/extension/events`. */
export interface ExtensionAnswer {
  readonly canWrite: boolean;
  readonly extensions: readonly ExtensionState[];
}
