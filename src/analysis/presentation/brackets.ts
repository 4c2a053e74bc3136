/** A bracket expression of the cold positions as rows and words, and the distances of cold positions as a figure. */
import { countAxis, dots, heightAxis } from '../../figures/parts.js';
import { figure, type Figure, type Size } from '../../figures/theme.js';
import type { BracketTerm } from '../../game/bracket-expressions.js';
import { mostOf } from '../../words/typeset.js';
import { tabulate, whole } from '../columns.js';
import { analyzeBrackets, type BracketsResult } from '../reduction/brackets.js';
import type { AnalysisOptions } from '../result.js';
import { studied, type WriteNumber } from '../study.js';
import { NEEDS } from './collisions.js';

/** Returns a term with its sign: `+ 17 floor(3 k / 10)`. */
function termText({ coefficient, numerator, denominator }: BracketTerm, write: WriteNumber): string {
  const times = (factor: number, text: string): string => (factor === 1 ? text : `${write(factor)} ${text}`);
  const multiple = times(numerator, 'k');
  const rounded = denominator === 1 ? multiple : `floor(${multiple} / ${write(denominator)})`;
  return `${coefficient < 0 ? '-' : '+'} ${times(Math.abs(coefficient), rounded)}`;
}

function factsOf({ period, first, gaps, verdict, terms }: BracketsResult, write: WriteNumber): string[] {
  if (period === null) return [`Bracket expressions are decided from one period. This needs ${NEEDS}.`];
  if (first === null) return ['Refuted: no position of the range, or above, is cold.'];
  const cold = `The cold positions P_0 = ${write(first)}, P_1, P_2, ...`;
  if (gaps.length === 0) return [`Refuted: ${cold} do not repeat from P_0 on, as bracket expressions do.`];
  const signed = terms.map((term) => termText(term, write)).join(' ');
  const sum = first === 0 ? signed.replace(/^\+ /, '') : `${write(first)} ${signed}`;
  const searched = 'three terms, or four of which one is a multiple of k';
  return {
    found: [`Found: P_k = ${sum} for all k >= 0.`],
    refuted: [`Refuted: ${cold} are no bracket expression of ${searched}.`],
    undecided: [`Undecided: ${cold} have too many possible bracket expressions of ${searched}.`],
  }[verdict!];
}

function bracketsFigure({ game, gaps }: BracketsResult, size: Size): Figure | null {
  if (gaps.length < 2) return null;
  const [x, y] = [countAxis('k', 1, gaps.length), heightAxis('distance from P_(k-1) to P_k', mostOf(gaps))];
  const points = gaps.map((gap, i) => ({ x: i + 1, y: gap }));
  const description = `The ${gaps.length} distances of consecutive cold positions in a period, up to ${mostOf(gaps)}.`;
  return figure({ title: `Cold positions P_k: ${game}`, notes: [], description, width: size.width }, [
    { x, y, draw: (...axes) => ({ ...size, layer: [dots(points, ...axes, { size: 9 })] }) },
  ]);
}

export const bracketsAnalysis = studied<'brackets', AnalysisOptions, BracketsResult>({
  name: 'brackets',
  summary: 'if the cold positions are a sum of three terms c floor(k / m)',
  seriesOf: () => 'cold',
  options: {},
  reduce: analyzeBrackets,
  columns: ({ terms }) =>
    tabulate<BracketTerm>(terms, [
      whole('coefficient', 'Coefficient', ({ coefficient }) => coefficient),
      whole('numerator', 'Numerator', ({ numerator }) => numerator),
      whole('denominator', 'Denominator', ({ denominator }) => denominator),
    ]),
  facts: factsOf,
  needs: NEEDS,
  draw: bracketsFigure,
  view: {
    title: 'Brackets',
    lead: 'The cold positions as a sum of a few terms c floor(k / m), if they are one.',
  },
});
