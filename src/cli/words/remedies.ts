/**
 * Remedies in the words of the command line: the command that helps, with the store it is for. The library says what
 * helps as data (common/remedies.ts); here and nowhere else that becomes a command or an option.
 */
import { sentencesOf, type TakeawayError } from '../../common/errors.js';
import type { Remedy } from '../../common/remedies.js';
import { folderWord, gameWord } from '../../common/shell-word.js';
import { shortened } from '../../common/shortened.js';

/** A command as one can paste it; `store` is the folder given with --store. */
export function commandText(words: readonly string[], store: string | undefined): string {
  return ['takeaway', ...words, ...(store === undefined ? [] : ['--store', folderWord(store)])].join(' ');
}

/** The command that is the remedy; undefined where it is none, or not one alone. */
export function commandOf(remedy: Remedy, store: string | undefined): string | undefined {
  const words = commandWords(remedy);
  return words === undefined ? undefined : commandText(words, 'store' in remedy ? remedy.store : store);
}

function commandWords(remedy: Remedy): readonly string[] | undefined {
  switch (remedy.do) {
    case 'extend': {
      const series = remedy.series === 'both' ? [] : ['--series', remedy.series];
      return ['extend', gameWord(remedy.game), ...series, '--to', numberWord(remedy.to)];
    }
    case 'find-period':
      return [
        'period',
        gameWord(remedy.game),
        ...(remedy.limit === null ? [] : ['--limit', numberWord(remedy.limit)]),
      ];
    case 'query':
      return ['query', gameWord(remedy.game), ...remedy.positions.map(String)];
    case 'analyze-values':
      return ['analyze', gameWord(remedy.game), 'values'];
    case 'verify':
      return remedy.repair ? ['verify', '--repair'] : ['verify'];
    case 'rebuild':
      return ['rebuild'];
    case 'migrate':
      return ['verify', '--repair'];
    case 'list-games':
      return ['games'];
    case 'allow':
    case 'install':
    case 'choose-store':
    case 'give':
    case 'lower':
    case 'retry':
    case 'did-you-mean':
      return undefined;
  }
}

/** A remedy as a sentence. */
export function adviceOf(remedy: Remedy, store: string | undefined): string {
  const command = `'${commandOf(remedy, store) ?? ''}'`;
  switch (remedy.do) {
    case 'extend': {
      const period = `'${commandText(['period', gameWord(remedy.game)], store)}'`;
      return `Run ${command} to store it${remedy.orPeriod ? `, or ${period} to know every position` : ''}.`;
    }
    case 'find-period':
      return `Run ${command} to ${remedy.limit === null ? 'find one' : 'look at more values'}.`;
    case 'query':
      return `${command} gives the nim-value.`;
    case 'analyze-values':
      return `${command} lists those that occur.`;
    case 'verify':
      return `Run ${command} to ${remedy.repair ? 'compute it again' : 'see everything that is wrong'}.`;
    case 'rebuild':
      return `${command} makes a catalog from the block files, and keeps the old one aside.`;
    case 'migrate':
      return `Run ${command} once, which migrates it after a backup.`;
    case 'choose-store':
      return 'Choose another folder with --store or TAKEAWAY_STORE.';
    case 'give':
      return remedy.value === null
        ? `Give one with --${remedy.option}.`
        : `Use --${remedy.option} ${remedy.value}.`;
    case 'lower':
      return `Choose a smaller --${remedy.option}.`;
    case 'retry':
      return 'Run the same command again to continue.';
    case 'did-you-mean':
      return `Did you mean ${shortened(remedy.name)}?`;
    case 'list-games':
      return `${command} lists the catalogue.`;
    case 'allow':
      return remedy.what === 'files' ? 'Allow it with --external-access.' : 'Allow more with --memory SIZE.';
    case 'install':
      return `Run 'npm install ${remedy.package}' where takeaway is installed (with -g where that is global).`;
  }
}

/** The message of an error with its remedy as a command. */
export function errorText(error: TakeawayError, store: string | undefined): string {
  return sentencesOf(error, (remedy) => adviceOf(remedy, store));
}

/** A number as one would type it: large powers of 2 as such. */
function numberWord(value: number): string {
  const exponent = Math.log2(value);
  return Number.isInteger(exponent) && exponent >= 16 ? `2^${exponent}` : String(value);
}
