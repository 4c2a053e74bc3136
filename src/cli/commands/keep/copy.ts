/** `takeaway copy`: a consistent copy of the store. */
import { argument, defineCommand } from '../../command.js';
import { asText } from '../../../words/params.js';
import { storeFolder } from '../../own-games.js';
import { READING, withStore } from '../../store.js';
import { watched } from '../../terminal/progress.js';
import { printTaken, takenBy } from './import.js';

export const command = defineCommand({
  examples: [
    ['copy ../backup', 'everything that is stored now, checked as it is copied'],
    ['copy /mnt/disk/games --store games', 'a copy of another store'],
  ],
  positionals: { folder: argument('A new or empty folder', asText) },
  options: {},
  run: async ({ folder, ...args }) => {
    const words = {
      asked: 'Stopping after this block.',
      stopped: () => `The copy is a valid store of what was copied; 'takeaway import' into it adds the rest.`,
    };
    const taken = await withStore(args, READING, (store) =>
      watched('copy', args, (watch) => takenBy(store.copyTo(folder, watch)), words),
    );
    const nothing = `Nothing is stored in ${storeFolder(args.store)}: the copy is an empty store.`;
    await printTaken(taken, 'Copied', nothing, args);
  },
});
