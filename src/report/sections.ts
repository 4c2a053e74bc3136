/** Every section of a report, in order. To add one: a record in SECTIONS. */
import { densitySection, digitsSection, gapsSection, residuesSection } from './cold-positions.js';
import { exampleSection } from './example.js';
import { glossarySection } from './glossary.js';
import { gameSection } from './game.js';
import { nimValuesSection, recordsSection, remotenessSection, valuesSection } from './nim-values.js';
import { rasterSection } from './raster.js';
import type { Section } from './section.js';
import { strategySection } from './strategy.js';

/** Every section, in the order of the page: mathematics, pictures and numbers, words. */
export const SECTIONS: readonly Section[] = [
  gameSection,
  strategySection,
  exampleSection,
  rasterSection,
  nimValuesSection,
  densitySection,
  residuesSection,
  digitsSection,
  gapsSection,
  recordsSection,
  valuesSection,
  remotenessSection,
  glossarySection,
];
