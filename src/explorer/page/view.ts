/** What a view is, and what it works with. */
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
  /** Why the game has no such view; undefined where it has. */
  readonly lackOf: (view: ViewName) => string | undefined;
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

/** Why a game has no such view; undefined where it has. */
export function lackOf({ needs }: View, game: GameFacts): string | undefined {
  if (needs === undefined) return undefined;
  if (game.hasHotspots) return 'A game with hotspots has cold positions only, and no nim-values.';
  if (needs === 'match' && game.hasSeed) return 'A game with a seed ends elsewhere, so it has no match.';
  return undefined;
}
