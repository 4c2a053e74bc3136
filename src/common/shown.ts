/** What came from outside as messages and commands show it: shortened, and as a word that bash, zsh, PowerShell and cmd.exe take. */

/** Control characters (C0, DEL, C1), marks of text direction, and characters of private use, which each font shows as it likes. */
export const ACTING = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ue000-\uf8ff]/gu;

/** Characters of an input, a game or a path that a message or a command shows at most. */
const MOST_SHOWN = 200;

/** A whole number with its digits in groups, as the command line itself reads it: 16_777_216. */
export function grouped(value: number | bigint): string {
  return value < 10_000 ? String(value) : String(value).replaceAll(/\B(?=(\d{3})+$)/g, '_');
}

/** The text, or its beginning with its length where it is too long for a message. */
export function shortened(text: string, most = MOST_SHOWN): string {
  if (text.length <= most) return text;
  // Half a surrogate pair would be no character.
  const beginning = text.slice(0, most).replace(/[\ud800-\udbff]$/, '');
  return `${beginning}... (${text.length} characters)`;
}

/**
 * The word as it is where no shell changes it, else in double quotes, which all four take. They agree on no way to
 * write a word with one of `$`, `` ` ``, `"`, `!` and `%`, which only a path can have: that one is quoted for bash
 * and zsh.
 */
export function shellWord(word: string): string {
  // PowerShell splits at commas and cmd.exe at =, so neither is left bare.
  if (/^[\w./:+-]+$/.test(word)) return word;
  if (/[$`"!%]/.test(word)) return `'${word.replaceAll("'", `'\\''`)}'`;
  // A backslash at the end would escape the closing quote.
  return `"${word.replace(/\\+$/, '$&$&')}"`;
}

/**
 * A game as a word of a command. A set of hundreds, whose text would bury the rest, is named by the digest that the key of a stored
 * one ends with; where no key is given, a placeholder stands for it.
 */
export function gameWord(game: string, storedKey = ''): string {
  if (game.length <= MOST_SHOWN) return shellWord(game);
  const digest = storedKey.split('#').at(1);
  return digest === undefined ? '<game>' : shellWord(`#${digest}`);
}

export function folderWord(folder: string): string {
  return folder.length > MOST_SHOWN || !canBePasted(folder) ? '<folder>' : shellWord(folder);
}

/** Whether a text can be pasted into a shell as messages show it: they escape control characters, which no shell takes back. */
export function canBePasted(text: string): boolean {
  return text.search(ACTING) === -1;
}
