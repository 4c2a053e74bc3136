/** Text from outside in messages and commands: shortened, and quoted for bash, zsh, PowerShell and cmd.exe. */

/** Control characters (C0, DEL, C1), direction marks, and private-use characters, whose glyphs depend on the font. */
export const ACTING = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ue000-\uf8ff]/gu;

/** Maximum length of an input, a game or a path in a message or a command. */
const MAX_SHOWN_CHARACTERS = 200;

/** Returns a whole number with its digits in groups, as the command line reads it: 16_777_216. */
export function grouped(value: number | bigint): string {
  return value < 10_000 ? String(value) : String(value).replaceAll(/\B(?=(\d{3})+$)/g, '_');
}

/** Returns the text, or its beginning and its length if it is too long for a message. */
export function shortened(text: string, most = MAX_SHOWN_CHARACTERS): string {
  if (text.length <= most) return text;
  // A cut may leave half of a surrogate pair.
  const beginning = text.slice(0, most).replace(/[\ud800-\udbff]$/, '');
  return `${beginning}... (${text.length} characters)`;
}

/**
 * Returns the word unchanged if no shell changes it, else in double quotes, which all four shells accept. No quoting of `$`, `` ` ``,
 * `"`, `!` and `%`, which only paths contain, works in all of them: such a word is quoted for bash and zsh.
 */
export function shellWord(word: string): string {
  // PowerShell splits at commas and cmd.exe at =, so neither is left bare.
  if (/^[\w./:+-]+$/.test(word)) return word;
  if (/[$`"!%]/.test(word)) return `'${word.replaceAll("'", `'\\''`)}'`;
  // A backslash at the end would escape the closing quote.
  return `"${word.replace(/\\+$/, '$&$&')}"`;
}

/**
 * Returns a game as a word of a command. A long set is replaced by the digest at the end of its stored key, or by a placeholder if
 * no key is given.
 */
export function gameWord(game: string, storedKey = ''): string {
  if (game.length <= MAX_SHOWN_CHARACTERS) return shellWord(game);
  const digest = storedKey.split('#').at(1);
  return digest === undefined ? '<game>' : shellWord(`#${digest}`);
}

export function folderWord(folder: string): string {
  return folder.length > MAX_SHOWN_CHARACTERS || !canBePasted(folder) ? '<folder>' : shellWord(folder);
}

/** Whether a shell reads a text as messages show it: they escape control characters, which no shell reverses. */
export function canBePasted(text: string): boolean {
  return text.search(ACTING) === -1;
}
