/** The game of a job: named by its key and a definition, which travel with it. */
import { storedGame } from '../../engine/keeping/stored-game.js';
import type { Game } from '../../game/game.js';
import { textOf } from '../reading.js';

/** The key and the definition of a game. */
export interface NamedGame {
  readonly key: string;
  readonly definition: string;
}

/** Reads what game a job is of. Raises when it can be none. */
export function readNamedGame(fields: Readonly<Record<string, unknown>>): NamedGame {
  return { key: textOf(fields.key), definition: textOf(fields.definition, 1 << 26) };
}

/** The game of a job. Raises where its definition is of another. */
export function gameOf({ key, definition }: NamedGame): Game {
  const game = storedGame(key, definition);
  if (game === undefined) throw new TypeError('expected the definition of a game');
  return game;
}
