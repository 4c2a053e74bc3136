/** The views as records. */
import type { ViewName } from './address.js';
import { TABS } from './questions.js';
import type { View } from './view.js';

export const VIEWS: readonly View[] = [
  {
    name: 'games',
    title: 'Games',
    page: 'Start',
    lead: 'Every game here is a heap and a set of numbers that may be taken from it. Choose one: blue cells are cold positions, from which the player to move loses.',
    isOfNone: true,
    load: async () => (await import('./views/games.js')).Games,
  },
  {
    name: 'overview',
    title: 'Overview',
    page: 'Look',
    lead: 'How it is played, which positions lose, and how far they are known.',
    load: async () => (await import('./views/overview.js')).Overview,
  },
  {
    name: 'raster',
    title: 'Raster',
    page: 'Look',
    lead: 'Positions as cells in rows. At the right width, residue classes and periods show as stripes.',
    load: async () => (await import('./views/raster.js')).Raster,
  },
  {
    name: 'positions',
    title: 'Positions',
    page: 'Look',
    lead: 'Every position with its outcome, its nim-value and the moves that win.',
    load: async () => (await import('./views/positions.js')).Positions,
  },
  {
    name: 'nim',
    title: 'Nim-values',
    page: 'Look',
    lead: 'The nim-value of each position against the position. Drag over the figure to look closer.',
    needs: 'nim',
    load: async () => (await import('./views/analyses.js')).Nim,
  },
  {
    name: 'remoteness',
    title: 'Remoteness',
    page: 'Look',
    lead: 'How many moves a game takes where the winner hurries and the loser delays, against the position.',
    needs: 'remoteness',
    load: async () => (await import('./views/analyses.js')).Remoteness,
  },
  ...TABS.flatMap(({ question, entries }) =>
    entries.map((entry): View => ({
      ...{ name: entry.name, title: entry.title, page: 'Patterns', lead: entry.lead, question },
      ...(entry.series === 'cold' ? {} : { needs: 'nim' }),
      load: async () => (await import('./views/analyses.js')).viewOf(entries, entry),
    })),
  ),
  {
    name: 'plane',
    title: 'Three moves',
    page: 'Atlas',
    lead: 'Every game whose moves are a, b and one that you choose: its colour says which two of the three add up to its period.',
    isOfNone: true,
    load: async () => (await import('./views/plane.js')).Plane,
  },
  {
    name: 'play',
    title: 'Play',
    page: 'Play',
    lead: 'A match against the computer, or between two people here: click a counter to take it and all after it.',
    needs: 'match',
    load: async () => (await import('./views/play.js')).Play,
  },
  {
    name: 'sums',
    title: 'Sums',
    page: 'Play',
    lead: 'Several heaps at once: the nim-sum, who wins, and every winning move.',
    needs: 'nim',
    load: async () => (await import('./views/sums.js')).Sums,
  },
  {
    name: 'extend',
    title: 'Extend',
    page: 'Look',
    lead: 'Compute more positions.',
    isForWriting: true,
    load: async () => (await import('./views/extend.js')).Extend,
  },
];

export function viewNamed(name: ViewName): View {
  return VIEWS.find((view) => view.name === name)!;
}
