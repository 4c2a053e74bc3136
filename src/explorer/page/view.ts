/** What a view is, and what it works with. */
import type { ComponentType } from 'preact';
import type { GameFacts } from '../contract.js';
import type { Change, Values, ViewName } from './address.js';

/**
 * Effect of a change on the history: one more entry, one entry for all changes until the hand rests, or none. Undo goes back by
 * gestures.
 */
export type How = 'push' | 'gesture' | 'replace';

/** What a view works with. It has no state that outlives it but what the address says. */
export interface ViewProps<Name extends ViewName = ViewName> {
  /** What is known of the game now. */
  readonly facts: GameFacts;
  /** What the address says of this view. */
  readonly values: Values<Name>;
  /** Changes values in the address, as one gesture unless `how` says otherwise. */
  readonly note: (change: Change<Name>, how?: How) => void;
  readonly link: <Other extends ViewName>(view: Other, change?: Change<Other>) => string;
  readonly linkToGame: (game: string) => string;
  readonly has: (view: ViewName) => boolean;
  readonly why: (position: number) => void;
  /** The position that is asked about. */
  readonly picked: number | undefined;
  /** Whether the page is a part of another one, and shows this view alone. */
  readonly isEmbedded: boolean;
}

/** The pages of the menu, each with a view or several as tabs. */
export const PAGES = ['Start', 'Look', 'Patterns', 'Play', 'Atlas'] as const;

export interface View {
  readonly name: ViewName;
  readonly title: string;
  readonly page: (typeof PAGES)[number];
  /** What it shows, in a sentence. */
  readonly lead: string;
  /** The tab that it shares with other views: each shows all of them, scrolled to its own. */
  readonly question?: { readonly title: string; readonly lead: string } | undefined;
  /** Whether it is of no game. It is then shown without facts: before they come, and where there is no such game. */
  readonly isOfNone?: true;
  /** What a game must have for it. */
  readonly needs?: 'nim' | 'remoteness' | 'match';
  /** Whether it is a tab only where games may be extended. */
  readonly isForWriting?: true;
  readonly load: () => Promise<ComponentType<ViewProps<never>>>;
}

/** The game that this one is misere play of: its only hotspot is 0, where the player to move then wins. */
export function misereOf({ definition, hotspots, seed }: GameFacts): string | undefined {
  const isMisere = hotspots?.isWhole === true && hotspots.first.join() === '0' && seed === null;
  return isMisere ? definition.replace(/ hotspots \{0\}$/, '') : undefined;
}

/** Why a game has no such view; undefined where it has. */
export function lackOf({ needs }: Pick<View, 'needs'>, game: GameFacts): string | undefined {
  if (needs === undefined) return undefined;
  if (game.hotspots !== null) return 'A game with hotspots has cold positions only, and no nim-values.';
  if (needs !== 'nim' && game.seed !== null)
    return 'A game with a seed ends elsewhere, so it has no match and no remoteness.';
  if (needs === 'remoteness' && game.isSink) return 'A game in the sink convention has no remoteness.';
  return undefined;
}
