/** What the command line and the explorer need beside the public API (index.ts). It is promised to nobody. */
export type { RunEvent, WorkerEvent } from './cluster/events.js';
export type { SweptGame } from './sweep/table.js';
export type { JobRunner } from './jobs/job.js';
export type { Certificate, Claim } from './certificate/certificate.js';
export { certificateText } from './certificate/certificate-file.js';
export {
  ANALYSES,
  ANALYSIS_NAMES,
  FIGURE_NAMES,
  FIGURES,
  isAnalysis,
  shownBy,
  shownColumns,
  studyGame,
  studyGames,
  studyNamed,
  type AnalysisName,
  type FigureName,
} from './analysis/analyses.js';
export type { Column } from './analysis/columns.js';
export type { AnalysisOptions } from './analysis/result.js';
export { SURVEY_ANALYSES, SURVEY_FIGURES, type SurveyFigure } from './analysis/surveys/surveys.js';
export type { Comparison } from './comparison/compare.js';
export type { Duality } from './comparison/dual.js';
export type { Expansion } from './comparison/expand.js';
export type { GroupedGames } from './comparison/group.js';
export { COMPARED_SERIES, USUAL_POSITIONS } from './comparison/reading.js';
export type { FoundFile } from './engine/keeping/adopt.js';
export type { Rebuilt } from './engine/keeping/rebuild.js';
export { MemoryStore } from './engine/memory-store.js';
export { shipBlocks } from './engine/keeping/shipping.js';
export type { ReadValues } from './store/memory-blocks.js';
export { checkFile, valuesIn } from './store/files/checked-file.js';
export { type BlockRecord, keyOfBlock } from './store/records.js';
export { soundRows, type SeriesRows } from './store/series-rows.js';
export type { ReadableStore } from './engine/reading/readable-store.js';
export {
  higherLimit,
  type Computation,
  POSITION_TYPES,
  type RangeOptions,
  type SequenceTextOptions,
  type SearchEvent,
} from './engine/series/options.js';
export { quantitiesAsked } from './engine/series/declared.js';
export { checkOutput, writeOutput, type Bytes } from './store/files/new-file.js';
export type { WrittenFolder } from './store/files/new-folder.js';
export { gamesIn, nameGame, meaningOf, removeName, renameGame } from './engine/own-games.js';
export { encodeNames, namesIn, ownNames, type NamedGame } from './store/own-names.js';
export { USUAL_END } from './engine/reading/not-stored.js';
export { SEQUENCE_FORMATS, SEQUENCE_NAMES, SEQUENCES } from './engine/reading/sequences.js';
export type { ExportFolderOptions } from './engine/reading/exports.js';
export { largestOf, type Coverage, type SeriesInfo } from './engine/reading/info.js';
export type { PeriodAnswer } from './engine/extending/periods.js';
export { checkExtension } from './engine/extending/request.js';
export { checkImport } from './engine/keeping/import.js';
export { readGamesFile, textsIn } from './engine/read-game.js';
export { selfTest, type SelfTestCheck } from './engine/selftest.js';
export type { Problem } from './engine/verifying/problems.js';
export { CARD_SIZE, cardPng } from './figures/card.js';
export { FIGURE_FORMATS } from './figures/formats.js';
export { escapeXml } from './figures/render.js';
export { plotForPage } from './analysis/plot.js';
export { positionsToPass, seriesOf } from './engine/series/declared.js';
export { DESCRIPTIONS } from './engine/series/descriptions.js';
export type { OeisEntry } from './oeis/entry.js';
export type { ListedGame } from './oeis/listed-games.js';
export { describeBeginning, oeisEntryOf } from './oeis/numbers.js';
export { closedFormOf } from './game/closed-forms.js';
export { declaredBy, mostTaken, parseGame } from './game/game.js';
export { canHavePeriod, describePeriod, type Quantity } from './game/periods.js';
export { tableEntryOf } from './game/tables.js';
export { FAMILIES, isOeisNumber, knownSets, numberedGame } from './game/sets/families.js';
export type { SetFile } from './game/sets/described-set.js';
export { readingNote } from './game/sets/second-readings.js';
export { setText } from './game/sets/set-text.js';
export { firstOf } from './game/sets/walking.js';
export { searchPrice } from './engine/reading/price.js';
export { estimateNimSeconds } from './engine/reading/sums.js';
export type { HeapMove, Play } from './game/heaps.js';
export {
  AGAINST_COMPUTER,
  afterMove,
  beforeTurnOf,
  chooseMove,
  LEVEL_NAMES,
  heapsByChance,
  largestByChance,
  refuseEndless,
  reviewOf,
  startMatch,
  summarizeTakes,
  takesFrom,
  winnerOfMatch,
  type Level,
  type Match,
  type Names,
  type ReviewedTurn,
  type Player,
} from './game/match.js';
export { planeStudy } from './analysis/surveys/plane.js';
export { reverseMexOfGame } from './survey/rows.js';
export { setsWithMove } from './survey/with-move.js';
export { setsOfPattern } from './survey/pattern.js';
export type { Counterexample, Refutation } from './survey/refuting.js';
export type { ReverseMexCounts, SurveySummary } from './survey/summary.js';
export { SURVEYED } from './survey/space.js';
export { planSurvey } from './survey/survey.js';
export type { SurveyPlan } from './survey/plan.js';
export { SERIES, SERIES_NAMES } from './columnar/layout.js';
export { rulesOf } from './report/game.js';
export { strategyOf } from './report/strategy.js';
export { WORKSHEET_POSITIONS, worksheetOf } from './report/worksheet.js';
export type { PlanReport } from './solver/residue-classes/plan-report.js';
export { METHOD_NAMES } from './engine/series/methods.js';
export { EXPORT_FORMATS, TABLE_FORMATS } from './tables/formats.js';
