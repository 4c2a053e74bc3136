/** Commands as one can paste them, and remedies as sentences of the command line (common/remedies.ts). */
import { wordingOf, type Remedy } from '../common/remedies.js';
import { canBePasted, folderWord } from '../common/shown.js';

/** A command as one can paste it; `store` is the folder given with --store. */
export function commandText(words: readonly string[], store: string | undefined): string {
  return ['takeaway', ...words, ...(store === undefined ? [] : ['--store', folderWord(store)])].join(' ');
}

/** The command that is the remedy; undefined where it is none, or not one alone, or cannot be pasted. */
export function commandOf(remedy: Remedy, store: string | undefined): string | undefined {
  const words = wordingOf(remedy).command?.(remedy);
  const folder = 'store' in remedy ? remedy.store : store;
  const isWhole = words !== undefined && [...words, folder ?? ''].every(canBePasted);
  return isWhole ? commandText(words, folder) : undefined;
}

export function adviceOf(remedy: Remedy, store: string | undefined): string {
  const quoted = (command: string): string => `'${command}'`;
  const command = commandOf(remedy, store);
  const wording = wordingOf(remedy);
  if (command === undefined && wording.command !== undefined && !canBePasted(store ?? ''))
    return wording.advice(remedy);
  const run = quoted(command ?? '');
  return wording.told(remedy, run, (words) => quoted(commandText(words, store)));
}
