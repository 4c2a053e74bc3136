/** `takeaway name`: names that games have in a store, given, changed and taken away. */
import { refuse } from '../../../common/errors.js';
import { shortened } from '../../../common/shown.js';
import type { Store } from '../../../index.js';
import { nameGame, ownNames, removeName, renameGame, type NamedGame } from '../../../rim.js';
import { asText, defineCommand, flag, optional, OPTIONAL_GAME, type Option } from '../../command.js';
import { OUTPUT_OPTIONS } from '../../outputs.js';
import { READING, withStore, WRITING } from '../../store.js';
import { print, sayDone, tableText } from '../../terminal/output.js';

const NAME: Option<string | undefined> = {
  describe:
    'A letter, and then letters, digits, hyphens, dots and underscores; without one, all names are listed',
  read: (raw) => (raw === undefined ? undefined : String(raw)),
};

export const command = defineCommand({
  examples: [
    ['name p-1 "file:p-1.txt"', 'the set of the file as it is now; then p-1 is a game in every command'],
    ['name tri "{1,3,4} hotspots {5}"', 'any game that can be written'],
    ['name', 'every name and its game'],
    ['name p-1 --rename primes-less-1', 'another name'],
    ['name p-1 --remove', 'only the name: what is stored of the game stays'],
  ],
  positionals: { name: NAME, game: OPTIONAL_GAME },
  options: {
    rename: optional('NAME', 'Another name instead of this one', asText),
    remove: flag('Remove the name'),
    force: { ...OUTPUT_OPTIONS.force, describe: 'Give this game a name that another game has' },
  },
  run: async ({ name, game, rename, remove, force, ...args }) => {
    const asked = [game !== undefined, rename !== undefined, remove].filter(Boolean).length;
    if (asked > 1)
      refuse(
        'A name can be given to a game, changed or removed, but only one of these at a time. Give a game, --rename or --remove.',
      );
    if (name === undefined || asked === 0) {
      if (asked > 0) refuse('--rename and --remove need the name to change. Give it.');
      return withStore(args, READING, async (store) => {
        const names = [...(await ownNames(store.folder))].filter(([each]) => isAsked(each, name));
        if (name !== undefined && names.length === 0)
          refuse('No game of this store is called {name}. Give the name to one: takeaway name {name} GAME', {
            name,
          });
        const found = names.map(([each, { key, definition }]) => ({ name: each, game: key, definition }));
        return print(args, found, () =>
          tableText({ head: ['name', 'game'], rows: found.map((each) => [each.name, each.game]) }),
        );
      });
    }
    const act = (store: Store): Promise<NamedGame> => {
      if (game !== undefined) return nameGame(store, name, game, { force });
      return remove ? removeName(store, name) : renameGame(store, name, rename!);
    };
    const { key } = await withStore(args, WRITING, act);
    const now = remove ? null : (rename ?? name).toLowerCase();
    await sayDone(args, { name: now, game: key }, () =>
      now === null ? `${name} is no longer a name.` : `${now} is ${shortened(key)}.`,
    );
  },
});

function isAsked(name: string, asked: string | undefined): boolean {
  return asked === undefined || name === asked.toLowerCase();
}
