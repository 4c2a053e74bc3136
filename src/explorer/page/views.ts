/** Every view of a game as a record: what it is called, what it says, and what loads it. To add one: an entry here. */
import type { ViewName } from './address.js';
import type { View } from './view.js';

const analysis = async (
  name: 'nim' | 'records' | 'values' | 'density' | 'gaps' | 'digits',
): ReturnType<View['load']> => ({ show: (await import('./views/analyses.js'))[name] });

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
    load: () => analysis('nim'),
  },
  {
    name: 'records',
    title: 'Records',
    group: 'Study',
    lead: 'Where each nim-value first occurs, and which are new maxima.',
    needs: 'nim',
    load: () => analysis('records'),
  },
  {
    name: 'values',
    title: 'Frequencies',
    group: 'Study',
    lead: 'How often each nim-value occurs.',
    needs: 'nim',
    load: () => analysis('values'),
  },
  {
    name: 'density',
    title: 'Density',
    group: 'Study',
    lead: 'How many positions are cold, and how fast that number grows.',
    load: () => analysis('density'),
  },
  {
    name: 'gaps',
    title: 'Gaps',
    group: 'Study',
    lead: 'Distances between consecutive cold positions.',
    load: () => analysis('gaps'),
  },
  {
    name: 'residues',
    title: 'Residues',
    group: 'Study',
    lead: 'In which residue classes the cold positions lie. A good modulus leaves classes empty.',
    load: () => import('./views/residues.js'),
  },
  {
    name: 'digits',
    title: 'Digits',
    group: 'Study',
    lead: 'The last digits of the cold positions, as deviations from an even split.',
    load: () => analysis('digits'),
  },
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
