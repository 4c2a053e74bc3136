/**
 * A game from its text, with files read from the machine. Separate because callers want to know that a game is
 * one before they open or create a store, and the room that parses games does no I/O.
 */
import { parseGame, type Game } from '../game/game.js';
import { nodeFileSystem } from '../store/files/file-system.js';

/** The game that `text` names, as on the command line. Raises a usage error when it names none. */
export function readGame(text: string): Game {
  return parseGame(text, (path) => nodeFileSystem.readText(path));
}
