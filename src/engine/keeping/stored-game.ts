/** Games from stored definitions. */
import { cachedSet } from '../../game/sets/subtraction-set.js';
import { parseGame, type Game } from '../../game/game.js';

/**
 * Returns the game of a definition; undefined if the text is invalid, or names another game than `key`. A short text may list up to
 * 2^22 numbers as ranges (`all-but{1..200}` is how such a set is stored), so callers with many definitions should hold one game at
 * a time.
 */
export function storedGame(key: string, definition: string): Game | undefined {
  try {
    const game = parseGame(definition, () => {
      throw new Error('a stored definition names no file');
    });
    // Keep the stored text: an older one may write ranges out.
    return game.key === key ? { ...game, definition, set: cachedSet(game.set) } : undefined;
  } catch {
    return undefined;
  }
}
