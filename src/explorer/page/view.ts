/** The interface of views. */
import type { ComponentType } from 'preact';
import type { GameFacts } from '../contract.js';
import type { Change, Values, ViewName } from './address.js';

/** Effect of a change on the history: a new entry, one entry for a whole gesture, or none. Undo goes back by gestures. */
export type How = 'push' | 'gesture' | 'replace';

/** Props of a view. The address is its only lasting state. */
export interface ViewProps<Name extends ViewName = ViewName> {
  readonly facts: GameFacts;
  /** The values of the view's keys in the address. */
  readonly values: Values<Name>;
  /** Changes values in the address, as one gesture unless `how` says otherwise. */
  readonly note: (change: Change<Name>, how?: How) => void;
  readonly link: <Other extends ViewName>(view: Other, change?: Change<Other>) => string;
  readonly linkToGame: (game: string) => string;
  readonly has: (view: ViewName) => boolean;
  readonly why: (position: number) => void;
  /** The position that the Why panel explains. */
  readonly picked: number | undefined;
  /** Whether the page is embedded in another one, and shows this view alone. */
  readonly isEmbedded: boolean;
}

/** The pages of the menu, each with one view or with several as tabs. */
export const PAGES = ['Start', 'Look', 'Patterns', 'Play', 'Atlas'] as const;

export interface View {
  readonly name: ViewName;
  readonly title: string;
  readonly page: (typeof PAGES)[number];
  /** One sentence. */
  readonly lead: string;
  /** A tab that several views share: each shows all of them, scrolled to itself. */
  readonly question?: { readonly title: string; readonly lead: string } | undefined;
  /** Marks a view without a game, which needs no facts. It is shown before they load, and if there is no such game. */
  readonly isOfNone?: true;
  /** A requirement that not every game meets. */
  readonly needs?: 'nim' | 'remoteness' | 'match';
  /** Whether it is a tab only if games may be extended. */
  readonly isForWriting?: true;
  readonly load: () => Promise<ComponentType<ViewProps<never>>>;
}

/** Returns the game of which this one is misere play: its only hotspot is 0, where the player to move then wins. */
export function misereOf({ definition, hotspots, seed }: GameFacts): string | undefined {
  const isMisere = hotspots?.isWhole === true && hotspots.first.join() === '0' && seed === null;
  return isMisere ? definition.replace(/ hotspots \{0\}$/, '') : undefined;
}

/** Returns the reason why a game lacks a view; undefined if it has it. */
export function lackOf({ needs }: Pick<View, 'needs'>, game: GameFacts): string | undefined {
  if (needs === undefined) return undefined;
  if (game.hotspots !== null) return 'A game with hotspots has cold positions only, and no nim-values.';
  if (needs !== 'nim' && game.seed !== null)
    return 'A game with a seed ends elsewhere, so it has no match and no remoteness.';
  if (needs !== 'nim' && game.passWins !== null)
    return 'A pass is no move of a heap, so the game has no match and no remoteness.';
  if (needs === 'remoteness' && game.isSink) return 'A game in the sink convention has no remoteness.';
  return undefined;
}
