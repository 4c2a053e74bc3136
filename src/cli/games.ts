/** The games that a command is given: as arguments, from a file, or from stdin. */
import { refuse } from '../common/errors.js';
import { readGamesFile } from '../rim.js';
import { meantGames } from './own-games.js';
import { STDIN, textsFromStdin } from './terminal/numbers-in.js';

/** The texts of all games, those of stdin in the place of the argument `-`; names are those of the store. */
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
