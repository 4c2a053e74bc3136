/** Outside text in messages and commands: shortened, and quoted for bash, zsh, PowerShell and cmd.exe. */

/** Control characters (C0, DEL, C1), marks of text direction, and characters of private use, which each font shows as it likes. */
export const ACTING = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ue000-\uf8ff]/gu;

/** Length of an input, a game or a path in a message or a command at most. */
const MAX_SHOWN_CHARACTERS = 200;

/** Returns a whole number with its digits in groups, which the command line also reads: 16_777_216. */
export function grouped(value: number | bigint): string {
  return value < 10_000 ? String(value) : String(value).replaceAll(/\B(?=(\d{3})+$)/g, '_');
}

/** Returns the text, or its beginning and its length if it is too long for a message. */
export function shortened(text: string, most = MAX_SHOWN_CHARACTERS): string {
  if (text.length <= most) return text;
  // Drops half of a surrogate pair.
  const beginning = text.slice(0, most).replace(/[\ud800-\udbff]$/, '');
  return `${beginning}... (${text.length} characters)`;
}

/**
 * Returns a word, in double quotes if any of the four shells would change it. They agree on no way to quote `$`, `` ` ``, `"`, `!`
 * and `%`, which only a path can contain: such a word is quoted for bash and zsh.
 */
export function shellWord(word: string): string {
  // PowerShell splits at commas and cmd.exe at =, so neither is left bare.
  if (/^[\w./:+-]+$/.test(word)) return word;
  if (/[$`"!%]/.test(word)) return `'${word.replaceAll("'", `'\\''`)}'`;
  // A backslash at the end would escape the closing quote.
  return `"${word.replace(/\\+$/, '$&$&')}"`;
}

/** Returns a game as a word of a command. A long text is replaced by the digest at the end of `storedKey`, or by a placeholder. */
export function gameWord(game: string, storedKey = ''): string {
  if (game.length <= MAX_SHOWN_CHARACTERS) return shellWord(game);
  const digest = storedKey.split('#').at(1);
  return digest === undefined ? '<game>' : shellWord(`#${digest}`);
}

export function folderWord(folder: string): string {
  return folder.length > MAX_SHOWN_CHARACTERS || !canBePasted(folder) ? '<folder>' : shellWord(folder);
}

/** Whether a text can be pasted into a shell from a message: messages escape control characters, which no shell undoes. */
export function canBePasted(text: string): boolean {
  return text.search(ACTING) === -1;
}
