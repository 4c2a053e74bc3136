/// <reference types="node" preserve="true" />
/// <reference lib="esnext.disposable" preserve="true" />
/**
 * The public API of takeaway: what is promised to programs that use the library. Of functions, the types of options and
 * results are reached from these (`Parameters`, `ReturnType`). What the command line and the explorer need beside it is in `rim.ts`.
 */

// Stores: everything that can be asked of one is a method of `Store`.
export { openStore, rebuildStore } from './engine/open.js';
export { Store } from './engine/store.js';
export type { CommittedBlock } from './engine/extending/extend.js';
export type { GamePeriods } from './engine/extending/periods.js';
export type { ExportOptions } from './engine/reading/exports.js';
export type { GameInfo } from './engine/reading/info.js';
export type { Answer, KnownAnswers } from './engine/reading/query.js';
export type { Why, WhyMove } from './engine/reading/why.js';
export type { SequenceName } from './engine/reading/sequences.js';
export type { MethodName } from './engine/series/methods.js';
export type { ExtendOptions, OpenStoreOptions, QueryOptions, ScanOptions } from './engine/series/options.js';
export type { Verification } from './engine/verifying/problems.js';
export type { SeriesName } from './columnar/layout.js';
export type { ColumnName, RowBatch } from './columnar/row-batch.js';
export type { ExportFormat, TableFormat } from './tables/formats.js';
export { sql, type SqlOptions } from './sql/sql.js';
export { sqlBytes, sqlToFile } from './sql/formats.js';

// Games, and their values by the definition.
export { readGame } from './engine/read-game.js';
export { cofiniteGame, finiteGame, type Game } from './game/game.js';
export { coldByDefinition, mex, nimValuesByDefinition, remotenessesByDefinition } from './game/definition.js';
export type { SumAnswer } from './game/heaps.js';
export type { Period } from './game/periods.js';
export type { SubtractionSet } from './game/sets/subtraction-set.js';
export { oeisEntry } from './oeis/entry.js';
export { listGames } from './oeis/listed-games.js';

// Games side by side.
export { compareGames } from './comparison/compare.js';
export { testDuality } from './comparison/dual.js';
export { groupGames } from './comparison/group.js';
export { expandGame } from './comparison/expand.js';

// Analyses, figures, reports and proofs of what is stored.
export { analyzeDensity } from './analysis/reduction/density.js';
export { analyzeDigits } from './analysis/reduction/digits.js';
export { analyzeGaps } from './analysis/reduction/gaps.js';
export { analyzeRecords } from './analysis/reduction/records.js';
export { analyzeResidues } from './analysis/reduction/residues.js';
export { analyzeValues } from './analysis/reduction/values.js';
export { analyzeSurvey } from './analysis/surveys/surveys.js';
export { readRaster } from './analysis/reduction/raster.js';
export { readNimValues, readRemoteness } from './analysis/reduction/scatter.js';
export type { AnalysisResult, FigureResult } from './analysis/analyses.js';
export { tableBytes, tableToFile } from './analysis/tables.js';
export { plot, plotToFile } from './analysis/plot.js';
export type { FigureFormat } from './figures/formats.js';
export { report, worksheet, type ReportOptions } from './report/report.js';
export { certify } from './certificate/certificate.js';

// Many games, and the workers of a Redis.
export { surveyReport } from './report/survey.js';
export { mergeSurvey, survey } from './survey/survey.js';
export { sweep } from './sweep/sweep.js';
export { openWorkers } from './cluster/workers.js';
export { work } from './cluster/work.js';
export { endRun, listRuns, listWorkers } from './cluster/inspect.js';

// Errors are data: a code, sentences, the facts in them, and a remedy.
export { TakeawayError, type ErrorCode } from './common/errors.js';
