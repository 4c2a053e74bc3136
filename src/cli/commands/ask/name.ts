/** `takeaway name`: gives a game a name in a store, or lists the names. */
import { refuse } from '../../../common/errors.js';
import { shortened } from '../../../common/shown.js';
import { nameGame, ownNames } from '../../../rim.js';
import { defineCommand, OPTIONAL_GAME } from '../../command.js';
import { asText, optional } from '../../../words/params.js';
import { OUTPUT_OPTIONS } from '../../outputs.js';
import { READING, withStore, WRITING } from '../../store.js';
import { print, sayDone, tableText } from '../../terminal/output.js';

const NAME = optional(
  '',
  'A letter, and then letters, digits, hyphens, dots and underscores; without one, all names are listed',
  asText,
);

export const command = defineCommand({
  examples: [
    ['name p-1 "file:p-1.txt"', 'the set of the file as it is now; then p-1 is a game in every command'],
    ['name tri "{1,3,4} hotspots {5}"', 'any game that can be written'],
    ['name', 'every name and its game'],
  ],
  positionals: { name: NAME, game: OPTIONAL_GAME },
  options: { force: { ...OUTPUT_OPTIONS.force, describe: 'Give this game a name that another game has' } },
  run: async ({ name, game, force, ...args }) => {
    if (name !== undefined && game !== undefined) {
      const { key } = await withStore(args, WRITING, (store) => nameGame(store, name, game, { force }));
      const now = name.toLowerCase();
      return sayDone(args, { name: now, game: key }, () => `${now} is ${shortened(key)}.`);
    }
    await withStore(args, READING, async (store) => {
      const names = [...(await ownNames(store.folder))].filter(([each]) => isAsked(each, name));
      if (name !== undefined && names.length === 0)
        refuse('No game of this store is called {name}. Give the name to one: takeaway name {name} GAME', {
          name,
        });
      const found = names.map(([each, { key, definition }]) => ({ name: each, game: key, definition }));
      await print(args, found, () =>
        tableText({ head: ['name', 'game'], rows: found.map((each) => [each.name, each.game]) }),
      );
    });
  },
});

function isAsked(name: string, asked: string | undefined): boolean {
  return asked === undefined || name === asked.toLowerCase();
}
