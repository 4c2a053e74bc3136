/**
 * Names of games in one store: a name that the user has given to a game, in the file `names.json`, or `#` with the beginning of the
 * digest that ends the key of a stored game.
 */
import { fail, refuse } from '../common/errors.js';
import { declaredBy, noFiles, parseGame, parseWithNames, type Game, type ReadText } from '../game/game.js';
import { FAMILIES, isOeisNumber } from '../game/sets/families.js';
import type { Remedy } from '../common/remedies.js';
import { nodeFileSystem } from '../store/files/file-system.js';
import { isName, MAX_NAMES, ownNames, type NamedGame } from '../store/own-names.js';
import { storedGame } from './keeping/stored-game.js';
import { openStore } from './open.js';
import { readGame } from './read-game.js';
import type { Store } from './store.js';

/** Words with a meaning in the text of a game, or instead of one. */
const WORDS = [
  ...['all-but', 'file', 'hotspots', 'pass', 'seed', 'sink', 'survey'],
  ...FAMILIES.map(({ name }) => name),
];
const DIGEST = /^#[0-9a-f]{1,16}$/i;

const CHOOSE_ANOTHER = 'Choose another name.';

/**
 * Names a game in a store that is open for writing. Returns the game. Raises a usage error for a name with another meaning, or,
 * unless `force` is set, of another game.
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
    if (before !== undefined && before.key !== key && !force) isGiven(checked, before, { do: 'replace' });
    if (before === undefined && names.size === MAX_NAMES)
      refuse('The store has {most} names, and can have no more. Remove one first.', { most: MAX_NAMES });
    const game = { key, definition };
    names.set(checked, game);
    return game;
  });
}

/** Renames a game. Raises as `nameGame` does, and for an unknown name. */
export function renameGame(store: Store, from: string, to: string): Promise<NamedGame> {
  const checked = checkName(to);
  return change(store, (names) => {
    const game = named(names, from);
    const before = names.get(checked);
    if (checked !== from.toLowerCase() && before !== undefined) isGiven(checked, before);
    names.delete(from.toLowerCase());
    names.set(checked, game);
    return game;
  });
}

/** Removes a name, but nothing stored of its game. Raises a usage error for an unknown name. */
export function removeName(store: Store, name: string): Promise<NamedGame> {
  return change(store, (names) => {
    const game = named(names, name);
    names.delete(name.toLowerCase());
    return game;
  });
}

function isGiven(name: string, { key }: NamedGame, remedy?: Remedy): never {
  refuse(
    'The name {name} is given to {game} already.',
    { name, game: key },
    { remedy, otherwise: CHOOSE_ANOTHER },
  );
}

function named(names: ReadonlyMap<string, NamedGame>, name: string): NamedGame {
  const game = names.get(name.toLowerCase());
  if (game !== undefined) return game;
  refuse(
    `No game of this store is called {name}.${names.size === 0 ? ' It has no names.' : ' Choose one of {choices}.'}`,
    { name, choices: [...names.keys()] },
  );
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
    refuse(
      'The name must be a letter, and then up to 59 letters, digits, hyphens, dots and underscores, not "{name}".',
      { name: text },
    );
  if (isTaken(name)) refuse(`The name {name} has a meaning already. ${CHOOSE_ANOTHER}`, { name: text });
  return name;
}

/** Whether a name has a meaning in every store. */
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
 * Returns the texts with names of the store replaced: a text with a name becomes the definition of its game, every other one is
 * unchanged. Raises a usage error for a digest that no stored game, or more than one, has.
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
 * declarations is used as a set, and as `parseGame` does for a text with a name.
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
    const game = gameOf(found, `The name ${word} of the store ${folder}`);
    const declared = isWhole ? undefined : declaredBy(game);
    if (declared !== undefined)
      refuse(
        'The name {name} is of a game with {declared}, which cannot be part of another. Use it without anything else.',
        { name: word, declared },
      );
    return game;
  };
  const lower = text.toLowerCase();
  if (!Array.from(names.keys()).some((name) => lower.includes(name))) return text;
  try {
    const { definition } = parseWithNames(text, { readText, named });
    return used.length > 0 ? definition : text;
  } catch (error) {
    if (used.length > 0) throw error;
    // The text may mean something else, such as the name of a survey.
    return text;
  }
}

/**
 * Returns the game of a definition, which may name no file: a store may come from anybody. Raises `corrupt` if it is not that of
 * the key.
 */
function gameOf({ key, definition }: NamedGame, subject: string): Game {
  const game = storedGame(key, definition);
  if (game !== undefined) return game;
  fail(
    'corrupt',
    '{subject} has a definition of {game} that does not name it.',
    { subject, game: key },
    { remedy: { do: 'verify', repair: false } },
  );
}

async function gameOfDigest(folder: string, digest: string): Promise<string> {
  const store = await openStore(folder, { readOnly: true });
  try {
    const found = store.storedGames().filter(({ key }) => key.split('#').at(1)?.startsWith(digest.slice(1)));
    const [first, second] = [found.at(0), found.at(1)];
    if (first === undefined)
      refuse('No stored game has the digest {digest}. See which games the store has.', { digest });
    if (second === undefined) return gameOf(first, `The catalog of ${folder}`).definition;
    refuse('The digest {digest} is that of {first} and of {second}. Write more of its digits.', {
      ...{ digest, first: first.key, second: second.key },
    });
  } finally {
    store.close();
  }
}
