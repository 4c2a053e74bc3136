/** What is still to be done of a game. */
import type { SeriesName } from '../columnar/layout.js';
import { checkExtension, type ExtensionRequest } from '../engine/extending/request.js';
import type { Store } from '../engine/store.js';
import type { Game } from '../game/game.js';

/** The series of a game that an extension means and that end before it, with their ends; undefined where nothing is stored. */
export function missingSeries(
  store: Store,
  game: Game,
  request: ExtensionRequest,
): { readonly series: SeriesName; readonly frontier: number | undefined }[] {
  const stored = store.info(game).at(0)?.series;
  return checkExtension(game, request)
    .map((series) => ({ series, frontier: stored?.[series]?.frontier }))
    .filter(({ frontier = 0 }) => frontier < request.to);
}
