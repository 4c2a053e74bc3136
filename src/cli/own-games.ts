/** Where the store of a command is, and what the texts of games mean there. */
import { gamesIn } from '../rim.js';

/** The folder given with --store, else TAKEAWAY_STORE, else ./storage. */
export function storeFolder(given: string | undefined): string {
  if (given !== undefined) return given;
  const fromEnvironment = process.env.TAKEAWAY_STORE;
  return fromEnvironment === undefined || fromEnvironment === '' ? './storage' : fromEnvironment;
}

/** The texts of games with what names of the store stand for; other texts stay as they are. */
export function meantGames(texts: readonly string[], store: string | undefined): Promise<string[]> {
  return gamesIn(storeFolder(store), texts);
}
