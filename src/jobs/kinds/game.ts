/** The game of a job: its key and its definition, which are sent with it. */
import { storedGame } from '../../engine/keeping/stored-game.js';
import type { Game } from '../../game/game.js';
import { textOf } from '../reading.js';

export interface NamedGame {
  readonly key: string;
  readonly definition: string;
}

/** Reads the game of a job; raises if the fields are invalid. */
export function readNamedGame(fields: Readonly<Record<string, unknown>>): NamedGame {
  return { key: textOf(fields.key), definition: textOf(fields.definition, 1 << 26) };
}

/** Returns the game of a job. Raises if its definition has another key. */
export function gameOf({ key, definition }: NamedGame): Game {
  const game = storedGame(key, definition);
  if (game === undefined) throw new TypeError('expected the definition of a game');
  return game;
}
