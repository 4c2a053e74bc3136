/** Where the store of a command is, and what the texts of games mean there. */
import { readGame } from '../index.js';
import { gamesIn } from '../rim.js';
import { noteWritten } from './shown-games.js';

/** The folder given with --store, else TAKEAWAY_STORE, else ./storage. */
export function storeFolder(given: string | undefined): string {
  if (given !== undefined) return given;
  const fromEnvironment = process.env.TAKEAWAY_STORE;
  return fromEnvironment === undefined || fromEnvironment === '' ? './storage' : fromEnvironment;
}

/** The texts of games with what names of the store stand for; other texts stay as they are. */
export async function meantGames(texts: readonly string[], store: string | undefined): Promise<string[]> {
  const meant = await gamesIn(storeFolder(store), texts);
  for (const [i, text] of texts.entries())
    if (meant[i] !== text || /file:/i.test(text))
      noteWritten({ text: text.trim(), meant: meant[i], read: () => readGame(meant[i]) });
  return meant;
}
