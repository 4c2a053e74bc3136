/** The games that a command is given: as arguments, from a file, or from stdin. */
import { refuse } from '../common/errors.js';
import { didYouMeanWords } from '../common/one-of.js';
import { readGamesFile } from '../rim.js';
import { meantGames } from './own-games.js';
import { STDIN, textsFromStdin } from './terminal/numbers-in.js';

/** Words that people write between games. */
const JOINING = /^(?:and|or|to|versus|vs\.?|with)$/i;

/** The texts of all games, those of stdin in the place of the argument `-`; names are those of the store. */
export async function gamesGiven(
  words: readonly string[],
  file: string | undefined,
  store: string | undefined,
): Promise<string[]> {
  const piped = words.filter((word) => word === STDIN).length;
  if (piped > 1) refuse('The games', '- once', `${piped} times`);
  const alone = words.filter((word) => !JOINING.test(word));
  if (alone.length < words.length)
    refuse('The games', 'games with nothing between them', words.join(' '), {
      remedy: didYouMeanWords(alone),
    });
  const listed = words.find((word) => /^[^:{]+\.txt$/i.test(word));
  if (listed !== undefined)
    refuse('The games', 'games, or a file of games after --file', listed, {
      remedy: didYouMeanWords(['--file', listed]),
    });
  const fromStdin = piped === 1 ? await textsFromStdin() : [];
  const given = words.flatMap((word) => (word === STDIN ? fromStdin : [word]));
  const texts = [...given, ...(file === undefined ? [] : readGamesFile(file))];
  return meantGames(texts, store);
}
