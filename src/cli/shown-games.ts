/** How a command shows its games: as their user wrote them, where that is a name, a digest, or the file of a long set. */

/** A text that names a game shortly. */
interface Written {
  readonly text: string;
  /** The text that it stands for. */
  readonly meant: string;
  /** The game, or an error where it is none. */
  readonly read: () => { readonly key: string; readonly definition: string };
}

/** The texts of the command that runs, and the names in its store: a process runs one command at a time. */
const written: Written[] = [];
const named: Written[] = [];

/** Longer texts and keys are not shown where the user wrote a shorter one. */
const MAX_SHOWN = 100;

/** Forgets the texts of an earlier command of this process. */
export function forgetWritten(): void {
  written.length = 0;
  named.length = 0;
}

export function noteWritten(short: Written): void {
  written.push(short);
}

/** Notes the names that games have been given in a store: a game that the user wrote in full is shown by its name too. */
export function noteNames(
  names: ReadonlyMap<string, { readonly key: string; readonly definition: string }>,
): void {
  for (const [name, game] of names) named.push({ text: name, meant: game.definition, read: () => game });
}

/** A game by its text or key as the user wrote or named it, if that is short; else as it is. */
export function shownGame(game: string): string {
  return [...written, ...named].find((short) => isShownFor(short, game))?.text ?? game;
}

function isShownFor({ text, meant, read }: Written, game: string): boolean {
  const isLong = game.length > MAX_SHOWN || game.includes('#');
  if (meant === text && !isLong) return false;
  if (meant === game) return true;
  const { key, definition } = gameOf(read);
  return key === game || definition === game;
}

/** A text in which keys of games stand, with the games as the user wrote them; words of the language stay. */
export function withShownGames(text: string): string {
  return written.reduce((shown, { read }) => {
    const { key = '' } = gameOf(read);
    return /[^a-z-]/.test(key) ? shown.replaceAll(key, () => shownGame(key)) : shown;
  }, text);
}

/** Nothing of a text that names no game: that is an error elsewhere. */
function gameOf(read: Written['read']): Partial<ReturnType<Written['read']>> {
  try {
    return read();
  } catch {
    return {};
  }
}
