/** Commands that can be pasted into a shell, and remedies as sentences of the command line (common/remedies.ts). */
import { adviceOf, commandsOf, typedFor, type Remedy } from '../common/remedies.js';
import { canBePasted, folderWord } from '../common/shown.js';

/** Returns a command that can be pasted; `store` is the folder of --store. */
export function commandText(words: readonly string[], store: string | undefined): string {
  return ['takeaway', ...words, ...(store === undefined ? [] : ['--store', folderWord(store)])].join(' ');
}

/** Returns the commands of a remedy; empty if it has none, or one cannot be pasted. */
function commandTexts(remedy: Remedy, store: string | undefined): string[] {
  const folder = 'store' in remedy ? remedy.store : store;
  const commands = commandsOf(remedy);
  return [...commands.flat(), folder ?? ''].every(canBePasted)
    ? commands.map((words) => commandText(words, folder))
    : [];
}

export function commandOf(remedy: Remedy, store: string | undefined): string | undefined {
  return commandTexts(remedy, store).at(0);
}

/** Returns a remedy as a sentence with the command or the options to type. */
export function remedyText(remedy: Remedy, store: string | undefined): string {
  const commands = commandTexts(remedy, store);
  return adviceOf(remedy, commands.length > 0 ? commands.join(' or ') : typedFor(remedy));
}
