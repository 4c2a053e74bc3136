/** Every view of a game as a record: what it is called, what it says, and what loads it. Analyses bring their own. */
import { ANALYSIS_VIEWS } from '../analysis-views.js';
import type { ViewName } from './address.js';
import type { View } from './view.js';

export const VIEWS: readonly View[] = [
  {
    name: 'overview',
    title: 'Overview',
    group: 'See',
    lead: 'What the game is, and what is known of it.',
    load: () => import('./views/overview.js'),
  },
  {
    name: 'raster',
    title: 'Raster',
    group: 'See',
    lead: 'Positions as cells in rows. At the right width, residue classes and periods show as stripes.',
    load: () => import('./views/raster.js'),
  },
  {
    name: 'positions',
    title: 'Positions',
    group: 'See',
    lead: 'Every position with its outcome, its nim-value and the moves that win.',
    load: () => import('./views/positions.js'),
  },
  {
    name: 'nim',
    title: 'Nim-values',
    group: 'See',
    lead: 'The nim-value of each position against the position. Drag over the figure to look closer.',
    needs: 'nim',
    load: async () => ({ show: (await import('./views/analyses.js')).showNim }),
  },
  ...ANALYSIS_VIEWS.map((entry): View => ({
    ...{ name: entry.name, title: entry.title, group: 'Study', lead: entry.lead },
    ...(entry.series === 'cold' ? {} : { needs: 'nim' }),
    load: async () => ({ show: (await import('./views/analyses.js')).showOf(entry) }),
  })),
  {
    name: 'play',
    title: 'Play',
    group: 'Play',
    lead: 'A match against the computer: click tokens to take them.',
    needs: 'match',
    load: () => import('./views/play.js'),
  },
  {
    name: 'sums',
    title: 'Sums',
    group: 'Play',
    lead: 'Several heaps at once: the nim-sum, who wins, and every winning move.',
    needs: 'nim',
    load: () => import('./views/sums.js'),
  },
  {
    name: 'extend',
    title: 'Extend',
    group: 'Store',
    lead: 'Compute more positions and store them.',
    isForWriting: true,
    load: () => import('./views/extend.js'),
  },
];

export function viewNamed(name: ViewName): View {
  return VIEWS.find((view) => view.name === name)!;
}
