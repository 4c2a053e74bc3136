/** Every view of a game as a record: what it is called, what it says, and what loads it. To add one: an entry here. */
import type { GameFacts } from '../contract.js';
import type { Change, Values, ViewName } from './address.js';
import type { How } from './state.js';

/** What a view works with. It has no state but what the address says. */
export interface Context<Name extends ViewName = ViewName> {
  /** What is known of the game now. */
  readonly facts: () => GameFacts;
  /** Calls `update` whenever that has changed. */
  readonly follow: (update: () => void) => void;
  /** What the address says of this view. */
  readonly state: () => Values<Name>;
  /** Has the address say something else, in the same entry of the history or in one more. */
  readonly note: (change: Change<Name>, how?: How) => void;
  /** Aborted when something else is shown. */
  readonly signal: AbortSignal;
}

export interface View {
  readonly name: ViewName;
  readonly title: string;
  readonly group: 'See' | 'Study' | 'Play' | 'Store';
  /** What it shows, in a sentence. */
  readonly lead: string;
  /** What a game must have for it. */
  readonly needs?: 'nim' | 'match';
  /** Whether it is in the menu only where games may be extended. */
  readonly isForWriting?: true;
  readonly load: () => Promise<{ show(place: HTMLElement, context: Context): void | Promise<void> }>;
}

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
    load: () => import('./views/nim.js'),
  },
  {
    name: 'records',
    title: 'Records',
    group: 'Study',
    lead: 'Where each nim-value first occurs, and which are new maxima.',
    needs: 'nim',
    load: () => import('./views/records.js'),
  },
  {
    name: 'values',
    title: 'Frequencies',
    group: 'Study',
    lead: 'How often each nim-value occurs.',
    needs: 'nim',
    load: () => import('./views/values.js'),
  },
  {
    name: 'density',
    title: 'Density',
    group: 'Study',
    lead: 'How many positions are cold, and how fast that number grows.',
    load: () => import('./views/density.js'),
  },
  {
    name: 'gaps',
    title: 'Gaps',
    group: 'Study',
    lead: 'Distances between consecutive cold positions.',
    load: () => import('./views/gaps.js'),
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
    load: () => import('./views/digits.js'),
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

/** Why a game has no such view; undefined where it has. */
export function lackOf({ needs }: View, game: GameFacts): string | undefined {
  if (needs === undefined) return undefined;
  if (game.hasHotspots) return 'A game with hotspots has cold positions only, and no nim-values.';
  if (needs === 'match' && game.hasSeed) return 'A game with a seed ends elsewhere, so it has no match.';
  return undefined;
}
