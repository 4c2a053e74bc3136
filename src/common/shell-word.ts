/** A word of a command as bash, zsh, PowerShell and cmd.exe all take it. */

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

/** Characters of a game or a path that a command shows. */
const LONGEST = 200;

/** A game as a word of a command; a placeholder for a set of hundreds, whose text would bury the rest. */
export function gameWord(game: string): string {
  return game.length > LONGEST ? '<game>' : shellWord(game);
}

/** A folder as a word of a command, or a placeholder. */
export function folderWord(folder: string): string {
  return folder.length > LONGEST ? '<folder>' : shellWord(folder);
}
