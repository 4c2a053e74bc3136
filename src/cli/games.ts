/** Games of a command: from arguments, a file, or stdin. */
import { refuse } from '../common/errors.js';
import { readGamesFile } from '../rim.js';
import { meantGames } from './own-games.js';
import { STDIN, textsFromStdin } from './terminal/numbers-in.js';

/** Returns the texts of all games; the ones of stdin replace the argument `-`, and games replace names of the store. */
export async function gamesGiven(
  words: readonly string[],
  file: string | undefined,
  store: string | undefined,
): Promise<string[]> {
  const piped = words.filter((word) => word === STDIN).length;
  if (piped > 1) refuse('The argument - reads games from stdin. Give it once.');
  const fromStdin = piped === 1 ? await textsFromStdin() : [];
  const given = words.flatMap((word) => (word === STDIN ? fromStdin : [word]));
  const texts = [...given, ...(file === undefined ? [] : readGamesFile(file))];
  return meantGames(texts, store);
}
