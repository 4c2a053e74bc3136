/** The game that a stored definition names. */
import { cachedSet } from '../../game/sets/subtraction-set.js';
import { parseGame, type Game } from '../../game/game.js';

/**
 * The game of a definition; undefined when it names none, or another than `key`. A short text may list up to 2^22
 * numbers as ranges (`all-but{1..200}` is how such a set is stored), so whoever reads many definitions holds one
 * game at a time.
 */
export function storedGame(key: string, definition: string): Game | undefined {
  try {
    const game = parseGame(definition, () => {
      throw new Error('a stored definition names no file');
    });
    // The text stays as it is stored: an older one may write runs of numbers out.
    return game.key === key ? { ...game, definition, set: cachedSet(game.set) } : undefined;
  } catch {
    return undefined;
  }
}
