/** Reads games from text, with files of the machine. */
import { refuse } from '../common/errors.js';
import { unreadable } from '../common/system-errors.js';
import { parseGame, type Game } from '../game/game.js';
import { nodeFileSystem } from '../store/files/file-system.js';

/** Returns the game that `text` names, as on the command line. Raises a usage error for anything else. */
export function readGame(text: string): Game {
  return parseGame(text, (path) => nodeFileSystem.readText(path));
}

/** Returns the texts of the games in a file: its lines, without comments (from `#` on) and empty ones. Raises a usage error. */
export function readGamesFile(path: string): string[] {
  let text: string;
  try {
    text = [...nodeFileSystem.readText(path)].join('');
  } catch (error) {
    throw unreadable('usage', path, error);
  }
  return textsIn(text.split('\n'), `The file ${path}`);
}

/**
 * Returns the texts in some lines, without comments, which begin at a `#` at the start of a word, and without empty lines. Raises a
 * usage error about `subject` for binary data.
 */
export function textsIn(lines: readonly string[], subject: string): string[] {
  if (lines.some((line) => line.includes('\0')))
    refuse(
      '{subject} is not text in UTF-8: it has zero bytes, as UTF-16 and binary data have. Save it as plain text.',
      { subject },
    );
  return lines.map((line) => line.replace(/(^|\s)#.*$/, '').trim()).filter((text) => text !== '');
}
