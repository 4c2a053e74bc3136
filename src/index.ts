/** The public API of takeaway: what a program that uses the library needs, and nothing else. */
export { surveyByWorkers } from './cluster/coordinator/survey.js';
export { extendByWorkers } from './cluster/coordinator/extend.js';
export { sweep, type SweepOptions } from './cluster/coordinator/sweep.js';
export type { SweptGame } from './cluster/coordinator/swept.js';
export type { ClusterOptions, RunNews } from './cluster/coordinator/options.js';
export { listWorkers, type ListedWorker } from './cluster/worker/list.js';
export type { WorkerEvent } from './cluster/worker/events.js';
export { work, type WorkerOptions } from './cluster/worker/worker.js';
export { certify, type Certificate, type CertificateOptions, type Claim } from './certificate/certificate.js';
export { analyzeDensity, type DensityOptions } from './analysis/density.js';
export { analyzeDigits, type DigitsOptions } from './analysis/digits.js';
export { fitMonomial, type Point } from './analysis/counting/fit.js';
export { analyzeGaps } from './analysis/gaps.js';
export { analyzeRecords } from './analysis/records.js';
export { analyzeResidues, type ResiduesOptions } from './analysis/residues.js';
export {
  ANALYSES,
  ANALYSIS_NAMES,
  analysisNamed,
  FIGURE_NAMES,
  figureNamed,
  FIGURES,
  isAnalysis,
  shownColumns,
  type AnalysisName,
  type AnalysisResult,
  type FigureName,
  type FigureResult,
} from './analysis/analyses.js';
export type {
  Analysis,
  AnalysisOption,
  AnalysisOptions,
  Column,
  WriteMeasured,
  WriteNumber,
} from './analysis/analysis.js';
export { wordOf } from './analysis/analysis.js';
export { isNearlyEmpty, type ResidueClass } from './analysis/counting/classes.js';
export { type DensityPoint, type DensityResult, type KnownBound } from './analysis/density.js';
export type { DigitPlace, DigitsResult } from './analysis/digits.js';
export type { Fit } from './analysis/counting/fit.js';
export { parsePoints, POINT_SEQUENCES, type PointSequence } from './analysis/counting/points.js';
export type { Gap, GapsResult } from './analysis/gaps.js';
export type { RecordsResult, ValueRecord } from './analysis/records.js';
export type { ResiduesResult } from './analysis/residues.js';
export type { Separation } from './analysis/counting/separation.js';
export type { ValuesPoint, ValuesResult } from './analysis/values.js';
export { tableBytes, tableOf, tableToFile } from './analysis/tables.js';
export { analyzeValues } from './analysis/values.js';
export type { FoundFile, Outcome } from './engine/keeping/adopt.js';
export type { BeyondCatalog } from './engine/keeping/beyond-catalog.js';
export type { ImportOptions } from './engine/keeping/import.js';
export { rebuildStore, type Rebuilt, type RebuildOptions } from './engine/keeping/rebuild.js';
export { openStore, Store } from './engine/store.js';
export { ReadableStore, type Coverage } from './engine/reading/readable-store.js';
export {
  DEFAULT_PART_LENGTH,
  periodLimits,
  type Computation,
  type ComputeOptions,
  POSITION_TYPES,
  type CountOptions,
  type ExtendOptions,
  type HashOptions,
  type OpenStoreOptions,
  type PeriodOptions,
  type QueryOptions,
  type PositionType,
  type RangeOptions,
  type WalkOptions,
  type ScanOptions,
  type SequenceOptions,
  type SequenceTextOptions,
  type SumOptions,
  type ValueRun,
  type ValuesOptions,
} from './engine/series/options.js';
export type { CommittedBlock } from './engine/extending/extend.js';
export { SEQUENCE_NAMES, SEQUENCES, type Sequence, type SequenceName } from './engine/reading/sequences.js';
export type { ExportFileOptions, ExportFolderOptions, ExportOptions } from './engine/reading/exports.js';
export { formatNamed, formatOfFile, type Format } from './common/formats.js';
export type { BlockInfo, GameInfo, SeriesInfo } from './engine/reading/info.js';
export { describePeriod } from './engine/views/rules.js';
export type { Source } from './engine/views/segments.js';
export type { GamePeriods, PeriodAnswer } from './engine/extending/periods.js';
export type { Evidence } from './game/periods.js';
export type { Answer } from './engine/reading/query.js';
export { checkExtension, type ExtensionRequest } from './engine/extending/request.js';
export { checkImport } from './engine/keeping/import.js';
export { readGame, readGamesFile } from './engine/read-game.js';
export type { Aggregate, PartAggregate, SeriesSource } from './engine/views/aggregating.js';
export type { ReadingOptions } from './engine/views/view.js';
export { DEFAULT_SQL_MEMORY, sql, type SqlBatch, type SqlColumn, type SqlOptions } from './sql/sql.js';
export { sqlBytes, sqlToFile } from './sql/formats.js';
export { selfTest, type SelfTestCheck, type SelfTestOptions } from './engine/selftest.js';
export { survey, type SurveyedSet, type SurveyOptions, type SurveySummary } from './survey/survey.js';
export type { Problem, Verification } from './engine/verifying/problems.js';
export { FIGURE_FORMATS, type FigureFileFormat, type FigureFormat } from './figures/formats.js';
export { plot, plotForPage, plotToFile } from './analysis/plot.js';
export { seriesOf } from './engine/series/declared.js';
export { listGames, type ListedGame } from './oeis/listed-games.js';
export { oeisEntry, type OeisEntry } from './oeis/entry.js';
export {
  describeBeginning,
  oeisEntryOf,
  oeisLink,
  oeisNumberOf,
  oeisNumbersOf,
  type KnownEntry,
} from './oeis/numbers.js';
export { OEIS_ENTRIES, type OeisCounting } from './game/sets/oeis-entries.js';
export { RASTER_SERIES, readRaster, type RasterOptions, type RasterResult } from './analysis/raster.js';
export type { Cells } from './analysis/counting/cells.js';
export { readNimValues, readRemoteness, type ScatterResult } from './analysis/scatter.js';
export type { Panel, SpannedAxis, SpokenMark } from './figures/panels.js';
export type { PageFigure } from './figures/render.js';
export type { Figure, Size } from './figures/theme.js';
export { closedFormOf, type ClosedForm } from './game/closed-forms.js';
export { canHavePeriod, type Period } from './game/periods.js';
export { CATALOGUE, type CatalogueEntry, type OeisNumbers } from './game/sets/catalogue.js';
export { tableEntryOf, type TableEntry } from './game/tables.js';
export { FAMILIES, type SetFamily } from './game/sets/families.js';
export { report, reportToFolder, type ReportOptions } from './report/report.js';
export {
  coldByDefinition,
  isColdByDefinition,
  mex,
  nimValueByDefinition,
  nimValuesByDefinition,
  remotenessByDefinition,
  remotenessesByDefinition,
} from './game/definition.js';
export type { SetFile } from './game/sets/described-set.js';
export { cofiniteGame, finiteGame, type Game } from './game/game.js';
export { firstOf as firstElements } from './game/sets/walking.js';
export { cofiniteSet, finiteSet, type SubtractionSet } from './game/sets/subtraction-set.js';
export { estimateNimSeconds, solveHeaps, solveNimValues, type ReadNimValues } from './engine/reading/sums.js';
export {
  countPreviousWins,
  nimSumOf,
  solveSum,
  winnerOf,
  type Heap,
  type HeapMove,
  type Play,
  type SumAnswer,
  type Winner,
} from './game/heaps.js';
export {
  afterMove,
  beforeTurnOf,
  chooseMove,
  LEVEL_NAMES,
  mayTake,
  heapsByChance,
  largestByChance,
  reviewOf,
  startMatch,
  summarizeTakes,
  takesFrom,
  winnerOfMatch,
  type Level,
  type Match,
  type ReviewedTurn,
  type Player,
  type TakesPage,
  type TakesSummary,
  type Turn,
} from './game/match.js';
export { SERIES, SERIES_NAMES, type SeriesName } from './columnar/layout.js';
export type { KernelReport, PlanReport } from './solver/residue-classes/plan-report.js';
export { METHOD_NAMES, type MethodName } from './engine/series/methods.js';
export type { ColumnArrays, ColumnName, ColumnTypes, ColumnVector, RowBatch } from './columnar/row-batch.js';
export {
  EXPORT_FORMATS,
  TABLE_FORMATS,
  type EncodeOptions,
  type ExportFormat,
  type TableFileFormat,
  type TableFormat,
} from './tables/formats.js';
export type {
  Batch,
  CellValue,
  ColumnData,
  ColumnType,
  Consecutive,
  FilledColumn,
  Integers,
  Table,
  TableColumn,
} from './tables/table.js';
export type { FileKind, FileSystem, FileTimes, WritableFile } from './store/files/file-system.js';
export type { WrittenFolder } from './store/files/new-folder.js';
export { TakeawayError, type ErrorCode, type ErrorParts } from './common/errors.js';
export { type Remedy, type RemedyOption } from './common/remedies.js';
export type { Range } from './common/range.js';
