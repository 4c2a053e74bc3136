/**
 * What a text means in one store beyond what it means everywhere: a name that the user has given to a game, kept in the file
 * `names.json`, or `#` with the beginning of the digest that the key of a stored game ends with.
 */
import { fail, refuse } from '../common/errors.js';
import { declaredBy, noFiles, parseGame, parseWithNames, type Game, type ReadText } from '../game/game.js';
import { FAMILIES, isOeisNumber } from '../game/sets/families.js';
import { nodeFileSystem } from '../store/files/file-system.js';
import { isName, MOST_NAMES, ownNames, type NamedGame } from '../store/own-names.js';
import { storedGame } from './keeping/stored-game.js';
import { openStore } from './open.js';
import { readGame } from './read-game.js';
import type { Store } from './store.js';

/** What means something in the text of a game, or in place of one. */
const WORDS = ['all-but', 'file', 'hotspots', 'seed', 'sink', 'survey', ...FAMILIES.map(({ name }) => name)];
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
 * Returns the texts with names of the store replaced: a text with a name becomes the definition of its game, every other one stays.
 * Raises a usage error for a digest that no stored game, or more than one, has.
 */
export async function gamesIn(folder: string, texts: readonly string[]): Promise<string[]> {
  const names = await ownNames(folder);
  const games: string[] = [];
  for (const text of texts) {
    const trimmed = text.trim();
    if (DIGEST.test(trimmed)) games.push(await gameOfDigest(folder, trimmed.toLowerCase()));
    else games.push(meaningOf(text, folder, names, (path) => nodeFileSystem.readText(path)));
  }
  return games;
}

/**
 * Returns the definition of a game that is written with names, and any other text as it is. Raises a usage error if a game with
 * declarations is named in place of a set, and as `parseGame` does for a text with a name.
 */
export function meaningOf(
  text: string,
  folder: string,
  names: ReadonlyMap<string, NamedGame>,
  readText: ReadText = noFiles,
): string {
  const used: string[] = [];
  const named = (word: string, isWhole: boolean): Game | undefined => {
    const name = word.toLowerCase();
    const found = names.get(name);
    if (found === undefined || isTaken(name)) return undefined;
    used.push(name);
    const subject = `The name ${word} of the store ${folder}`;
    const game = gameOf(found, subject);
    const declared = isWhole ? undefined : declaredBy(game);
    if (declared !== undefined)
      refuse(subject, 'that of a set, where more than the name is given', `a game with ${declared}`);
    return game;
  };
  const lower = text.toLowerCase();
  if (!Array.from(names.keys()).some((name) => lower.includes(name))) return text;
  try {
    const { definition } = parseWithNames(text, { readText, named });
    return used.length > 0 ? definition : text;
  } catch (error) {
    if (used.length > 0) throw error;
    // It may be no game, such as the name of a survey.
    return text;
  }
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
