/** Keys and definitions of games never change: stores are found by them. keys.json has those of release 0.1.0. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readGame } from '../../../src/index.js';

type Names = string | readonly [key: string, definition: string];

const KEYS = JSON.parse(readFileSync('test/game/sets/keys.json', 'utf8')) as Record<string, Names>;

describe('the key and the definition', () => {
  it.each(Object.entries(KEYS))('of %s stay', (text, names) => {
    const [key, definition] = typeof names === 'string' ? [names, names] : names;
    const game = readGame(text);
    expect(game).toMatchObject({ key, definition });
    // The definition is the game again.
    expect(readGame(definition)).toMatchObject({ key, definition });
  });
});
