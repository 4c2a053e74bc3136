/**
 * What a text means in one store beyond what it means everywhere: a name that the user has given to a game, kept in the file
 * `names.json`, or `#` with the beginning of the digest that the key of a stored game ends with.
 */
import { fail, refuse } from '../common/errors.js';
import { declaredBy, noFiles, parseGame, type Game } from '../game/game.js';
import { FAMILIES, isOeisNumber } from '../game/sets/families.js';
import { isName, MOST_NAMES, ownNames, type NamedGame } from '../store/own-names.js';
import { storedGame } from './keeping/stored-game.js';
import { openStore } from './open.js';
import { readGame } from './read-game.js';
import type { Store } from './store.js';

/** What means something in the text of a game, or in place of one. */
const WORDS = ['all-but', 'file', 'hotspots', 'seed', 'sink', 'survey', ...FAMILIES.map(({ name }) => name)];
/** What stands between the sets in the text of a game, around them, and before what is declared of it; and paths of files. */
const BETWEEN_SETS =
  /(file:[^|\u222a]*?(?=[|\u222a]|\s+(?:hotspots|seed|sink)\b|$)|\s*[|\u222a()]\s*|\s+(?:hotspots|seed|sink)\b\s*)/i;
/** What may stand before a set that it multiplies, and after one that it shifts. A name may end in the latter. */
const IMAGE = /^(\s*(?:\d+\s*\*)?\s*)(.*?)(\s*(?:[+-]\s*\d+)?\s*)$/s;
/** Characters of a name with what may stand around it, at most. */
const LONGEST_PART = 200;
const DIGEST = /^#[0-9a-f]{1,16}$/i;

/**
 * Gives a game a name in a store that is open for writing; returns the game. Raises a usage error for a name that means something
 * already, or is that of another game unless `force` is set.
 */
export async function nameGame(
  store: Store,
  name: string,
  text: string,
  { force = false }: { readonly force?: boolean } = {},
): Promise<NamedGame> {
  const checked = checkName(name);
  const { key, definition } = readGame((await gamesIn(store.folder, [text]))[0]);
  return change(store, (names) => {
    const before = names.get(checked);
    if (before !== undefined && before.key !== key && !force)
      refuse('The name', 'one that is not given yet', `${checked}, which is ${before.key}`, {
        remedy: { do: 'replace' },
      });
    if (before === undefined && names.size === MOST_NAMES)
      refuse('The names of a store', `at most ${MOST_NAMES}`, 'one more');
    const game = { key, definition };
    names.set(checked, game);
    return game;
  });
}

/** Gives a game another name in place of one. Raises as `nameGame` does, and for a name that no game has. */
export function renameGame(store: Store, from: string, to: string): Promise<NamedGame> {
  const checked = checkName(to);
  return change(store, (names) => {
    const game = named(names, from);
    if (checked !== from.toLowerCase() && names.has(checked))
      refuse('The name', 'one that is not given yet', checked);
    names.delete(from.toLowerCase());
    names.set(checked, game);
    return game;
  });
}

/** Takes a name from its game; what is stored of the game stays. Raises a usage error for a name that no game has. */
export function removeName(store: Store, name: string): Promise<NamedGame> {
  return change(store, (names) => {
    const game = named(names, name);
    names.delete(name.toLowerCase());
    return game;
  });
}

function named(names: ReadonlyMap<string, NamedGame>, name: string): NamedGame {
  const game = names.get(name.toLowerCase());
  if (game !== undefined) return game;
  refuse('The name', names.size === 0 ? 'one that was given' : [...names.keys()].join(', '), name);
}

async function change(store: Store, act: (names: Map<string, NamedGame>) => NamedGame): Promise<NamedGame> {
  const names = new Map(await ownNames(store.folder));
  const game = act(names);
  await store.writeNames(names);
  return game;
}

function checkName(text: string): string {
  const name = text.toLowerCase();
  if (!isName(name))
    refuse('The name', 'a letter, and then up to 59 letters, digits, hyphens, dots and underscores', text);
  if (isTaken(name))
    refuse('The name', 'one that means nothing else', `${text}, which stands for a game already`);
  return name;
}

/** Whether a name means something already, in every store. */
function isTaken(name: string): boolean {
  if (WORDS.includes(name) || isOeisNumber(name)) return true;
  try {
    parseGame(name, noFiles);
    return true;
  } catch {
    return false;
  }
}

/**
 * What texts of games mean in the store in a folder: names in them become the definitions of their games. Raises a usage error
 * for a digest that no stored game, or more than one, has. Whatever is no name stays as it is.
 */
export async function gamesIn(folder: string, texts: readonly string[]): Promise<string[]> {
  const names = await ownNames(folder);
  const games: string[] = [];
  for (const text of texts) {
    const trimmed = text.trim();
    if (DIGEST.test(trimmed)) games.push(await gameOfDigest(folder, trimmed.toLowerCase()));
    else games.push(names.size === 0 ? text : withDefinitions(folder, names, text));
  }
  return games;
}

/** A text with definitions in place of names. Raises a usage error where one within it is more than a set. */
export function withDefinitions(folder: string, names: ReadonlyMap<string, NamedGame>, text: string): string {
  const find = (written: string): NamedGame | undefined => {
    const name = written.trim().toLowerCase();
    const game = names.get(name);
    return game === undefined || isTaken(name) ? undefined : game;
  };
  const parts = text.split(BETWEEN_SETS);
  const meant = parts.map((part) => {
    if (part.length > LONGEST_PART) return part;
    const [, before, base, after] = IMAGE.exec(part)!;
    // The longest name that there is.
    for (const [start, written, end] of [
      ['', part, ''],
      [before, base + after, ''],
      [before, base, after],
    ]) {
      const named = find(written);
      if (named === undefined) continue;
      const subject = `The name ${written.trim()} of the store ${folder}`;
      const game = gameOf(named, subject);
      const isAlone = parts.length === 1 && start + end === '';
      const declared = isAlone ? undefined : declaredBy(game);
      if (declared !== undefined)
        refuse(subject, 'that of a set, where more than the name is given', `a game with ${declared}`);
      return start + end === '' ? game.definition : `${start}(${game.definition})${end}`;
    }
    return part;
  });
  return meant.join('');
}

/** The game of a definition, which names no file: a store may come from anybody. Raises `corrupt` where it is not that of the key. */
function gameOf({ key, definition }: NamedGame, subject: string): Game {
  const game = storedGame(key, definition);
  if (game !== undefined) return game;
  fail('corrupt', subject, 'the definition of its game', `another text for ${key}`);
}

async function gameOfDigest(folder: string, digest: string): Promise<string> {
  const store = await openStore(folder, { readOnly: true });
  try {
    const found = store.storedGames().filter(({ key }) => key.split('#').at(1)?.startsWith(digest.slice(1)));
    const [first, second] = [found.at(0), found.at(1)];
    if (first === undefined) refuse('The game', 'a stored game with this digest', digest);
    if (second === undefined) return gameOf(first, `The catalog of ${folder}`).definition;
    refuse('The game', 'a digest of one stored game', `${digest}, of ${first.key} and ${second.key}`);
  } finally {
    store.close();
  }
}
