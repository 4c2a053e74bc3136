/** Definitions as they are stored, by this program and by others. */
import { expect, it } from 'vitest';
import { storedGame } from '../../../src/engine/keeping/stored-game.js';
import { parseGame } from '../../../src/game/game.js';

it.each([
  '{1,3,4}',
  '{7..2000}',
  'all-but{1..200}',
  'all-but{1..200} hotspots {0}',
  'squares hotspots {1..200}',
  'squares hotspots all-but{1..200}',
  '{7..2000} hotspots all-but{5..900}',
  'interval:2000',
])('the definition of %s names it, however long its list is', (text) => {
  const { key, definition } = parseGame(text, () => '');
  expect(storedGame(key, definition)).toMatchObject({ key, definition });
});

it('a definition that names no game, or another, has none', () => {
  expect(storedGame('{1,3,4}', '{1,3,5}')).toBeUndefined();
  expect(storedGame('{1,3,4}', 'file:/etc/passwd')).toBeUndefined();
  expect(storedGame('{1,3,4}', '{1..999999999}')).toBeUndefined();
});
