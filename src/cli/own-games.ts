/** Where the store of a command is, and what the texts of games mean there. */

/** The folder given with --store, else TAKEAWAY_STORE, else ./storage. */
export function storeFolder(given: string | undefined): string {
  if (given !== undefined) return given;
  const fromEnvironment = process.env.TAKEAWAY_STORE;
  return fromEnvironment === undefined || fromEnvironment === '' ? './storage' : fromEnvironment;
}

/** The text of a game with what names of the store stand for; other texts stay as they are. */
export async function meantGame(text: string, store: string | undefined): Promise<string> {
  const { gameIn } = await import('../rim.js');
  return gameIn(storeFolder(store), text);
}
