/** The folder of a command's store, and games under the names that the store gives them. */
import { readGame } from '../index.js';
import { gamesIn } from '../rim.js';
import { noteWritten } from './shown-games.js';

/** Returns the folder given with --store, else TAKEAWAY_STORE, else ./storage. */
export function storeFolder(given: string | undefined): string {
  if (given !== undefined) return given;
  const fromEnvironment = process.env.TAKEAWAY_STORE;
  return fromEnvironment === undefined || fromEnvironment === '' ? './storage' : fromEnvironment;
}

/** Replaces names of the store in texts by their games; other texts stay as they are. */
export async function meantGames(texts: readonly string[], store: string | undefined): Promise<string[]> {
  const meant = await gamesIn(storeFolder(store), texts);
  for (const [i, text] of texts.entries())
    if (meant[i] !== text || /file:/i.test(text))
      noteWritten({ text: text.trim(), meant: meant[i], read: () => readGame(meant[i]) });
  return meant;
}
