/** Every section of a report, in order; analyses and figures bring their own. */
import { FIGURES, type FigureName } from '../analysis/analyses.js';
import { exampleSection } from './example.js';
import { gameSection } from './game.js';
import { glossarySection } from './glossary.js';
import type { Section } from './parts/section.js';
import { strategySection } from './strategy.js';

/** The first sections of figures; the others follow in the order of their list. */
const FIRST: readonly FigureName[] = [
  'raster',
  'nim-values',
  'density',
  'residues',
  'digits',
  'gaps',
  'records',
  'values',
];

/** In the order of the page: mathematics, pictures and numbers, words. */
export const SECTIONS: readonly Section[] = [
  gameSection,
  strategySection,
  exampleSection,
  ...FIGURES.toSorted((a, b) => placeOf(a.name) - placeOf(b.name)).flatMap(({ section }) => section ?? []),
  glossarySection,
];

function placeOf(name: FigureName): number {
  const place = FIRST.indexOf(name);
  return place === -1 ? FIRST.length : place;
}
