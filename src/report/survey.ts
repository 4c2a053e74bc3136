/** The report of a survey: facts, figure and rows of each of its analyses, on one page. */
import { basename } from 'node:path';
import { breather } from '../common/stoppable.js';
import { gameWord } from '../common/shown.js';
import { figureOf } from '../analysis/plot.js';
import { isAnalysis, shownColumns, type FigureResult } from '../analysis/analyses.js';
import type { AnalysisOptions } from '../analysis/result.js';
import { tableOfColumns } from '../analysis/presentation/facts.js';
import { analyzeSurvey, SURVEY_FIGURES } from '../analysis/surveys/surveys.js';
import { loadGlyphs } from '../figures/font/glyphs.js';
import { withCommas } from '../words/typeset.js';
import { drawn } from './drawn.js';
import { pageOf, type DrawnSection, type Provenance } from './page.js';
import { markup } from './parts/html.js';

/** Returns the report of a survey file as HTML that loads nothing. Raises as `analyzeSurvey`. Cost: five reads. */
export async function surveyReport(
  path: string,
  options: Provenance & Pick<AnalysisOptions, 'signal' | 'onProgress'>,
): Promise<string> {
  const { signal, onProgress, date, versions } = options;
  const word = gameWord(`survey:${path}`);
  const glyphs = await loadGlyphs();
  const breathe = breather(signal);
  const sections: DrawnSection[] = [];
  for (const [done, study] of SURVEY_FIGURES.entries()) {
    await breathe();
    const { name: id, heading } = study;
    const result: FigureResult = await analyzeSurvey(path, id, { signal });
    onProgress?.((done + 1) / SURVEY_FIGURES.length);
    const hasRows = isAnalysis(result);
    // A survey may have no set of the kind that the figure shows.
    if (!hasRows && figureOf(result) === null) continue;
    const facts = study.facts(result, withCommas).map((fact) => markup`<li>${fact}</li>`);
    const rows = hasRows ? [tableOfColumns(heading, shownColumns(result, withCommas))] : [];
    const blocks = [
      markup`<ul>${facts}</ul>`,
      await drawn({ result }, { name: result.game, word }, `${id}-0`, glyphs),
      ...rows,
    ];
    sections.push({ id, heading, blocks });
  }
  return pageOf({
    title: `Survey ${basename(path)}`,
    sections,
    glyphs: glyphs.definitions(),
    commands: [`takeaway report ${word}`],
    provenance: { date, versions },
  });
}
