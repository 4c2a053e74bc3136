/** Shows games as the user wrote them, if that is a name, a digest, or the file of a long set. */

/** A short text for a game. */
interface Written {
  readonly text: string;
  /** The text that it stands for. */
  readonly meant: string;
  /** Returns the game; throws if the text is none. */
  readonly read: () => { readonly key: string; readonly definition: string };
}

/** Texts of the current command, and names in its store: a process runs one command at a time. */
const written: Written[] = [];
const named: Written[] = [];

/** A game with a longer text or key is shown by the shorter text that the user wrote. */
const MAX_SHOWN_CHARACTERS = 100;

/** Forgets the texts of an earlier command of this process. */
export function forgetWritten(): void {
  written.length = 0;
  named.length = 0;
}

export function noteWritten(short: Written): void {
  written.push(short);
}

/** Notes the names in a store: a game that the user wrote in full is shown by its name too. */
export function noteNames(
  names: ReadonlyMap<string, { readonly key: string; readonly definition: string }>,
): void {
  for (const [name, game] of names) named.push({ text: name, meant: game.definition, read: () => game });
}

/** Returns the short text or the name that stands for a game, given by its text or key; else the game itself. */
export function shownGame(game: string): string {
  return [...written, ...named].find((short) => isShownFor(short, game))?.text ?? game;
}

function isShownFor({ text, meant, read }: Written, game: string): boolean {
  const isLong = game.length > MAX_SHOWN_CHARACTERS || game.includes('#');
  if (meant === text && !isLong) return false;
  if (meant === game) return true;
  const { key, definition } = gameOf(read);
  return key === game || definition === game;
}

/** Replaces keys of games in a text by what the user wrote. Keys that are plain words stay. */
export function withShownGames(text: string): string {
  return written.reduce((shown, { read }) => {
    const { key = '' } = gameOf(read);
    return /[^a-z-]/.test(key) ? shown.replaceAll(key, () => shownGame(key)) : shown;
  }, text);
}

/** Returns nothing for a text that names no game: another place raises the error. */
function gameOf(read: Written['read']): Partial<ReturnType<Written['read']>> {
  try {
    return read();
  } catch {
    return {};
  }
}
