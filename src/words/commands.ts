/** Commands as one can paste them, and remedies as sentences of the command line (common/remedies.ts). */
import { wordingOf, type Remedy } from '../common/remedies.js';
import { folderWord } from '../common/shown.js';

/** A command as one can paste it; `store` is the folder given with --store. */
export function commandText(words: readonly string[], store: string | undefined): string {
  return ['takeaway', ...words, ...(store === undefined ? [] : ['--store', folderWord(store)])].join(' ');
}

/** The command that is the remedy; undefined where it is none, or not one alone. */
export function commandOf(remedy: Remedy, store: string | undefined): string | undefined {
  const words = wordingOf(remedy).command?.(remedy);
  return words && commandText(words, 'store' in remedy ? remedy.store : store);
}

export function adviceOf(remedy: Remedy, store: string | undefined): string {
  const quoted = (command: string): string => `'${command}'`;
  const run = quoted(commandOf(remedy, store) ?? '');
  return wordingOf(remedy).told(remedy, run, (words) => quoted(commandText(words, store)));
}
