/** `takeaway __complete`: prints the words that can follow, one per line, for the scripts of `completion`. */
import { readdirSync } from 'node:fs';
import { knownSets, ownNames } from '../rim.js';
import { COMMON_OPTIONS, type Command } from './command.js';
import type { Param, Params } from '../words/params.js';
import { commandAt, COMMANDS, placeOfCommand } from './commands.js';
import { storeFolder } from './own-games.js';

/** A word that can follow. */
interface Candidate {
  readonly word: string;
  readonly describe?: string;
}

type Candidates = readonly Candidate[] | 'files';

/** Returns the lines for a shell. Its words are the ones up to the cursor; `breaks` are the signs at which it splits words. */
export async function completions([shell, breaks, ...typed]: readonly string[]): Promise<string> {
  const words = rejoined(typed, breaks);
  const current = words.pop() ?? '';
  const [prefix, found] = await candidatesAfter(words, current);
  const part = current.slice(prefix.length);
  const isFiles = found === 'files';
  const matching = (isFiles ? filesAt(part) : found).filter(({ word }) => word.startsWith(part));
  // The shell replaces only the part behind the last sign that splits.
  const kept = Math.max(...Array.from(breaks, (sign) => current.lastIndexOf(sign) + 1), 0);
  const lines = matching.map(({ word, describe }) => {
    const text = (prefix + word).slice(kept);
    if (shell === 'bash') return isFiles ? text.replace(/\/$/, '') : text;
    return shell === 'fish' && describe !== undefined ? `${text}\t${describe}` : text;
  });
  return [...(isFiles && shell === 'bash' ? ['/'] : []), ...lines].map((line) => `${line}\n`).join('');
}

/** Returns words as they were typed: bash splits --series=nim and powers-of:3 into three. */
function rejoined(words: readonly string[], breaks: string): string[] {
  const joined: string[] = [];
  let isOpen = false;
  for (const word of words) {
    const isSign = breaks !== '' && /^[:=]+$/.test(word);
    if (joined.length > 0 && (isSign || (isOpen && word !== ''))) joined[joined.length - 1] += word;
    else joined.push(word);
    isOpen = isSign;
  }
  return joined;
}

/** Returns the candidates for the current word, and the part of it that stands before them. */
async function candidatesAfter(
  words: readonly string[],
  current: string,
): Promise<readonly [prefix: string, candidates: Candidates]> {
  const place = placeOfCommand(
    words,
    COMMANDS.map(({ name }) => name),
  );
  const entry = place === undefined ? undefined : commandAt(words, place);
  const command = await entry?.load();
  const options: Params = command?.options ?? COMMON_OPTIONS;
  const after = entry === undefined ? [] : words.slice(place! + entry.name.split(' ').length);
  const rest = entry === undefined ? words : [...words.slice(0, place), ...after];
  let pending: Param<unknown> | undefined;
  let count = 0;
  for (const word of rest) {
    const isValue = pending !== undefined;
    pending = isValue ? undefined : withValue(options, word);
    if (!isValue && !word.startsWith('-')) count++;
  }
  if (pending !== undefined) return ['', valuesOf(pending)];
  const inline = /^(--[^=]+)=/.exec(current);
  if (inline !== null) {
    const option = withValue(options, inline[1]);
    return [inline[0], option === undefined ? [] : valuesOf(option)];
  }
  if (current.startsWith('-')) return ['', optionWords(options)];
  if (command === undefined) return ['', count === 0 || words.includes('help') ? commandWords() : []];
  if (current.startsWith('file:')) return ['file:', 'files'];
  const isFirst = after.length === 0;
  const found = await argumentsAt(command, count, isFirst, storeIn(words));
  return ['', found];
}

/** Returns the option that a word names, if it takes a value which is not in the word. */
function withValue(options: Params, word: string): Param<unknown> | undefined {
  const named = Object.entries(options).find(
    ([name, { short }]) => word === `--${name}` || (short !== undefined && word === `-${short}`),
  );
  return named?.[1].placeholder === undefined ? undefined : named[1];
}

function valuesOf({ choices = [], placeholder }: Param<unknown>): Candidates {
  return /^(FILE|DIR)$/.test(placeholder ?? '') ? 'files' : choices.map((word) => ({ word }));
}

function optionWords(options: Params): Candidate[] {
  const words = Object.entries(options).map(([name, { describe }]) => ({ word: `--${name}`, describe }));
  return [...words, { word: '--help', describe: 'Show help' }];
}

function commandWords(): Candidate[] {
  const words = COMMANDS.filter(({ name }) => !name.includes(' '));
  return [...words.map(({ name, summary }) => ({ word: name, describe: summary })), { word: 'help' }];
}

/** Returns the words for the argument of an index; for the first word after a command also the second words of commands. */
async function argumentsAt(
  { name, places, positionals }: Command,
  index: number,
  isFirst: boolean,
  store: string | undefined,
): Promise<Candidates> {
  const verbs = COMMANDS.filter((entry) => isFirst && entry.name.startsWith(`${name} `)).map((entry) => ({
    word: entry.name.slice(name.length + 1),
    describe: entry.summary,
  }));
  const place = places.at(index) ?? (places.at(-1)?.isList === true ? places.at(-1) : undefined);
  if (place === undefined) return verbs;
  if (/^(file|folder)s?$/.test(place.place)) return 'files';
  const { choices = [] } = positionals[place.place];
  const games = /^(games?|sets)$/.test(place.place) ? await gamesOf(store) : [];
  return [...verbs, ...[...choices, ...games].map((word) => ({ word }))];
}

/** Names that every store has: of the catalogue, and members of families with an OEIS number or given as examples. */
const GAMES: readonly string[] = knownSets().map(({ name }) => name);

async function gamesOf(store: string | undefined): Promise<string[]> {
  return [...(await ownNames(storeFolder(store)).catch(() => new Map<string, never>())).keys(), ...GAMES];
}

function storeIn(words: readonly string[]): string | undefined {
  const at = words.indexOf('--store');
  return at === -1
    ? words.find((word) => word.startsWith('--store='))?.slice('--store='.length)
    : words[at + 1];
}

/** Returns the entries of a folder whose paths begin with `part`; folders end in a slash. */
function filesAt(part: string): Candidate[] {
  const folder = part.slice(0, part.lastIndexOf('/') + 1);
  try {
    return readdirSync(folder === '' ? '.' : folder, { withFileTypes: true })
      .filter(({ name }) => !name.startsWith('.') || part.slice(folder.length).startsWith('.'))
      .map((entry) => ({ word: `${folder}${entry.name}${entry.isDirectory() ? '/' : ''}` }));
  } catch {
    return [];
  }
}
